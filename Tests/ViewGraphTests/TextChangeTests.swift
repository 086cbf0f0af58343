import StrataTestSupport
import Testing

@testable import StrataViewGraph

struct TextChangeTests {
    private func units(_ text: String) -> [UInt16] { Array(text.utf16) }
    private func string(_ units: [UInt16]) -> String { String(decoding: units, as: UTF16.self) }

    /// Returns an edit of a text, after the app has replaced the text with another one.
    private func typed(_ inserted: String, at place: Int, removing removed: Int = 0, in text: String, after rewritten: String)
        -> String
    {
        let edit = TextChange(at: place, removing: removed, inserting: units(inserted), inLength: text.utf16.count)
        let rewrite = TextChange(from: units(text), to: units(rewritten))
        return string(edit.rebased(over: rewrite, isFirst: true).applied(to: units(rewritten)))
    }

    @Test(arguments: [("hello", ""), ("hello", "HELLO"), ("", "x"), ("a😀b", "a😁b"), ("e\u{301}", "é"), ("aXa", "aa")])
    func `the change between two texts makes one of the other`(old: String, new: String) {
        let change = TextChange(from: units(old), to: units(new))
        #expect(change.applied(to: units(old)) == units(new))
        #expect(change.oldLength == old.utf16.count)
        #expect(change.newLength == new.utf16.count)
    }

    @Test func `a change does not divide a character of two code units`() {
        #expect(
            TextChange(from: units("😀"), to: units("😁x")).steps == [.delete(2), .insert(units("😁x"))])
    }

    @Test func `what is typed after a text that was cleared is the text`() {
        #expect(typed("w", at: 5, in: "hello", after: "") == "w")
    }

    @Test func `what is typed inside a text that was cleared remains`() {
        #expect(typed("x", at: 2, in: "hello", after: "") == "x")
    }

    @Test func `what is deleted in a text that was cleared stays deleted`() {
        #expect(typed("", at: 4, removing: 1, in: "hello", after: "") == "")
    }

    @Test func `a place in a text that becomes uppercase stays`() {
        #expect(typed("x", at: 2, in: "hello", after: "HELLO") == "HExLLO")
    }

    @Test func `a deletion does not delete what the app has written in place of it`() {
        #expect(typed("", at: 1, removing: 1, in: "hello", after: "hELLO") == "hELLO")
        #expect(typed("", at: 1, removing: 1, in: "hello", after: "hello world") == "hllo world")
    }

    @Test func `an insertion of the app at the same place comes first`() {
        #expect(typed("x", at: 5, in: "hello", after: "hello!") == "hello!x")
    }

    @Test func `two random changes of a text have the same result in either order`() {
        let seed = testSeed(30)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let text = random.text(upTo: 8)
            let first = random.edit(of: text)
            let second = Bool.random(using: &random) ? random.edit(of: text) : TextChange(from: text, to: random.rewrite(text))
            let one = second.rebased(over: first, isFirst: false).applied(to: first.applied(to: text))
            let other = first.rebased(over: second, isFirst: true).applied(to: second.applied(to: text))
            guard one == other else {
                Issue.record("\(string(text)): \(first) and \(second) make \(string(one)) or \(string(other)).")
                return
            }
        }
    }

    /// Returns the place that a place in a text has after a change: that of what is typed there.
    ///
    /// - Parameter isEnd: Whether what the change inserts at the place is behind it.
    private func moved(_ place: Int, by change: TextChange, isEnd: Bool) -> Int {
        let typed = TextChange(at: place, removing: 0, inserting: units("|"), inLength: change.oldLength)
        var moved = 0
        for step in typed.rebased(over: change, isFirst: !isEnd).steps {
            switch step {
            case .keep(let count): moved += count
            case .delete: continue
            case .insert: return moved
            }
        }
        return moved
    }

    /// Returns the places after a change of the code units that it keeps, by their places before it.
    private func kept(by change: TextChange) -> [Int: Int] {
        var places: [Int: Int] = [:]
        var (old, new) = (0, 0)
        for step in change.steps {
            switch step {
            case .keep(let count):
                for index in 0..<count { places[old + index] = new + index }
                (old, new) = (old + count, new + count)
            case .delete(let count): old += count
            case .insert(let units): new += units.count
            }
        }
        return places
    }

    @Test func `a caret and a selection stay beside the letters around them, whatever random changes insert and delete`() {
        let seed = testSeed(31)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let text = random.text(upTo: 10)
            let change = Bool.random(using: &random) ? random.edit(of: text) : TextChange(from: text, to: random.rewrite(text))
            let kept = kept(by: change)
            let places = [Int.random(in: 0...text.count, using: &random), Int.random(in: 0...text.count, using: &random)].sorted()
            // What is inserted at the edges of a selection is outside of it.
            let start = moved(places[0], by: change, isEnd: false)
            let end = moved(places[1], by: change, isEnd: true)
            var problems: [String] = []
            for (old, new) in kept {
                if (old < places[0]) != (new < start) { problems.append("\(old) is on the other side of the start") }
                if (old < places[1]) != (new < end) { problems.append("\(old) is on the other side of the end") }
            }
            if let first = kept[places[0]], first != start { problems.append("the start is not before the letter behind it") }
            if let last = kept[places[1] - 1], last != end - 1 { problems.append("the end is not behind the letter before it") }
            guard problems.isEmpty else {
                Issue.record("seed \(seed): \(places) of \(string(text)) is \(start) to \(end) by \(change): \(problems)")
                return
            }
        }
    }
}

extension SeededGenerator {
    /// Returns a text of a few characters, some of which have two code units.
    mutating func text(upTo length: Int) -> [UInt16] {
        let characters = (0..<Int.random(in: 0...length, using: &self)).map { _ in "abcAB😀é".randomElement(using: &self) ?? "a" }
        return Array(String(characters).utf16)
    }

    /// Returns an edit as a user makes it: a range is replaced.
    mutating func edit(of text: [UInt16]) -> TextChange {
        let places = text.indices.filter { !UTF16.isTrailSurrogate(text[$0]) } + [text.count]
        let range = [places.randomElement(using: &self) ?? 0, places.randomElement(using: &self) ?? 0].sorted()
        return TextChange(at: range[0], removing: range[1] - range[0], inserting: self.text(upTo: 3), inLength: text.count)
    }

    /// Returns what an app makes of a text: it clears it, cuts it, changes its letters, or edits it.
    mutating func rewrite(_ text: [UInt16]) -> [UInt16] {
        let string = String(decoding: text, as: UTF16.self)
        return switch Int.random(in: 0..<5, using: &self) {
        case 0: []
        case 1: Array(string.uppercased().utf16)
        case 2: Array(String(string.prefix(4)).utf16)
        case 3: edit(of: text).applied(to: text)
        default: self.text(upTo: 5)
        }
    }
}
