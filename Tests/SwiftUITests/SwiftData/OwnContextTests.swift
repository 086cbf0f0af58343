#if SwiftData
    import Foundation
    import StrataViewTesting
    import SwiftData
    import SwiftUI
    import Testing

    /// Queries in a context that the app has made, and that belongs to no queue by itself.
    @MainActor
    struct OwnContextTests {
        private struct Tasks: View {
            @Query(sort: \Errand.title) private var tasks: [Errand]
            @Environment(\.modelContext) private var context

            var body: some View {
                ForEach(tasks) { Text($0.title) }
                Button("Add") { context.insert(Errand(title: "new", rank: 0)) }
            }
        }

        private func context() throws -> ModelContext {
            let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
            let context = ModelContext(try ModelContainer(for: Errand.self, configurations: configuration))
            context.insert(Errand(title: "a", rank: 0))
            try context.save()
            return context
        }

        private func insert(_ title: String, elsewhere container: ModelContainer) throws {
            let other = ModelContext(container)
            other.insert(Errand(title: title, rank: 0))
            try other.save()
        }

        /// Shows what some turns of the main loop have changed, until the texts are as expected.
        private func texts(_ shown: Shown, become expected: [String]) async -> [String] {
            for _ in 0..<100 where shown.texts != expected {
                await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
                shown.update()
            }
            return shown.texts
        }

        @Test func `a query follows the insertions of a context of the app's, which saves nothing by itself`() async throws {
            let context = try context()
            let shown = Shown(Tasks().modelContext(context))
            #expect(shown.texts == ["a", "Add"])
            shown.press("Add")
            #expect(await texts(shown, become: ["a", "new", "Add"]) == ["a", "new", "Add"])
            #expect(!context.autosaveEnabled)
            #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Errand>()) == 1)
            try context.save()
            #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Errand>()) == 2)
        }

        @Test func `a save elsewhere reaches a query in a context of the app's, each time`() async throws {
            let context = try context()
            let shown = Shown(Tasks().environment(\.modelContext, context))
            try insert("b", elsewhere: context.container)
            #expect(await texts(shown, become: ["a", "b", "Add"]) == ["a", "b", "Add"])
            try insert("c", elsewhere: context.container)
            #expect(await texts(shown, become: ["a", "b", "c", "Add"]) == ["a", "b", "c", "Add"])
        }

        @Test func `a query follows a context that had unsaved changes before a view used it`() async throws {
            let context = try context()
            context.insert(Errand(title: "early", rank: 0))
            let shown = Shown(Tasks().modelContext(context))
            #expect(await texts(shown, become: ["a", "early", "Add"]) == ["a", "early", "Add"])
            shown.press("Add")
            #expect(await texts(shown, become: ["a", "early", "new", "Add"]) == ["a", "early", "new", "Add"])
        }

        @Test func `a save from before a view used the context reaches models that the view shows`() async throws {
            let context = try context()
            let task = try #require(try context.fetch(FetchDescriptor<Errand>()).first)
            let other = ModelContext(context.container)
            let renamed = try #require(try other.fetch(FetchDescriptor<Errand>()).first)
            renamed.title = "renamed"
            try other.save()
            struct Title: View {
                let task: Errand
                var body: some View { Text(task.title) }
            }
            let shown = Shown(Title(task: task).modelContext(context))
            #expect(await texts(shown, become: ["renamed"]) == ["renamed"])
        }
    }
#endif
