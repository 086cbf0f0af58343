import Testing

@testable import StrataViewGraph

/// Navigation views with several views, which are columns.
@MainActor
struct NavigationViewTests: ColumnInspection {
    @Observable final class Model {
        var isActive = false
        var selection: String?

        var active: Binding<Bool> { Binding(get: { self.isActive }, set: { self.isActive = $0 }) }
        var selected: Binding<String?> { Binding(get: { self.selection }, set: { self.selection = $0 }) }
    }

    /// The view of Xcode's Core Data template.
    private struct Template: View {
        @State private var names = ["One", "Two"]

        var body: some View {
            NavigationView {
                List {
                    ForEach(names, id: \.self) { name in
                        NavigationLink {
                            Text("Item \(name)").navigationTitle("Title \(name)")
                        } label: {
                            Text(name)
                        }
                    }
                    .onDelete { names.remove(atOffsets: $0) }
                }
                .navigationTitle("Items")
                .toolbar {
                    ToolbarItem(placement: .navigationBarTrailing) { EditButton() }
                    ToolbarItem { Button("Add") { names.append("Three") } }
                }
                Text("Select an item")
            }
        }
    }

    @Test func `two views are a sidebar and details, which a link replaces`() {
        let screen = Screen(Template())
        #expect(split(screen)?.visible == [.sidebar, .detail])
        #expect(split(screen)?.compact == .sidebar)
        #expect(!page(.sidebar, screen).contains("Select an item"))
        #expect(page(.detail, screen) == ["Select an item"])
        press(link: "One", screen)
        #expect(page(.detail, screen) == ["Item One"])
        press(link: "Two", screen)
        #expect(page(.detail, screen) == ["Item Two"])
        #expect(page(.sidebar, screen).contains("One"))
    }

    @Test func `titles and toolbars are in the bars of their columns`() {
        let screen = Screen(Template())
        #expect(title(.sidebar, screen) == "Items")
        #expect(title(.detail, screen) == "")
        #expect(page(.sidebar, screen).contains("Edit"))
        #expect(!page(.detail, screen).contains("Edit"))
        screen.press("Add")
        #expect(page(.sidebar, screen).contains("Three"))
        press(link: "Three", screen)
        #expect(title(.detail, screen) == "Title Three")
        #expect(title(.sidebar, screen) == "Items")
    }

    @Test func `the edit button of a sidebar edits its list`() {
        let screen = Screen(Template())
        screen.press("Edit")
        #expect(page(.sidebar, screen).contains("Done"))
        let list = screen.find { if case .collection(.list) = $0.content { true } else { false } }
        guard case .collection(.list(let content))? = list?.content else {
            Issue.record("There is no list.")
            return
        }
        #expect(content.isEditing)
        screen.send(DeleteEvent(), to: screen.rows.first)
        #expect(!screen.texts.contains("One"))
    }

    @Test func `in a narrow window, a link pushes its page, and Back removes it`() throws {
        let screen = Screen(Template())
        narrow(screen)
        #expect(split(screen)?.compact == .sidebar)
        #expect(try window(screen).depth == 0)
        press(link: "One", screen)
        #expect(split(screen)?.compact == .detail)
        #expect(try window(screen).depth == 1)
        goBack(screen)
        #expect(split(screen)?.compact == .sidebar)
        #expect(try window(screen).depth == 0)
        #expect(page(.detail, screen) == ["Select an item"])
        press(link: "One", screen)
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
        #expect(split(screen)?.compact == .sidebar)
    }

    @Test func `three views are a sidebar, content and details`() {
        let screen = Screen(
            NavigationView {
                NavigationLink("Folder") { NavigationLink("Mail") { Text("Words") } }
                Text("No folder")
                Text("No mail")
            })
        #expect(split(screen)?.visible == [.sidebar, .content, .detail])
        #expect(page(.content, screen) == ["No folder"])
        #expect(page(.detail, screen) == ["No mail"])
        press(link: "Folder", screen)
        #expect(page(.content, screen) == ["Mail"])
        #expect(page(.detail, screen) == ["No mail"])
        press(link: "Mail", screen)
        #expect(page(.detail, screen) == ["Words"])
    }

    @Test func `a condition and a group are one column each`() {
        let model = Model()
        let screen = Screen(
            NavigationView {
                if model.isActive { Text("On") } else { Text("Off") }
                Group {
                    Text("First")
                    Text("Second")
                }
            })
        #expect(page(.sidebar, screen) == ["Off"])
        #expect(page(.detail, screen) == ["First", "Second"])
    }

    @Test func `one view is a stack in each style`() {
        func check(_ style: some NavigationViewStyle) {
            let screen = Screen(
                NavigationView { NavigationLink("Go") { Text("Page") } }.navigationViewStyle(style))
            #expect(split(screen) == nil)
            press(link: "Go", screen)
            #expect(pages(screen).count == 2)
            #expect(top(screen) == ["Page"])
        }
        check(.automatic)
        check(.columns)
        check(.stack)
        check(DoubleColumnNavigationViewStyle())
    }

