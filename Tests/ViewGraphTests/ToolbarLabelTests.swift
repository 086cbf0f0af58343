import Testing

@testable import StrataViewGraph

@MainActor
struct ToolbarLabelTests {
    private func appearances(_ screen: Screen) -> [LabelAppearance] {
        screen.all { if case .control(.group(.label)) = $0 { true } else { false } }.compactMap {
            if case .control(.group(.label(let appearance))) = $0.content { appearance } else { nil }
        }
    }

    private func appearances(_ items: some View) -> [LabelAppearance] {
        appearances(Screen(NavigationStack { Text("Page").toolbar { items } }))
    }

    private func appearances(at placement: ToolbarItemPlacement) -> [LabelAppearance] {
        let page = Text("Page").toolbar {
            ToolbarItem(placement: placement) { Button("Add", systemImage: "plus") {} }
        }
        return appearances(Screen(NavigationStack { page }))
    }

    @Test func `a label in a toolbar is its icon, and its title names it`() {
        let screen = Screen(NavigationStack { Text("Page").toolbar { Button("Add", systemImage: "plus") {} } })
        #expect(appearances(screen) == [.iconOnly])
        #expect(screen.symbols == ["plus"])
        #expect(screen.texts.contains("Add"))
    }

    @Test func `a label in a bar is its icon at each placement`() {
        #expect(appearances(at: .automatic) == [.iconOnly])
        #expect(appearances(at: .topBarLeading) == [.iconOnly])
        #expect(appearances(at: .principal) == [.iconOnly])
        #expect(appearances(at: .bottomBar) == [.iconOnly])
        #expect(appearances(at: .keyboard) == [.iconOnly])
    }

    @Test func `the style of a label decides in a toolbar`() {
        #expect(appearances(Label("Add", systemImage: "plus").labelStyle(.titleAndIcon)) == [.titleAndIcon])
        #expect(appearances(Label("Add", systemImage: "plus").labelStyle(.titleOnly)) == [.titleOnly])
        #expect(appearances(Label("Add", systemImage: "plus").labelStyle(.automatic)) == [.iconOnly])
    }

    @Test func `the label of a menu is its icon, and the entries have titles`() {
        let menu = Menu {
            Button("Time", systemImage: "clock") {}
        } label: {
            Label("Sort", systemImage: "arrow.up.arrow.down")
        }
        #expect(appearances(menu) == [.iconOnly, .titleAndIcon])
    }

    @Test func `a share link without a label of views is its icon, and its title names it`() {
        let screen = Screen(
            NavigationStack {
                ShareLink("Send", item: "page").toolbar { ShareLink("Export", item: "text") }
            })
        #expect(appearances(screen).sorted { "\($0)" < "\($1)" } == [.iconOnly, .titleAndIcon])
        #expect(screen.symbols == ["square.and.arrow.up", "square.and.arrow.up"])
        #expect(screen.texts.contains("Export"))
        #expect(appearances(ShareLink(items: ["a", "b"])) == [.iconOnly])
        #expect(appearances(ShareLink(item: "a").labelStyle(.titleAndIcon)) == [.titleAndIcon])
        #expect(appearances(ShareLink(item: "a") { Text("Own") }) == [])
    }

    @Test func `a label in the page of a toolbar has its title`() {
        let page = Label("Page", systemImage: "doc").toolbar { Text("Item") }
        #expect(appearances(Screen(NavigationStack { page })) == [.titleAndIcon])
    }

    @Test func `a label in a sheet that an item of a toolbar opens has its title`() {
        let sheet = Button("Add") {}.sheet(isPresented: .constant(true)) { Label("Sheet", systemImage: "doc") }
        #expect(appearances(sheet) == [.titleAndIcon])
    }

    @Test func `a label in a popover that an item of a toolbar opens has its title`() {
        let popover = Button("Add") {}.popover(isPresented: .constant(true)) { Label("Popover", systemImage: "doc") }
        #expect(appearances(popover) == [.titleAndIcon])
    }
}
