import Foundation
import StrataTestSupport
import Testing

@testable import StrataViewGraph

/// Fields whose text the user and the app change at the same time.
@MainActor
struct TextRewritesTests {
    @Test(arguments: [Int.min, -1, 1, Int.max])
    func `an edit of a revision that was never sent has no effect`(_ revision: Int) {
        var rewrites = TextRewrites()
        var text = Array("ab".utf16)
        let edit = TextChange(at: 0, removing: 0, inserting: Array("x".utf16), inLength: 2)
        let isNeeded = rewrites.apply(edit, of: revision, to: &text)
        #expect(isNeeded)
        #expect(text == Array("ab".utf16))
    }

    /// Replaces a whole text some times. Returns whether an edit of an earlier revision has an effect.
    private func appliesEdit(of revision: Int, length: Int, replacements: Int) -> Bool {
        var rewrites = TextRewrites()
        var text = [UInt16](repeating: 0x61, count: length)
        for number in 1...replacements {
            let new = [UInt16](repeating: 0x61 + UInt16(number % 2), count: length)
            rewrites.record(from: text, to: new)
            text = new
        }
        let edit = TextChange(at: 0, removing: 0, inserting: [0x78], inLength: length)
        _ = rewrites.apply(edit, of: revision, to: &text)
        return text.contains(0x78)
    }

    @Test func `rewrites of a whole long text are kept until they are four times its size`() {
        #expect(appliesEdit(of: 16, length: 20_000, replacements: 20))
        #expect(!appliesEdit(of: 15, length: 20_000, replacements: 20))
    }

    @Test func `rewrites of a short text are kept until they are 10 000 characters`() {
        #expect(appliesEdit(of: 100, length: 100, replacements: 200))
        #expect(!appliesEdit(of: 99, length: 100, replacements: 200))
    }

    @Observable final class Model {
        var text: String
        init(_ text: String) { self.text = text }
    }

    @Observable final class Measure {
        var value = 1.235
        var writes = 0
    }

    private struct Field: View {
        let model: Model
        var change: (String) -> String = { $0 }
        var submit: () -> Void = {}

        var body: some View {
            TextField(
                "Text",
                text: Binding {
                    model.text
                } set: {
                    model.text = change($0)
                }
            ).onSubmit(submit)
        }
    }

    private func edit(_ inserted: String, at place: Int, removing removed: Int = 0, length: Int, revision: Int = 0) -> InputEvent
    {
        InputEvent(
            TypedText(text: inserted, range: TypedText.Range(at: place, removed: removed, length: length, revision: revision)))
    }

