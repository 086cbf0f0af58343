import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct SurroundingsTests {
    private struct Page: View {
        @Environment(\.scenePhase) private var phase
        @Environment(\.horizontalSizeClass) private var width
        @Environment(\.colorScheme) private var scheme
        @Environment(\.pixelLength) private var pixel
        @State private var count = 0
        var body: some View {
            Button("\(count)") { count += 1 }
            Text("\(phase) \(width == .compact ? "compact" : "regular") \(scheme) \(pixel)")
        }
    }

    @Test func `a report of the host changes the environment, and no state`() {
        let screen = Screen(Page())
        screen.press("0")
        #expect(screen.texts == ["1", "inactive regular light 1.0"])
        screen.send(SurroundingsEvent(isNarrow: true, isDark: true, scale: 2), to: screen.item(0))
        #expect(screen.texts == ["1", "active compact dark 0.5"])
        screen.send(SurroundingsEvent(isVisible: false), to: screen.item(0))
        #expect(screen.texts == ["1", "background regular light 1.0"])
    }

    @Test func `a report that changes nothing evaluates nothing`() {
        var evaluations = 0
        struct Counted: View {
            let count: () -> Void
            var body: some View {
                count()
                return Text("counted")
            }
        }
        let screen = Screen(Counted { evaluations += 1 })
        screen.send(SurroundingsEvent(), to: screen.item(0))
        screen.send(SurroundingsEvent(), to: screen.item(0))
        #expect(evaluations == 2)
    }

    private struct Place: View {
        @Environment(\.locale) private var locale
        @Environment(\.horizontalSizeClass) private var width
        var body: some View {
            NavigationStack {
                Text("\(locale.identifier) \(width == .compact ? "compact" : "regular")")
                    .navigationDestination(for: Int.self) { Text("page \($0)") }
            }
        }
    }

    private struct PlaceApp: App {
        var body: some Scene { WindowGroup { Place() } }
    }

    @Test func `a report keeps the locale and the place of the window`() {
        let request = WindowRequest(locale: Locale(identifier: "de_DE"), surroundings: SurroundingsEvent(isNarrow: true))
        let screen = Screen(AppInstance(PlaceApp(), name: "Test").makeWindow(request))
        #expect(screen.texts == ["de_DE compact"])
        screen.graph.history.open("?path=Int:7")
        screen.send(SurroundingsEvent(), to: screen.item(0))
        #expect(screen.graph.locale.identifier == "de_DE")
        #expect(screen.texts.contains("page 7"))
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.item(0))
        #expect(screen.texts == ["de_DE regular"])
    }

    private struct WithoutObject: View {
        @Environment(Model.self) private var model: Model?
        var body: some View { Text(model == nil ? "none" : "some") }
    }

    @Observable final class Model {}

    @Test func `an optional object of the environment may be absent`() {
        #expect(Screen(WithoutObject()).texts == ["none"])
        #expect(Screen(WithoutObject().environment(Model())).texts == ["some"])
    }

    private struct Changing: View {
        @State private var count = 0
        @State private var isShown = true
        var body: some View {
            Text("\(count)").animation(.linear, value: count)
            if isShown { Text("shown").transition(.slide) }
            Button("Add") { count += 1 }
            Button("Hide") { isShown = false }
        }
    }

    @Test func `the change of a value is animated, and no other`() {
        let screen = Screen(Changing())
        func scopes(after title: String) -> [AnimationScope] {
            let button = screen.find { screen.texts(of: $0) == [title] }
            screen.graph.send(PressEvent(), to: button?.id ?? 0)
            let animation = screen.graph.flushAnimated().animation
            #expect(animation == nil)
            return screen.graph.animationScopes
        }
        let text = screen.find { screen.texts(of: $0) == ["0"] && $0.children.isEmpty }
        #expect(scopes(after: "Add") == [AnimationScope(elements: [text?.id ?? -1], animation: .linear)])
        #expect(scopes(after: "Hide") == [])
    }

    @Test func `a slide comes over one edge and leaves over the other`() {
        let transition = Screen(Changing()).find { $0.traits.interaction.transition != nil }?.traits.interaction.transition
        #expect(transition?.insertion == [.move(.leading)])
        #expect(transition?.removal == [.move(.trailing)])
    }

    @Test func `accessibility traits are added and removed`() {
        let screen = Screen(Text("x").accessibilityRemoveTraits(.isButton).accessibilityAddTraits([.isButton, .isHeader]))
        let properties = screen.find { $0.traits.accessibility.addedTraits.contains(.isHeader) }?.traits.accessibility
        #expect(properties?.addedTraits == .isHeader)
        #expect(properties?.removedTraits == .isButton)
    }
}

@MainActor
struct ColorSchemeTests {
    private struct Page: View {
        @Environment(\.colorScheme) private var scheme
        @State private var preferred: ColorScheme? = .dark
        var body: some View {
            Text("\(scheme)").preferredColorScheme(preferred)
            Button("Free") { preferred = nil }
            Inner().colorScheme(.light)
        }
    }

    private struct Inner: View {
        @Environment(\.colorScheme) private var scheme
        var body: some View { Text("inner \(scheme)") }
    }

    @Test func `a preferred appearance applies to the window until it is withdrawn`() {
        let screen = Screen(Page())
        #expect(screen.texts == ["dark", "Free", "inner light"])
        #expect(screen.graph.root.traits.colorScheme == .dark)
        screen.send(SurroundingsEvent(isDark: false), to: screen.item(0))
        #expect(screen.texts.first == "dark")
        screen.press("Free")
        #expect(screen.texts.first == "light")
        #expect(screen.graph.root.traits.colorScheme == nil)
    }

    @Test func `an appearance that differs from the window's is a trait of the elements`() {
        let screen = Screen(Page())
        let inner = screen.find { screen.texts(of: $0) == ["inner light"] && $0.children.isEmpty }
        #expect(inner?.traits.colorScheme == .light)
        screen.press("Free")
        #expect(screen.item(inner?.id ?? 0)?.traits.colorScheme == nil)
    }
}
