import Testing

@testable import StrataViewGraph

@MainActor
struct TabContentTests {
    enum Page: Hashable { case home, photos, music, search }

    @Observable final class Model {
        var selection = Page.photos
        var hidesPhotos = false
        var hasSearch = true
        var count = 0
    }

    private struct Libraries: TabContent {
        let model: Model

        @TabContentBuilder<Page> var body: some TabContent<Page> {
            Tab("Photos", systemImage: "photo", value: .photos) { Text("photos") }.badge(model.count).hidden(model.hidesPhotos)
            Tab("Music", systemImage: "music.note", value: .music) { Text("music") }
        }
    }

    private struct Tabs: View {
        let model: Model
        var body: some View {
            TabView(selection: Bindable(model).selection) {
                Tab("Home", systemImage: "house", value: .home) { Text("home") }
                TabSection("Libraries") { Libraries(model: model) }
                if model.hasSearch {
                    Tab("Search", systemImage: "magnifyingglass", value: .search) { Text("search") }.disabled(true)
                }
            }
        }
    }

    private let model = Model()

    private func tabs(_ screen: Screen) -> [(item: Screen.Item, content: TabItemContent)] {
        screen.all { if case .navigation(.tab) = $0 { true } else { false } }.compactMap { item in
            if case .navigation(.tab(let tab)) = item.content { (item, tab) } else { nil }
        }
    }

    private func titles(_ screen: Screen) -> [String] { tabs(screen).flatMap { screen.texts(of: $0.item) } }

    private func shown(_ screen: Screen) -> [String] {
        screen.all { $0 == .navigation(.tabPage(isSelected: true)) }.flatMap { screen.texts(of: $0) }
    }

    @Test func `tabs with values of one type follow the selection, in a section and in an if`() {
        let screen = Screen(Tabs(model: model))
        #expect(titles(screen) == ["Home", "Photos", "Music", "Search"])
        #expect(shown(screen) == ["photos"])
        screen.send(PressEvent(), to: tabs(screen)[2].item)
        #expect(model.selection == .music)
        #expect(shown(screen) == ["music"])
        model.hasSearch = false
        screen.update()
        #expect(titles(screen) == ["Home", "Photos", "Music"])
    }

    @Test func `modifiers of tabs keep them tabs`() {
        model.count = 3
        let screen = Screen(Tabs(model: model))
        #expect(tabs(screen).map(\.content.badge) == [nil, "3", nil, nil])
        #expect(tabs(screen).map(\.content.isEnabled) == [true, true, true, false])
    }

    @Test func `a hidden tab is not in the bar, and the app can still select it`() {
        model.hidesPhotos = true
        let screen = Screen(Tabs(model: model))
        #expect(titles(screen) == ["Home", "Music", "Search"])
        #expect(shown(screen) == ["photos"])
        model.hidesPhotos = false
        screen.update()
        #expect(titles(screen) == ["Home", "Photos", "Music", "Search"])
        #expect(shown(screen) == ["photos"])
    }
}