    @Test func `the style decides whether two views are columns`() {
        func columns(_ style: some NavigationViewStyle) -> (split: Set<SplitColumn>?, texts: [String]) {
            let screen = Screen(
                NavigationView {
                    Text("First")
                    Text("Second")
                }
                .navigationViewStyle(style))
            return (split(screen)?.visible, screen.texts)
        }
        #expect(columns(.automatic).split == [.sidebar, .detail])
        #expect(columns(.columns).split == [.sidebar, .detail])
        #expect(columns(DoubleColumnNavigationViewStyle()).split == [.sidebar, .detail])
        #expect(columns(DefaultNavigationViewStyle()).split == [.sidebar, .detail])
        #expect(columns(.stack).split == nil)
        #expect(columns(.stack).texts == ["First"])
    }

    private struct Bound: View {
        let model: Model

        var body: some View {
            NavigationView {
                List {
                    NavigationLink("Active", destination: Text("Active page"), isActive: model.active)
                    NavigationLink("A", destination: Text("Page A"), tag: "A", selection: model.selected)
                    NavigationLink("B", destination: Text("Page B"), tag: "B", selection: model.selected)
                }
                Text("Nothing")
            }
        }
    }

    @Test func `a binding shows the page of a link in the details`() {
        let model = Model()
        let screen = Screen(Bound(model: model))
        model.isActive = true
        screen.update()
        #expect(page(.detail, screen) == ["Active page"])
        model.isActive = false
        screen.update()
        #expect(page(.detail, screen) == ["Nothing"])
        press(link: "Active", screen)
        #expect(model.isActive)
        #expect(page(.detail, screen) == ["Active page"])
    }

    @Test func `a selection shows the page of its link in the details`() {
        let model = Model()
        model.selection = "B"
        let screen = Screen(Bound(model: model))
        #expect(page(.detail, screen) == ["Page B"])
        press(link: "A", screen)
        #expect(model.selection == "A")
        #expect(page(.detail, screen) == ["Page A"])
        model.selection = nil
        screen.update()
        #expect(page(.detail, screen) == ["Nothing"])
    }

    @Test func `Back in a narrow window resets the binding of a link`() {
        let model = Model()
        let screen = Screen(Bound(model: model))
        narrow(screen)
        press(link: "Active", screen)
        #expect(split(screen)?.compact == .detail)
        goBack(screen)
        #expect(!model.isActive)
        #expect(split(screen)?.compact == .sidebar)
        press(link: "A", screen)
        #expect(split(screen)?.compact == .detail)
        goBack(screen)
        #expect(model.selection == nil)
    }

    private struct Leaving: View {
        @Environment(\.presentationMode) private var presentationMode

        var body: some View {
            Text(presentationMode.wrappedValue.isPresented ? "Shown" : "Not shown")
            Button("Leave") { presentationMode.wrappedValue.dismiss() }
        }
    }

    @Test func `a page in the details dismisses itself`() {
        let screen = Screen(
            NavigationView {
                NavigationLink("Go", destination: Leaving())
                Text("Nothing")
            })
        narrow(screen)
        press(link: "Go", screen)
        #expect(page(.detail, screen).contains("Shown"))
        screen.press("Leave")
        #expect(page(.detail, screen) == ["Nothing"])
        #expect(split(screen)?.compact == .sidebar)
    }

    @Test func `a page without a Back button has none to the column before it`() {
        let screen = Screen(
            NavigationView {
                NavigationLink("Go", destination: Text("Page").navigationBarBackButtonHidden(true))
                Text("Nothing")
            })
        #expect(items(.detail, screen).contains { $0.columnBack?.title == "Back" })
        press(link: "Go", screen)
        #expect(!items(.detail, screen).contains { $0.columnBack != nil })
    }

    @Test func `a link that is not a detail link pushes a page in its own column`() {
        let screen = Screen(
            NavigationView {
                NavigationLink("More", destination: NavigationLink("Go") { Text("Page") }.navigationTitle("More"))
                    .isDetailLink(false)
                    .navigationTitle("Items")
                Text("Nothing")
            })
        press(link: "More", screen)
        #expect(page(.sidebar, screen) == ["Go"])
        #expect(page(.detail, screen) == ["Nothing"])
        #expect(items(.sidebar, screen).contains { $0.back?.title == "Items" })
        press(link: "Go", screen)
        #expect(page(.detail, screen) == ["Page"])
        #expect(page(.sidebar, screen) == ["Go"])
    }

