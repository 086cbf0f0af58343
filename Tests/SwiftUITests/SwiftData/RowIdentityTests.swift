#if SwiftData
    import Foundation
    import StrataViewTesting
    import SwiftData
    import SwiftUI
    import Testing

    @Model final class Plant {
        var name: String
        @Attribute(.unique) var label: String
        var rank: Int

        init(_ name: String, rank: Int = 0) {
            self.name = name
            self.rank = rank
            label = name
        }
    }

    /// A model is the same row for the user before and after its first save.
    @MainActor
    struct RowIdentityTests {
        private enum Kind: CaseIterable { case each, list, lazyStack, table, byIdentifier }

        /// A row with state, and a field that is connected with a focus by the model's identifier.
        private struct Row: View {
            let plant: Plant
            let focus: FocusState<PersistentIdentifier?>.Binding
            @State private var presses = 0

            var body: some View {
                @Bindable var plant = plant
                TextField("Name", text: $plant.name).focused(focus, equals: plant.persistentModelID)
                    .accessibilityIdentifier(plant.label)
                Text("\(plant.label) \(presses)")
                Button("Press \(plant.label)") { presses += 1 }
            }
        }

        private struct Plants: View {
            let kind: Kind
            @Query(sort: \Plant.rank) private var plants: [Plant]
            @FocusState private var focus: PersistentIdentifier?

            init(kind: Kind) { self.kind = kind }

            var body: some View {
                switch kind {
                case .each: ForEach(plants) { Row(plant: $0, focus: $focus) }
                case .list: List(plants) { Row(plant: $0, focus: $focus) }
                case .lazyStack:
                    ScrollView { LazyVStack { ForEach(plants) { Row(plant: $0, focus: $focus) } } }
                case .table: Table(plants) { TableColumn("Plant") { Row(plant: $0, focus: $focus) } }
                case .byIdentifier:
                    List { ForEach(plants, id: \.persistentModelID) { Row(plant: $0, focus: $focus) } }
                }
                Text(focus == nil ? "no focus" : "focus")
            }
        }

        private func container() throws -> ModelContainer {
            let container = try ModelContainer(for: Plant.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            container.mainContext.autosaveEnabled = false
            return container
        }

        private func insert(_ plants: Plant..., in container: ModelContainer) {
            for plant in plants { container.mainContext.insert(plant) }
            container.mainContext.processPendingChanges()
        }

        @Test(arguments: Kind.allCases) private func `a row keeps its state and its focus over the first save`(_ kind: Kind)
            throws
        {
            let container = try container()
            let (rose, lily) = (Plant("rose"), Plant("lily", rank: 1))
            insert(rose, in: container)
            let window = TestWindow(Plants(kind: kind).modelContainer(container))
            insert(lily, in: container)
            for _ in 0..<2 { try window.find(.button, "Press lily").tap() }
            try window.find(.button, "Press rose").tap()
            let field = try window.find(.textField, identifier: "lily")
            try field.focus()
            #expect(window.texts.contains("focus"))
            let before = lily.persistentModelID
            try container.mainContext.save()
            #expect(lily.persistentModelID != before)
            #expect(field.exists)
            #expect(field.isFocused)
            #expect(window.texts.contains("focus"))
            // Each of these evaluates the view with the query.
            insert(Plant("iris", rank: -1), in: container)
            #expect(window.texts.contains("iris 0"))
            lily.rank = -2
            container.mainContext.processPendingChanges()
            #expect(window.texts.contains("rose 1"))
            #expect(window.texts.contains("lily 2"))
            #expect(window.all(.textField).count == 3)
            #expect(field.exists)
            #expect(field.isFocused)
            #expect(window.texts.contains("focus"))
            try field.type("white lily")
            #expect(lily.name == "white lily")
        }

        @Test func `models that are saved in one save keep their own rows`() throws {
            let container = try container()
            let window = TestWindow(Plants(kind: .list).modelContainer(container))
            let plants = (0..<9).map { Plant("\($0)", rank: $0) }
            for plant in plants { insert(plant, in: container) }
            for (index, plant) in plants.enumerated() {
                for _ in 0..<index { try window.find(.button, "Press \(plant.label)").tap() }
            }
            func numbers() -> [String] { window.texts.filter { $0.wholeMatch(of: /\d \d/) != nil } }
            #expect(numbers() == plants.indices.map { "\($0) \($0)" })
            // The rows are in another order when they have their new identifiers.
            for plant in plants { plant.rank = -plant.rank }
            try container.mainContext.save()
            #expect(numbers() == plants.indices.reversed().map { "\($0) \($0)" })
            #expect(Set(plants.map(\.persistentModelID)).count == plants.count)
        }

        @Test func `a row keeps its state over the insertion of its model and over the save`() throws {
            struct Drafts: View {
                let plants: [Plant]
                @FocusState private var focus: PersistentIdentifier?
                @State private var count = 0
                var body: some View {
                    ForEach(plants) { Row(plant: $0, focus: $focus) }
                    Text("count \(count)")
                    Button("Count") { count += 1 }
                }
            }
            let container = try container()
            let plants = [Plant("a"), Plant("b")]
            let window = TestWindow(Drafts(plants: plants).modelContainer(container))
            let field = try window.find(.textField, identifier: "b")
            try window.find(.button, "Press b").tap()
            try field.focus()
            let steps: [() throws -> Void] = [
                { insert(plants[0], plants[1], in: container) }, { try container.mainContext.save() },
            ]
            for step in steps {
                try step()
                try window.find(.button, "Count").tap()
                #expect(field.exists)
                #expect(field.isFocused)
                #expect(window.texts.contains("b 1"))
            }
        }

        @Test func `a new model that becomes a stored one leaves the stored model its row`() throws {
            let container = try container()
            insert(Plant("rose"), in: container)
            try container.mainContext.save()
            let window = TestWindow(Plants(kind: .list).modelContainer(container))
            try window.find(.button, "Press rose").tap()
            let new = Plant("other", rank: 1)
            insert(new, in: container)
            for _ in 0..<2 { try window.find(.button, "Press other").tap() }
            new.label = "rose"
            try container.mainContext.save()
            #expect(window.texts.filter { $0.hasPrefix("rose") } == ["rose 1"])
            #expect(window.all(.textField).count == 1)
        }

        // MARK: Selections

        /// A selection in the state of a view, or in an object.
        @MainActor @Observable final class Model {
            var one: PersistentIdentifier?
            var several: Set<PersistentIdentifier> = []
        }

        private struct Chosen: View {
            @Query(sort: \Plant.rank) private var plants: [Plant]
            @State private var one: PersistentIdentifier?
            @State private var several: Set<PersistentIdentifier> = []
            @State private var changes = 0
            @Environment(\.modelContext) private var context

            var body: some View {
                List(plants, selection: $one) { Text("one \($0.label)") }
                List(plants, selection: $several) { Text("several \($0.label)") }
                Picker("Plant", selection: $one) {
                    Text("none").tag(PersistentIdentifier?.none)
                    ForEach(plants) { Text($0.label).tag($0.persistentModelID as PersistentIdentifier?) }
                }
                if let plant = plants.first(where: { $0.id == one }) { Detail(plant: plant).id(plant.id) }
                Text(plants.filter { several.contains($0.id) }.map(\.label).joined(separator: " and "))
                Button("Add") {
                    let plant = Plant("new", rank: 5)
                    context.insert(plant)
                    context.processPendingChanges()
                    (one, several) = (plant.id, [plant.id])
                }
                Button("Save") {
                    plants.last?.rank += 1
                    try? context.save()
                }
                Text("\(changes) changes").onChange(of: one) { changes += 1 }
            }
        }

        private struct Detail: View {
            let plant: Plant
            @State private var note = ""
            var body: some View {
                TextField("Note", text: $note)
                Text("note \(note)")
            }
        }

        @Test func `a selection names the model after its first save`() throws {
            let container = try container()
            insert(Plant("rose"), in: container)
            try container.mainContext.save()
            let window = TestWindow(Chosen().modelContainer(container))
            try window.find(.button, "Add").tap()
            func check() throws {
                #expect(try window.find(.row, "one new").isSelected == true)
                #expect(try window.find(.row, "one rose").isSelected == false)
                #expect(try window.find(.row, "several new").isSelected == true)
                #expect(try window.find(.row, "several rose").isSelected == false)
                #expect(try window.find(.picker).selectedOption == "new")
                #expect(window.texts.contains("new"))
                #expect(window.texts.contains("1 changes"))
            }
            try check()
            let note = try window.find(.textField, "Note")
            try note.type("wet")
            try window.find(.button, "Save").tap()
            try check()
            #expect(note.exists)
            #expect(window.texts.contains("note wet"))
            try window.find(.row, "several rose").toggleSelection()
            #expect(window.texts.contains("rose and new"))
            try window.find(.row, "several new").toggleSelection()
            #expect(window.texts.contains("rose"))
            #expect(try window.find(.row, "several new").isSelected == false)
            try window.find(.row, "one rose").select()
            #expect(try window.find(.row, "one new").isSelected == false)
        }

        @Test func `a selection that the app keeps in an object names the model after its first save`() throws {
            struct Kept: View {
                @Query(sort: \Plant.rank) private var plants: [Plant]
                @Bindable var model: Model
                init(model: Model) { self.model = model }
                var body: some View {
                    List(plants, selection: $model.one) { Text("one \($0.label)") }
                    List(plants, selection: $model.several) { Text("several \($0.label)") }
                }
            }
            let container = try container()
            let (rose, lily) = (Plant("rose"), Plant("lily", rank: 1))
            insert(rose, lily, in: container)
            let model = Model()
            let window = TestWindow(Kept(model: model).modelContainer(container))
            try window.find(.row, "one lily").select()
            try window.find(.row, "several lily").toggleSelection()
            try container.mainContext.save()
            lily.rank = -1
            container.mainContext.processPendingChanges()
            #expect(try window.find(.row, "one lily").isSelected == true)
            #expect(try window.find(.row, "one rose").isSelected == false)
            #expect(try window.find(.row, "several lily").isSelected == true)
            try window.find(.row, "several lily").toggleSelection()
            #expect(model.several == [])
            try window.find(.row, "several rose").select()
            #expect(model.several == [rose.persistentModelID])
            try window.find(.row, "several lily").extendSelection()
            #expect(model.several == [rose.persistentModelID, lily.persistentModelID])
        }

        @Test func `a sheet and a page of a new model stay over its first save, with their text`() throws {
            struct Sheets: View {
                @State private var plant: Plant?
                @State private var page: PersistentIdentifier?
                @State private var count = 0
                @Environment(\.modelContext) private var context

                private func add() -> Plant {
                    let plant = Plant("p\(count)")
                    context.insert(plant)
                    count += 1
                    return plant
                }

                var body: some View {
                    NavigationStack {
                        VStack {
                            Button("Sheet") { plant = add() }
                            Button("Page") { page = add().id }
                        }
                        .navigationDestination(item: $page) { _ in Note(title: "Page note") }
                    }
                    .sheet(item: $plant) { _ in Note(title: "Sheet note") }
                }
            }
            struct Note: View {
                let title: String
                @State private var text = ""
                @State private var count = 0
                @Environment(\.modelContext) private var context
                var body: some View {
                    TextField(title, text: $text)
                    Text("\(title): \(text)")
                    Button("Save") {
                        count += 1
                        try? context.save()
                    }
                    .task(id: count) {}
                }
            }
            let container = try container()
            let window = TestWindow(Sheets().modelContainer(container))
            for (button, title) in [("Page", "Page note"), ("Sheet", "Sheet note")] {
                try window.find(.button, button).tap()
                let field = try window.find(.textField, title)
                try field.type("typed")
                try #require(window.all(.button, "Save").last).tap()
                #expect(!container.mainContext.hasChanges)
                #expect(field.exists)
                #expect(window.texts.contains("\(title): typed"))
            }
        }

        @Test func `only views that have read a temporary identifier are evaluated after the save`() throws {
            @MainActor final class Counts { var list = 0; var rows = 0 }
            struct Counted: View {
                let counts: Counts
                @Query(sort: \Plant.rank) private var plants: [Plant]
                init(counts: Counts) { self.counts = counts }
                var body: some View {
                    let _ = counts.list += 1
                    List(plants) { CountedRow(plant: $0, counts: counts) }
                }
            }
            struct CountedRow: View {
                let plant: Plant
                let counts: Counts
                var body: some View {
                    let _ = counts.rows += 1
                    Text(plant.label)
                }
            }
            let container = try container()
            let counts = Counts()
            let window = TestWindow(Counted(counts: counts).modelContainer(container))
            insert(Plant("a"), Plant("b"), in: container)
            #expect(window.texts == ["a", "b"])
            (counts.list, counts.rows) = (0, 0)
            try container.mainContext.save()
            #expect(window.texts == ["a", "b"])
            #expect(counts.list == 0)
            #expect(counts.rows == 0)
        }
    }
#endif
