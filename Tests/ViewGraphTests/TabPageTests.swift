import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct TabPageTests: NavigationInspection {
    private typealias Model = NavigationTests.Model

    private struct Tabs: View {
        @State var selection = "b"
        var body: some View {
            TabView(selection: $selection) {
                Once(name: "A").tabItem { Text("First") }.tag("a")
                Once(name: "B").tag("b").tabItem { Text("Second") }
            }
        }
    }

    private struct Once: View {
        let name: String
        @State private var count = 0
        var body: some View { Button("\(name) \(count)") { count += 1 } }
    }

    @Test func `a tab's content is made when it is selected, and is kept`() {
        let screen = Screen(Tabs())
        #expect(screen.texts == ["B 0", "First", "Second"])
        screen.press("B 0")
        let first = screen.find { item in
            if case .navigation(.tab) = item.content { screen.texts(of: item) == ["First"] } else { false }
        }
        screen.send(PressEvent(), to: first)
        #expect(screen.texts == ["A 0", "B 1", "First", "Second"])
        let selected = screen.all { if case .navigation(.tabPage(isSelected: true)) = $0 { true } else { false } }
        #expect(selected.flatMap(screen.texts) == ["A 0"])
    }

    @Test func `a badge of a page is on its tab`() {
        let model = Model()
        struct Content: View {
            let model: Model
            var body: some View {
                TabView {
                    Text("A").badge(model.numbers.count).tabItem { Text("First") }
                    Text("B").tabItem { Text("Second") }.badge("new")
                    Tab {
                        Text("C").badge(7)
                    } label: {
                        Text("Third")
                    }
                }
            }
        }
        let screen = Screen(Content(model: model))
        #expect(badges(screen) == [nil, "new", nil])
        model.numbers = [1, 2]
        screen.update()
        #expect(badges(screen) == ["2", "new", nil])
    }

    enum Topic { case parks, trails }

    @Observable final class Choice {
        var topic: Topic? = .trails
        var binding: Binding<Topic?> { Binding(get: { self.topic }, set: { self.topic = $0 }) }
    }

    private func shown(_ screen: Screen) -> [String] {
        screen.all { $0 == .navigation(.tabPage(isSelected: true)) }.flatMap { screen.texts(of: $0) }
    }

    /// `tag(_:includeOptional:)`: the selection may be an optional of the tag's type.
    @Test func `an optional selection selects the page with its value as the tag`() {
        let choice = Choice()
        let screen = Screen(
            TabView(selection: choice.binding) {
                Text("parks").tabItem { Text("Parks") }.tag(Topic.parks)
                Text("trails").tabItem { Text("Trails") }.tag(Topic.trails)
                Text("all").tabItem { Text("All") }.tag(Topic?.none)
            })
        #expect(shown(screen) == ["trails"])
        press(tab: "Parks", screen)
        #expect(choice.topic == .parks)
        #expect(shown(screen) == ["parks"])
        choice.topic = nil
        screen.update()
        #expect(shown(screen) == ["all"])
    }

    @Test func `a tag of exactly its own type does not match an optional selection`() {
        let choice = Choice()
        let screen = Screen(
            TabView(selection: choice.binding) {
                Text("parks").tabItem { Text("Parks") }.tag(Topic?.some(.parks), includeOptional: false)
                Text("trails").tabItem { Text("Trails") }.tag(Topic.trails, includeOptional: false)
            })
        #expect(shown(screen) == ["parks"])
        choice.topic = nil
        press(tab: "Trails", screen)
        #expect(choice.topic == nil)
        press(tab: "Parks", screen)
        #expect(choice.topic == .parks)
    }
}
