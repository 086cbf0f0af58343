import Foundation
import SwiftData
import Testing

/// The operations that an app may perform on a model in any state. None of them ends the program.
@Suite struct DetachedModelTests {
    /// Keeps the contexts of foreign models.
    final class Keeper {
        var contexts: [ModelContext] = []
    }

    let keeper = Keeper()

    @Test(arguments: State.allCases)
    func `no order of two operations traps`(state: State) throws {
        let number = State.allCases.firstIndex(of: state) ?? 0
        for (row, first) in Operation.allCases.enumerated() {
            let shared = try makeContainer()
            // A tenth of the pairs in each state, so that two states have each pair. All take a minute.
            for (column, second) in Operation.allCases.enumerated() where (row + column + number).isMultiple(of: 10) {
                var container: ModelContainer? = state == .containerReleased ? try makeContainer() : shared
                var (item, context) = try make(state, try #require(container))
                if state == .containerReleased { container = nil }
                _ = container
                try perform(first, item, context)
                try perform(second, item, context)
                read(item)
                readRelated(item)
                set(item)
                do {
                    try context.save()
                } catch SwiftDataError.modelValidationFailure {
                    context.rollback()
                }
                read(item)
                readRelated(item)
                keeper.contexts = []
                context = ModelContext(shared)
                try context.delete(model: AttackItem.self)
                try context.delete(model: AttackTag.self)
                try context.save()
                read(item)
                readRelated(item)
                item = AttackItem("next")
            }
        }
    }

    @Test(arguments: State.allCases)
    func `a model with values that is not in another context can be inserted and saved`(state: State) throws {
        let container = try makeContainer()
        let (item, context) = try make(state, container)
        guard item.modelContext == nil || item.modelContext === context, state != .shellOfDeleted, state != .shellOfOwn else {
            return
        }
        context.insert(item)
        #expect(item.modelContext === context)
        #expect(!item.isDeleted)
        item.count = 77
        try context.save()
        let count = FetchDescriptor<AttackItem>(predicate: #Predicate { $0.count == 77 })
        #expect(try ModelContext(container).fetchCount(count) == 1)
        #expect(try context.fetch(count) == [item])
    }

    @Test(arguments: [State.deletedAndSaved, .deletedElsewhereAndMerged, .erased])
    func `a model without a row has no context, no relationships and is not deleted`(state: State) throws {
        let (item, context) = try make(state, try makeContainer())
        context.processPendingChanges()
        #expect(item.modelContext == nil)
        #expect(!item.isDeleted)
        #expect(item.owner == nil)
        #expect(item.tags.isEmpty)
        #expect(item.other == nil)
        #expect(item.others.isEmpty)
        #expect(item.name == "a")
        item.name = "still"
        #expect(item.name == "still")
        #expect(!context.hasChanges)
    }

    @Test func `a model that is gone is released`() throws {
        let (item, context) = try make(.deletedElsewhereAndMerged, try makeContainer())
        weak var released: AttackItem?
        do {
            let model = try make(.deletedAndSaved, context.container).0
            model.name = "set"
            released = model
        }
        #expect(released == nil)
        item.name = "set"
        #expect(item.name == "set")
    }

    @Test func `a save that fails can be rolled back and repeated`() throws {
        let container = try refContainer(RefBoss.self, AttackItem.self)
        let context = ModelContext(container)
        let boss = RefBoss("b")
        boss.workers = [RefWorker("w")]
        let item = filled()
        context.insert(boss)
        context.insert(item)
        try context.save()
        for _ in 0..<2 {
            context.delete(boss)
            context.delete(item)
            let new = filled("new")
            new.tags = []
            context.insert(new)
            #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
            #expect(boss.isDeleted)
            #expect(item.isDeleted)
            read(item)
            readRelated(new)
            context.rollback()
            #expect(!boss.isDeleted)
            #expect(item.owner?.name == "o")
            #expect(item.tags.map(\.name) == ["t"])
            #expect(item.others.map(\.name) == ["member"])
            #expect(new.modelContext == nil)
            #expect(new.name == "new")
            #expect(!context.hasChanges)
        }
        try context.save()
        context.delete(try #require(boss.workers.first))
        try context.save()
        context.delete(boss)
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<RefBoss>()) == 0)
    }

    @Test func `a stored model of a released context joins another with its changes`() throws {
        let container = try makeContainer()
        var context: ModelContext? = ModelContext(container)
        let item = filled()
        context?.insert(item)
        try context?.save()
        let id = item.persistentModelID
        item.count = 9
        context = nil
        #expect(item.modelContext == nil)
        #expect(item.count == 9)
        let other = ModelContext(container)
        other.insert(item)
        #expect(item.modelContext === other)
        #expect(item.persistentModelID == id)
        #expect(item.owner?.name == "o")
        try other.save()
        let read = try ModelContext(container).fetch(FetchDescriptor<AttackItem>(predicate: #Predicate { $0.name == "a" }))
        #expect(read.map(\.count) == [9])
    }

    @Test func `a deleted model moves to another container`() throws {
        let (item, _) = try make(.deletedAndSaved, try makeContainer())
        let container = try makeContainer()
        let context = ModelContext(container)
        context.insert(item)
        item.owner = AttackOwner("new")
        try context.save()
        let read = try refReload(AttackItem.self, container)
        #expect(read.name == "a")
        #expect(read.kind == .road)
        #expect(read.place == AttackPlace(city: "c", kind: .road, state: .off))
        #expect(read.list == ["l"])
        #expect(read.owner?.name == "new")
        #expect(read.uuid == item.uuid)
    }

    @Test func `unread values of a deleted row are those of their types`() throws {
        let (item, context) = try make(.shellOfDeleted, try makeContainer())
        #expect(try context.fetchCount(FetchDescriptor<AttackItem>()) == 2)
        #expect(item.name == "")
        #expect(item.kind == .rail)
        #expect(item.state == .on)
        #expect(item.place == AttackPlace(city: "", kind: .rail, state: .on))
        #expect(item.list == [])
        #expect(item.map == [:])
        #expect(item.date == Date(timeIntervalSinceReferenceDate: 0))
    }
}
