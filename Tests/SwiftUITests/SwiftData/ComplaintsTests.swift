#if SwiftData
    import Foundation
    import StrataViewTesting
    import SwiftData
    import SwiftUI
    import Testing

    @Model final class Chore {
        var title: String
        var rank: Int
        var isDone = false
        var room: Room?

        init(title: String, rank: Int = 0, room: Room? = nil) {
            self.title = title
            self.rank = rank
            self.room = room
        }
    }

    @Model final class Room {
        @Attribute(.unique) var name: String
        @Relationship(deleteRule: .cascade, inverse: \Chore.room) var chores: [Chore] = []

        init(name: String) { self.name = name }
    }

    @ModelActor actor Cleaner {
        func add(_ title: String) throws {
            modelContext.insert(Chore(title: title))
            try modelContext.save()
        }

        func rename(_ title: String, to new: String) throws {
            for chore in try modelContext.fetch(FetchDescriptor<Chore>(predicate: #Predicate { $0.title == title })) {
                chore.title = new
            }
            try modelContext.save()
        }

        func delete(_ title: String) throws {
            try modelContext.delete(model: Chore.self, where: #Predicate { $0.title == title })
            try modelContext.save()
        }
    }

    /// Counts the evaluations of views by name.
    @MainActor private final class Evaluations {
        var counts: [String: Int] = [:]

        func add(_ name: String) { counts[name, default: 0] += 1 }
    }

    /// The behavior that must hold where a public report says that a view with a query of Apple's does
    /// something else. `Tests/SwiftDataTests/Complaints` has those without views.
    @MainActor
    struct ComplaintsTests {
        private func container(_ titles: String..., room: String? = nil) throws -> ModelContainer {
            let container = try ModelContainer(for: Chore.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            let owner = room.map { Room(name: $0) }
            if let owner { container.mainContext.insert(owner) }
            for (index, title) in titles.enumerated() {
                let chore = Chore(title: title, rank: index)
                container.mainContext.insert(chore)
                chore.room = owner
            }
            try container.mainContext.save()
            return container
        }

        private func turn(_ shown: Shown) async {
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            shown.update()
        }

        private func wait(_ shown: Shown, _ isFulfilled: () -> Bool) async {
            for _ in 0..<10_000 where !isFulfilled() { await turn(shown) }
        }

        private struct Row: View {
            let chore: Chore
            var body: some View { Text("\(chore.title), \(chore.room?.name ?? "nowhere")") }
        }

        private struct Rows: View {
            @Query(sort: \Chore.rank) private var chores: [Chore]
            @Environment(\.modelContext) private var context

            var body: some View {
                ForEach(chores) { Row(chore: $0) }
                Button("Delete two") { withAnimation { for index in IndexSet([0, 2]) { context.delete(chores[index]) } } }
            }
        }

        // meshtastic/Meshtastic-Apple/pull/1944
        @Test func `a row of a model that was deleted leaves with the next update, and can be evaluated until then`() async throws
        {
            struct Kept: View {
                let chores: [Chore]
                var body: some View { ForEach(chores) { Row(chore: $0) } }
            }
            let container = try container("a", "b", room: "attic")
            let shown = Shown(Rows().modelContainer(container))
            let kept = Kept(chores: try container.mainContext.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.rank)])))
            #expect(Shown(kept).texts == ["a, attic", "b, attic"])
            #expect(shown.texts == ["a, attic", "b, attic", "Delete two"])
            try await Cleaner(modelContainer: container).delete("a")
            await wait(shown) { shown.texts.count == 2 }
            #expect(shown.texts == ["b, attic", "Delete two"])
            #expect(Shown(kept).texts == ["a, nowhere", "b, attic"])
        }

        // VAndrJ/awesome-apple-bugs/pull/28
        @Test(arguments: [false, true]) func `rows are deleted by their offsets, with and without autosave`(autosaves: Bool)
            async throws
        {
            let container = try container("a", "b", "c", "d")
            container.mainContext.autosaveEnabled = autosaves
            let shown = Shown(Rows().modelContainer(container))
            shown.press("Delete two")
            await turn(shown)
            #expect(shown.texts == ["b, nowhere", "d, nowhere", "Delete two"])
            if autosaves {
                await wait(shown) { !container.mainContext.hasChanges }
                #expect(try ModelContext(container).fetchCount(FetchDescriptor<Chore>()) == 2)
            }
            #expect(shown.texts == ["b, nowhere", "d, nowhere", "Delete two"])
        }

        // meshtastic/Meshtastic-Apple/pull/1900
        @Test func `a query compares an optional relationship with nil, and follows it`() async throws {
            struct Homeless: View {
                @Query(filter: #Predicate<Chore> { $0.room == nil }, sort: \Chore.rank) private var chores: [Chore]
                var body: some View { ForEach(chores) { Text($0.title) } }
            }
            let container = try container("a", "b", room: "attic")
            let shown = Shown(Homeless().modelContainer(container))
            #expect(shown.texts == [])
            let chores = try container.mainContext.fetch(FetchDescriptor<Chore>(sortBy: [SortDescriptor(\.rank)]))
            chores[1].room = nil
            await turn(shown)
            #expect(shown.texts == ["b"])
            chores[1].room = chores[0].room
            await turn(shown)
            #expect(shown.texts == [])
        }

        // ls1intum/artemis-ios/pull/181
        @Test func `a query with a predicate that cannot be evaluated is empty, and has the error`() throws {
            struct Wrong: View {
                @Query(filter: #Predicate<Chore> { $0.shout == "A" }) private var chores: [Chore]
                var body: some View {
                    Text("\(chores.count)")
                    Text((_chores.fetchError as? SwiftDataError) == nil ? "no error" : "error")
                }
            }
            #expect(Shown(Wrong().modelContainer(try container("a"))).texts == ["0", "error"])
        }

        // F 750839
        @Test func `two models of one unique value are two rows before the save, and one after it`() async throws {
            struct Rooms: View {
                @Query(sort: \Room.name) private var rooms: [Room]
                var body: some View { ForEach(rooms) { Text($0.name) } }
            }
            let container = try container(room: "attic")
            container.mainContext.autosaveEnabled = false
            let shown = Shown(Rooms().modelContainer(container))
            container.mainContext.insert(Room(name: "attic"))
            container.mainContext.processPendingChanges()
            await turn(shown)
            #expect(shown.texts == ["attic", "attic"])
            try container.mainContext.save()
            await wait(shown) { shown.texts.count == 1 }
            #expect(shown.texts == ["attic"])
        }

        // F 774561
        @Test func `a change evaluates only the views that show it`() async throws {
            struct CountedRow: View {
                let chore: Chore
                let evaluations: Evaluations
                var body: some View {
                    let _ = evaluations.add(chore.title)
                    Text("\(chore.rank)")
                }
            }
            struct List: View {
                let name: String
                let evaluations: Evaluations
                @Query private var chores: [Chore]

                init(_ name: String, _ filter: Predicate<Chore>, _ evaluations: Evaluations) {
                    self.name = name
                    self.evaluations = evaluations
                    _chores = Query(filter: filter, sort: \Chore.title)
                }

                var body: some View {
                    let _ = evaluations.add(name)
                    ForEach(chores) { CountedRow(chore: $0, evaluations: evaluations) }
                }
            }
            let container = try container("a", "b", "c")
            container.mainContext.autosaveEnabled = false
            let evaluations = Evaluations()
            let shown = Shown(
                VStack {
                    List("all", #Predicate { _ in true }, evaluations)
                    List("done", #Predicate { $0.isDone }, evaluations)
                }
                .modelContainer(container))
            let chores = try container.mainContext.fetch(FetchDescriptor<Chore>(sortBy: [SortDescriptor(\.title)]))
            evaluations.counts = [:]
            chores[1].rank = 9
            await turn(shown)
            #expect(evaluations.counts == ["b": 1])
            evaluations.counts = [:]
            chores[0].isDone = true
            await turn(shown)
            #expect(evaluations.counts["all"] == nil)
            #expect(evaluations.counts["done"] == 1)
            #expect(evaluations.counts["b"] == nil)
            evaluations.counts = [:]
            try container.mainContext.save()
            await turn(shown)
            #expect(evaluations.counts == [:])
            container.mainContext.insert(Room(name: "not shown"))
            container.mainContext.processPendingChanges()
            await turn(shown)
            #expect(evaluations.counts == [:])
        }

        // F 761327
        @Test func `a change of a related model updates its view, and a filter through it`() async throws {
            struct InRoom: View {
                @Query(filter: #Predicate<Chore> { $0.room?.name == "attic" }, sort: \Chore.rank) private var chores: [Chore]
                var body: some View {
                    Text("\(chores.count) in the attic")
                    ForEach(chores) { Row(chore: $0) }
                }
            }
            struct Nested: View {
                let room: Room
                var body: some View { Text(room.chores.map(\.title).joined(separator: " ")) }
            }
            let container = try container("a", "b", room: "attic")
            let room = try #require(try container.mainContext.fetch(FetchDescriptor<Room>()).first)
            let shown = Shown(
                VStack {
                    InRoom()
                    Nested(room: room)
                }
                .modelContainer(container))
            #expect(shown.texts == ["2 in the attic", "a, attic", "b, attic", "a b"])
            room.chores[0].title = "changed"
            await turn(shown)
            #expect(shown.texts == ["2 in the attic", "changed, attic", "b, attic", "changed b"])
            room.name = "cellar"
            await wait(shown) { shown.texts.count == 2 }
            #expect(shown.texts == ["0 in the attic", "changed b"])
        }

        // F 732575
        @Test func `a new parameter of a query fetches once, and an equal one does not`() async throws {
            struct Child: View {
                let evaluations: Evaluations
                @Query private var chores: [Chore]

                init(rank: Int, _ evaluations: Evaluations) {
                    self.evaluations = evaluations
                    _chores = Query(filter: #Predicate { $0.rank >= rank }, sort: \Chore.rank)
                }

                var body: some View {
                    let _ = evaluations.add("child")
                    Text(chores.map(\.title).joined())
                }
            }
            struct Parent: View {
                let evaluations: Evaluations
                @State private var rank = 1
                @State private var other = 0

                var body: some View {
                    Child(rank: rank, evaluations)
                    Text("\(other)")
                    Button("Rank") { rank = 2 }
                    Button("Other") { other += 1 }
                }
            }
            let container = try container("a", "b", "c")
            let evaluations = Evaluations()
            let shown = Shown(Parent(evaluations: evaluations).modelContainer(container))
            #expect(shown.texts == ["bc", "0", "Rank", "Other"])
            evaluations.counts = [:]
            shown.press("Rank")
            #expect(shown.texts == ["c", "0", "Rank", "Other"])
            #expect(evaluations.counts["child"] == 1)
            shown.press("Other")
            #expect(shown.texts == ["c", "1", "Rank", "Other"])
            await turn(shown)
            #expect(shown.texts == ["c", "1", "Rank", "Other"])
        }

        // fatbobman/SwiftDataConcurrencyDemo/issues/2
        @Test func `insertions, changes and deletions of an actor appear without further code`() async throws {
            let container = try container("a")
            let shown = Shown(Rows().modelContainer(container))
            let cleaner = Cleaner(modelContainer: container)
            try await cleaner.add("b")
            await wait(shown) { shown.texts.count == 3 }
            #expect(Set(shown.texts) == ["a, nowhere", "b, nowhere", "Delete two"])
            try await cleaner.rename("a", to: "changed")
            await wait(shown) { shown.texts.contains("changed, nowhere") }
            #expect(Set(shown.texts) == ["changed, nowhere", "b, nowhere", "Delete two"])
            try await cleaner.delete("b")
            await wait(shown) { shown.texts.count == 2 }
            #expect(shown.texts == ["changed, nowhere", "Delete two"])
        }

        // JuniperPhoton/Widget-Intermediate-Animation/issues/1, anthropics/claude-code/issues/19455
        @Test(.timeLimit(.minutes(30))) func `a save of another process appears`() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "complaints-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = folder.appending(path: "chores.store")
            let container = try ModelContainer(for: Chore.self, configurations: ModelConfiguration(url: store))
            container.mainContext.insert(Chore(title: "mine"))
            try container.mainContext.save()
            let shown = Shown(Rows().modelContainer(container))
            await #expect(processExitsWith: .success) { [path = store.path as String] in
                let container = try ModelContainer(
                    for: Chore.self, configurations: ModelConfiguration(url: URL(filePath: path)))
                let context = ModelContext(container)
                for chore in try context.fetch(FetchDescriptor<Chore>()) { chore.title = "changed" }
                context.insert(Chore(title: "theirs", rank: 1))
                try context.save()
            }
            while shown.texts.count < 3, !Task.isCancelled { await turn(shown) }
            #expect(shown.texts == ["changed, nowhere", "theirs, nowhere", "Delete two"])
        }

        // everpcpc/KMReader/pull/862
        @Test(.timeLimit(.minutes(30))) func `saves of actors and updates of a query do not wait for each other`() async throws {
            let container = try container()
            let shown = Shown(Rows().modelContainer(container))
            let writers = ["a", "b"].map { name in
                Task.detached {
                    let cleaner = Cleaner(modelContainer: container)
                    for round in 0..<50 {
                        try await cleaner.add("\(name) \(round)")
                        // The actor waits for the main actor, which may be updating the query.
                        await MainActor.run {}
                    }
                }
            }
            while shown.texts.count < 101, !Task.isCancelled { await turn(shown) }
            for writer in writers { try await writer.value }
            #expect(shown.texts.count == 101)
        }

        @Test func `a container is released after a window with a query was closed`() async throws {
            weak var container: ModelContainer?
            weak var context: ModelContext?
            func show() async throws {
                let made = try self.container("a", "b")
                (container, context) = (made, made.mainContext)
                let window = TestWindow(Rows().modelContainer(made))
                try made.mainContext.fetch(FetchDescriptor<Chore>()).first?.title = "changed"
                made.mainContext.processPendingChanges()
                for _ in 0..<10_000 where made.mainContext.hasChanges {
                    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
                }
                #expect(window.texts.contains("changed, nowhere"))
                window.close()
            }
            try await show()
            for _ in 0..<10_000 where container != nil || context != nil {
                await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            }
            #expect(container == nil)
            #expect(context == nil)
        }
    }

    extension Chore {
        /// A computed property, which no store can evaluate.
        fileprivate var shout: String { title.uppercased() }
    }
#endif
