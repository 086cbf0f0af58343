import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct TabTests {
    @Observable final class Model {
        var selection = "b"
        var names = ["a", "b", "c"]
    }

    private let model = Model()

    private func tabs(_ screen: Screen) -> [(item: Screen.Item, content: TabItemContent)] {
        screen.all { if case .navigation(.tab) = $0 { true } else { false } }.compactMap { item in
            if case .navigation(.tab(let tab)) = item.content { (item, tab) } else { nil }
        }
    }

    private func shown(_ screen: Screen) -> [String] {
        screen.all { $0 == .navigation(.tabPage(isSelected: true)) }.flatMap { screen.texts(of: $0) }
    }

    private func look(_ screen: Screen) -> TabsLook? {
        for item in screen.all({ if case .navigation(.tabs) = $0 { true } else { false } }) {
            if case .navigation(.tabs(let look)) = item.content { return look }
        }
        return nil
    }

    struct Pages: View {
        let model: Model
        var body: some View {
            TabView(selection: Binding(get: { model.selection }, set: { model.selection = $0 })) {
                ForEach(model.names, id: \.self) { Text("page \($0)").padding() }
                Text("last").tag("z")
            }
            .tabViewStyle(.page)
            .indexViewStyle(.page(backgroundDisplayMode: .always))
        }
    }

    @Test func `views without a tab are pages, with the IDs of a ForEach as their tags`() {
        let screen = Screen(Pages(model: model))
        #expect(look(screen)?.style == .page)
        #expect(look(screen)?.showsIndexBackground == true)
        #expect(tabs(screen).map(\.content.number) == [1, 2, 3, 4])
        #expect(shown(screen) == ["page b"])
        screen.send(PressEvent(), to: tabs(screen)[3].item)
        #expect(model.selection == "z")
        #expect(shown(screen) == ["last"])
        model.names.removeFirst()
        model.selection = "c"
        screen.update()
        #expect(shown(screen) == ["page c"])
        #expect(tabs(screen).map(\.content.number) == [1, 2, 3])
        model.names.append("d")
        screen.update()
        #expect(tabs(screen).count == 4)
    }

    @Test func `a section has its header before its tabs`() throws {
        let screen = Screen(
            TabView {
                Tab("Home", systemImage: "house") { Text("home") }
                TabSection("Media") {
                    Tab("Photos", systemImage: "photo") { Text("photos") }
                    Tab(role: .search) { Text("found") }
                }
            }
            .tabViewStyle(.sidebarAdaptable))
        #expect(look(screen)?.style == .sidebar)
        let bar = try #require(screen.find { if case .navigation(.tabBar) = $0.content { true } else { false } })
        #expect(screen.texts(of: bar) == ["Home", "Media", "Photos", "Search"])
        #expect(tabs(screen).map(\.content.isSearch) == [false, false, true])
        #expect(shown(screen) == ["home"])
        screen.send(PressEvent(), to: tabs(screen)[1].item)
        #expect(shown(screen) == ["photos"])
    }

    private func location(_ screen: Screen) throws -> String {
        guard case .window(let window) = screen.root.content else { return "" }
        return window.location
    }

    @Test func `the selected tab is in the location of the window`() throws {
        let screen = Screen(Pages(model: model))
        #expect(try location(screen) == "")
        model.selection = "z"
        screen.update()
        #expect(try location(screen) == "?tab=z")
        model.selection = "b"
        screen.update()
        #expect(try location(screen) == "")
        screen.graph.history.open("?tab=c")
        screen.update()
        #expect(model.selection == "c")
        #expect(try location(screen) == "?tab=c")
    }

    @Test(arguments: ["?tab=unknown", "?tab=%FF", "?tab=", "?tab=b&tab=c"])
    func `a location with an unknown tab selects none`(_ query: String) {
        let screen = Screen(Pages(model: model))
        screen.graph.history.open(query)
        screen.update()
        #expect(model.selection == "b")
    }

    @Test func `a location opens a page of a stack in a tab`() throws {
        let content = TabView {
            Tab("One", systemImage: "1.circle") { Text("one") }
            Tab("Two", systemImage: "2.circle") {
                NavigationStack {
                    NavigationLink("Go", value: 5).navigationDestination(for: Int.self) { Text("number \($0)") }
                }
            }
        }
        let screen = Screen(content)
        screen.graph.history.open("?tab=1&path=Int:5")
        screen.update()
        #expect(shown(screen).contains("number 5"))
        #expect(try location(screen) == "?tab=1&path=Int:5")
    }

    @Test func `a location selects a tab of a page that it opens`() throws {
        let content = NavigationStack {
            Text("root").navigationDestination(for: Int.self) { number in
                TabView {
                    Tab("One", systemImage: "1.circle") { Text("one") }
                    Tab("Two", systemImage: "2.circle") { Text("two of \(number)") }
                }
            }
        }
        let screen = Screen(content)
        screen.graph.history.open("?tab=1&path=Int:5")
        screen.update()
        #expect(shown(screen) == ["two of 5"])
        #expect(try location(screen) == "?tab=1&path=Int:5")
    }

    @Test func `a page with modifiers around its tab item keeps its tab`() {
        let screen = Screen(
            TabView {
                Text("a").tabItem { Text("A") }.padding()
                Text("b").tabItem { Text("B") }
            })
        #expect(tabs(screen).map { screen.texts(of: $0.item) } == [["A"], ["B"]])
    }
}
