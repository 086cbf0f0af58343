import Foundation
import Testing

@testable import StrataViewGraph

/// Initializers of alerts and confirmation dialogs: with a string, for a value, and the older ones.
@MainActor
struct DialogFormTests {
    @Observable final class Model {
        var isShown = true
        var item: Item?
        var log: [String] = []

        var shown: Binding<Bool> { Binding(get: { self.isShown }, set: { self.isShown = $0 }) }
        var chosen: Binding<Item?> { Binding(get: { self.item }, set: { self.item = $0 }) }
    }

    struct Item: Identifiable {
        var id: Int
    }

    private let model = Model()
    private let title = "Title"

    private func alert(_ screen: Screen) -> String? {
        for item in screen.root.children { if case .presentation(.alert(let title)) = item.content { return title } }
        return nil
    }

    private func question(_ screen: Screen) -> (item: Screen.Item, content: ConfirmationContent)? {
        for item in screen.root.children {
            if case .presentation(.confirmation(let content)) = item.content { return (item, content) }
        }
        return nil
    }

    @Test func `an alert with a string closes when one of its buttons is pressed`() {
        let screen = Screen(
            Text("x").alert(title, isPresented: model.shown) { Button("Go") { model.log.append("go") } })
        #expect(alert(screen) == "Title")
        #expect(screen.texts == ["x", "Go"])
        screen.press("Go")
        #expect(model.log == ["go"])
        #expect(!model.isShown)
        #expect(alert(screen) == nil)
    }

    @Test func `an alert with a string shows a message about a value`() {
        let value: Item? = Item(id: 4)
        let message = Screen(
            Text("x").alert(title, isPresented: model.shown, presenting: value) { item in
                Button("Delete \(item.id)") {}
            } message: { item in
                Text("Number \(item.id)")
            })
        #expect(alert(message) == "Title")
        #expect(message.texts == ["x", "Number 4", "Delete 4"])
        let plain = Screen(
            Text("x").alert(title, isPresented: model.shown, presenting: value) { Button("Delete \($0.id)") {} })
        #expect(alert(plain) == "Title")
        #expect(plain.texts == ["x", "Delete 4"])
    }

    @Test func `an older alert is shown for an item until its button is pressed`() {
        let screen = Screen(
            Text("x").alert(item: model.chosen) { item in
                Alert(
                    title: Text("Item \(item.id)"), message: Text("Gone"),
                    dismissButton: .cancel(Text("Close")) { model.log.append("closed") })
            })
        #expect(alert(screen) == nil)
        model.item = Item(id: 3)
        screen.update()
        #expect(alert(screen) == "Item 3")
        #expect(screen.texts == ["x", "Gone", "Close"])
        #expect(screen.buttons.map(\.content.role) == [.cancel])
        screen.press("Close")
        #expect(model.log == ["closed"])
        #expect(model.item == nil)
        #expect(alert(screen) == nil)
    }

    @Test func `an older alert without a button has one to close it`() {
        let screen = Screen(Text("x").alert(isPresented: model.shown) { Alert(title: Text("Done")) })
        #expect(alert(screen) == "Done")
        #expect(screen.texts == ["x", "OK"])
        screen.press("OK")
        #expect(!model.isShown)
    }

    @Test func `the buttons that an older alert names itself are in the language of the window`() throws {
        let strings = ["de.lproj/Localizable.strings": #""Cancel" = "Abbrechen"; "OK" = "Gut";"#]
        let folder = try LocalizationTests.Folder(files: strings)
        func buttons(_ alert: Alert) -> [String] {
            var environment = EnvironmentValues()
            environment.locale = Locale(identifier: "de")
            let content = Text("x").alert(isPresented: model.shown) { alert }
            return Localization.$appDirectory.withValue(folder.url) {
                let graph = WindowGraph(title: "Test", environment: environment, content: content)
                return Array(Screen(graph).texts.dropFirst())
            }
        }
        #expect(buttons(Alert(title: Text("Done"))) == ["Gut"])
        #expect(
            buttons(Alert(title: Text("Delete?"), primaryButton: .destructive(Text("Yes")), secondaryButton: .cancel()))
                == ["Yes", "Abbrechen"])
    }

