import Foundation
import SwiftData
import Testing

enum OutTodo {
    @Model final class Task {
        var title: String
        var done: Bool = false
        var rank: Int
        var list: List?
        init(_ title: String, rank: Int = 0) {
            self.title = title
            self.rank = rank
        }
    }

    @Model final class List {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Task.list) var tasks: [Task] = []
        init(name: String) { self.name = name }
    }

    static func container() throws -> ModelContainer {
        try ModelContainer(for: Task.self, List.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    /// A context with saved tasks of the ranks 0 to `count - 1`.
    static func context(_ count: Int) throws -> ModelContext {
        let context = ModelContext(try container())
        for rank in 0..<count { context.insert(Task("t\(rank)", rank: rank)) }
        try context.save()
        return context
    }
}

@Suite struct ContextUseTests {
    typealias Task = OutTodo.Task
    typealias List = OutTodo.List

    /// The identifiers of a save's notification.
    final class Heard: @unchecked Sendable {
        private let lock = NSLock()
        private var saves: [[String: Any]] = []
        private var token: (any NSObjectProtocol)?

        init(_ name: Notification.Name, _ context: ModelContext) {
            token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { [weak self] note in
                var values: [String: Any] = [:]
                for (key, value) in note.userInfo ?? [:] { if let key = key as? String { values[key] = value } }
                self?.add(values)
            }
        }

        deinit { if let token { NotificationCenter.default.removeObserver(token) } }

        private func add(_ values: [String: Any]) { lock.withLock { saves.append(values) } }

        var count: Int { lock.withLock { saves.count } }

        func ids(_ key: ModelContext.NotificationKey, _ index: Int) -> Set<PersistentIdentifier>? {
            lock.withLock { (saves[index][key.rawValue] as? [PersistentIdentifier]).map(Set.init) }
        }
    }

    @Test func `didSave names the permanent identifiers of inserted, updated and deleted models`() throws {
        let context = try OutTodo.context(3)
        let saved = Heard(ModelContext.didSave, context)
        let tasks = try context.fetch(FetchDescriptor<Task>(sortBy: [SortDescriptor(\.rank)]))
        let new = Task("new")
        context.insert(new)
        tasks[0].title = "changed"
        let deleted = tasks[1].persistentModelID
        context.delete(tasks[1])
        try context.save()
        try #require(saved.count == 1)
        #expect(saved.ids(.insertedIdentifiers, 0) == [new.persistentModelID])
        #expect(saved.ids(.updatedIdentifiers, 0) == [tasks[0].persistentModelID])
        #expect(saved.ids(.deletedIdentifiers, 0) == [deleted])
    }

    @Test func `a save without changes posts nothing`() throws {
        let context = try OutTodo.context(1)
        let will = Heard(ModelContext.willSave, context)
        let did = Heard(ModelContext.didSave, context)
        try context.save()
        #expect(will.count == 0)
        #expect(did.count == 0)
        context.insert(Task("x"))
        try context.save()
        #expect(will.count == 1)
        #expect(did.count == 1)
    }

    @Test func `the lists of pending models follow the changes`() throws {
        let context = try OutTodo.context(2)
        let tasks = try context.fetch(FetchDescriptor<Task>(sortBy: [SortDescriptor(\.rank)]))
        #expect(!context.hasChanges)
        #expect(!tasks[0].hasChanges)
        let new = Task("new")
        context.insert(new)
        tasks[0].done = true
        context.delete(tasks[1])
        #expect(context.hasChanges)
        #expect(context.insertedModelsArray.map(\.persistentModelID) == [new.persistentModelID])
        #expect(context.changedModelsArray.map(\.persistentModelID) == [tasks[0].persistentModelID])
        #expect(context.deletedModelsArray.map(\.persistentModelID) == [tasks[1].persistentModelID])
        #expect(tasks[0].hasChanges)
        #expect(tasks[1].isDeleted)
        try context.save()
        #expect(!context.hasChanges)
        #expect(context.insertedModelsArray.isEmpty)
        #expect(context.changedModelsArray.isEmpty)
        #expect(context.deletedModelsArray.isEmpty)
    }

    @Test func `rollback restores values, relationships, deletes and inserts`() throws {
        let context = try OutTodo.context(2)
        let list = List(name: "home")
        context.insert(list)
        let tasks = try context.fetch(FetchDescriptor<Task>(sortBy: [SortDescriptor(\.rank)]))
        list.tasks = [tasks[0]]
        try context.save()
        tasks[0].title = "changed"
        list.tasks.append(tasks[1])
        context.delete(tasks[0])
        let new = Task("new")
        context.insert(new)
        context.rollback()
        #expect(!context.hasChanges)
        #expect(tasks[0].title == "t0")
        #expect(!tasks[0].isDeleted)
        #expect(list.tasks.map(\.title) == ["t0"])
        #expect(tasks[1].list == nil)
        #expect(new.modelContext == nil)
        #expect(try context.fetchCount(FetchDescriptor<Task>()) == 2)
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Task>()) == 2)
    }

    @Test func `a transaction saves, and one that throws saves nothing`() throws {
        struct Stop: Error {}
        let context = ModelContext(try OutTodo.container())
        try context.transaction {
            context.insert(Task("a"))
            context.insert(Task("b"))
        }
        #expect(!context.hasChanges)
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Task>()) == 2)
        #expect(throws: Stop.self) {
            try context.transaction {
                context.insert(Task("c"))
                throw Stop()
            }
        }
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Task>()) == 2)
    }

    @Test func `enumerate visits every model in order, in batches`() throws {
        let context = try OutTodo.context(25)
        var ranks: [Int] = []
        try context.enumerate(FetchDescriptor<Task>(sortBy: [SortDescriptor(\.rank)]), batchSize: 4) { ranks.append($0.rank) }
        #expect(ranks == Array(0..<25))
        var some: [Int] = []
        try context.enumerate(
            FetchDescriptor<Task>(predicate: #Predicate { $0.rank >= 20 }, sortBy: [SortDescriptor(\.rank, order: .reverse)])
        ) { some.append($0.rank) }
        #expect(some == [24, 23, 22, 21, 20])
    }

    @Test func `enumerate with escaping mutations changes all rows`() throws {
        let context = try OutTodo.context(25)
        try context.enumerate(FetchDescriptor<Task>(), batchSize: 10, allowEscapingMutations: true) { $0.done = true }
        try context.save()
        let count = try ModelContext(context.container).fetchCount(FetchDescriptor<Task>(predicate: #Predicate { $0.done }))
        #expect(count == 25)
    }

    @Test func `an error of the block ends an enumeration`() throws {
        struct Stop: Error {}
        let context = try OutTodo.context(10)
        var count = 0
        #expect(throws: Stop.self) {
            try context.enumerate(FetchDescriptor<Task>(), batchSize: 2) { _ in
                count += 1
                if count == 3 { throw Stop() }
            }
        }
        #expect(count == 3)
    }

    @Test func `a batched fetch is a collection, and needs a descriptor without pending changes`() throws {
        let context = try OutTodo.context(25)
        var descriptor = FetchDescriptor<Task>(sortBy: [SortDescriptor(\.rank)])
        #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
            try context.fetch(descriptor, batchSize: 10)
        }
        descriptor.includePendingChanges = false
        let tasks = try context.fetch(descriptor, batchSize: 10)
        #expect(tasks.count == 25)
        #expect(tasks[24].title == "t24")
        #expect(tasks.map(\.rank) == Array(0..<25))
        #expect(tasks.first?.rank == 0)
        #expect(tasks[3..<6].map(\.rank) == [3, 4, 5])
        #expect(tasks.reversed().first?.rank == 24)
        let ids = try context.fetchIdentifiers(descriptor, batchSize: 7)
        #expect(ids.count == 25)
        #expect(Array(ids) == tasks.map(\.persistentModelID))
    }

    @Test func `limit and offset apply after pending changes`() throws {
        let context = try OutTodo.context(5)
        context.insert(Task("first", rank: -1))
        let second = try #require(try context.fetch(FetchDescriptor<Task>(predicate: #Predicate { $0.rank == 1 })).first)
        context.delete(second)
        var descriptor = FetchDescriptor<Task>(sortBy: [SortDescriptor(\.rank)])
        descriptor.fetchLimit = 3
        #expect(try context.fetch(descriptor).map(\.rank) == [-1, 0, 2])
        descriptor.fetchOffset = 2
        #expect(try context.fetch(descriptor).map(\.rank) == [2, 3, 4])
        #expect(try context.fetchCount(descriptor) == 3)
        descriptor.includePendingChanges = false
        #expect(try context.fetch(descriptor).map(\.rank) == [2, 3, 4])
        descriptor.fetchOffset = 9
        #expect(try context.fetch(descriptor).isEmpty)
    }

    @Test func `properties to fetch and prefetching change nothing that is read`() throws {
        let context = try OutTodo.context(3)
        let list = List(name: "l")
        context.insert(list)
        list.tasks = try context.fetch(FetchDescriptor<Task>())
        try context.save()
        var descriptor = FetchDescriptor<Task>(sortBy: [SortDescriptor(\.rank)])
        descriptor.propertiesToFetch = [\.title]
        descriptor.relationshipKeyPathsForPrefetching = [\.list]
        let tasks = try ModelContext(context.container).fetch(descriptor)
        #expect(tasks.map(\.title) == ["t0", "t1", "t2"])
        #expect(tasks.map(\.rank) == [0, 1, 2])
        #expect(tasks.map(\.list?.name) == ["l", "l", "l"])
    }

    @Test func `fetched identifiers resolve in another context`() throws {
        let context = try OutTodo.context(3)
        let ids = try context.fetchIdentifiers(FetchDescriptor<Task>(predicate: #Predicate { $0.rank > 0 }))
        #expect(ids.count == 2)
        let other = ModelContext(context.container)
        #expect(Set(ids.compactMap { (other.model(for: $0) as? Task)?.rank }) == [1, 2])
    }

    @MainActor @Test func `the main context saves by itself, and a context made by hand does not`() async throws {
        let container = try OutTodo.container()
        #expect(container.mainContext === container.mainContext)
        #expect(container.mainContext.autosaveEnabled)
        let hand = ModelContext(container)
        #expect(!hand.autosaveEnabled)
        container.mainContext.insert(Task("auto"))
        await eventually { !container.mainContext.hasChanges }
        await eventually { try! ModelContext(container).fetchCount(FetchDescriptor<Task>()) == 1 }
    }

    @MainActor @Test func `the main context saves what was changed before autosave was on`() async throws {
        let container = try OutTodo.container()
        let context = container.mainContext
        context.autosaveEnabled = false
        context.insert(Task("imported"))
        // Without this, a save could follow from the insertion's own notification.
        context.processPendingChanges()
        context.autosaveEnabled = true
        await eventually { !context.hasChanges }
        #expect(!context.hasChanges)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Task>()) == 1)
    }

    @MainActor @Test func `the main context does not save while autosave is off`() async throws {
        let container = try OutTodo.container()
        let context = container.mainContext
        context.autosaveEnabled = false
        context.insert(Task("manual"))
        for _ in 0..<20 { await _Concurrency.Task.yield() }
        #expect(context.hasChanges)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Task>()) == 0)
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Task>()) == 1)
    }
}
