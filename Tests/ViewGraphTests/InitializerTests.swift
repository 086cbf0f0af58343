import Foundation
import Testing

@testable import StrataViewGraph

/// Initializers and modifiers that are short forms of others.
@MainActor
struct InitializerTests {
    private func images(_ screen: Screen) -> [ImageContent] {
        screen.all { if case .media(.image) = $0 { true } else { false } }.compactMap {
            if case .media(.image(let image)) = $0.content { image } else { nil }
        }
    }

    @Test func `a picture with a variable value has the label of its initializer`() {
        let screen = Screen(
            VStack {
                Image("bars", variableValue: 0.5)
                Image("bars", variableValue: 0.5, label: Text("Strength"))
                Image(decorative: "bars", variableValue: nil)
            })
        #expect(images(screen).map(\.label) == [.text("bars"), .text("Strength"), .decorative])
        #expect(images(screen).map(\.source) == [.missing("bars"), .missing("bars"), .missing("bars")])
    }

    @Test func `a label shows a picture by its name`() {
        let screen = Screen(
            VStack {
                Label("Title", image: "bars")
                Label(String("Title"), image: "bars")
            })
        #expect(images(screen).map(\.source) == [.missing("bars"), .missing("bars")])
        #expect(screen.texts == ["Title", "Title"])
    }

    @Test func `a message about missing content shows a picture by its name`() {
        let screen = Screen(
            VStack {
                ContentUnavailableView("Title", image: "bars")
                ContentUnavailableView(String("Title"), image: "bars", description: Text("Nothing"))
            })
        #expect(images(screen).map(\.source) == [.missing("bars"), .missing("bars")])
        #expect(screen.texts == ["Title", "Title", "Nothing"])
    }

    @Test func `a scroll view shows indicators unless it is told otherwise`() {
        #expect(ScrollView(.horizontal) { Text("1") }.showsIndicators)
        #expect(ScrollView { Text("1") }.axes == .vertical)
        #expect(!ScrollView(.horizontal, showsIndicators: false) { Text("1") }.showsIndicators)
    }

    private struct Grouped: View {
        var body: some View {
            NavigationStack {
                Text("Page").toolbar {
                    ToolbarItemGroup(placement: .primaryAction) {
                        Button("Copy") {}
                        Button("Move") {}
                    } label: {
                        Text("Edit")
                    }
                }
            }
        }
    }

    @Test func `a group of a toolbar with a label is a menu on a narrow window only`() {
        let screen = Screen(Grouped())
        #expect(screen.controls { if case .menu = $0 { true } else { nil } }.isEmpty)
        #expect(screen.texts == ["Copy", "Move", "Page"])
        screen.graph.changeEnvironment { $0.horizontalSizeClass = .compact }
        screen.update()
        #expect(screen.controls { if case .menu = $0 { true } else { nil } }.count == 1)
        #expect(screen.texts.contains("Edit"))
    }

    private struct Fading: View {
        @State private var isFaint = false
        @State private var count = 0
        var body: some View {
            Text("\(count)").animation(.linear(duration: 3)) { $0.opacity(isFaint ? 0.2 : 1) }
            Button("Fade") { isFaint.toggle() }
            Button("Count") { count += 1 }
        }
    }

    @Test func `changes of the modifiers in a closure are animated, and others are not`() throws {
        let screen = Screen(Fading())
        func flush(_ title: String) -> Animation? {
            let button = screen.find { item in
                if case .control(.button) = item.content { screen.texts(of: item) == [title] } else { false }
            }
            if let button { screen.graph.send(PressEvent(), to: button.id) }
            _ = screen.graph.flushAnimated()
            #expect(screen.graph.animationScopes.allSatisfy { $0.isShallow })
            return screen.graph.animationScopes.first?.animation
        }
        #expect(flush("Count") == nil)
        #expect(flush("Fade") == .linear(duration: 3))
        #expect(flush("Count") == nil)
    }
}