    @Test func `a question has a localized title or a string, and a message`() {
        let forms = [
            AnyView(
                Text("x").confirmationDialog("Title", isPresented: model.shown, titleVisibility: .visible) {
                    Button("Yes") { model.log.append("yes") }
                } message: {
                    Text("Sure?")
                }),
            AnyView(
                Text("x").confirmationDialog(title, isPresented: model.shown, titleVisibility: .visible) {
                    Button("Yes") { model.log.append("yes") }
                } message: {
                    Text("Sure?")
                }),
        ]
        for form in forms {
            model.isShown = true
            let screen = Screen(form)
            #expect(question(screen)?.content == ConfirmationContent(title: "Title", showsTitle: true))
            #expect(screen.texts == ["x", "Sure?", "Yes", "Cancel"])
            screen.press("Yes")
            #expect(!model.isShown)
            #expect(question(screen) == nil)
        }
        #expect(model.log == ["yes", "yes"])
    }

    private func questions(_ value: Item?) -> [AnyView] {
        let shown = model.shown
        return [
            AnyView(
                Text("x").confirmationDialog(Text("Title"), isPresented: shown, presenting: value) {
                    Button("Delete \($0.id)") {}
                } message: {
                    Text("Number \($0.id)")
                }),
            AnyView(
                Text("x").confirmationDialog("Title", isPresented: shown, presenting: value) {
                    Button("Delete \($0.id)") {}
                } message: {
                    Text("Number \($0.id)")
                }),
            AnyView(
                Text("x").confirmationDialog(title, isPresented: shown, presenting: value) {
                    Button("Delete \($0.id)") {}
                } message: {
                    Text("Number \($0.id)")
                }),
            AnyView(
                Text("x").confirmationDialog(Text("Title"), isPresented: shown, presenting: value) {
                    Button("Delete \($0.id)") {}
                }),
            AnyView(
                Text("x").confirmationDialog("Title", isPresented: shown, presenting: value) {
                    Button("Delete \($0.id)") {}
                }),
            AnyView(
                Text("x").confirmationDialog(title, isPresented: shown, presenting: value) {
                    Button("Delete \($0.id)") {}
                }),
        ]
    }

    @Test(arguments: 0..<6)
    func `a value makes the buttons and the message of a question`(form: Int) {
        let screen = Screen(questions(Item(id: 7))[form])
        #expect(question(screen)?.content.title == "Title")
        #expect(screen.texts == (form < 3 ? ["x", "Number 7", "Delete 7", "Cancel"] : ["x", "Delete 7", "Cancel"]))
        screen.press("Delete 7")
        #expect(!model.isShown)
    }

    @Test(arguments: 0..<6)
    func `a question about a value is not shown without one`(form: Int) {
        let screen = Screen(questions(nil)[form])
        #expect(question(screen) == nil)
        #expect(screen.texts == ["x"])
    }

    /// Forms of alerts and questions about the model's item, with a press that notes it.
    private struct ItemDialog: View {
        let model: Model
        let form: Int

        var body: some View {
            let failure = model.item.map { Failure(item: $0) }
            switch form {
            case 0:
                Text("x").alert("Delete \(model.item?.id ?? 0)?", isPresented: model.shown, presenting: model.item) { item in
                    Button("Delete \(item.id)") { model.log.append("delete \(item.id)") }
                } message: { item in
                    Text("Number \(item.id)")
                }
            case 1:
                Text("x").confirmationDialog(
                    "Delete \(model.item?.id ?? 0)?", isPresented: model.shown, presenting: model.item
                ) { item in
                    Button("Delete \(item.id)", role: .destructive) { model.log.append("delete \(item.id)") }
                } message: { item in
                    Text("Number \(item.id)")
                }
            case 2:
                Text("x").alert(isPresented: model.shown, error: failure) { failure in
                    Button("Delete \(failure.item.id)") { model.log.append("delete \(failure.item.id)") }
                } message: { failure in
                    Text("Number \(failure.item.id)")
                }
            default:
                let id = model.item?.id ?? 0
                Text("x").alert(isPresented: model.shown, error: failure) {
                    Button("Delete \(id)") { model.log.append("delete \(id)") }
                }
            }
        }
    }

