import Testing

@testable import StrataViewGraph

/// Initializers and modifiers of tabs and their sections.
@MainActor
struct TabFormTests: NavigationInspection {
    @Observable final class Model {
        var selection = 1
        var isMore = false
        var binding: Binding<Int> { Binding(get: { self.selection }, set: { self.selection = $0 }) }
    }

    private func tabs(_ screen: Screen) -> [(item: Screen.Item, content: TabItemContent)] {
        screen.all { if case .navigation(.tab) = $0 { true } else { false } }.compactMap { item in
            if case .navigation(.tab(let tab)) = item.content { (item, tab) } else { nil }
        }
    }

    private func titles(_ screen: Screen) -> [String] { tabs(screen).flatMap { screen.texts(of: $0.item) } }

    private func shown(_ screen: Screen) -> [String] {
        screen.all { $0 == .navigation(.tabPage(isSelected: true)) }.flatMap { screen.texts(of: $0) }
    }

    /// The pictures of the app that the tabs show, by their names.
    private func pictures(_ screen: Screen) -> [String] {
        screen.all { if case .media(.image) = $0 { true } else { false } }.compactMap { item in
            if case .media(.image(let image)) = item.content, case .missing(let name) = image.source { name } else { nil }
        }
    }

    private func look(_ screen: Screen) -> TabsLook? {
        for item in screen.all({ if case .navigation(.tabs) = $0 { true } else { false } }) {
            if case .navigation(.tabs(let look)) = item.content { return look }
        }
        return nil
    }

    @Test func `a tab has a title, and is selected while the selection equals its value`() {
        let model = Model()
        let screen = Screen(
            TabView(selection: model.binding) {
                Tab("One", value: 1) { Text("first") }
                Tab(String("Two"), value: 2) { Text("second") }
            })
        #expect(titles(screen) == ["One", "Two"])
        #expect(shown(screen) == ["first"])
        press(tab: "Two", screen)
        #expect(model.selection == 2)
        #expect(shown(screen) == ["second"])
    }

    @Test func `a tab with a value has a symbol or a picture of the app`() {
        let model = Model()
        let screen = Screen(
            TabView(selection: model.binding) {
                Tab(String("One"), systemImage: "house", value: 1) { Text("first") }
                Tab("Two", image: "two", value: 2) { Text("second") }
                Tab(String("Three"), image: "three", value: 3) { Text("third") }
                Tab(value: 4, role: .search) { Text("found") }
            })
        #expect(titles(screen) == ["One", "Two", "Three", "Search"])
        #expect(screen.symbols == ["house", "magnifyingglass"])
        #expect(pictures(screen) == ["two", "three"])
        #expect(tabs(screen).map(\.content.isSearch) == [false, false, false, true])
        press(tab: "Search", screen)
        #expect(model.selection == 4)
        #expect(shown(screen) == ["found"])
        press(tab: "Three", screen)
        #expect(model.selection == 3)
    }

    @Test func `a tab without a value has a symbol or a picture of the app`() {
        let screen = Screen(
            TabView {
                Tab(String("One"), systemImage: "house") { Text("first") }
                Tab("Two", image: "two") { Text("second") }
                Tab(String("Three"), image: "three") { Text("third") }
            })
        #expect(titles(screen) == ["One", "Two", "Three"])
        #expect(screen.symbols == ["house"])
        #expect(pictures(screen) == ["two", "three"])
        #expect(shown(screen) == ["first"])
        press(tab: "Three", screen)
        #expect(shown(screen) == ["third"])
    }

    @Test func `a tab has a number, a text or nothing as its badge`() {
        let model = Model()
        let label: String? = nil
        let screen = Screen(
            TabView(selection: model.binding) {
                Tab("One", value: 1) { Text("1") }.badge(0)
                Tab("Two", value: 2) { Text("2") }.badge(Text("new"))
                Tab("Three", value: 3) { Text("3") }.badge("key")
                Tab("Four", value: 4) { Text("4") }.badge(String("word"))
                Tab("Five", value: 5) { Text("5") }.badge(label)
            })
        #expect(badges(screen) == [nil, "new", "key", "word", nil])
    }

    private struct Branches: View {
        let model: Model
        var body: some View {
            TabView(selection: model.binding) {
                Tab("One", value: 1) { Text("first") }
                if model.isMore {
                    Tab("Two", value: 2) { Text("second") }
                    Tab("Three", value: 3) { Text("third") }
                } else {
                    Tab("More", value: 4) { Text("more") }
                }
                if #available(iOS 18, macOS 15, *) { Tab("Last", value: 5) { Text("last") } }
            }
        }
    }

    @Test func `the branches of an if have tabs of their own`() {
        let model = Model()
        let screen = Screen(Branches(model: model))
        #expect(titles(screen) == ["One", "More", "Last"])
        model.isMore = true
        screen.update()
        #expect(titles(screen) == ["One", "Two", "Three", "Last"])
        press(tab: "Three", screen)
        #expect(shown(screen) == ["third"])
        press(tab: "Last", screen)
        #expect(shown(screen) == ["last"])
    }

    @Test func `a section has a string, a view or nothing as its header`() throws {
        let screen = Screen(
            TabView {
                TabSection(String("Media")) {
                    Tab("Photos", systemImage: "photo") { Text("photos") }
                }
                TabSection {
                    Tab("Music", systemImage: "music.note") { Text("music") }
                } header: {
                    Text("Sounds")
                }
                TabSection {
                    Tab("Rest", systemImage: "circle") { Text("rest") }
                }
            }
            .tabViewStyle(.sidebarAdaptable))
        let bar = try #require(screen.find { if case .navigation(.tabBar) = $0.content { true } else { false } })
        #expect(screen.texts(of: bar) == ["Media", "Photos", "Sounds", "Music", "Rest"])
        #expect(titles(screen) == ["Photos", "Music", "Rest"])
    }

    @Test func `tabs are in a bar unless a style places them elsewhere`() {
        let content = TabView { Text("a").tabItem { Text("A") } }
        #expect(look(Screen(content))?.style == .bar)
        #expect(look(Screen(content.tabViewStyle(.automatic)))?.style == .bar)
        #expect(look(Screen(content.tabViewStyle(DefaultTabViewStyle())))?.style == .bar)
        #expect(look(Screen(content.tabViewStyle(.tabBarOnly)))?.style == .bar)
        #expect(look(Screen(content.tabViewStyle(TabBarOnlyTabViewStyle())))?.style == .bar)
        #expect(look(Screen(content.tabViewStyle(.page(indexDisplayMode: .always))))?.style == .page)
    }

    @Test func `the style of pages shows the dots and their background`() {
        func look(_ mode: PageTabViewStyle.IndexDisplayMode, _ style: PageIndexViewStyle = .page) -> TabsLook? {
            let content = TabView {
                Text("a")
                Text("b")
            }
            return self.look(Screen(content.tabViewStyle(.page(indexDisplayMode: mode)).indexViewStyle(style)))
        }
        #expect(look(.automatic)?.showsIndex == true)
        #expect(look(.always)?.showsIndex == true)
        #expect(look(.never)?.showsIndex == false)
        #expect(look(.always)?.showsIndexBackground == false)
        #expect(look(.always, .page(backgroundDisplayMode: .always))?.showsIndexBackground == true)
    }
}