    @Test func `an edit changes only what it replaces`() throws {
        let model = Model("first\nsecond")
        let screen = Screen(Field(model: model))
        screen.send(edit("!", at: 12, length: 12), to: try #require(screen.fields.first).item)
        #expect(model.text == "first\nsecond!")
        #expect(screen.lastMutations == [])
    }

    @Test func `what is typed before a cleared text is shown is added to the cleared text`() throws {
        let model = Model("")
        var sent: [String] = []
        let screen = Screen(
            Field(
                model: model,
                submit: {
                    sent.append(model.text)
                    model.text = ""
                }))
        let field = try #require(screen.fields.first).item
        screen.send(edit("hello", at: 0, length: 0), to: field)
        screen.send(SubmitEvent(), to: field)
        for (index, letter) in "world".enumerated() {
            screen.send(edit(String(letter), at: 5 + index, length: 5 + index), to: field)
        }
        #expect(model.text == "world")
        #expect(screen.fields.map(\.content.text) == ["world"])
        screen.send(SubmitEvent(), to: field)
        #expect(sent == ["hello", "world"])
    }

    @Test func `an edit of a former text does not undo the change of another window`() throws {
        let model = Model("one two")
        let screen = Screen(Field(model: model))
        model.text = "zero one two"
        screen.update()
        screen.send(edit("!", at: 7, length: 7), to: try #require(screen.fields.first).item)
        #expect(model.text == "zero one two!")
    }

    @Test func `a binding that limits its text keeps the first characters`() throws {
        let model = Model("")
        let screen = Screen(Field(model: model) { String($0.prefix(5)) })
        let field = try #require(screen.fields.first).item
        for (index, letter) in "hello world".enumerated() {
            screen.send(edit(String(letter), at: index, length: index), to: field)
        }
        #expect(model.text == "hello")
        #expect(screen.fields.map(\.content.text) == ["hello"])
    }

    @Test func `a text of other characters that Swift takes for the same is a rewrite`() throws {
        let model = Model("")
        let screen = Screen(Field(model: model) { $0 == "e\u{301}" ? "\u{e9}" : $0 })
        let field = try #require(screen.fields.first).item
        screen.send(edit("e\u{301}", at: 0, length: 0), to: field)
        #expect(screen.fields.map { Array($0.content.text.utf16) } == [[0xe9]])
        screen.send(edit("x", at: 2, length: 2), to: field)
        #expect(Array(model.text.utf16) == [0xe9, 0x78])
    }

    @Test func `an edit that does not fit to its text has no effect, and the field is sent`() throws {
        let model = Model("abc")
        let screen = Screen(Field(model: model))
        let field = try #require(screen.fields.first).item
        screen.send(edit("x", at: 9, length: 9), to: field)
        screen.send(edit("x", at: 0, length: 3, revision: 7), to: field)
        #expect(model.text == "abc")
        #expect(screen.lastMutations != [])
    }

    @Test func `an edit without effect does not write the rounded text of a value`() throws {
        let measure = Measure()
        let screen = Screen(
            TextField(
                "Number",
                value: Binding {
                    measure.value
                } set: {
                    measure.value = $0
                    measure.writes += 1
                }, format: .number.locale(Locale(identifier: "en_US"))))
        let field = try #require(screen.fields.first).item
        measure.value = 2.3456789
        screen.update()
        #expect(screen.fields.map(\.content.text) == ["2.345679"])
        // The last digit of 1.235, which the app has replaced.
        screen.send(edit("", at: 4, removing: 1, length: 5), to: field)
        #expect(measure.value == 2.3456789)
        // An edit that does not fit to its text.
        screen.send(edit("x", at: 9, length: 9, revision: 1), to: field)
        #expect(measure.value == 2.3456789)
        #expect(measure.writes == 0)
        #expect(screen.fields.map(\.content.text) == ["2.345679"])
    }

    @Test func `half of a character becomes a replacement character, and the field is sent`() throws {
        let model = Model("a😀b")
        let screen = Screen(Field(model: model))
        screen.send(edit("", at: 1, removing: 1, length: 4), to: try #require(screen.fields.first).item)
        #expect(model.text == "a\u{fffd}b")
        #expect(screen.lastMutations != [])
    }

    @Test func `an edit of a disabled field is taken back`() throws {
        let model = Model("abc")
        let screen = Screen(Field(model: model).disabled(true))
        screen.send(edit("x", at: 3, length: 3), to: try #require(screen.fields.first).item)
        #expect(model.text == "abc")
        #expect(screen.fields.map(\.content.text) == ["abc"])
        #expect(screen.lastMutations != [])
    }

    @Test(arguments: 1...400)
    func `two windows whose messages take their time show the same text in the end`(number: Int) {
        let seed = testSeed(number)
        var run = RandomWindows(seed: seed)
        for _ in 0..<120 { run.step() }
        run.finish()
        #expect(run.windows[0].page.text == run.text, "seed \(seed)")
        #expect(run.windows[1].page.text == run.text, "seed \(seed)")
        #expect(run.windows[0].page.edits.isEmpty, "seed \(seed)")
        #expect(run.lost == [], "seed \(seed)")
    }
}

/// Two windows with a field for the same text, each with a line that delivers messages late.
@MainActor
private struct RandomWindows {
    /// The browser's half, as in `input.js`.
    struct Page {
        var base: [UInt16] = []
        var text: [UInt16] = []
        var revision = 0
        var edits: [(number: Int, change: TextChange)] = []

        mutating func receive(_ text: [UInt16], revision: Int, acknowledged: Int) {
            while let edit = edits.first, edit.number <= acknowledged {
                base = edit.change.applied(to: base)
                edits.removeFirst()
            }
            var change = TextChange(from: base, to: text)
            for index in edits.indices {
                let edit = edits[index].change
                edits[index].change = edit.rebased(over: change, isFirst: true)
                change = change.rebased(over: edit, isFirst: false)
            }
            (base, self.revision) = (text, revision)
            self.text = edits.reduce(text) { $1.change.applied(to: $0) }
        }
    }

    struct Window {
        var page = Page()
        var content = TextFieldContent(label: "", prompt: "", text: "", isEnabled: true)
        var sent: (text: String, revision: Int) = ("", 0)
        var processed = 0
        var number = 0
        /// The edits and the patches on the way.
        var requests: [(number: Int, typed: TypedText)] = []
        var answers: [(text: String, revision: Int, acknowledged: Int)] = []
    }

    private var random: SeededGenerator
    var windows = [Window(), Window()]
    private(set) var text: [UInt16] = []
    /// Whether the app changes the text itself, too, which may delete what was typed.
    private let isRewritten: Bool
    private var next: UInt16 = 0x4e00
    private var typed: [UInt16] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        isRewritten = seed.isMultiple(of: 2)
    }

    /// The typed characters that are missing or there twice, in a run without deletions.
    var lost: [UInt16] { isRewritten ? [] : typed.filter { unit in text.count { $0 == unit } != 1 } }

    mutating func step() {
        let index = Int.random(in: 0...1, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: type(in: index)
        case 4..<6: process(index)
        case 6..<8: receive(index)
        case 8: flush(index)
        default: if isRewritten { show(random.rewrite(text)) }
        }
    }

    /// Delivers everything.
    mutating func finish() {
        for index in [0, 1] { while !windows[index].requests.isEmpty { process(index) } }
        for index in [0, 1] {
            flush(index)
            while !windows[index].answers.isEmpty { receive(index) }
        }
    }

    private mutating func type(in index: Int) {
        var page = windows[index].page
        var change = random.edit(of: page.text)
        if !isRewritten {
            // Each character is typed once, and none is deleted.
            next += 1
            typed.append(next)
            change = TextChange(
                at: Int.random(in: 0...page.text.count, using: &random), removing: 0, inserting: [next], inLength: page.text.count
            )
        }
        var (at, removed, inserted) = (0, 0, [UInt16]())
        if case .keep(let count)? = change.steps.first { at = count }
        for step in change.steps {
            if case .delete(let count) = step { removed = count }
            if case .insert(let units) = step { inserted = units }
        }
        windows[index].number += 1
        let number = windows[index].number
        let range = TypedText.Range(at: at, removed: removed, length: page.text.count, revision: page.revision)
        windows[index].requests.append((number, TypedText(text: String(decoding: inserted, as: UTF16.self), range: range)))
        page.text = change.applied(to: page.text)
        page.edits.append((number, change))
        windows[index].page = page
    }

    private mutating func process(_ index: Int) {
        guard !windows[index].requests.isEmpty else { return }
        let (number, typed) = windows[index].requests.removeFirst()
        _ = windows[index].content.type(typed)
        windows[index].processed = number
        var result = Array(windows[index].content.text.utf16)
        // A binding that changes each text.
        if isRewritten, result.count > 20 { result = [] }
        show(result)
    }

    /// Sets the text of the app, which both fields show.
    private mutating func show(_ text: [UInt16]) {
        self.text = text
        for index in windows.indices {
            let former = Array(windows[index].content.text.utf16)
            guard former != text else { continue }
            windows[index].content.rewrites.record(from: former, to: text)
            windows[index].content.text = String(decoding: text, as: UTF16.self)
        }
    }

    private mutating func flush(_ index: Int) {
        let window = windows[index]
        windows[index].answers.append((window.content.text, window.content.rewrites.revision, window.processed))
    }

    private mutating func receive(_ index: Int) {
        guard !windows[index].answers.isEmpty else { return }
        let (text, revision, acknowledged) = windows[index].answers.removeFirst()
        windows[index].page.receive(Array(text.utf16), revision: revision, acknowledged: acknowledged)
    }
}
