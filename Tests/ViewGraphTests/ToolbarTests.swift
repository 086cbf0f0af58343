import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct ToolbarTests: NavigationInspection {
    private typealias Model = NavigationTests.Model

    private struct Bars: View {
        let model: Model
        var body: some View {
            NavigationStack {
                VStack {
                    Text("Content")
                    if model.isShown { Text("More").toolbar { Button("Late") {} } }
                }
                .navigationTitle(model.title)
                .navigationBarTitleDisplayMode(.inline)
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button("Cancel") {} }
                    if model.isShown { ToolbarItem(placement: .principal) { Text("Middle") } }
                    ToolbarItemGroup(placement: .bottomBar) { Text("Bottom") }
                }
            }
        }
    }

    @Test func `the items of toolbars are in the bars, as long as their views are`() {
        let model = Model()
        let screen = Screen(Bars(model: model))
        #expect(items(.leading, screen) == ["Cancel"])
        #expect(items(.principal, screen) == [])
        #expect(items(.trailing, screen) == [])
        #expect(items(.bottom, screen) == ["Bottom"])
        model.isShown = true
        screen.update()
        #expect(items(.principal, screen) == ["Middle"])
        #expect(items(.trailing, screen) == ["Late"])
        model.isShown = false
        screen.update()
        #expect(items(.trailing, screen) == [])
        #expect(bar(screen)?.isLarge == false)
    }

    @Test func `the actions of a sheet are at the ends of its bar, as on iOS`() {
        let page = Text("Content").toolbar {
            ToolbarItem(placement: .cancellationAction) { Button("Cancel") {} }
            ToolbarItem(placement: .destructiveAction) { Button("Delete") {} }
            ToolbarItem(placement: .confirmationAction) { Button("Save") {} }
        }
        let screen = Screen(NavigationStack { page })
        #expect(items(.leading, screen) == ["Cancel"])
        #expect(items(.trailing, screen) == ["Delete", "Save"])
    }

    @Test func `a title follows its state`() throws {
        let model = Model()
        let screen = Screen(Bars(model: model))
        model.title = "Other"
        screen.update()
        #expect(bar(screen)?.title == "Other")
        #expect(try window(screen).title == "Other")
    }

    @Test func `a toolbar outside a stack is in the bar of the window`() {
        let model = Model()
        struct Content: View {
            let model: Model
            var body: some View {
                VStack {
                    Text("Content")
                    if model.isShown { Text("More").toolbar { Button("Late") {} } }
                }
                .navigationTitle("Plain")
            }
        }
        let screen = Screen(Content(model: model))
        #expect(screen.root.children.count == 1)
        model.isShown = true
        screen.update()
        #expect(items(.trailing, screen) == ["Late"])
        guard case .navigation(.bar(let bar))? = screen.root.children.first?.content else {
            Issue.record("The window has no bar.")
            return
        }
        #expect(bar.title == "Plain")
        #expect(!bar.isHidden)
        model.isShown = false
        screen.update()
        #expect(screen.root.children.count == 1)
    }

    @Test func `a bar of the window has the new items of its toolbar`() {
        let model = Model()
        struct Content: View {
            let model: Model
            var body: some View {
                Text("Content").toolbar {
                    ToolbarItem(placement: .cancellationAction) { Text(model.title) }
                    if model.isShown { ToolbarItem(placement: .bottomBar) { Text("Bottom") } }
                }
            }
        }
        let screen = Screen(Content(model: model))
        #expect(items(.leading, screen) == ["Title"])
        model.title = "Other"
        model.isShown = true
        screen.update()
        #expect(items(.leading, screen) == ["Other"])
        #expect(items(.bottom, screen) == ["Bottom"])
        #expect(screen.texts == ["Other", "Content", "Bottom"])
    }

    @Test func `a toolbar in a sheet without a stack is in the bar of the sheet`() {
        let model = Model()
        struct Content: View {
            let model: Model
            var body: some View {
                NavigationStack {
                    Text("Page").sheet(isPresented: Binding(get: { model.isShown }, set: { model.isShown = $0 })) {
                        Text("Sheet").toolbar {
                            ToolbarItem(placement: .confirmationAction) { Button("Done") { model.isShown = false } }
                        }
                    }
                }
            }
        }
        let screen = Screen(Content(model: model))
        model.isShown = true
        screen.update()
        let sheet = screen.root.children.last
        #expect(sheet.map(screen.texts) == ["Done", "Sheet"])
        screen.press("Done")
        #expect(screen.root.children.count == 1)
    }

    @Test func `only the selected tab has its toolbar in the bar around the tabs`() {
        struct Content: View {
            @State var selection = 0
            var body: some View {
                TabView(selection: $selection) {
                    Text("A").toolbar { Text("Tool A") }.tabItem { Text("First") }.tag(0)
                    Text("B").toolbar { Text("Tool B") }.tabItem { Text("Second") }.tag(1)
                }
            }
        }
        let screen = Screen(Content())
        #expect(items(.trailing, screen) == ["Tool A"])
        press(tab: "Second", screen)
        #expect(items(.trailing, screen) == ["Tool B"])
        press(tab: "First", screen)
        #expect(items(.trailing, screen) == ["Tool A"])
    }
}
