import Foundation
import StrataTestSupport
import Testing

@testable import StrataViewGraph

/// Random views with random keys of `@AppStorage` and `@SceneStorage`, random edits in two windows,
/// and random restarts: what was seen before a restart is what is seen after it.
///
/// Several fields may share a key, also with different types. `STRATA_SEED` repeats a run, and
/// `STRATA_OPERATIONS` sets the number of edits.
@MainActor
struct RandomStorageTests {
    /// Makes the values that the buttons set.
    @MainActor
    private final class Edits {
        private var random: SeededGenerator
        /// The description of the last value.
        private(set) var last = ""

        init(seed: UInt64) { random = SeededGenerator(seed: seed) }

        private func make<Value>(_ values: [Value]) -> Value {
            let value = values[Int.random(in: values.indices, using: &random)]
            last = String(reflecting: value)
            return value
        }

        func number() -> Int { make([0, 1, -1, 7, .max, .min]) }
        func flag() -> Bool { make([true, false]) }
        func fraction() -> Double { make([0, 0.1, -2, 1e300, .leastNonzeroMagnitude]) }
        func word() -> String { make(["", "a", "é", "👩‍👧", "two\nlines", "<&>\"", "1", "true"]) }
        func maybe() -> Int? { make([nil, 0, 3]) }
        func choice() -> Choice { make([.first, .second]) }
    }

    private enum Choice: String { case first, second }

    private enum Kind: CaseIterable { case number, flag, fraction, word, maybe, choice }

    private struct Field {
        let id: Int
        let kind: Kind
        let app: String
        let scene: String
    }

    private indirect enum Shape {
        case field(Field)
        case stack([Shape])

        /// Returns a view with fields, which share a few keys.
        static func random(_ count: inout Int, depth: Int = 0, using random: inout SeededGenerator) -> Shape {
            if depth > 0, depth == 3 || Bool.random(using: &random) {
                defer { count += 1 }
                let keys = ["a", "b", "c", "d.e", "ä"]
                return .field(
                    Field(
                        id: count, kind: Kind.allCases.randomElement(using: &random) ?? .word,
                        app: keys.randomElement(using: &random) ?? "a", scene: keys.randomElement(using: &random) ?? "a"))
            }
            return .stack(
                (0..<Int.random(in: 1...3, using: &random)).map { _ in .random(&count, depth: depth + 1, using: &random) })
        }
    }

    private struct ShapeView: View {
        let shape: Shape
        let edits: Edits

        var body: some View {
            switch shape {
            case .field(let field): AnyView(erasing: view(of: field))
            case .stack(let shapes):
                VStack {
                    ForEach(Array(shapes.enumerated()), id: \.offset) { AnyView(ShapeView(shape: $0.element, edits: edits)) }
                }
            }
        }

        private func view(of field: Field) -> any View {
            switch field.kind {
            case .number: NumberView(field, edits)
            case .flag: FlagView(field, edits)
            case .fraction: FractionView(field, edits)
            case .word: WordView(field, edits)
            case .maybe: MaybeView(field, edits)
            case .choice: ChoiceView(field, edits)
            }
        }
    }

    /// Shows the two values of a field, with a button for each.
    private struct Line: View {
        let id: Int
        let app: Any
        let scene: Any
        let setApp: @MainActor () -> Void
        let setScene: @MainActor () -> Void

        var body: some View {
            Text("app \(id)=\(String(reflecting: app))" as String)
            Text("scene \(id)=\(String(reflecting: scene))" as String)
            Button("app \(id)" as String, action: setApp)
            Button("scene \(id)" as String, action: setScene)
        }
    }

    private struct NumberView: View {
        let (field, edits): (Field, Edits)
        @AppStorage private var app: Int
        @SceneStorage private var scene: Int

        init(_ field: Field, _ edits: Edits) {
            (self.field, self.edits) = (field, edits)
            _app = AppStorage(wrappedValue: 5, field.app)
            _scene = SceneStorage(wrappedValue: 6, field.scene)
        }

        var body: some View {
            Line(id: field.id, app: app, scene: scene, setApp: { app = edits.number() }, setScene: { scene = edits.number() })
        }
    }

    private struct FlagView: View {
        let (field, edits): (Field, Edits)
        @AppStorage private var app: Bool
        @SceneStorage private var scene: Bool

        init(_ field: Field, _ edits: Edits) {
            (self.field, self.edits) = (field, edits)
            _app = AppStorage(wrappedValue: true, field.app)
            _scene = SceneStorage(wrappedValue: true, field.scene)
        }

        var body: some View {
            Line(id: field.id, app: app, scene: scene, setApp: { app = edits.flag() }, setScene: { scene = edits.flag() })
        }
    }

