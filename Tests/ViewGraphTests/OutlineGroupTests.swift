import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct OutlineGroupTests {
    struct Folder: Identifiable {
        let id: String
        var name = ""
        var children: [Folder]?
    }

    @Observable final class Model {
        var folders = [Folder(id: "a", children: [Folder(id: "a1")]), Folder(id: "b")]
        var selection: Set<String> = []
        var chosen: String?
    }

    private let model = Model()

    private var folders: Binding<[Folder]> {
        Binding { [model] in
            model.folders
        } set: { [model] in
            model.folders = $0
        }
    }

    private func fields(_ screen: Screen) -> [Screen.Item] {
        screen.all { if case .control(.textField) = $0 { true } else { false } }
    }

    @Test func `a row of a tree changes its element through a binding`() {
        let screen = Screen(List(folders, children: \.children) { $folder in TextField("Name", text: $folder.name) })
        #expect(fields(screen).count == 2)
        screen.press(labeled: "Open")
        #expect(fields(screen).count == 3)
        screen.type("first", into: fields(screen)[1])
        #expect(model.folders[0].children?[0].name == "first")
        screen.type("last", into: fields(screen)[2])
        #expect(model.folders[1].name == "last")
        model.folders[0].children = nil
        screen.update()
        #expect(fields(screen).count == 2)
    }

    @Test func `a tree can have one root`() {
        let screen = Screen(List { OutlineGroup(model.folders[0], children: \.children) { Text($0.id) } })
        #expect(screen.texts == ["a"])
        screen.press(labeled: "Open")
        #expect(screen.texts == ["a", "a1"])
    }

    @Test func `the button of a closed row points to the row, and that of an open row down`() {
        let list = List { OutlineGroup(model.folders[0], children: \.children) { Text($0.id) } }
        // The variants of the app's symbols are not for the sign.
        let screen = Screen(list.symbolVariant(.circle))
        #expect(screen.symbols == ["chevron.forward"])
        screen.press(labeled: "Open")
        #expect(screen.symbols == ["chevron.down"])
    }

    /// The forms, as an app writes them.
    private struct Forms: View {
        @Bindable var model: Model

        var body: some View {
            List($model.folders, children: \.children) { $folder in TextField("Name", text: $folder.name) }
            List($model.folders, children: \.children, selection: $model.selection) { $folder in Text(folder.name) }
            List($model.folders, children: \.children, selection: $model.chosen) { $folder in Text(folder.name) }
            List($model.folders, id: \.id, children: \.children) { $folder in Text(folder.name) }
            List($model.folders, id: \.id, children: \.children, selection: $model.selection) { $folder in Text(folder.name) }
            List($model.folders, id: \.id, children: \.children, selection: $model.chosen) { $folder in Text(folder.name) }
            List {
                OutlineGroup($model.folders, children: \.children) { $folder in Text(folder.name) }
                OutlineGroup($model.folders, id: \.id, children: \.children) { $folder in Text(folder.name) }
                OutlineGroup(model.folders[0], id: \.id, children: \.children) { folder in Text(folder.name) }
                OutlineGroup($model.folders[0], children: \.children) { $folder in Text(folder.name) }
                OutlineGroup($model.folders[0], id: \.id, children: \.children) { $folder in Text(folder.name) }
            }
        }
    }

    @Test func `every form of a tree has its roots as rows`() {
        #expect(Screen(Forms(model: model)).rows.count == 19)
    }
}
