import Testing

@testable import StrataViewGraph

/// Objects with Combine's `objectWillChange` in views.
@MainActor
struct ObservableObjectTests {
    final class Model: ObservableObject {
        @Published var name: String
        var unannounced = 0

        init(_ name: String) { self.name = name }
    }

    struct Observer: View {
        @ObservedObject var model: Model
        var body: some View { Text("\(model.name) \(model.unannounced)") }
    }

    @Test func anObservedObjectBringsItsViewUpToDate() {
        let model = Model("a")
        let screen = Screen(Observer(model: model))
        model.unannounced = 1
        screen.update()
        #expect(screen.texts == ["a 0"])
        model.name = "b"
        screen.update()
        #expect(screen.texts == ["b 1"])
        model.name = "c"
        screen.update()
        #expect(screen.texts == ["c 1"])
    }

    struct Chooser: View {
        let models: [Model]
        @State private var index = 0
        var body: some View {
            VStack {
                Observer(model: models[index])
                Button("Next") { index += 1 }
            }
        }
    }

    @Test func anotherObjectInItsPlaceIsObserved() {
        let models = [Model("a"), Model("b")]
        let screen = Screen(Chooser(models: models))
        screen.press("Next")
        #expect(screen.texts.first == "b 0")
        models[1].name = "x"
        screen.update()
        #expect(screen.texts.first == "x 0")
        models[0].name = "y"
        screen.update()
        #expect(screen.lastMutations.isEmpty)
    }

    struct Owner: View {
        let title: String
        let made: () -> Void
        @StateObject private var model: Model

        init(title: String, made: @escaping () -> Void) {
            (self.title, self.made) = (title, made)
            _model = StateObject(
                wrappedValue: {
                    made()
                    return Model(title)
                }())
        }

        var body: some View {
            VStack {
                Text(model.name)
                TextField("Name", text: $model.name)
                Button("More") { model.name += "!" }
            }
        }
    }

    struct Outer: View {
        let made: () -> Void
        @State private var title = "first"
        var body: some View {
            VStack {
                Owner(title: title, made: made)
                Button("Rename") { title = "second" }
            }
        }
    }

    @Test func aStateObjectIsMadeOnce() {
        var count = 0
        let screen = Screen(Outer { count += 1 })
        screen.press("More")
        screen.press("Rename")
        #expect(screen.texts.first == "first!")
        #expect(count == 1)
    }

    struct Inner: View {
        @EnvironmentObject var model: Model
        var body: some View {
            VStack {
                Text(model.name)
                Button("Set") { $model.name.wrappedValue = "set" }
            }
        }
    }

    @Test func anEnvironmentObjectIsFoundByItsType() {
        let model = Model("a")
        let screen = Screen(VStack { Inner() }.environmentObject(model))
        model.name = "b"
        screen.update()
        #expect(screen.texts.first == "b")
        screen.press("Set")
        #expect(screen.texts.first == "set" && model.name == "set")
    }

    private final class EarlyModel: ObservableObject {
        @Published var name = "initial"
    }

    private struct Early: View {
        @StateObject private var model = EarlyModel()

        init() { model.name = "early" }

        var body: some View {
            Text(verbatim: model.name)
            Button("Rename") { model.name = "renamed" }
        }
    }

    @Test func `a state object that is read before its view is shown is another object`() {
        let screen = Screen(Early())
        #expect(screen.texts == ["initial", "Rename"])
        #expect(WarningLog.messages.contains { $0.hasPrefix("A @StateObject of type EarlyModel was read before its view") })
        screen.press("Rename")
        #expect(screen.texts == ["renamed", "Rename"])
    }
}
