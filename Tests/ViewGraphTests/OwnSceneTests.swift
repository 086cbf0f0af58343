import OpenCombine
import Testing

@testable import StrataViewGraph

/// Scenes of an app's own, with dynamic properties.
@MainActor
struct OwnSceneTests {
    private final class Log { var entries: [String] = [] }

    private final class Model: ObservableObject {
        @Published var count = 0

        init(_ log: Log) { log.entries.append("made") }
    }

    private struct Counting: Scene {
        @Environment(\.scenePhase) private var phase
        @Environment(\.layoutDirection) private var direction
        @StateObject private var model: Model
        @State private var taps = 0
        private let log: Log

        init(_ log: Log) {
            self.log = log
            _model = StateObject(wrappedValue: Model(log))
        }

        var body: some Scene {
            WindowGroup(id: "counting") {
                Counter().environmentObject(model)
                Button("taps \(taps)") { taps += 1 }
                Text(verbatim: "\(direction)")
            }
            .onChange(of: phase) { old, new in log.entries.append("\(old) to \(new)") }
        }
    }

    private struct Counter: View {
        @EnvironmentObject private var model: Model
        var body: some View { Button("count \(model.count)") { model.count += 1 } }
    }

    private struct Counts: App {
        @State private var isShown = true
        private let log: Log

        init(_ log: Log) { self.log = log }
        init() { self.init(Log()) }

        var body: some Scene {
            WindowGroup { Button("Toggle") { isShown.toggle() } }
            if isShown { Counting(log).environment(\.layoutDirection, .rightToLeft) }
        }
    }

    private let log = Log()

    private func screen(_ app: AppInstance, _ scene: String? = "counting") -> Screen {
        Screen(app.makeWindow(WindowRequest(scene: scene)))
    }

    @Test func `the windows of a scene share its state and its object`() {
        let app = AppInstance(Counts(log), name: "Test")
        let (first, second) = (screen(app), screen(app))
        #expect(first.texts == ["count 0", "taps 0", "rightToLeft"])
        first.press("taps 0")
        first.press("count 0")
        second.update()
        #expect(first.texts == ["count 1", "taps 1", "rightToLeft"])
        #expect(second.texts == ["count 1", "taps 1", "rightToLeft"])
        #expect(log.entries == ["made"])
    }

    @Test func `the phase of a scene is that of its own windows`() {
        let app = AppInstance(Counts(log), name: "Test")
        let (other, first, second) = (screen(app, nil), screen(app), screen(app))
        other.send(SurroundingsEvent(), to: other.item(0))
        #expect(log.entries == ["made"])
        first.send(SurroundingsEvent(), to: first.item(0))
        second.send(SurroundingsEvent(), to: second.item(0))
        first.send(SurroundingsEvent(isVisible: false), to: first.item(0))
        #expect(log.entries == ["made", "background to active"])
        second.graph.close()
        #expect(log.entries == ["made", "background to active", "active to background"])
    }

    @Test func `a scene that is removed and added again starts anew`() {
        let app = AppInstance(Counts(log), name: "Test")
        let (other, own) = (screen(app, nil), screen(app))
        own.press("taps 0")
        other.press("Toggle")
        own.update()
        #expect(own.texts == [])
        other.press("Toggle")
        own.update()
        #expect(own.texts == ["count 0", "taps 0", "rightToLeft"])
        #expect(log.entries == ["made", "made"])
    }

    private struct Titled: Scene {
        @ObservedObject var model: Model
        var body: some Scene { WindowGroup { Text("\(model.count)") } }
    }

    private struct Observing: App {
        let model: Model

        init(_ model: Model) { self.model = model }
        init() { self.init(Model(Log())) }

        var body: some Scene { Titled(model: model) }
    }

    @Test func `a scene observes an object that is owned elsewhere`() async {
        let model = Model(log)
        let screen = screen(AppInstance(Observing(model), name: "Test"), nil)
        #expect(screen.texts == ["0"])
        model.count = 1
        // An object announces a change before it makes it, so the app is evaluated afterward.
        while screen.texts == ["0"] {
            await Task.yield()
            screen.update()
        }
        #expect(screen.texts == ["1"])
    }
}
