import Foundation
import StrataTestSupport
import Testing

@testable import StrataViewGraph

/// Random windows whose state is in a scene's storage and its activity: after random edits and an
/// end of the process, the window shows what it showed before.
@MainActor
struct SceneRestorationTests {
    /// A view, described so that another process can make it again.
    private indirect enum Form: CustomStringConvertible {
        case counter(key: String)
        case real(key: String)
        case field(key: String)
        case toggle(key: String)
        case optional(key: String)
        case rank(key: String)
        case list(key: String, rows: Int)
        case branch(key: String, Form, Form)
        case each(keys: [String])
        case stack([Form])
        case tabs(key: String, [Form])
        case sheet(key: String, Form)

        var description: String {
            switch self {
            case .counter(let key): "counter(\(key))"
            case .real(let key): "real(\(key))"
            case .field(let key): "field(\(key))"
            case .toggle(let key): "toggle(\(key))"
            case .optional(let key): "optional(\(key))"
            case .rank(let key): "rank(\(key))"
            case .list(let key, let rows): "list(\(key), \(rows))"
            case .branch(let key, let first, let second): "branch(\(key), \(first), \(second))"
            case .each(let keys): "each(\(keys))"
            case .stack(let forms): "stack(\(forms))"
            case .tabs(let key, let forms): "tabs(\(key), \(forms))"
            case .sheet(let key, let form): "sheet(\(key), \(form))"
            }
        }

        static func random(depth: Int, using random: inout SeededGenerator) -> Form {
            let key = ["a", "b", "c", "d", "e", "f"].randomElement(using: &random)!
            func unique() -> UInt64 { random.next() }
            switch Int.random(in: 0..<(depth > 0 ? 12 : 8), using: &random) {
            case 0: return .counter(key: "int \(key)")
            case 1: return .real(key: "real \(key)")
            case 2: return .field(key: "text \(key)")
            case 3: return .toggle(key: "bool \(key)")
            case 4: return .optional(key: "optional \(key)")
            case 5: return .rank(key: "rank \(key)")
            case 6: return .list(key: "row \(key)", rows: Int.random(in: 0...4, using: &random))
            case 7: return .each(keys: (0..<Int.random(in: 0...3, using: &random)).map { "int each \($0)" })
            case 8:
                return .branch(
                    key: "bool \(key)", self.random(depth: depth - 1, using: &random),
                    self.random(depth: depth - 1, using: &random))
            // With keys of their own, a sheet opens no other, and does not select a tab below it.
            case 9: return .tabs(key: "tab \(unique())", forms(depth: depth - 1, using: &random))
            case 10: return .sheet(key: "bool sheet \(unique())", self.random(depth: depth - 1, using: &random))
            default: return .stack(forms(depth: depth - 1, using: &random))
            }
        }

        private static func forms(depth: Int, using random: inout SeededGenerator) -> [Form] {
            (0..<Int.random(in: 1...4, using: &random)).map { _ in self.random(depth: depth, using: &random) }
        }
    }

    private enum Rank: String { case low, middle, high }

    private struct FormView: View {
        let form: Form
        @SceneStorage private var int: Int
        @SceneStorage private var real: Double
        @SceneStorage private var text: String
        @SceneStorage private var bool: Bool
        @SceneStorage private var optional: String?
        @SceneStorage private var rank: Rank
        @SceneStorage private var row: Int?

        init(_ form: Form) {
            self.form = form
            let key =
                switch form {
                case .counter(let key), .real(let key), .field(let key), .toggle(let key), .optional(let key), .rank(let key),
                    .list(let key, _), .branch(let key, _, _), .tabs(let key, _), .sheet(let key, _):
                    key
                case .each, .stack: "unused"
                }
            _int = SceneStorage(wrappedValue: 0, key)
            _real = SceneStorage(wrappedValue: 0.5, key)
            _text = SceneStorage(wrappedValue: "", key)
            _bool = SceneStorage(wrappedValue: false, key)
            _optional = SceneStorage(key)
            _rank = SceneStorage(wrappedValue: .low, key)
            _row = SceneStorage(key)
        }

        var body: some View { content }

        private var content: AnyView {
            switch form {
            case .counter: AnyView(Button("\(int)") { int += 1 })
            case .real: AnyView(Button("\(real)") { real = real * 2 + 0.25 })
            case .field: AnyView(TextField("field", text: $text))
            case .toggle: AnyView(Toggle("toggle", isOn: $bool))
            case .optional: AnyView(Button(optional ?? "none") { optional = optional == nil ? "some" : nil })
            case .rank:
                AnyView(Button(rank.rawValue) { rank = rank == .low ? .middle : rank == .middle ? .high : .low })
            case .list(_, let rows): AnyView(List(0..<rows, id: \.self, selection: $row) { Text("row \($0)") })
            case .branch(_, let first, let second):
                AnyView(
                    VStack {
                        Button("flip") { bool.toggle() }
                        if bool { FormView(first) } else { FormView(second) }
                    })
            case .each(let keys): AnyView(ForEach(keys, id: \.self) { FormView(.counter(key: $0)) })
            case .stack(let forms):
                AnyView(VStack { ForEach(forms.indices, id: \.self) { FormView(forms[$0]) } })
            case .tabs(_, let forms):
                AnyView(
                    TabView(selection: $int) {
                        ForEach(forms.indices, id: \.self) { index in
                            FormView(forms[index]).tabItem { Text("tab \(index)") }.tag(index)
                        }
                    })
            case .sheet(_, let form):
                AnyView(Button("present") { bool = true }.sheet(isPresented: $bool) { FormView(form) })
            }
        }
    }

