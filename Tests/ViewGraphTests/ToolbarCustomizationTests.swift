import Testing

@testable import StrataViewGraph

@MainActor
struct ToolbarCustomizationTests: NavigationInspection {
    @Observable final class Model {
        var visibility = Visibility.hidden
    }

    private struct Page: View {
        let model: Model
        var body: some View {
            NavigationStack {
                Text("Content")
                    .toolbar(id: "page") {
                        ToolbarItem(id: "add", placement: .primaryAction) { Button("Add") {} }
                        ToolbarItem(id: "tag", placement: .primaryAction) { Button("Tag") {} }
                            .defaultCustomization(model.visibility, options: .alwaysAvailable)
                        ToolbarItem(id: "share", placement: .primaryAction) { Button("Share") {} }
                            .defaultCustomization()
                    }
            }
        }
    }

    @Test func `an item that is hidden by default is not in the bar`() {
        let model = Model()
        let screen = Screen(Page(model: model))
        #expect(items(.trailing, screen) == ["Add", "Share"])
        model.visibility = .visible
        screen.update()
        #expect(items(.trailing, screen) == ["Add", "Tag", "Share"])
    }

    private struct OldStack: View {
        var body: some View {
            NavigationView {
                NavigationLink("Detail", destination: Text("Page")).isDetailLink(false)
            }
        }
    }

    @Test func `a link that is not a detail link pushes its page`() {
        let screen = Screen(OldStack())
        press(link: "Detail", screen)
        #expect(screen.texts.contains("Page"))
    }
}