    private struct Failure: LocalizedError {
        let item: Item
        var errorDescription: String? { "Delete \(item.id)?" }
    }

    @Test(arguments: 0..<4)
    func `a dialog about data stays as it opened, and new data do not open it again`(form: Int) {
        model.item = Item(id: 1)
        let screen = Screen(ItemDialog(model: model, form: form))
        var title: String? { alert(screen) ?? question(screen)?.content.title }
        let opened = screen.texts
        #expect(title == "Delete 1?")
        #expect(opened.contains("Delete 1"))
        for item in [Item(id: 2), nil, Item(id: 3), nil] {
            model.item = item
            screen.update()
            #expect(title == "Delete 1?")
            #expect(screen.texts == opened)
        }
        screen.press("Delete 1")
        #expect(model.log == ["delete 1"])
        #expect(!model.isShown)
        #expect(title == nil)
        model.item = Item(id: 4)
        screen.update()
        #expect(title == nil)
        model.isShown = true
        screen.update()
        #expect(title == "Delete 4?")
    }

    @Test(arguments: 0..<4)
    func `a dialog waits for its data, and is dismissed without them`(form: Int) {
        let screen = Screen(ItemDialog(model: model, form: form))
        var dialog: Screen.Item? {
            screen.root.children.first { if case .presentation = $0.content { true } else { false } }
        }
        #expect(dialog == nil)
        model.item = Item(id: 1)
        screen.update()
        #expect(dialog != nil)
        model.item = nil
        screen.update()
        screen.send(DismissEvent(), to: dialog)
        #expect(!model.isShown)
        #expect(dialog == nil)
        model.item = Item(id: 2)
        screen.update()
        #expect(dialog == nil)
        #expect(model.log.isEmpty)
    }

    @Test func `a dialog without data follows what it is made of`() {
        struct Question: View {
            let model: Model
            var body: some View {
                let id = model.item?.id ?? 0
                Text("x").confirmationDialog("Delete \(id)?", isPresented: model.shown) { Button("Delete \(id)") {} }
            }
        }
        let screen = Screen(Question(model: model))
        #expect(screen.texts == ["x", "Delete 0", "Cancel"])
        model.item = Item(id: 1)
        screen.update()
        #expect(question(screen)?.content.title == "Delete 1?")
        #expect(screen.texts == ["x", "Delete 1", "Cancel"])
    }

    @Test func `an action sheet is shown for an item, and Escape presses its Cancel button`() throws {
        let screen = Screen(
            Text("x").actionSheet(item: model.chosen) { item in
                ActionSheet(
                    title: Text("Item \(item.id)"), message: Text("Sure?"),
                    buttons: [
                        .destructive(Text("Delete")) { model.log.append("delete \(item.id)") },
                        .cancel { model.log.append("cancel") },
                    ])
            })
        #expect(question(screen) == nil)
        model.item = Item(id: 5)
        screen.update()
        #expect(question(screen)?.content == ConfirmationContent(title: "Item 5", showsTitle: true))
        #expect(screen.texts == ["x", "Sure?", "Delete", "Cancel"])
        screen.send(DismissEvent(), to: try #require(question(screen)).item)
        #expect(model.log == ["cancel"])
        #expect(model.item == nil)
        model.item = Item(id: 6)
        screen.update()
        screen.press("Delete")
        #expect(model.log == ["cancel", "delete 6"])
        #expect(question(screen) == nil)
    }
}
