import Foundation
import Testing

@testable import StrataViewGraph

/// The initializers and styles of forms, boxes, labeled content and groups that expand.
@MainActor
struct GroupFormTests {
    /// A title that is not a literal, so that it is not a key.
    private let title = "Size"
    private let number = 7

    private func groups(_ screen: Screen) -> [GroupContent] {
        screen.controls { if case .group(let group) = $0 { group } else { nil } }.map(\.content)
    }

    // MARK: Group boxes

    @Test func `a box has the label of its initializer above its content`() {
        let boxes: [any View] = [
            GroupBox(label: Text("Size")) { Text("content") }, GroupBox("Size") { Text("content") },
            GroupBox(title) { Text("content") },
            GroupBox {
                Text("content")
            } label: {
                Text("Size")
            },
        ]
        for box in boxes {
            let screen = Screen(AnyView(box))
            #expect(groups(screen) == [.box, .boxLabel])
            #expect(screen.texts == ["Size", "content"])
        }
    }

    @Test func `a box without a label has its content only`() {
        #expect(Screen(GroupBox { Text("content") }).texts == ["content"])
        #expect(Screen(GroupBox { Text("content") }.groupBoxStyle(.automatic)).texts == ["content"])
    }

    // MARK: Labeled content

    @Test func `labeled content has its title before its content`() {
        let views: [any View] = [
            LabeledContent("Size") { Text("7") }, LabeledContent(title) { Text("7") }, LabeledContent("Size", value: "7"),
            LabeledContent(title, value: "7"), LabeledContent("Size", value: number, format: .number),
            LabeledContent(title, value: number, format: .number),
        ]
        for view in views {
            let screen = Screen(AnyView(view))
            #expect(groups(screen) == [.labeledContent, .labeledValue])
            #expect(screen.texts == ["Size", "7"])
        }
    }

    private struct Reversed: LabeledContentStyle {
        func makeBody(configuration: Configuration) -> some View {
            configuration.content
            configuration.label
        }
    }

    private struct Doubled: LabeledContentStyle {
        func makeBody(configuration: Configuration) -> some View {
            LabeledContent(configuration)
            Text("styled")
        }
    }

    @Test func `labeled content of a style's configuration is drawn by the next style`() {
        let content = LabeledContent("Size", value: "7")
        #expect(Screen(content.labeledContentStyle(Reversed())).texts == ["7", "Size"])
        #expect(
            Screen(content.labeledContentStyle(Doubled()).labeledContentStyle(Reversed())).texts == ["7", "Size", "styled"])
        #expect(Screen(content.labeledContentStyle(.automatic).labeledContentStyle(Reversed())).texts == ["Size", "7"])
    }

    // MARK: Groups that expand

    @Test func `a group with a string as its title is expanded while its binding is true`() {
        let isExpanded = Binding(StateBox(false))
        let screen = Screen(DisclosureGroup(title, isExpanded: isExpanded) { Text("content") })
        #expect(screen.texts == ["Size"])
        isExpanded.wrappedValue = true
        screen.update()
        #expect(screen.texts == ["Size", "content"])
    }

    // MARK: Forms

    private struct Numbered: FormStyle {
        func makeBody(configuration: Configuration) -> some View {
            Text("styled")
            Form(configuration)
        }
    }

    @Test func `a form of a style's configuration has the rows of the form`() {
        let form = Form { Text("row") }
        let screen = Screen(form.formStyle(Numbered()).formStyle(.automatic))
        #expect(screen.texts == ["styled", "row"])
        #expect(screen.rows.map { screen.texts(of: $0) } == [["row"]])
    }

    // MARK: Groups of controls

    private struct Framed: ControlGroupStyle {
        func makeBody(configuration: Configuration) -> some View {
            Text("styled")
            ControlGroup(configuration)
        }
    }

    @Test func `a group of a style's configuration is drawn by the next style`() {
        let group = ControlGroup(title) { Button("One") {} }
        let screen = Screen(group.controlGroupStyle(Framed()).controlGroupStyle(.automatic))
        #expect(groups(screen) == [.controls(label: "Size")])
        #expect(screen.texts == ["styled", "One"])
    }

    @Test func `a group for navigation has its controls side by side`() {
        let group = ControlGroup(title) { Button("One") {} }
        #expect(groups(Screen(group.controlGroupStyle(.navigation))) == [.controls(label: "Size")])
        #expect(groups(Screen(group.controlGroupStyle(NavigationControlGroupStyle()))) == [.controls(label: "Size")])
        #expect(groups(Screen(group.controlGroupStyle(.automatic).controlGroupStyle(.menu))) == [.controls(label: "Size")])
    }

    // MARK: Messages

    @Test func `a search without results says so, with the text that was searched`() {
        let screen = Screen(ContentUnavailableView.search(text: "Nome"))
        #expect(screen.texts == ["No Results for “Nome”", "Check the spelling or try a new search."])
        #expect(screen.symbols == ["magnifyingglass"])
        #expect(groups(screen).first == .unavailable)
    }

    @Test func `a search without a text has no results`() {
        #expect(Screen(ContentUnavailableView.search).texts == ["No Results", "Check the spelling or try a new search."])
    }
}