    @Test func `rows with links have arrows as the environment says`() {
        func arrows(_ screen: Screen) -> [Visibility] {
            screen.all { if case .navigation(.link) = $0 { true } else { false } }.compactMap { item in
                if case .navigation(.link(let link)) = item.content { link.indicator } else { nil }
            }
        }
        let list = List {
            NavigationLink("A") { Text("Page A") }
            NavigationLink("B") { Text("Page B") }.navigationLinkIndicatorVisibility(.visible)
        }
        #expect(arrows(Screen(NavigationStack { list })) == [.automatic, .visible])
        #expect(arrows(Screen(NavigationStack { list.navigationLinkIndicatorVisibility(.hidden) })) == [.hidden, .visible])
    }

    @Test func `a link in its own column has an arrow`() {
        let screen = Screen(
            NavigationView {
                List { NavigationLink("A", destination: Text("Page A")).isDetailLink(false) }
                Text("Nothing")
            })
        let link = screen.find { if case .navigation(.link) = $0.content { true } else { false } }
        guard case .navigation(.link(let content))? = link?.content else {
            Issue.record("There is no link.")
            return
        }
        #expect(content.indicator == .visible)
    }

    @Test func `each page of a column has the button that shows and hides the sidebar`() {
        let screen = Screen(
            NavigationView {
                NavigationLink("More") { Text("More page") }.isDetailLink(false)
                NavigationLink("Go") { Text("Page") }
            })
        press(link: "More", screen)
        press(link: "Go", screen)
        #expect(items(.sidebar, screen).contains { $0.togglesSidebar })
        #expect(!items(.detail, screen).contains { $0.togglesSidebar })
        let bar = bars(.sidebar, screen).first { item in
            if case .navigation(.barItems(let items)) = item.content { items.togglesSidebar } else { false }
        }
        screen.send(SidebarEvent(), to: bar)
        #expect(split(screen)?.visible == [.detail])
        #expect(items(.detail, screen).contains { $0.togglesSidebar })
    }

    private struct More: View {
        let model: Model

        var body: some View { NavigationLink("Go") { Text("Page") }.navigationTitle(model.selection ?? "More") }
    }

    @Test func `the button to the column before has the title of the page there`() {
        let model = Model()
        let screen = Screen(
            NavigationView {
                NavigationLink("More", destination: More(model: model)).isDetailLink(false).navigationTitle("Items")
                Text("Nothing")
            })
        func columnBack() -> String? { items(.detail, screen).lazy.compactMap(\.columnBack?.title).first }
        #expect(columnBack() == "Items")
        press(link: "More", screen)
        #expect(columnBack() == "More")
        press(link: "Go", screen)
        #expect(columnBack() == "More")
        model.selection = "Less"
        screen.update()
        #expect(columnBack() == "Less")
        screen.send(PressEvent(), to: bars(.sidebar, screen).first)
        #expect(page(.sidebar, screen) == ["More"])
        #expect(columnBack() == "Items")
    }

    @Test func `a link in the details pushes a page with a Back button there`() throws {
        let screen = Screen(
            NavigationView {
                NavigationLink("Other") { Text("Other page") }
                NavigationLink("Go") { Text("Page") }.navigationTitle("Home")
            })
        press(link: "Go", screen)
        #expect(page(.detail, screen) == ["Page"])
        let leading = try #require(items(.detail, screen).first { $0.position == .leading })
        #expect(leading.back?.title == "Home")
        #expect(leading.columnBack == nil)
        narrow(screen)
        #expect(split(screen)?.compact == .detail)
        #expect(try window(screen).depth == 2)
        screen.send(NavigateEvent(depth: 1, location: ""), to: screen.root)
        #expect(page(.detail, screen) == ["Go"])
        #expect(split(screen)?.compact == .detail)
        #expect(try window(screen).depth == 1)
        press(link: "Go", screen)
        press(link: "Other", screen)
        #expect(page(.detail, screen) == ["Other page"])
        #expect(!items(.detail, screen).contains { $0.back != nil })
    }

    @Test(arguments: [(link: "Other", back: String?.none), (link: "Go", back: "Home")])
    func `a reload keeps the Back button of a page that a link in the details has pushed`(link: String, back: String?) throws {
        func columns() -> Screen {
            Screen(
                NavigationSplitView {
                    NavigationLink("Other", value: 1)
                } detail: {
                    NavigationLink("Go", value: 1)
                        .navigationTitle("Home")
                        .navigationDestination(for: Int.self) { Text("Page \($0)") }
                })
        }
        func buttons(_ screen: Screen) -> [String] { items(.detail, screen).compactMap(\.back?.title) }
        let screen = columns()
        press(link: link, screen)
        #expect(page(.detail, screen) == ["Page 1"])
        #expect(buttons(screen) == (back.map { [$0] } ?? []))
        let location = try window(screen).location
        let reloaded = columns()
        reloaded.graph.history.open(location)
        reloaded.update()
        #expect(page(.detail, reloaded) == ["Page 1"])
        #expect(buttons(reloaded) == (back.map { [$0] } ?? []))
        #expect(try window(reloaded).location == location)
    }
}