    /// A form with a counter whose state is only in the activity of the window.
    private struct Root: View {
        let form: Form
        @State private var count = 0

        var body: some View {
            VStack {
                Button("activity \(count)") { count += 1 }
                FormView(form)
            }
            .userActivity("restored") { $0.userInfo = ["count": count] }
            .onContinueUserActivity("restored") { count = $0.userInfo?["count"] as? Int ?? -1 }
        }
    }

    private func screen(_ form: Form, _ session: SceneSession) -> Screen {
        var environment = EnvironmentValues()
        environment.sceneSession = session
        return Screen(WindowGraph(title: "Test", environment: environment, content: Root(form: form)))
    }

    /// Returns the texts and the states of the controls that a person sees. Pages of tabs that are
    /// not selected are not visible.
    private func visible(_ item: Screen.Item) -> [String] {
        let own: String? =
            switch item.content {
            case .text(let text): text.runs.words
            case .control(.textField(let field)): "field \(field.text)"
            case .control(.toggle(let toggle)): "toggle \(toggle.isOn)"
            case .collection(.row(let row)): "row \(row.isSelected == true)"
            case .navigation(.tab(let tab)): "tab \(tab.isSelected)"
            case .presentation(.sheet): "sheet"
            default: nil
            }
        if case .navigation(.tabPage(isSelected: false)) = item.content { return [] }
        return [own].compactMap(\.self) + item.children.flatMap(visible)
    }

    /// Returns the items that a person can use: those of the top sheet while one is open, and not
    /// those in tabs that are not selected. Both would otherwise present sheets that a restored
    /// window does not show, because it evaluates a tab when it is selected.
    private func usable(_ screen: Screen) -> [Screen.Item] {
        func usable(_ item: Screen.Item) -> [Screen.Item] {
            switch item.content {
            case .navigation(.tabPage(isSelected: false)): []
            case .control(.button), .control(.textField), .control(.toggle), .collection(.row), .navigation(.tab),
                .presentation(.sheet):
                [item] + item.children.flatMap(usable)
            default: item.children.flatMap(usable)
            }
        }
        let sheets = screen.all { if case .presentation(.sheet) = $0 { true } else { false } }
        return usable(sheets.last ?? screen.root)
    }

    /// Sends a random event of the user to a random element. Returns its description.
    private func edit(_ screen: Screen, using random: inout SeededGenerator) -> String {
        let items = usable(screen)
        guard let item = items.randomElement(using: &random) else { return "nothing" }
        switch item.content {
        case .control(.textField):
            let text = String(
                (0..<Int.random(in: 0...5, using: &random)).map { _ in "aé\u{1F600} \n&\"".randomElement(using: &random)! })
            screen.type(text, into: item)
            return "type \(text.debugDescription) into \(item.id)"
        case .control(.toggle(let toggle)): screen.send(ToggleEvent(isOn: !toggle.isOn), to: item)
        case .collection: screen.send(SelectEvent(.only), to: item)
        case .presentation: screen.send(DismissEvent(), to: item)
        default: screen.send(PressEvent(), to: item)
        }
        return "use \(item.id)"
    }

    @Test func `a restored window shows what it showed before`() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = testSeed()
        let rounds = environment["STRATA_OPERATIONS"].flatMap(Int.init).map { max($0 / 50, 1) } ?? 60
        var random = SeededGenerator(seed: seed)
        for round in 0..<rounds {
            let form = Form.random(depth: 4, using: &random)
            var session = SceneSession()
            var screen = screen(form, session)
            var steps: [String] = []
            for _ in 0..<8 {
                for _ in 0..<Int.random(in: 0...6, using: &random) { steps.append(edit(screen, using: &random)) }
                let before = visible(screen.root)
                var record = session.record(lastSeen: .now)
                (record.values, record.activity) = try SceneRecord.decodeValues(try record.encodedValues())
                screen.graph.close()
                session = SceneSession(record)
                screen = self.screen(form, session)
                steps.append("restart")
                let after = visible(screen.root)
                #expect(after == before, "STRATA_SEED=\(seed), round \(round), \(form), \(steps)")
                if after != before { return }
            }
        }
    }
}
