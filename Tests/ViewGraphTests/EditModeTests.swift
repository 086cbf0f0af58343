import Foundation
import Testing

@testable import StrataViewGraph

/// The edit mode of the pages, tabs, sheets and columns of a window.
@MainActor
struct EditModeTests: NavigationInspection {
    @Observable final class Model {
        var mode = EditMode.inactive
        var count = 0
    }

    private let model = Model()

    private var mode: Binding<EditMode> {
        Binding(get: { [model] in model.mode }, set: { [model] in model.mode = $0 })
    }

    /// Whether the lists and forms of a screen are being edited, in order.
    private func areEditing(_ screen: Screen) -> [Bool] {
        screen.all { content in
            switch content {
            case .collection(.list), .collection(.form): true
            default: false
            }
        }
        .map { item in
            switch item.content {
            case .collection(.list(let look)), .collection(.form(let look)): look.isEditing
            default: false
            }
        }
    }

    @Test func `an edit button switches the lists of its tab`() {
        let screen = Screen(
            TabView {
                VStack {
                    EditButton()
                    List { Text("a") }
                }
                .tabItem { Text("A") }
                VStack {
                    EditButton()
                    List { Text("b") }
                }
                .tabItem { Text("B") }
            })
        screen.press("Edit")
        press(tab: "B", screen)
        #expect(areEditing(screen) == [true, false])
        #expect(screen.texts.filter { ["Edit", "Done"].contains($0) } == ["Done", "Edit"])
        screen.press("Edit")
        #expect(areEditing(screen) == [true, true])
        screen.press("Done")
        #expect(areEditing(screen) == [false, true])
    }

    @Test func `an edit button in a toolbar switches the lists of its page`() {
        let screen = Screen(
            NavigationStack {
                List { NavigationLink("More") { List { Text("b") }.toolbar { EditButton() } } }
                    .toolbar { EditButton() }
            })
        screen.press("Edit")
        press(link: "More", screen)
        #expect(areEditing(screen) == [true, false])
        screen.press("Edit")
        #expect(areEditing(screen) == [true, true])
        screen.press("Done")
        #expect(areEditing(screen) == [false, true])
    }

    @Test func `an edit button in the toolbar of tabs inside a page switches the lists of the tabs`() {
        let screen = Screen(
            NavigationStack {
                TabView {
                    List { Text("a") }.tabItem { Text("A") }
                    List { Text("b") }.tabItem { Text("B") }
                }
                .toolbar { EditButton() }
            })
        press(tab: "B", screen)
        screen.press("Edit")
        #expect(areEditing(screen) == [true, true])
    }

    @Test func `an edit button in the toolbar of tabs without a stack switches the lists of the tabs`() {
        let tabs = TabView {
            List { Text("a") }.tabItem { Text("A") }
            List { Text("b") }.tabItem { Text("B") }
        }
        .toolbar { EditButton() }
        let window = Screen(tabs)
        let sheet = Screen(Text("Root").sheet(isPresented: .constant(true)) { tabs })
        for screen in [window, sheet] {
            press(tab: "B", screen)
            screen.press("Edit")
            #expect(areEditing(screen) == [true, true])
            screen.press("Done")
            #expect(areEditing(screen) == [false, false])
        }
    }

    @Test func `an edit button in a tab switches its lists, and ends what that of the page has started`() {
        let screen = Screen(
            NavigationStack {
                TabView {
                    VStack {
                        EditButton()
                        List { Text("a") }
                    }
                    .tabItem { Text("A") }
                    List { Text("b") }.tabItem { Text("B") }
                }
                .toolbar { ToolbarItem(placement: .bottomBar) { EditButton() } }
            })
        func buttons() -> [String] { screen.texts.filter { ["Edit", "Done"].contains($0) } }
        press(tab: "B", screen)
        // The first button is that of the tab, and the second one that of the page.
        screen.press("Edit")
        #expect(areEditing(screen) == [true, false])
        #expect(buttons() == ["Done", "Edit"])
        screen.press("Edit")
        #expect(areEditing(screen) == [true, true])
        #expect(buttons() == ["Done", "Done"])
        screen.press("Done")
        #expect(areEditing(screen) == [false, false])
        #expect(buttons() == ["Edit", "Edit"])
    }

    @Test func `the edit mode of a page ends with the page`() {
        let screen = Screen(
            NavigationStack { NavigationLink("More") { List { Text("b") }.toolbar { EditButton() } } })
        press(link: "More", screen)
        screen.press("Edit")
        #expect(areEditing(screen) == [true])
        screen.send(
            PressEvent(),
            to: screen.find { if case .navigation(.barItems(let items)) = $0.content { items.back != nil } else { false } })
        #expect(areEditing(screen) == [])
        press(link: "More", screen)
        #expect(areEditing(screen) == [false])
    }

    @Test func `a page that is evaluated again keeps its edit mode`() {
        struct Counting: View {
            let model: Model
            var body: some View {
                NavigationStack {
                    List { Text("count \(model.count)") }.toolbar { EditButton() }
                }
            }
        }
        let screen = Screen(Counting(model: model))
        screen.press("Edit")
        model.count = 1
        screen.update()
        #expect(screen.texts.contains("count 1"))
        #expect(areEditing(screen) == [true])
    }

    @Test func `a sheet has an edit mode of its own`() {
        let screen = Screen(
            VStack {
                EditButton()
                List { Text("a") }
            }
            .sheet(isPresented: .constant(true)) {
                Form { Text("b") }.toolbar { EditButton() }
            })
        screen.press("Edit")
        #expect(areEditing(screen) == [true, false])
        screen.press("Edit")
        #expect(areEditing(screen) == [true, true])
    }

    @Test func `a popover has an edit mode of its own`() {
        let screen = Screen(
            VStack {
                EditButton()
                List { Text("a") }
            }
            .popover(isPresented: .constant(true)) { List { Text("b") } })
        screen.press("Edit")
        #expect(areEditing(screen) == [true, false])
    }

    @Test func `each column of a split view has an edit mode of its own`() {
        let screen = Screen(
            NavigationSplitView {
                List { Text("a") }.toolbar { EditButton() }
            } detail: {
                List { Text("b") }.toolbar { EditButton() }
            })
        screen.press("Edit")
        #expect(areEditing(screen) == [true, false])
        screen.press("Edit")
        #expect(areEditing(screen) == [true, true])
    }

    @Test func `pages and sheets have the edit mode that the app sets around them`() {
        let screen = Screen(
            NavigationView {
                List { NavigationLink("More") { List { Text("b") } } }
                    .toolbar { EditButton() }
                    .sheet(isPresented: .constant(true)) { List { Text("c") } }
            }
            .environment(\.editMode, mode))
        screen.press("Edit")
        press(link: "More", screen)
        #expect(model.mode == .active)
        #expect(areEditing(screen) == [true, true, true])
        model.mode = .inactive
        screen.update()
        #expect(areEditing(screen) == [false, false, false])
    }

    @Test func `there is no edit mode where the app sets none`() {
        struct Reader: View {
            @Environment(\.editMode) private var editMode
            var body: some View { Text(editMode == nil ? "none" : "some") }
        }
        let screen = Screen(
            VStack {
                Reader()
                Reader().environment(\.editMode, nil)
            })
        #expect(screen.texts == ["some", "none"])
    }
}