    private struct FractionView: View {
        let (field, edits): (Field, Edits)
        @AppStorage private var app: Double
        @SceneStorage private var scene: Double

        init(_ field: Field, _ edits: Edits) {
            (self.field, self.edits) = (field, edits)
            _app = AppStorage(wrappedValue: 0.5, field.app)
            _scene = SceneStorage(wrappedValue: 0.25, field.scene)
        }

        var body: some View {
            Line(id: field.id, app: app, scene: scene, setApp: { app = edits.fraction() }, setScene: { scene = edits.fraction() })
        }
    }

    private struct WordView: View {
        let (field, edits): (Field, Edits)
        @AppStorage private var app: String
        @SceneStorage private var scene: String

        init(_ field: Field, _ edits: Edits) {
            (self.field, self.edits) = (field, edits)
            _app = AppStorage(wrappedValue: "none", field.app)
            _scene = SceneStorage(wrappedValue: "none", field.scene)
        }

        var body: some View {
            Line(id: field.id, app: app, scene: scene, setApp: { app = edits.word() }, setScene: { scene = edits.word() })
        }
    }

    private struct MaybeView: View {
        let (field, edits): (Field, Edits)
        @AppStorage private var app: Int?
        @SceneStorage private var scene: Int?

        init(_ field: Field, _ edits: Edits) {
            (self.field, self.edits) = (field, edits)
            _app = AppStorage(field.app)
            _scene = SceneStorage(field.scene)
        }

        var body: some View {
            Line(
                id: field.id, app: app as Any, scene: scene as Any, setApp: { app = edits.maybe() },
                setScene: { scene = edits.maybe() })
        }
    }

    private struct ChoiceView: View {
        let (field, edits): (Field, Edits)
        @AppStorage private var app: Choice
        @SceneStorage private var scene: Choice

        init(_ field: Field, _ edits: Edits) {
            (self.field, self.edits) = (field, edits)
            _app = AppStorage(wrappedValue: .first, field.app)
            _scene = SceneStorage(wrappedValue: .first, field.scene)
        }

        var body: some View {
            Line(id: field.id, app: app, scene: scene, setApp: { app = edits.choice() }, setScene: { scene = edits.choice() })
        }
    }

    /// Returns a window of a view, which shows a session.
    private func screen(_ view: some View, _ session: SceneSession, _ defaults: UserDefaults) -> Screen {
        var environment = EnvironmentValues()
        environment.sceneSession = session
        return Screen(WindowGraph(title: "Test", environment: environment, content: view.defaultAppStorage(defaults)))
    }

    /// Returns a session in another process.
    private func restored(_ session: SceneSession) throws -> SceneSession {
        var record = session.record(lastSeen: .now)
        (record.values, record.activity) = try SceneRecord.decodeValues(try record.encodedValues())
        return SceneSession(record)
    }

    private func value(_ name: String, in screen: Screen) -> String? {
        screen.texts.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    @Test func `what was seen before a restart is seen after it`() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = testSeed()
        let operations = environment["STRATA_OPERATIONS"].flatMap(Int.init) ?? 200
        var random = SeededGenerator(seed: seed)
        for world in 0..<max(operations / 20, 1) {
            let comment = Comment("STRATA_SEED=\(seed), world \(world)")
            let (store, edits) = (AppStorageTests.Store(), Edits(seed: random.next()))
            var (defaults, count) = (store.defaults, 0)
            let view = ShapeView(shape: .random(&count, using: &random), edits: edits)
            var sessions = [SceneSession(), SceneSession()]
            var screens = sessions.map { screen(view, $0, defaults) }
            for _ in 0..<20 {
                guard Int.random(in: 0..<4, using: &random) == 0 else {
                    let (edited, name) = (Int.random(in: 0...1, using: &random), Bool.random(using: &random) ? "app" : "scene")
                    let field = "\(name) \(Int.random(in: 0..<count, using: &random))"
                    screens[edited].press(field)
                    #expect(value(field, in: screens[edited]) == edits.last, comment)
                    screens[1 - edited].update()
                    if name == "app" { #expect(value(field, in: screens[1 - edited]) == edits.last, comment) }
                    continue
                }
                let before = screens.map(\.texts)
                for screen in screens { screen.graph.close() }
                #expect(defaults.synchronize(), comment)
                defaults = store.reopened()
                sessions = try sessions.map(restored)
                if Bool.random(using: &random) {
                    // Another version of the app, which has none of the keys.
                    for session in sessions { screen(Text("none"), session, defaults).graph.close() }
                    sessions = try sessions.map(restored)
                }
                screens = sessions.map { screen(view, $0, defaults) }
                #expect(screens.map(\.texts) == before, comment)
            }
        }
    }
}
