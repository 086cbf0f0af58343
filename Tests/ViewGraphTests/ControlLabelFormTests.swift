import Foundation
import Testing

@testable import StrataViewGraph

/// The initializers of buttons, menus, toggles, pickers and groups, by the kind of their label.
@MainActor
struct ControlLabelFormTests {
    /// A title that is not a literal, so that it is not a key.
    private let title = "Park"
    private let resource = ImageResource(name: "park", bundle: .main)
    private let presses = StateBox(0)
    private let isOn = Binding(StateBox(false))

    private func images(_ screen: Screen) -> [ImageContent.Source] {
        screen.all { if case .media(.image) = $0 { true } else { false } }.compactMap {
            if case .media(.image(let image)) = $0.content { image.source } else { nil }
        }
    }

    /// Presses each button that is not one of a menu.
    private func pressAll(_ screen: Screen) {
        for button in screen.buttons where button.content.kind == .button { screen.send(PressEvent(), to: button.item) }
    }

    private func press() { presses.value += 1 }

    @Test func `a button with a symbol has its title, its role and its action`() {
        let screen = Screen(
            VStack {
                Button("Park", systemImage: "tree") { press() }
                Button(title, systemImage: "tree") { press() }
                Button("Park", systemImage: "tree", role: .destructive) { press() }
                Button(title, systemImage: "tree", role: .cancel) { press() }
            })
        #expect(screen.texts == ["Park", "Park", "Park", "Park"])
        #expect(screen.symbols == ["tree", "tree", "tree", "tree"])
        #expect(screen.buttons.map(\.content.role) == [nil, nil, .destructive, .cancel])
        pressAll(screen)
        #expect(presses.value == 4)
    }

    @Test func `a button with an image of a catalog has its title, its role and its action`() {
        let screen = Screen(
            VStack {
                Button("Park", image: resource) { press() }
                Button(title, image: resource) { press() }
                Button("Park", image: resource, role: .destructive) { press() }
                Button(title, image: resource, role: .cancel) { press() }
            })
        #expect(screen.texts == ["Park", "Park", "Park", "Park"])
        #expect(images(screen).count == 4)
        #expect(screen.buttons.map(\.content.role) == [nil, nil, .destructive, .cancel])
        pressAll(screen)
        #expect(presses.value == 4)
    }

    @Test func `a button with a string as its title has its role`() {
        let screen = Screen(Button(title, role: .destructive) { press() })
        #expect(screen.texts == ["Park"])
        #expect(screen.buttons.map(\.content.role) == [.destructive])
        pressAll(screen)
        #expect(presses.value == 1)
    }

    private struct Twice: PrimitiveButtonStyle {
        func makeBody(configuration: Configuration) -> some View {
            Text("styled")
            Button(configuration)
        }
    }

    @Test func `a button of a style's configuration has the label and the action, in the next style`() {
        let screen = Screen(Button("Park", role: .cancel) { press() }.buttonStyle(Twice()).buttonStyle(.bordered))
        #expect(screen.texts == ["styled", "Park"])
        #expect(screen.buttons.map(\.content.appearance) == [.bordered])
        #expect(screen.buttons.map(\.content.role) == [.cancel])
        pressAll(screen)
        #expect(presses.value == 1)
    }

    @Test func `a menu has its title, its image and its entries`() {
        let menus: [any View] = [
            Menu("Park", systemImage: "tree") { Button("Entry") {} },
            Menu(title, systemImage: "tree") { Button("Entry") {} },
            Menu("Park", image: resource) { Button("Entry") {} },
            Menu(title, image: resource) { Button("Entry") {} },
        ]
        for menu in menus {
            let screen = Screen(AnyView(menu))
            #expect(screen.texts == ["Park", "Entry"])
            #expect(screen.buttons.map(\.content.kind) == [.menu, .menuItem])
            #expect(images(screen).count == 1)
        }
    }

