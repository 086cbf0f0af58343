import Testing

@testable import StrataViewGraph

@MainActor
struct ListRowTests {
    struct Task: Identifiable, Equatable {
        let id: Int
        var isEditing = false
    }

    @Observable final class Model {
        var tasks = [Task(id: 1), Task(id: 2)]
    }

    struct Tasks: View {
        let model: Model

        var body: some View {
            List(model.tasks) { task in
                if task.isEditing {
                    Toggle("edit \(task.id)", isOn: .constant(true))
                } else {
                    Text("read \(task.id)")
                }
            }
        }
    }

    @Test func `a row whose content changes to the other branch shows that branch`() {
        let model = Model()
        let screen = Screen(Tasks(model: model))
        #expect(screen.texts == ["read 1", "read 2"])
        model.tasks[0].isEditing = true
        screen.update()
        #expect(screen.texts == ["edit 1", "read 2"])
        model.tasks[0].isEditing = false
        model.tasks[1].isEditing = true
        screen.update()
        #expect(screen.texts == ["read 1", "edit 2"])
    }

    @Test func `a row whose content changes to another number of views shows all of them`() {
        let model = Model()
        let screen = Screen(
            List(0..<1) { _ in
                HStack {
                    ForEach(model.tasks) { Text("task \($0.id)") }
                }
            })
        model.tasks.append(Task(id: 3))
        screen.update()
        #expect(screen.texts == ["task 1", "task 2", "task 3"])
    }

    private func separators(_ screen: Screen) -> [SectionSeparators] {
        screen.all { _ in true }.compactMap {
            if case .collection(.section(_, let separators)) = $0.content { separators } else { nil }
        }
    }

    @Test func `the lines of sections are set around them and follow their state`() {
        struct Content: View {
            @State private var visibility = Visibility.hidden
            var body: some View {
                List {
                    Group {
                        Section { Text("a") }.listSectionSeparator(.visible, edges: .top)
                        Section { Button("Show") { visibility = .visible } }
                    }
                    .listSectionSeparator(visibility, edges: .bottom)
                    Section { Text("c").listRowSeparator(.hidden) }
                }
            }
        }
        let screen = Screen(Content())
        #expect(separators(screen).map(\.visibilities) == [[.top: .visible, .bottom: .hidden], [.bottom: .hidden], [:]])
        screen.press("Show")
        #expect(separators(screen).map(\.visibilities) == [[.top: .visible, .bottom: .visible], [.bottom: .visible], [:]])
    }

    @Test func `an outer modifier replaces the color of the lines of a section`() {
        let section = Section { Text("a") }.listSectionSeparatorTint(.red).listSectionSeparatorTint(.blue, edges: .bottom)
        #expect(separators(Screen(List { section })).map(\.tints) == [[.top: .red, .bottom: .blue]])
    }
}
