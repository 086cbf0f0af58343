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
}
