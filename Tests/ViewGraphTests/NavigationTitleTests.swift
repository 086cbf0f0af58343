import Testing

@testable import StrataViewGraph

/// The title of a page, its size, and the Back button, in today's words and the older ones.
@MainActor
struct NavigationTitleTests: NavigationInspection {
    private func bar(of content: some View) -> NavigationBarContent? {
        bar(Screen(NavigationStack { content }))
    }

    @Test func `the older titles are the title of the page`() {
        #expect(bar(of: Text("x").navigationBarTitle("Parks"))?.title == "Parks")
        #expect(bar(of: Text("x").navigationBarTitle(String("Parks")))?.title == "Parks")
        #expect(bar(of: Text("x").navigationBarTitle(Text("Parks")))?.title == "Parks")
        #expect(bar(of: Text("x").navigationBarTitle("Parks"))?.isLarge == true)
    }

    @Test func `the older titles have a size`() {
        let inline = [
            bar(of: Text("x").navigationBarTitle("Parks", displayMode: .inline)),
            bar(of: Text("x").navigationBarTitle(String("Parks"), displayMode: .inline)),
            bar(of: Text("x").navigationBarTitle(Text("Parks"), displayMode: .inline)),
        ]
        #expect(inline.map { $0?.title } == ["Parks", "Parks", "Parks"])
        #expect(inline.map { $0?.isLarge } == [false, false, false])
        #expect(bar(of: Text("x").navigationBarTitle("Parks", displayMode: .large))?.isLarge == true)
    }

    private struct Pushed: View {
        let mode: ToolbarTitleDisplayMode
        var body: some View {
            NavigationStack {
                NavigationLink("Go") {
                    Text("Page").navigationTitle("Second").toolbarTitleDisplayMode(mode)
                }
                .navigationTitle("First")
                .navigationBarTitleDisplayMode(.inline)
            }
        }
    }

    @Test func `a page has the size of the title below unless it has its own`() {
        for (mode, isLarge) in [(ToolbarTitleDisplayMode.automatic, false), (.large, true), (.inline, false)] {
            let screen = Screen(Pushed(mode: mode))
            press(link: "Go", screen)
            #expect(bar(screen)?.title == "Second")
            #expect(bar(screen)?.isLarge == isLarge)
        }
    }

    @Test func `an inline large title is beside the items of the bar`() {
        let screen = Screen(Pushed(mode: .inlineLarge))
        press(link: "Go", screen)
        #expect(bar(screen)?.title == "Second")
        #expect(bar(screen)?.isInlineLarge == true)
        #expect(bar(screen)?.leadsTitle == true)
        // It has no line of its own.
        #expect(bar(screen)?.isLarge == false)
    }

    private struct Back: View {
        var hides: Bool?
        var body: some View {
            NavigationStack {
                NavigationLink("Go") {
                    if let hides {
                        Text("Page").navigationBarBackButtonHidden(hides)
                    } else {
                        Text("Page").navigationBarBackButtonHidden()
                    }
                }
                .navigationTitle("First")
            }
        }
    }

    private func back(_ screen: Screen) -> String? {
        let groups = pages(screen).last?.children.first?.children.compactMap { item -> BarItemsContent? in
            if case .navigation(.barItems(let items)) = item.content { items } else { nil }
        }
        return groups?.first { $0.position == .leading }?.back?.title
    }

    @Test func `a page hides its Back button`() {
        for (hides, title) in [(true, nil), (nil, nil), (false, "First")] as [(Bool?, String?)] {
            let screen = Screen(Back(hides: hides))
            press(link: "Go", screen)
            #expect(top(screen) == ["Page"])
            #expect(back(screen) == title)
        }
    }

    @Test func `a page hides its bar`() {
        let content = Text("x").navigationTitle("Parks")
        #expect(bar(of: content.navigationBarHidden(true))?.isHidden == true)
        #expect(bar(of: content.navigationBarHidden(false))?.isHidden == false)
        #expect(bar(of: content.toolbar(.hidden, for: .navigationBar))?.isHidden == true)
        #expect(bar(of: content.toolbar(.hidden))?.isHidden == true)
        #expect(bar(of: content.toolbarVisibility(.hidden, for: .navigationBar))?.isHidden == true)
        #expect(bar(of: content.toolbarVisibility(.visible, for: .navigationBar))?.isHidden == false)
        #expect(bar(of: content.toolbarVisibility(.hidden, for: .bottomBar))?.isHidden == false)
    }

    @Test func `a page hides the bar with the tabs`() {
        func isHidden(_ content: some View) -> Bool? {
            let screen = Screen(TabView { NavigationStack { content }.tabItem { Text("Tab") } })
            for item in screen.all({ if case .navigation(.tabBar) = $0 { true } else { false } }) {
                if case .navigation(.tabBar(let isHidden, _)) = item.content { return isHidden }
            }
            return nil
        }
        #expect(isHidden(Text("x")) == false)
        #expect(isHidden(Text("x").toolbar(.hidden, for: .tabBar)) == true)
        #expect(isHidden(Text("x").toolbarVisibility(.hidden, for: .tabBar)) == true)
        #expect(isHidden(Text("x").toolbarVisibility(.hidden, for: .navigationBar)) == false)
    }

    private func style(of content: some View) -> PageStyle? {
        guard case .navigation(.page(let page))? = pages(Screen(NavigationStack { content })).last?.content else { return nil }
        return page.style
    }

    @Test func `a page sets the background of its bar`() {
        #expect(style(of: Text("x"))?.barColor == nil)
        #expect(style(of: Text("x").toolbarBackground(.red, for: .navigationBar))?.barColor == .red)
        #expect(style(of: Text("x").toolbarBackground(.red, for: .windowToolbar))?.barColor == .red)
        #expect(style(of: Text("x").toolbarBackground(Color.red))?.barColor == .red)
        #expect(style(of: Text("x").toolbarBackground(Color.red, for: .tabBar))?.barColor == nil)
        #expect(style(of: Text("x").toolbarBackground(.hidden, for: .navigationBar))?.showsBarBackground == false)
        #expect(style(of: Text("x").toolbarBackground(.visible, for: .navigationBar))?.showsBarBackground == true)
        #expect(style(of: Text("x").toolbarBackground(.automatic, for: .navigationBar))?.showsBarBackground == nil)
    }

    @Test func `an older navigation view with one view is a stack, whatever its style`() {
        func check<Style: NavigationViewStyle>(_ style: Style) {
            let screen = Screen(
                NavigationView {
                    NavigationLink("Go") { Text("Page").navigationBarTitle("Second") }.navigationBarTitle("First")
                }
                .navigationViewStyle(style))
            #expect(bar(screen)?.title == "First")
            press(link: "Go", screen)
            #expect(pages(screen).count == 2)
            #expect(top(screen) == ["Page"])
            #expect(bar(screen)?.title == "Second")
        }
        check(.automatic)
        check(.stack)
        check(DefaultNavigationViewStyle())
        check(StackNavigationViewStyle())
    }
}
