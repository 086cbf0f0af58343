#if SwiftData
    import StrataViewTesting
    import SwiftData
    import SwiftUI
    import Testing

    /// Counts what views do. Tests read it between two points without suspension, on the main actor.
    @MainActor
    private enum Counts {
        static var bodies = 0
        static var rows = 0
        nonisolated(unsafe) static var identified = 0

        /// Returns how many bodies and rows were evaluated, and elements identified, in `change`.
        static func during(_ change: () throws -> Void) rethrows -> [Int] {
            (bodies, rows, identified) = (0, 0, 0)
            try change()
            return [bodies, rows, identified]
        }
    }

    extension Errand {
        /// The rank, as an identity whose reads are counted.
        fileprivate var counted: PersistentIdentifier {
            Counts.identified += 1
            return persistentModelID
        }
    }

    private struct Row: View {
        let task: Errand
        var body: some View {
            let _ = Counts.rows += 1
            Text(task.title)
        }
    }

    private struct Many: View {
        @Query(sort: \Errand.rank) private var tasks: [Errand]
        var body: some View {
            let _ = Counts.bodies += 1
            Text("\(tasks.count) tasks")
            List(tasks, id: \.counted) { Row(task: $0) }
        }
    }

    @MainActor
    struct QueryCostTests {
        private func container(_ count: Int) throws -> ModelContainer {
            let container = try ModelContainer(for: Errand.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            container.mainContext.autosaveEnabled = false
            for index in 0..<count { container.mainContext.insert(Errand(title: "task \(index)", rank: index * 2)) }
            try container.mainContext.save()
            return container
        }

        /// Returns what each kind of edit costs in a list of so many rows.
        private func costs(_ count: Int) throws -> [[Int]] {
            let container = try container(count)
            let context = container.mainContext
            let shown = Shown(Many().modelContainer(container))
            let tasks = try context.fetch(FetchDescriptor<Errand>(sortBy: [SortDescriptor(\.rank)]))
            let edits: [() -> Void] = [
                { tasks[2].title = "changed" },
                { tasks[count - 2].title = "changed" },
                { context.delete(tasks[0]) },
                { context.insert(Errand(title: "new", rank: 3)) },
                { tasks[count - 1].rank = -1 },
                { context.insert(Errand(title: "new", rank: count * 2)) },
            ]
            return try edits.map { edit in
                try Counts.during {
                    edit()
                    context.processPendingChanges()
                    shown.update()
                    try context.save()
                    shown.update()
                }
            }
        }

        @Test func `an edit of a query's array costs as much in a list of ten thousand rows as in one of a thousand`() throws {
            let few = try costs(1_000)
            let many = try costs(10_000)
            #expect(few == many)
            // A title that is shown is one row, and one that is not shown is nothing.
            #expect(few[0] == [0, 1, 0])
            #expect(few[1] == [0, 0, 0])
            // The other edits evaluate the body that reads the array, and rows near the visible ones.
            for cost in few[2...] {
                #expect(cost[0] == 1)
                #expect(cost[2] < 500)
            }
        }

        // MARK: Evaluations

        private struct Total: View {
            @Query private var tasks: [Errand]
            var body: some View {
                let _ = Counts.bodies += 1
                Text("\(tasks.count) in all")
            }
        }

        private struct Done: View {
            @Query(filter: #Predicate<Errand> { $0.isDone }) private var tasks: [Errand]
            var body: some View {
                let _ = Counts.rows += 1
                Text("\(tasks.count) done")
            }
        }

        @Test func `a body is evaluated when its own query's rows change, and not for other changes of the type`() throws {
            let container = try container(3)
            let context = container.mainContext
            let shown = Shown(
                VStack {
                    Total()
                    Done()
                }
                .modelContainer(container))
            let tasks = try context.fetch(FetchDescriptor<Errand>(sortBy: [SortDescriptor(\.rank)]))
            func cost(_ edit: () -> Void) throws -> [Int] {
                try Counts.during {
                    edit()
                    context.processPendingChanges()
                    shown.update()
                    try context.save()
                    shown.update()
                }
            }
            #expect(try cost { tasks[0].title = "changed" } == [0, 0, 0])
            #expect(try cost { tasks[0].isDone = true } == [0, 1, 0])
            #expect(shown.texts == ["3 in all", "1 done"])
            #expect(try cost { context.insert(Errand(title: "new", rank: 9)) } == [1, 0, 0])
            #expect(try cost { context.delete(tasks[0]) } == [1, 1, 0])
            #expect(shown.texts == ["3 in all", "0 done"])
        }

        @MainActor private final class Tally {
            var bodies = 0
            var rows = 0
        }

        private struct TitleRow: View {
            let task: Errand
            let tally: Tally
            var body: some View {
                let _ = tally.rows += 1
                Text(task.title)
            }
        }

        private struct Titles: View {
            let tally: Tally
            @Query(sort: \Errand.rank) private var tasks: [Errand]
            init(_ tally: Tally) { self.tally = tally }
            var body: some View {
                let _ = tally.bodies += 1
                ForEach(tasks) { TitleRow(task: $0, tally: tally) }
            }
        }

        @Test func `a save of another context evaluates the bodies that read what it has changed`() async throws {
            let container = try container(2)
            let tally = Tally()
            let shown = Shown(Titles(tally).modelContainer(container))
            let other = ModelContext(container)
            let tasks = try other.fetch(FetchDescriptor<Errand>(sortBy: [SortDescriptor(\.rank)]))
            let own = try container.mainContext.fetch(FetchDescriptor<Errand>(sortBy: [SortDescriptor(\.rank)]))
            func save() async throws {
                try other.save()
                await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            }
            tasks[0].isDone = true
            tasks[1].owner = "Ann"
            (tally.bodies, tally.rows) = (0, 0)
            try await save()
            for _ in 0..<100 where !own[0].isDone { await Task.yield() }
            shown.update()
            #expect(own[0].isDone)
            #expect(tally.bodies == 0)
            #expect(tally.rows == 0)
            tasks[1].title = "changed"
            try await save()
            shown.update()
            #expect(shown.texts == ["task 0", "changed"])
            #expect(tally.bodies == 0)
            #expect(tally.rows == 1)
        }

        private struct Owned: View {
            @Query private var tasks: [Errand]
            let number: Int
            let seen: @MainActor ([Errand]) -> Void

            init(owner: String, number: Int, seen: @escaping @MainActor ([Errand]) -> Void) {
                self.number = number
                self.seen = seen
                _tasks = Query(filter: #Predicate<Errand> { $0.owner == owner }, sort: [SortDescriptor(\.title)])
            }

            var body: some View {
                let _ = seen(tasks)
                Text("\(number):")
                ForEach(tasks) { Text($0.title) }
            }
        }

        private struct Choice: View {
            @State private var owner = "Ann"
            @State private var number = 1
            let seen: @MainActor ([Errand]) -> Void
            var body: some View {
                Owned(owner: owner, number: number, seen: seen)
                Button("Bob") { owner = "Bob" }
                Button("Count") { number += 1 }
            }
        }

        @Test func `a query with an equal predicate is not fetched again, and one with another is`() throws {
            let container = try container(0)
            for (title, owner) in [("a", "Ann"), ("b", "Bob"), ("c", "Ann")] {
                container.mainContext.insert(Errand(title: title, rank: 0, owner: owner))
            }
            var seen: [[Errand]] = []
            let shown = Shown(Choice { seen.append($0) }.modelContainer(container))
            func address(_ index: Int) -> UnsafeRawPointer? { seen[index].withUnsafeBytes(\.baseAddress) }
            #expect(seen.count == 1)
            shown.press("Count")
            #expect(shown.texts == ["2:", "a", "c", "Bob", "Count"])
            // The same array, and not an equal one.
            #expect(seen.count == 2)
            #expect(address(0) == address(1))
            shown.press("Bob")
            #expect(shown.texts == ["2:", "b", "Bob", "Count"])
            #expect(seen.count == 3)
        }
    }
#endif
