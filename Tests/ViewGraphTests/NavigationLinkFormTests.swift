import Foundation
import Testing

@testable import StrataViewGraph

/// Initializers of links: to a view, for a value, and with a binding.
@MainActor
struct NavigationLinkFormTests: NavigationInspection {
    @Observable final class Model {
        var isOpen = false
        var choice: String?
        var path: [Int] = []

        var isActive: Binding<Bool> { Binding(get: { self.isOpen }, set: { self.isOpen = $0 }) }
        var selection: Binding<String?> { Binding(get: { self.choice }, set: { self.choice = $0 }) }
    }

    private func goBack(_ screen: Screen) {
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
    }

    private var viewLinks: [AnyView] {
        [
            AnyView(NavigationLink("Go") { Text("Page") }),
            AnyView(NavigationLink(String("Go")) { Text("Page") }),
            AnyView(NavigationLink("Go", destination: Text("Page"))),
            AnyView(NavigationLink(String("Go"), destination: Text("Page"))),
            AnyView(NavigationLink(destination: Text("Page")) { Text("Go") }),
        ]
    }

    @Test(arguments: 0..<5)
    func `a link to a view pushes it when it is pressed`(form: Int) {
        let link = viewLinks[form]
        let screen = Screen(NavigationStack { link })
        #expect(top(screen) == ["Go"])
        press(link: "Go", screen)
        #expect(top(screen) == ["Page"])
        goBack(screen)
        #expect(top(screen) == ["Go"])
    }

    private func bindingLinks(_ model: Model) -> [AnyView] {
        let isActive = model.isActive
        return [
            AnyView(NavigationLink("Go", destination: Text("Page"), isActive: isActive)),
            AnyView(NavigationLink(String("Go"), destination: Text("Page"), isActive: isActive)),
            AnyView(NavigationLink("Go", isActive: isActive) { Text("Page") }),
            AnyView(NavigationLink(String("Go"), isActive: isActive) { Text("Page") }),
            AnyView(NavigationLink(destination: Text("Page"), isActive: isActive) { Text("Go") }),
            AnyView(NavigationLink(isActive: isActive, destination: { Text("Page") }, label: { Text("Go") })),
        ]
    }

    @Test(arguments: 0..<6)
    func `a link with a binding sets it when the user goes to the page and back`(form: Int) {
        let model = Model()
        let link = bindingLinks(model)[form]
        let screen = Screen(NavigationStack { link })
        press(link: "Go", screen)
        #expect(model.isOpen)
        #expect(top(screen) == ["Page"])
        goBack(screen)
        #expect(!model.isOpen)
        #expect(top(screen) == ["Go"])
    }

    @Test(arguments: 0..<6)
    func `the binding of a link pushes the page and removes it`(form: Int) {
        let model = Model()
        let link = bindingLinks(model)[form]
        let screen = Screen(NavigationStack { link })
        model.isOpen = true
        screen.update()
        #expect(top(screen) == ["Page"])
        model.isOpen = false
        screen.update()
        #expect(top(screen) == ["Go"])
    }

    private func selectionLinks(_ model: Model, _ name: String) -> [AnyView] {
        let selection = model.selection
        let page = Text("Page \(name)")
        let title = LocalizedStringKey(name)
        return [
            AnyView(NavigationLink(title, destination: page, tag: name, selection: selection)),
            AnyView(NavigationLink(name, destination: page, tag: name, selection: selection)),
            AnyView(NavigationLink(title, tag: name, selection: selection) { page }),
            AnyView(NavigationLink(name, tag: name, selection: selection) { page }),
            AnyView(NavigationLink(destination: page, tag: name, selection: selection) { Text(name) }),
            AnyView(NavigationLink(tag: name, selection: selection, destination: { page }, label: { Text(name) })),
        ]
    }

    private func choices(_ model: Model, _ form: Int) -> Screen {
        let (first, second) = (selectionLinks(model, "a")[form], selectionLinks(model, "b")[form])
        return Screen(
            NavigationStack {
                VStack {
                    first
                    second
                }
            })
    }

    @Test(arguments: 0..<6)
    func `a link with a tag sets the selection to it, and to nil when the user goes back`(form: Int) {
        let model = Model()
        let screen = choices(model, form)
        press(link: "b", screen)
        #expect(model.choice == "b")
        #expect(top(screen) == ["Page b"])
        goBack(screen)
        #expect(model.choice == nil)
        #expect(top(screen) == ["a", "b"])
    }

    @Test(arguments: 0..<6)
    func `the page of the link whose tag is selected is pushed`(form: Int) {
        let model = Model()
        let screen = choices(model, form)
        model.choice = "a"
        screen.update()
        #expect(top(screen) == ["Page a"])
        model.choice = "other"
        screen.update()
        #expect(top(screen) == ["a", "b"])
        #expect(model.choice == "other")
    }

    /// A value that cannot be encoded.
    private struct Plain: Hashable {
        var number: Int
    }

    private var valueLinks: [AnyView] {
        [
            AnyView(NavigationLink("Go", value: Plain(number: 4))),
            AnyView(NavigationLink(String("Go"), value: Plain(number: 4))),
            AnyView(NavigationLink(value: Plain(number: 4)) { Text("Go") }),
        ]
    }

    @Test(arguments: 0..<3)
    func `a value that cannot be encoded has a page, which is not in the URL`(form: Int) throws {
        let link = valueLinks[form]
        let screen = Screen(
            NavigationStack { link.navigationDestination(for: Plain.self) { Text("Number \($0.number)") } })
        press(link: "Go", screen)
        #expect(top(screen) == ["Number 4"])
        #expect(try window(screen).location == "")
    }

    @Test func `a path of values that cannot be encoded shows their pages`() {
        let path = NavigationPath([Plain(number: 1), Plain(number: 2)])
        #expect(path.count == 2)
        #expect(path.codable == nil)
        let screen = Screen(
            NavigationStack(path: .constant(path)) {
                Text("Root").navigationDestination(for: Plain.self) { Text("Number \($0.number)") }
            })
        #expect(pages(screen).count == 3)
        #expect(top(screen) == ["Number 2"])
    }
}
