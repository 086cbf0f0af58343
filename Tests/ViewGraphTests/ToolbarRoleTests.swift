import Testing

@testable import StrataViewGraph

@MainActor
struct ToolbarRoleTests: NavigationInspection {
    private struct Bars: View {
        var role = ToolbarRole.automatic
        var body: some View {
            NavigationStack {
                NavigationLink("Next") { Text("Second").toolbarRole(role) }
                    .navigationTitle("First")
                    .toolbarRole(role)
                    .toolbar {
                        ToolbarItem(placement: .secondaryAction) { Text("Bold") }
                        ToolbarItem(placement: .primaryAction) { Text("Share") }
                    }
            }
        }
    }

    @Test func `a stack has a large title and less important actions at the trailing end`() {
        let screen = Screen(Bars())
        #expect(bar(screen)?.leadsTitle == false)
        #expect(bar(screen)?.isLarge == true)
        #expect(items(.secondary, screen) == [])
        #expect(items(.trailing, screen) == ["Bold", "Share"])
    }

    @Test(arguments: [ToolbarRole.browser, .editor])
    func `a browser and an editor have a leading title and less important actions in the center`(role: ToolbarRole) {
        let screen = Screen(Bars(role: role))
        #expect(bar(screen)?.leadsTitle == true)
        #expect(bar(screen)?.isLarge == false)
        #expect(items(.secondary, screen) == ["Bold"])
        #expect(items(.trailing, screen) == ["Share"])
    }

    @Test func `a role does not move the title in a compact width`() {
        let screen = Screen(Bars(role: .editor))
        screen.graph.changeEnvironment { $0.horizontalSizeClass = .compact }
        screen.update()
        #expect(bar(screen)?.leadsTitle == false)
        #expect(bar(screen)?.isLarge == true)
        #expect(items(.secondary, screen) == [])
        #expect(items(.trailing, screen) == ["Bold", "Share"])
    }

    @Test func `only an editor has a Back button without a title`() {
        for (role, isHidden) in [(ToolbarRole.browser, false), (.editor, true)] {
            let screen = Screen(Bars(role: role))
            press(link: "Next", screen)
            let groups = pages(screen).last?.children.first?.children.compactMap { item -> BarItemsContent? in
                if case .navigation(.barItems(let items)) = item.content { items } else { nil }
            }
            #expect(groups?.first?.back?.title == "First")
            #expect(groups?.first?.hidesBackTitle == isHidden)
        }
    }

    private struct Document: View {
        @State private var title = "Report"
        @State private var hasMenu = true
        var body: some View {
            NavigationStack {
                VStack {
                    if hasMenu {
                        Text("Text").toolbarTitleMenu {
                            Button("Rename") { title = "Annual report" }
                            Button("Close") { hasMenu = false }
                        }
                    }
                }
                .navigationTitle(title)
            }
        }
    }

    @Test func `a title with a menu is small and its button has the title`() {
        let screen = Screen(Document())
        #expect(bar(screen)?.isLarge == false)
        #expect(items(.principal, screen).first == "Report")
        screen.press("Rename")
        #expect(items(.principal, screen).first == "Annual report")
        #expect(bar(screen)?.title == "Annual report")
    }

    @Test func `a title is large again after its menu was removed`() {
        let screen = Screen(Document())
        screen.press("Close")
        #expect(bar(screen)?.isLarge == true)
        #expect(items(.principal, screen) == [])
    }

    @Test func `a menu is beside a title that the user can edit`() {
        struct Content: View {
            @State private var title = "Report"
            var body: some View {
                NavigationStack {
                    Text("Text").navigationTitle($title).toolbarTitleMenu { Button("Duplicate") {} }
                }
            }
        }
        let screen = Screen(Content())
        #expect(!items(.principal, screen).contains("Report"))
        #expect(items(.principal, screen).contains("Duplicate"))
        let fields = screen.all { if case .control(.textField) = $0 { true } else { false } }
        #expect(fields.count == 1)
    }
}
