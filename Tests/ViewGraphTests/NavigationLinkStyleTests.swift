import Testing

@testable import StrataViewGraph

@MainActor
struct NavigationLinkStyleTests {
    private struct TwiceStyle: PrimitiveButtonStyle {
        func makeBody(configuration: Configuration) -> some View {
            Button("Twice") {
                configuration.trigger()
                configuration.trigger()
            }
        }
    }

    private struct MarkStyle: ButtonStyle {
        func makeBody(configuration: Configuration) -> some View {
            configuration.label
            Text("mark")
        }
    }

    private struct StyledStack<Style: PrimitiveButtonStyle>: View {
        let style: Style
        var isInList = false
        var body: some View {
            NavigationStack {
                if isInList { List { NavigationLink("Go", value: 1) } } else { NavigationLink("Go", value: 1) }
                Text("Root").navigationDestination(for: Int.self) { Text("Page \($0)") }
            }
            .buttonStyle(style)
        }
    }

    private func pages(_ screen: Screen) -> [Screen.Item] {
        screen.all { if case .navigation(.page) = $0 { true } else { false } }
    }

    private func top(_ screen: Screen) -> [String] { pages(screen).last.map(screen.texts) ?? [] }

    @Test func `the innermost button style draws a link and keeps its action`() {
        let screen = Screen(StyledStack(style: .plain))
        #expect(screen.buttons.first?.content.appearance == .plain)
        #expect(screen.buttons.first?.content.kind == .navigationLink(isCurrent: false))
        #expect(screen.buttons.first?.content.isEnabled == true)
        screen.press("Go")
        #expect(top(screen) == ["Page 1"])
    }

    @Test func `a style of the app draws a link`() {
        let screen = Screen(NavigationStack { NavigationLink("Go") { Text("Page") }.buttonStyle(MarkStyle()) })
        #expect(screen.buttons.first?.content.kind == .navigationLink(isCurrent: false))
        #expect(screen.texts == ["Go", "mark"])
    }

    @Test func `a primitive style of the app decides when a link pushes, which pushes once`() {
        let screen = Screen(StyledStack(style: TwiceStyle()))
        screen.press("Twice")
        #expect(top(screen) == ["Page 1"])
        #expect(pages(screen).count == 2)
    }

    @Test func `a link in a list keeps the look of a row`() {
        let screen = Screen(StyledStack(style: .plain, isInList: true))
        #expect(screen.buttons.isEmpty)
    }

    @Test func `a styled link without a value is disabled`() {
        let screen = Screen(NavigationStack { NavigationLink("Go", value: Int?.none).buttonStyle(.bordered) })
        #expect(screen.buttons.first?.content.isEnabled == false)
    }
}
