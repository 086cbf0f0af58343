#if SwiftData
    import CoreData
    import StrataViewTesting
    import SwiftData
    import SwiftUI
    import Testing

    @Model final class Reading {
        var time: Date
        var value: Int
        var note: String

        init(time: Date, value: Int, note: String = "") {
            self.time = time
            self.value = value
            self.note = note
        }
    }

    /// The uses of `@Query`, `#Predicate` and `@Bindable` that the task of this project names, against a
    /// store and in a window.
    @MainActor
    struct MissionSnippetsTests {
        /// Readings with the values 0, 1, … at noon of as many days from now, inserted in another order.
        private func container(_ days: [Int] = [2, 0, 1], isAutosaveEnabled: Bool = true) throws -> ModelContainer {
            let container = try ModelContainer(
                for: Reading.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            container.mainContext.autosaveEnabled = isAutosaveEnabled
            for (value, day) in days.enumerated() {
                let time = Date.now.addingTimeInterval(Double(day) * 86_400)
                container.mainContext.insert(Reading(time: time, value: value, note: "day \(day)"))
            }
            try container.mainContext.save()
            return container
        }

        /// Shows what a turn of the main loop has changed.
        private func turn() async {
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        }

        // MARK: The basic use of a query

        private struct Sorted: View {
            @Query(sort: \Reading.time, animation: .default)
            private var readings: [Reading]
            @Environment(\.modelContext) private var context

            var body: some View {
                List {
                    ForEach(readings) { reading in
                        NavigationLink {
                            Text("at \(reading.time, format: .dateTime)")
                        } label: {
                            Text(reading.note)
                        }
                    }
                }
                Button("Add") { context.insert(Reading(time: .distantPast, value: 9, note: "first")) }
                Button("Change") { readings.last?.time = .distantPast.addingTimeInterval(-1) }
                Button("Delete") { if let first = readings.first { context.delete(first) } }
            }
        }

        private func notes(_ window: TestWindow) -> [String] { window.texts.filter { $0.hasPrefix("day") || $0 == "first" } }

        @Test func `a query in the order of a property follows insertions, changes and deletions`() async throws {
            let window = TestWindow(NavigationStack { Sorted() }.modelContainer(try container()))
            #expect(notes(window) == ["day 0", "day 1", "day 2"])
            try window.find(.button, "Add").tap()
            await turn()
            #expect(notes(window) == ["first", "day 0", "day 1", "day 2"])
            try window.find(.button, "Change").tap()
            await turn()
            #expect(notes(window) == ["day 2", "first", "day 0", "day 1"])
            try window.find(.button, "Delete").tap()
            await turn()
            #expect(notes(window) == ["first", "day 0", "day 1"])
        }

        @Test func `a row of a query leads to its time, in the format of the text`() throws {
            let container = try container()
            let window = TestWindow(NavigationStack { Sorted() }.modelContainer(container))
            let reading = try #require(try container.mainContext.fetch(FetchDescriptor<Reading>()).first { $0.note == "day 1" })
            try window.find(.button, "day 1").tap()
            #expect(window.texts.contains("at \(reading.time.formatted(.dateTime))"))
        }

        private struct Unanimated: View {
            @Query(sort: \Reading.time) private var readings: [Reading]
            @Environment(\.modelContext) private var context
            var body: some View {
                ForEach(readings) { Text($0.note) }
                Button("Add") { context.insert(Reading(time: .now, value: 9)) }
            }
        }

        @Test func `a change of a query is animated if it names an animation`() async throws {
            func changed(_ view: some View) async throws -> Animation? {
                let shown = Shown(view.modelContainer(try container()))
                shown.send("Add")
                await turn()
                return shown.graph.flushAnimated().animation
            }
            #expect(try await changed(Sorted()) == .default)
            #expect(try await changed(Unanimated()) == nil)
        }

        // MARK: A query of an initializer

        /// The readings before now. The present is a constant outside of the predicate.
        private struct Past: View {
            @Query private var readings: [Reading]

            init() {
                let now = Date.now
                let predicate = #Predicate<Reading> {
                    $0.time < now
                }
                _readings = Query(
                    filter: predicate,
                    sort: \Reading.time,
                    order: .forward,
                    animation: .default
                )
            }

            var body: some View { ForEach(readings) { Text($0.note) } }
        }

        @Test func `a predicate compares with the present that was read before`() throws {
            // The reading of day 0 is made before the view.
            let container = try container([-1, 1, -3, 0])
            let window = TestWindow(Past().modelContainer(container))
            #expect(window.texts == ["day -3", "day -1", "day 0"])
        }

        /// The readings before another one, whose time is a constant outside of the predicate.
        private struct Earlier: View {
            @Query private var readings: [Reading]

            init(than reading: Reading) {
                let start = reading.time
                let predicate = #Predicate<Reading> {
                    $0.time < start
                }
                _readings = Query(filter: predicate, sort: \Reading.time, order: .reverse, animation: .default)
            }

            var body: some View { ForEach(readings) { Text($0.note) } }
        }

        private struct EarlierThanChosen: View {
            @Query(sort: \Reading.time) private var all: [Reading]
            @State private var index = 2

            var body: some View {
                if all.indices.contains(index) { Earlier(than: all[index]) }
                Button("Previous") { index -= 1 }
            }
        }

        @Test func `a query of an initializer follows the model that it is made for`() throws {
            let window = TestWindow(EarlierThanChosen().modelContainer(try container()))
            #expect(window.texts == ["day 1", "day 0", "Previous"])
            try window.find(.button, "Previous").tap()
            #expect(window.texts == ["day 0", "Previous"])
            try window.find(.button, "Previous").tap()
            #expect(window.texts == ["Previous"])
        }

        @Test func `a query of an initializer follows the time of its model`() async throws {
            let container = try container()
            let window = TestWindow(EarlierThanChosen().modelContainer(container))
            let last = try #require(try container.mainContext.fetch(FetchDescriptor<Reading>()).max { $0.time < $1.time })
            last.time = .distantPast
            await turn()
            // The last one is "day 1" now.
            #expect(window.texts == ["day 0", "day 2", "Previous"])
        }

        // MARK: The types of Core Data and their counterparts

        @Test func `a fetch descriptor, a predicate and sort descriptors select what a fetch request selects`() throws {
            let container = try container([4, 1, 3, 2, 0])
            let descriptor = FetchDescriptor<Reading>(
                predicate: #Predicate { $0.value > 0 }, sortBy: [SortDescriptor(\.time, order: .reverse)])
            let models = try container.mainContext.fetch(descriptor)
            #expect(models.map(\.note) == ["day 3", "day 2", "day 1", "day 0"])

            let request = NSFetchRequest<NSManagedObject>(entityName: "Reading")
            request.predicate = NSPredicate(format: "value > 0")
            request.sortDescriptors = [NSSortDescriptor(key: "time", ascending: false)]
            let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            context.persistentStoreCoordinator = container.mainContext.managedObjectContext.persistentStoreCoordinator
            #expect(try context.fetch(request).map { $0.value(forKey: "note") as? String } == models.map(\.note))
        }

        @Test func `results outside of views follow changes, and the history has them`() async throws {
            let container = try container()
            let observer = try ResultsObserver<Reading, Never>(
                sortBy: [SortDescriptor(\.time)], modelContext: container.mainContext)
            #expect(observer.results.map(\.note) == ["day 0", "day 1", "day 2"])
            let token = try container.mainContext.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token
            let other = ModelContext(container)
            other.author = "import"
            other.insert(Reading(time: .distantPast, value: 7, note: "imported"))
            try other.save()
            for _ in 0..<100 where observer.results.count < 4 { await turn() }
            #expect(observer.results.map(\.note) == ["imported", "day 0", "day 1", "day 2"])
            let last = try #require(token)
            let later = try container.mainContext.fetchHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > last }))
            #expect(later.map(\.author) == ["import"])
            #expect(later.flatMap(\.changes).count == 1)
        }

        // MARK: Bindings to models

        private struct NoteField: View {
            @Bindable var reading: Reading
            var body: some View {
                TextField("Note", text: $reading.note)
            }
        }

        private struct ValueField: View {
            let reading: Reading
            var body: some View {
                @Bindable var reading = reading
                TextField("Value:", value: $reading.value, format: .number)
            }
        }

        private struct Editor: View {
            @Query(sort: \Reading.time) private var readings: [Reading]
            @Environment(\.modelContext) private var context

            var body: some View {
                if let reading = readings.first {
                    Text("\(reading.note) \(reading.value)")
                    NoteField(reading: reading)
                    ValueField(reading: reading)
                    Button("Delete") { context.delete(reading) }
                } else {
                    Text("none")
                }
            }
        }

        @Test(arguments: [false, true])
        func `a bindable model is written as a property and as a variable of a body`(isAutosaveEnabled: Bool) async throws {
            let container = try container([0], isAutosaveEnabled: isAutosaveEnabled)
            let window = TestWindow(Editor().modelContainer(container))
            try window.find(.textField, "Note").type("new")
            #expect(window.texts.first == "new 0")
            try window.find(.textField, "Value:").type("41")
            try window.find(.textField, "Value:").submit()
            #expect(window.texts.first == "new 41")
            if isAutosaveEnabled {
                for _ in 0..<100 where container.mainContext.hasChanges { await turn() }
            } else {
                await turn()
                #expect(container.mainContext.hasChanges)
                try container.mainContext.save()
            }
            #expect(!container.mainContext.hasChanges)
            let stored = try #require(try ModelContext(container).fetch(FetchDescriptor<Reading>()).first)
            #expect(stored.note == "new")
            #expect(stored.value == 41)
        }

        @Test func `a field that is typed into keeps each letter while the model is saved by itself`() async throws {
            let container = try container([0])
            let window = TestWindow(Editor().modelContainer(container))
            let field = try window.find(.textField, "Note")
            var text = ""
            for (number, letter) in "a text of many letters".enumerated() {
                text.append(letter)
                try field.type(text)
                #expect(window.texts.first == "\(text) 0")
                // Every other letter is typed before the save of the one before it.
                if number.isMultiple(of: 2) { for _ in 0..<100 where container.mainContext.hasChanges { await turn() } }
            }
            for _ in 0..<100 where container.mainContext.hasChanges { await turn() }
            #expect(try ModelContext(container).fetch(FetchDescriptor<Reading>()).map(\.note) == [text])
        }

        @Test func `a field of a model that is deleted meanwhile disappears, and its binding has no effect`() async throws {
            let container = try container([0])
            let window = TestWindow(Editor().modelContainer(container))
            let reading = try #require(try container.mainContext.fetch(FetchDescriptor<Reading>()).first)
            let binding = Bindable(reading).note
            try window.find(.textField, "Note").type("edited")
            try window.find(.button, "Delete").tap()
            for _ in 0..<100 where container.mainContext.hasChanges { await turn() }
            #expect(window.texts == ["none"])
            binding.wrappedValue = "later"
            for _ in 0..<3 { await turn() }
            #expect(!container.mainContext.hasChanges)
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<Reading>()) == 0)
        }
    }
#endif
