import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct NavigationTests: NavigationInspection {
    struct Park: Codable, Hashable {
        var id: Int
    }

    @Observable final class Model {
        var path = NavigationPath()
        var numbers: [Int] = []
        var isShown = false
        var title = "Title"
    }

    private struct Stack: View {
        let model: Model
        var body: some View {
            NavigationStack(path: Binding(get: { model.path }, set: { model.path = $0 })) {
                NavigationLink("Park", value: Park(id: 1))
                NavigationLink("About") { Text("About us").navigationTitle("About") }
                Text("Root")
                    .navigationTitle("Parks")
                    .navigationDestination(for: Park.self) { park in
                        Visits(park: park.id)
                    }
                    .navigationDestination(
                        isPresented: Binding(get: { model.isShown }, set: { model.isShown = $0 })
                    ) { Text("Shown") }
            }
        }
    }

    private struct Visits: View {
        let park: Int
        @State private var visits = 0
        @Environment(\.dismiss) private var dismiss
        var body: some View {
            Text("Park \(park), \(visits) visits").navigationTitle("Park \(park)")
            Button("Visit") { visits += 1 }
            Button("Leave") { dismiss() }
            NavigationLink("Next", value: Park(id: park + 1))
        }
    }

    @Test func `a link with a value appends it to the path and shows its destination`() {
        let model = Model()
        let screen = Screen(Stack(model: model))
        press(link: "Park", screen)
        #expect(model.path.count == 1)
        #expect(top(screen).first == "Park 1, 0 visits")
        #expect(pages(screen).count == 2)
    }

    @Test func `a value that an action appends as it ends the page below is shown`() {
        let model = Model()
        let screen = Screen(Stack(model: model))
        model.isShown = true
        screen.update()
        #expect(top(screen) == ["Shown"])
        model.isShown = false
        model.path.append(Park(id: 2))
        screen.update()
        #expect(top(screen).first == "Park 2, 0 visits")
        #expect(pages(screen).count == 2)
        #expect(model.path.count == 1)
        #expect(!model.isShown)
    }

    @Test func `a page that the app ends takes the values above it with it`() {
        let model = Model()
        let screen = Screen(Stack(model: model))
        model.isShown = true
        screen.update()
        model.path.append(Park(id: 2))
        screen.update()
        #expect(pages(screen).count == 3)
        model.isShown = false
        screen.update()
        #expect(pages(screen).count == 1)
        #expect(model.path.isEmpty)
    }

    @Observable final class Steps {
        var first: Int?
        var second: Int?
    }

    private struct Wizard: View {
        let steps: Steps
        let isReversed: Bool
        var body: some View {
            let first = Binding(get: { steps.first }, set: { steps.first = $0 })
            let second = Binding(get: { steps.second }, set: { steps.second = $0 })
            NavigationStack {
                Text("Root")
                    .navigationDestination(item: isReversed ? second : first) { Text("\(isReversed ? "second" : "first") \($0)") }
                    .navigationDestination(item: isReversed ? first : second) { Text("\(isReversed ? "first" : "second") \($0)") }
            }
        }
    }

    @Test(arguments: [false, true])
    func `a page that an action shows as it ends the page below is shown`(isReversed: Bool) {
        let steps = Steps()
        let screen = Screen(Wizard(steps: steps, isReversed: isReversed))
        steps.first = 1
        screen.update()
        #expect(top(screen) == ["first 1"])
        steps.first = nil
        steps.second = 2
        screen.update()
        #expect(top(screen) == ["second 2"])
        #expect(pages(screen).count == 2)
        #expect(steps.second == 2)
    }

    class Animal: Hashable {
        let name: String
        init(_ name: String) { self.name = name }
        static func == (lhs: Animal, rhs: Animal) -> Bool { lhs === rhs }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    final class Dog: Animal {}

    @Test func `an object of a subclass has the destination for its superclass`() {
        let rex: Animal = Dog("Rex")
        let screen = Screen(
            NavigationStack {
                NavigationLink("Rex", value: rex)
                    .navigationDestination(for: Animal.self) { Text("Animal \($0.name)") }
            })
        press(link: "Rex", screen)
        #expect(top(screen).first == "Animal Rex")
    }

    @Test func `an object has the destination for the nearest class`() {
        let screen = Screen(
            NavigationStack {
                NavigationLink("Rex", value: Dog("Rex"))
                    .navigationDestination(for: Animal.self) { Text("Animal \($0.name)") }
                    .navigationDestination(for: Dog.self) { Text("Dog \($0.name)") }
            })
        press(link: "Rex", screen)
        #expect(top(screen).first == "Dog Rex")
    }

    @Test func `a stack with pages is freed with its window`() {
        final class Token {}
        weak var left: Token?
        do {
            let token = Token()
            left = token
            let screen = Screen(
                NavigationStack(path: .constant([1])) {
                    Text("Root").navigationDestination(for: Int.self) { [token] in
                        Text("Page \($0) \(ObjectIdentifier(token).hashValue)")
                    }
                })
            #expect(pages(screen).count == 2)
            screen.graph.close()
        }
        #expect(left == nil)
    }

    @Test func `pages below the top are covered and keep their state`() {
        let screen = Screen(Stack(model: Model()))
        press(link: "Park", screen)
        screen.press("Visit")
        press(link: "Next", screen)
        #expect(top(screen).first == "Park 2, 0 visits")
        let covered = pages(screen).map { if case .navigation(.page(let page)) = $0.content { page.isCovered } else { false } }
        #expect(covered == [true, true, false])
        // Each page has a button of this title; dismiss the top one.
        let leave = pages(screen).last.flatMap { page in
            screen.find { item in
                if case .control(.button) = item.content {
                    screen.texts(of: item) == ["Leave"] && self.contains(item, in: page)
                } else {
                    false
                }
            }
        }
        screen.send(PressEvent(), to: leave)
        #expect(top(screen).first == "Park 1, 1 visits")
    }

    private func contains(_ item: Screen.Item, in page: Screen.Item) -> Bool {
        page.children.contains { $0.id == item.id || contains(item, in: $0) }
    }

    @Test func `a path that the app changes keeps the pages up to the first difference`() {
        let model = Model()
        let screen = Screen(Stack(model: model))
        press(link: "Park", screen)
        screen.press("Visit")
        model.path = NavigationPath([Park(id: 1), Park(id: 7)])
        screen.update()
        #expect(pages(screen).count == 3)
        model.path.removeLast()
        screen.update()
        #expect(top(screen).first == "Park 1, 1 visits")
        model.path = NavigationPath()
        screen.update()
        #expect(top(screen) == ["Park", "About", "Root"])
    }

    @Test func `a destination is shown while its binding is true`() {
        let model = Model()
        let screen = Screen(Stack(model: model))
        model.isShown = true
        screen.update()
        #expect(top(screen) == ["Shown"])
        screen.graph.history.go(to: NavigateEvent(depth: 0, location: ""))
        screen.update()
        #expect(!model.isShown)
        #expect(top(screen) == ["Park", "About", "Root"])
    }

    @Test func `the window has the title of the top page`() throws {
        let screen = Screen(Stack(model: Model()))
        #expect(try window(screen).title == "Parks")
        press(link: "About", screen)
        #expect(try window(screen).title == "About")
    }

    @Test func `the location has the values that can be saved, up to a page without one`() throws {
        let screen = Screen(Stack(model: Model()))
        #expect(try window(screen).location == "")
        press(link: "Park", screen)
        #expect(try window(screen).location == "?path=Park:%7B%22id%22%3A1%7D")
        #expect(try window(screen).depth == 1)
        screen.graph.history.go(to: NavigateEvent(depth: 0, location: ""))
        screen.update()
        press(link: "About", screen)
        #expect(try window(screen).location == "")
        #expect(try window(screen).depth == 1)
    }

    @Test func `a location opens its pages`() {
        let model = Model()
        let screen = Screen(Stack(model: model))
        screen.graph.history.open("?path=Park:%7B%22id%22%3A3%7D/Park:%7B%22id%22%3A4%7D")
        screen.update()
        #expect(model.path == NavigationPath([Park(id: 3), Park(id: 4)]))
        #expect(top(screen).first == "Park 4, 0 visits")
    }

    @Test(arguments: [
        "?path=Secret:%7B%22id%22%3A3%7D", "?path=Park:nonsense", "?path=Park", "?path=", "path", "?path=%ZZ:%7B%7D",
        "?path=" + String(repeating: "Park:%7B%22id%22%3A1%7D/", count: 1000),
    ])
    func `a forged location is ignored`(_ location: String) {
        let model = Model()
        let screen = Screen(Stack(model: model))
        screen.graph.history.open(location)
        screen.update()
        #expect(model.path.isEmpty)
        #expect(pages(screen).count == 1)
    }

    @Test func `going back in the browser removes pages, and forward opens them again`() throws {
        let model = Model()
        let screen = Screen(Stack(model: model))
        press(link: "Park", screen)
        press(link: "Next", screen)
        let location = try window(screen).location
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
        #expect(model.path.isEmpty)
        screen.send(NavigateEvent(depth: 2, location: location), to: screen.root)
        #expect(model.path == NavigationPath([Park(id: 1), Park(id: 2)]))
    }

    private struct Typed: View {
        let model: Model
        var body: some View {
            NavigationStack(path: Binding(get: { model.numbers }, set: { model.numbers = $0 })) {
                NavigationLink("Seven", value: 7)
                NavigationLink("Word", value: "word")
                Text("Root").navigationDestination(for: Int.self) { Text("Number \($0)") }
            }
        }
    }

    @Test func `a typed path takes values of its type only`() {
        let model = Model()
        let screen = Screen(Typed(model: model))
        press(link: "Seven", screen)
        #expect(model.numbers == [7])
        #expect(top(screen) == ["Number 7"])
        press(link: "Word", screen)
        #expect(model.numbers == [7])
    }

    @Test func `a path can be saved and restored`() throws {
        var path = NavigationPath([Park(id: 1)])
        path.append("word")
        let data = try JSONEncoder().encode(try #require(path.codable))
        let restored = try JSONDecoder().decode(NavigationPath.CodableRepresentation.self, from: data)
        #expect(NavigationPath(restored) == path)
        struct Plain: Hashable {}
        path.append(Plain())
        #expect(path.codable == nil)
    }

    @Test func `a link in a sidebar shows its destination in the details`() throws {
        let screen = Screen(
            NavigationSplitView {
                NavigationLink("One", value: 1)
                NavigationLink("Two", value: 2)
                    .navigationDestination(for: Int.self) { Text("Number \($0)") }
            } detail: {
                Text("Nothing")
            })
        press(link: "One", screen)
        #expect(top(screen) == ["Number 1"])
        press(link: "Two", screen)
        #expect(top(screen) == ["Number 2"])
        #expect(try window(screen).depth == 1)
        guard case .navigation(.split(let split))? = screen.root.children.first?.content else {
            Issue.record("There is no split view.")
            return
        }
        #expect(split.compact == .detail)
    }

    private struct Columns: View {
        let model: Model
        var body: some View {
            NavigationSplitView {
                Text("Sidebar").navigationSplitViewColumnWidth(model.isShown ? 800 : 300)
            } detail: {
                Text("Detail")
            }
        }
    }

    @Test func `the width of a column follows its content`() {
        let model = Model()
        let screen = Screen(Columns(model: model))
        var width: Double? {
            let columns = screen.all { if case .navigation(.column) = $0 { true } else { false } }
            guard case .navigation(.column(let content))? = columns.first?.content else { return nil }
            return content.width?.ideal
        }
        #expect(width == 300)
        model.isShown = true
        screen.update()
        #expect(width == 800)
    }

    private struct TwoDestinations: View {
        let model: Model
        var body: some View {
            NavigationStack(path: Binding(get: { model.path }, set: { model.path = $0 })) {
                VStack {
                    if !model.isShown { Text("a").navigationDestination(for: Park.self) { Text("First of \($0.id)") } }
                    Text("b").navigationDestination(for: Park.self) { Text("Second of \($0.id)") }
                }
            }
        }
    }

    @Test func `the next destination for a type replaces one that is removed`() {
        let model = Model()
        let screen = Screen(TwoDestinations(model: model))
        model.path.append(Park(id: 1))
        screen.update()
        #expect(top(screen) == ["First of 1"])
        model.isShown = true
        screen.update()
        #expect(top(screen) == ["Second of 1"])
        model.path.append(Park(id: 2))
        screen.update()
        #expect(top(screen) == ["Second of 2"])
    }

    @Test(arguments: ["Park", "About"])
    func `a second press of a link that arrives late pushes no second page`(_ title: String) {
        let screen = Screen(Stack(model: Model()))
        let link = screen.find { item in
            if case .navigation(.link) = item.content { screen.texts(of: item) == [title] } else { false }
        }
        guard let link else {
            Issue.record("There is no link.")
            return
        }
        // Both presses arrive before the host has received the page of the first one.
        screen.graph.send(PressEvent(), to: link.id)
        screen.graph.send(PressEvent(), to: link.id)
        screen.update()
        #expect(pages(screen).count == 2)
        // And one after the page, from a browser that has not shown it yet.
        screen.send(PressEvent(), to: link)
        #expect(pages(screen).count == 2)
    }

    @Test(arguments: ["Park:%7B%22id%22:1%7D/garbage/Park:%7B%22id%22:2%7D", "Park:%7B%22id%22:1%7D/%FF:1/Park:%7B%22id%22:2%7D"])
    func `a path ends before the first value that cannot be read`(_ path: String) {
        let model = Model()
        let screen = Screen(Stack(model: model))
        screen.graph.history.open("?path=\(path)")
        screen.update()
        #expect(model.path.count == 1)
    }
}