    @Test func `a menu with a primary action runs it without opening`() {
        let menus: [any View] = [
            Menu(title) {
                Button("Entry") {}
            } primaryAction: {
                press()
            },
            Menu("Park", systemImage: "tree") {
                Button("Entry") {}
            } primaryAction: {
                press()
            },
            Menu(title, systemImage: "tree") {
                Button("Entry") {}
            } primaryAction: {
                press()
            },
            Menu("Park", image: resource) {
                Button("Entry") {}
            } primaryAction: {
                press()
            },
            Menu(title, image: resource) {
                Button("Entry") {}
            } primaryAction: {
                press()
            },
        ]
        for menu in menus {
            presses.value = 0
            let screen = Screen(AnyView(menu))
            #expect(screen.buttons.map(\.content.kind) == [.button, .menu, .menuItem])
            screen.press("Park")
            #expect(presses.value == 1)
        }
    }

    private struct Marked: MenuStyle {
        func makeBody(configuration: Configuration) -> some View {
            Text("styled")
            Menu(configuration)
        }
    }

    @Test func `a menu of a style's configuration has the label and the entries`() {
        let screen = Screen(Menu("Park") { Button("Entry") {} }.menuStyle(Marked()).menuStyle(.automatic))
        #expect(screen.texts == ["styled", "Park", "Entry"])
    }

    @Test func `a toggle has its title and its image, and switches its binding`() throws {
        let toggles: [any View] = [
            Toggle("Park", systemImage: "tree", isOn: isOn), Toggle(title, systemImage: "tree", isOn: isOn),
            Toggle("Park", image: resource, isOn: isOn), Toggle(title, image: resource, isOn: isOn),
        ]
        for toggle in toggles {
            isOn.wrappedValue = false
            let screen = Screen(AnyView(toggle))
            #expect(screen.texts == ["Park"])
            #expect(images(screen).count == 1)
            let shown = screen.controls { content -> ToggleContent? in
                if case .toggle(let toggle) = content { toggle } else { nil }
            }
            screen.send(ToggleEvent(isOn: true), to: try #require(shown.first).item)
            #expect(isOn.wrappedValue)
        }
    }

    @Test func `a toggle of several values sets them all`() throws {
        let values = [Binding(StateBox(true)), Binding(StateBox(false))]
        let screen = Screen(Toggle(title, sources: values, isOn: \.self))
        let shown = screen.controls { content -> ToggleContent? in if case .toggle(let toggle) = content { toggle } else { nil } }
        let toggle = try #require(shown.first)
        #expect(screen.texts == ["Park"])
        #expect(toggle.content.isMixed)
        screen.send(ToggleEvent(isOn: true), to: toggle.item)
        #expect(values.map(\.wrappedValue) == [true, true])
    }

    @Test func `a group of controls is named by its title`() {
        let groups: [any View] = [
            ControlGroup(title) { Button("One") {} }, ControlGroup("Park", systemImage: "tree") { Button("One") {} },
            ControlGroup(title, systemImage: "tree") { Button("One") {} },
            ControlGroup("Park", image: resource) { Button("One") {} },
            ControlGroup(title, image: resource) { Button("One") {} },
        ]
        for group in groups {
            let screen = Screen(AnyView(group))
            let names: [GroupContent] = screen.controls { if case .group(let group) = $0 { group } else { nil } }.map(\.content)
            #expect(names == [.controls(label: "Park")])
            #expect(screen.texts == ["One"])
        }
    }

    @Test func `a label has an image of a catalog`() {
        let screen = Screen(
            VStack {
                Label("Park", image: resource)
                Label(title, image: resource)
            })
        #expect(screen.texts == ["Park", "Park"])
        #expect(images(screen).count == 2)
    }

    private struct Badge: LabelStyle {
        func makeBody(configuration: Configuration) -> some View {
            Text("styled")
            Label(configuration)
        }
    }

    @Test func `a label of a style's configuration is drawn by the next style`() {
        let screen = Screen(Label("Park", systemImage: "tree").labelStyle(Badge()).labelStyle(.titleOnly))
        #expect(screen.texts == ["styled", "Park"])
        #expect(screen.symbols == [])
        #expect(Screen(Label("Park", systemImage: "tree").labelStyle(.automatic)).symbols == ["tree"])
    }

    @Test func `a view whose type is erased by name is shown`() {
        #expect(Screen(AnyView(erasing: Text("erased"))).texts == ["erased"])
    }
}
