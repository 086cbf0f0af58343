import Testing

@testable import StrataViewGraph

private struct NameKey: FocusedValueKey {
    typealias Value = String
}

extension FocusedValues {
    fileprivate var name: String? {
        get { self[NameKey.self] }
        set { self[NameKey.self] = newValue }
    }
}

/// Values of the focus that are set with their types, and the ring around the focus.
@MainActor
struct FocusFormTests {
    private struct Reader: View {
        @FocusedValue(\.name) private var name
        var body: some View { Text(verbatim: name ?? "none") }
    }

    private struct Page: View {
        @State private var isShown = true

        var body: some View {
            Reader()
            if isShown { Text("document").focusedSceneValue(\.name, "document") }
            Button("Close") { isShown = false }
        }
    }

    private struct OptionalPage: View {
        @State private var name: String? = "document"

        var body: some View {
            Reader()
            Text("document").focusedSceneValue(\.name, name)
            Button("Close") { name = nil }
        }
    }

    @Test func `a value of the scene that becomes nil is removed`() {
        let screen = Screen(OptionalPage())
        #expect(screen.texts.first == "document")
        screen.press("Close")
        #expect(screen.texts.first == "none")
    }

    @Test func `a value of the scene is set while its view is in the window, wherever the focus is`() {
        let screen = Screen(Page())
        #expect(screen.texts.first == "document")
        screen.press("Close")
        #expect(screen.texts.first == "none")
    }

    private struct Ring: View {
        @Environment(\.isFocusEffectEnabled) private var isEnabled
        var body: some View { Text(isEnabled ? "ring" : "no ring") }
    }

    @Test func `a view reads whether it shows that it has the focus`() {
        #expect(Screen(Ring()).texts == ["ring"])
        #expect(Screen(Ring().focusEffectDisabled()).texts == ["no ring"])
        #expect(Screen(Ring().focusEffectDisabled(false)).texts == ["ring"])
        #expect(Screen(Ring().focusEffectDisabled(false).focusEffectDisabled()).texts == ["no ring"])
    }
}
