import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct NavigationLinkPickerTests {
    private struct Settings: View {
        @State private var sound = "bell"

        var body: some View {
            NavigationStack {
                Form {
                    Picker("Sound", selection: $sound) {
                        Text("Bell").tag("bell")
                        Text("Horn").tag("horn")
                    }
                    .pickerStyle(.navigationLink)
                }
            }
        }
    }

    private func link(_ screen: Screen) -> Screen.Item? {
        screen.find { if case .navigation(.link) = $0.content { true } else { false } }
    }

    private func pages(_ screen: Screen) -> [Screen.Item] {
        screen.all { if case .navigation(.page) = $0 { true } else { false } }
    }

    @Test func `the link shows the label and the selected option`() throws {
        let screen = Screen(Settings())
        #expect(screen.texts(of: try #require(link(screen))) == ["Sound", "Bell"])
        #expect(pages(screen).count == 1)
    }

    @Test func `choosing an option on the page selects it and goes back`() throws {
        let screen = Screen(Settings())
        screen.send(PressEvent(), to: link(screen))
        #expect(pages(screen).count == 2)
        let horn = screen.find { item in
            if case .control(.choice) = item.content { screen.texts(of: item) == ["Horn"] } else { false }
        }
        screen.send(PressEvent(), to: horn)
        #expect(pages(screen).count == 1)
        #expect(screen.texts(of: try #require(link(screen))) == ["Sound", "Horn"])
    }
}
