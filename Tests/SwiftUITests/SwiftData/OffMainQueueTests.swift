#if SwiftData
    import Foundation
    import StrataViewTesting
    import SwiftData
    import SwiftUI
    import Testing

    /// Contexts of views that an app uses off the main queue, as Swift 5 allows.
    @MainActor
    struct OffMainQueueTests {
        private struct Errands: View {
            @Query(sort: \Errand.title) private var errands: [Errand]

            var body: some View { ForEach(errands) { Text($0.title) } }
        }

        private struct Long: View {
            @Query(filter: #Predicate<Errand> { $0.rank > 0 }, sort: \Errand.title) private var errands: [Errand]

            var body: some View { ForEach(errands) { Text($0.title) } }
        }

        private func container() throws -> ModelContainer {
            let container = try ModelContainer(for: Errand.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            let context = ModelContext(container)
            context.insert(Errand(title: "a", rank: 0))
            try context.save()
            return container
        }

        private func stored(_ container: ModelContainer) throws -> [String] {
            try ModelContext(container).fetch(FetchDescriptor<Errand>(sortBy: [SortDescriptor(\.title)])).map(\.title)
        }

        /// Shows what some turns of the main loop have changed, until the texts are as expected.
        private func texts(_ shown: Shown, become expected: [String]) async -> [String] {
            for _ in 0..<100 where shown.texts != expected {
                await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
                shown.update()
            }
            return shown.texts
        }

        @Test(arguments: [false, true])
        func `a save off the main queue is stored, and shown by a query`(isOwn: Bool) async throws {
            let container = try container()
            nonisolated(unsafe) let context = isOwn ? ModelContext(container) : container.mainContext
            let shown = Shown(Errands().modelContext(context))
            #expect(shown.texts == ["a"])
            try await Task.detached {
                for title in ["b", "c"] { context.insert(Errand(title: title, rank: 1)) }
                try context.save()
            }.value
            #expect(await texts(shown, become: ["a", "b", "c"]) == ["a", "b", "c"])
            #expect(try stored(container) == ["a", "b", "c"])
        }

        @Test(arguments: [false, true])
        func `fetches, deletions and rollbacks off the main queue are shown`(isOwn: Bool) async throws {
            let container = try container()
            nonisolated(unsafe) let context = isOwn ? ModelContext(container) : container.mainContext
            context.autosaveEnabled = false
            let shown = Shown(Errands().modelContext(context))
            #expect(shown.texts == ["a"])
            let count = try await Task.detached {
                context.insert(Errand(title: "b", rank: 1))
                for errand in try context.fetch(FetchDescriptor<Errand>()) where errand.title == "a" { context.delete(errand) }
                context.processPendingChanges()
                return try context.fetchCount(FetchDescriptor<Errand>())
            }.value
            #expect(count == 1)
            #expect(await texts(shown, become: ["b"]) == ["b"])
            await Task.detached { context.rollback() }.value
            #expect(await texts(shown, become: ["a"]) == ["a"])
        }

        @Test func `a call while the main queue waits for the caller does not wait for it`() async throws {
            let container = try container()
            nonisolated(unsafe) let context = container.mainContext
            let shown = Shown(Errands().modelContext(context))
            #expect(shown.texts == ["a"])
            let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            try other.performAndWait {
                context.insert(Errand(title: "b", rank: 1))
                try context.save()
            }
            #expect(await texts(shown, become: ["a", "b"]) == ["a", "b"])
            #expect(try stored(container) == ["a", "b"])
        }

        @Test func `changes off the main queue and on it leave the array of a query as the results are`() async throws {
            let container = try container()
            nonisolated(unsafe) let context = container.mainContext
            context.autosaveEnabled = false
            let shown = Shown(
                Group {
                    Errands()
                    Long()
                }.modelContext(context))
            #expect(shown.texts == ["a"])
            let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            other.performAndWait {
                for title in ["b", "c"] { context.insert(Errand(title: title, rank: 1)) }
                context.processPendingChanges()
            }
            // Before the main queue has read what came before it.
            for errand in context.insertedModelsArray.compactMap({ $0 as? Errand }) where errand.title == "b" {
                context.delete(errand)
            }
            context.processPendingChanges()
            #expect(await texts(shown, become: ["a", "c", "c"]) == ["a", "c", "c"])
        }
    }
#endif
