import Foundation
import SwiftData
import Testing

@Suite struct ChangeTrackingTests {
    private func names(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<RefItem>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    @Test func `flags follow insert change save and delete`() throws {
        let context = ModelContext(try refContainer(RefItem.self))
        let item = RefItem("a")
        #expect(item.modelContext == nil)
        #expect(!item.hasChanges)
        #expect(!context.hasChanges)
        context.insert(item)
        #expect(item.modelContext === context)
        #expect(context.hasChanges)
        #expect(context.insertedModelsArray.count == 1)
        try context.save()
        #expect(!context.hasChanges)
        #expect(!item.hasChanges)
        #expect(context.insertedModelsArray.isEmpty)
        item.rank = 2
        #expect(item.hasChanges)
        #expect(context.changedModelsArray.count == 1)
        try context.save()
        #expect(context.changedModelsArray.isEmpty)
        context.delete(item)
        #expect(item.isDeleted)
        #expect(context.deletedModelsArray.count == 1)
        #expect(try context.fetchCount(FetchDescriptor<RefItem>()) == 0)
        try context.save()
        #expect(item.modelContext == nil)
        #expect(!item.isDeleted)
        #expect(context.deletedModelsArray.isEmpty)
    }

    @Test func `rollback discards inserts changes and deletes`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let (a, b) = (RefItem("a"), RefItem("b"))
        context.insert(a)
        context.insert(b)
        try context.save()
        a.name = "changed"
        a.place?.city = "changed"
        a.list.append("changed")
        a.level = .low
        a.note = nil
        context.delete(b)
        let new = RefItem("new")
        context.insert(new)
        context.rollback()
        #expect(a.name == "a")
        #expect(a.place?.city == "c")
        #expect(a.list == ["l"])
        #expect(a.level == .high)
        #expect(a.note == "note")
        #expect(!b.isDeleted)
        #expect(b.modelContext === context)
        #expect(!context.hasChanges)
        #expect(try names(context) == ["a", "b"])
        #expect(new.name == "new")
        a.name = "again"
        try context.save()
        #expect(try names(ModelContext(container)) == ["again", "b"])
    }

    @Test func `inserting a deleted model undeletes it`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        try context.save()
        context.delete(item)
        context.insert(item)
        #expect(!item.isDeleted)
        try context.save()
        #expect(try names(ModelContext(container)) == ["a"])
    }

    @Test func `a new model that is deleted before the save is not stored`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        context.delete(item)
        try context.save()
        #expect(try names(ModelContext(container)).isEmpty)
        #expect(item.name == "a")
    }

    @Test func `transaction saves once and saves nothing after an error`() throws {
        struct Stop: Error {}
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        try context.transaction { context.insert(RefItem("a")) }
        #expect(try names(ModelContext(container)) == ["a"])
        #expect(throws: Stop.self) {
            try context.transaction {
                context.insert(RefItem("b"))
                throw Stop()
            }
        }
        #expect(try names(ModelContext(container)) == ["a"])
    }

    @Test func `willSave and didSave are posted with identifiers and not for an empty save`() throws {
        let context = ModelContext(try refContainer(RefItem.self))
        let changed = RefItem("changed")
        let deleted = RefItem("deleted")
        context.insert(changed)
        context.insert(deleted)
        try context.save()
        let deletedID = deleted.persistentModelID
        nonisolated(unsafe) var log: [String] = []
        nonisolated(unsafe) var infos: [AnyHashable: Any] = [:]
        let center = NotificationCenter.default
        let tokens = [
            center.addObserver(forName: ModelContext.willSave, object: context, queue: nil) { _ in log.append("will") },
            center.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
                log.append("did")
                infos = $0.userInfo ?? [:]
            },
        ]
        defer { for token in tokens { center.removeObserver(token) } }
        try context.save()
        #expect(log.isEmpty)
        let inserted = RefItem("inserted")
        context.insert(inserted)
        changed.rank = 9
        context.delete(deleted)
        try context.save()
        #expect(log == ["will", "did"])
        func ids(_ key: ModelContext.NotificationKey) -> Set<PersistentIdentifier> {
            if let array = infos[key.rawValue] as? [PersistentIdentifier] { return Set(array) }
            return infos[key.rawValue] as? Set<PersistentIdentifier> ?? []
        }
        #expect(ids(.insertedIdentifiers) == [inserted.persistentModelID])
        #expect(ids(.updatedIdentifiers) == [changed.persistentModelID])
        #expect(ids(.deletedIdentifiers) == [deletedID])
    }

    @MainActor @Test func `only the main context saves by itself`() throws {
        let container = try refContainer(RefItem.self)
        #expect(container.mainContext.autosaveEnabled)
        #expect(container.mainContext === container.mainContext)
        #expect(!ModelContext(container).autosaveEnabled)
        #expect(ModelContext(container).container === container)
    }
}
