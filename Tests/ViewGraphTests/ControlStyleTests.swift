import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct ControlStyleTests {
    /// A style that shows the content of a group before its label.
    private struct Drawer: DisclosureGroupStyle {
        func makeBody(configuration: Configuration) -> some View {
            if configuration.isExpanded { configuration.content }
            Button {
                configuration.isExpanded.toggle()
            } label: {
                configuration.label
            }
        }
    }

    @Test func `a style of the app draws a disclosure group`() {
        let screen = Screen(DisclosureGroup("More") { Text("content") }.disclosureGroupStyle(Drawer()))
        #expect(screen.texts == ["More"])
        screen.press("More")
        #expect(screen.texts == ["content", "More"])
    }

    @Test func `a group inside a group in a style of the app has the style of the host`() {
        let screen = Screen(
            DisclosureGroup("Outer", isExpanded: .constant(true)) { DisclosureGroup("Inner") { Text("content") } }
                .disclosureGroupStyle(Drawer()))
        #expect(screen.texts == ["Inner", "Outer"])
        #expect(screen.buttons.map(\.content.kind) == [.disclosure(isExpanded: false), .button])
    }

    @Test func `a switch has the color of its style`() {
        let screen = Screen(Toggle("On", isOn: .constant(true)).toggleStyle(SwitchToggleStyle(tint: .red)).tint(.blue))
        let tints: [Color?] = screen.controls { if case .toggle(let toggle) = $0 { toggle.tint } else { nil } }.map(\.content)
        #expect(tints == [.red])
    }

    @Test func `a palette in a menu has its entries side by side`() {
        let screen = Screen(
            Menu("Menu") {
                ControlGroup("Size", systemImage: "ruler") { Button("S") {} }.controlGroupStyle(.palette)
                ControlGroup("Other") { Button("L") {} }
            })
        let sections: [GroupContent] = screen.controls { if case .group(let group) = $0 { group } else { nil } }.map(\.content)
        #expect(
            sections.filter { if case .menuSection = $0 { true } else { false } }
                == [.menuSection(label: "Size", isPalette: true), .menuSection(label: "Other")])
    }

    @Test func `a menu has the sign that is set around it`() {
        let screen = Screen(
            VStack {
                Menu("a") { Menu("b") { Button("c") {} } }.menuIndicator(.hidden)
                Menu("d") { Button("e") {} }.menuIndicator(.visible)
                Menu("f") { Button("g") {} }
            })
        let menus = screen.buttons.filter { $0.content.kind == .menu }
        #expect(menus.map(\.content.menuIndicator) == [.hidden, .hidden, .visible, .automatic])
    }

    @Test func `a button with a role only is labeled by the role`() {
        let screen = Screen(
            VStack {
                Button(role: .close) {}
                Button(role: .confirm) {}
                Button(role: .cancel) {}
            })
        #expect(screen.texts == ["Close", "Done", "Cancel"])
    }

    private struct Renaming: View {
        @State private var isRenaming = false

        var body: some View {
            VStack { RenameButton() }.renameAction { isRenaming = true }
            Text(isRenaming ? "renaming" : "idle")
        }
    }

    @Test func `a rename button runs the action around it`() {
        let screen = Screen(Renaming())
        screen.press("Rename")
        #expect(screen.texts.last == "renaming")
    }

    @Test func `a rename button without an action is disabled`() {
        #expect(Screen(RenameButton()).buttons.map(\.content.isEnabled) == [false])
    }

    /// Each form as an app writes it; compiling it is the test.
    private struct Forms: View {
        @FocusState private var isFocused: Bool
        @State private var isOn = true
        private let image = ImageResource(name: "park", bundle: .main)

        var body: some View {
            Button("Park", image: image) {}
            Button("Park", image: image, role: .destructive) {}
            Menu("Park", image: image) { Button("One") {} }
            Toggle("Park", image: image, isOn: $isOn)
            Picker("Park", image: image, selection: $isOn) { Text("One").tag(true) }
            ControlGroup("Park", image: image) { Button("One") {} }
            ControlGroup(String("Park"), systemImage: "tree") { Button("One") {} }
            DisclosureGroup("More") { Text("content") }.disclosureGroupStyle(.automatic)
            RenameButton().renameAction($isFocused)
        }
    }

    @Test func `controls with images of asset catalogs compile`() {
        #expect(!Screen(Forms()).buttons.isEmpty)
    }
}
