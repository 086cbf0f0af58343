import Testing

@testable import StrataViewGraph

@MainActor
struct ZoomTransitionTests: NavigationInspection {
    @Observable final class Model {
        var path: [Int] = []
    }

    private struct Stack: View {
        let model: Model
        @Namespace private var namespace

        var body: some View {
            NavigationStack(path: Binding(get: { model.path }, set: { model.path = $0 })) {
                NavigationLink("Park", value: 1)
                    .matchedTransitionSource(id: 1, in: namespace)
                    .navigationDestination(for: Int.self) { _ in
                        Text("Page").navigationTransition(.zoom(sourceID: 1, in: namespace))
                    }
            }
        }
    }

    @Test func `a page that zooms is animated when it comes and when it leaves`() throws {
        let model = Model()
        let screen = Screen(Stack(model: model))
        model.path.append(1)
        _ = screen.graph.flushAnimated()
        let coming = try #require(screen.graph.animationScopes.first)
        #expect(screen.graph.animationScopes.count == 1)
        #expect(coming.animation == .default)
        model.path.removeLast()
        _ = screen.graph.flushAnimated()
        #expect(screen.graph.animationScopes == [coming])
    }
}
