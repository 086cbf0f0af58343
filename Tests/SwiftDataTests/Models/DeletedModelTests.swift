import Foundation
import SwiftData
import Testing

@Suite struct DeletedModelTests {
    private func names(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<RefItem>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    private func readAll(_ item: RefItem, gone: Bool = true) {
        _ = item.name
        _ = item.rank
        _ = item.place
        _ = item.list
        _ = item.level
        _ = item.note
        _ = item.date
        let (other, others) = (item.other, item.others)
        if gone {
            #expect(other == nil)
            #expect(others.isEmpty)
        }
        _ = item.persistentModelID
        _ = item.id
        _ = item.hashValue
        _ = item.isDeleted
        _ = item.hasChanges
        #expect(item == item)
    }

    @Test func `a deleted model keeps the values that were read`() throws {
        let context = ModelContext(try refContainer(RefItem.self))
        let item = RefItem("a", rank: 3)
        item.other = RefItem("o")
        context.insert(item)
        try context.save()
        context.delete(item)
        #expect(item.name == "a")
        #expect(item.rank == 3)
        try context.save()
        #expect(item.name == "a")
        #expect(item.rank == 3)
        readAll(item)
        item.name = "still"
        #expect(item.name == "still")
        #expect(!context.hasChanges)
    }

    @Test func `a model that another context deleted is read without a trap`() throws {
        let container = try refContainer(RefItem.self)
        let one = ModelContext(container)
        let item = RefItem("a")
        item.other = RefItem("o")
        one.insert(item)
        try one.save()
        let two = ModelContext(container)
        let shell = try #require(two.model(for: item.persistentModelID) as? RefItem)
        let three = ModelContext(container)
        let read = try three.fetch(FetchDescriptor<RefItem>())
        try one.delete(model: RefItem.self)
        try one.save()
        // The other contexts may not have merged the save yet: only no trap.
        readAll(shell, gone: false)
        for item in read { readAll(item, gone: false) }
        #expect(try two.fetch(FetchDescriptor<RefItem>()).isEmpty)
        #expect(try three.fetch(FetchDescriptor<RefItem>()).isEmpty)
        readAll(shell)
        for item in read { readAll(item) }
        try three.save()
        try two.save()
    }

    @Test func `model for an identifier without a row gives a model that can be read`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        try context.save()
        let id = item.persistentModelID
        context.delete(item)
        try context.save()
        let shell = try #require(ModelContext(container).model(for: id) as? RefItem)
        readAll(shell)
        #expect(shell.name == "")
    }

    @Test func `keys are not used again after all rows are deleted`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let old = RefItem("old")
        context.insert(old)
        try context.save()
        let id = old.persistentModelID
        context.delete(old)
        try context.save()
        let new = RefItem("new")
        context.insert(new)
        try context.save()
        #expect(new.persistentModelID != id)
        #expect(old.name == "old")
        #expect(old != new)
    }

    @Test func `erase leaves models that can be read`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        try context.save()
        try container.erase()
        readAll(item)
        #expect(try names(ModelContext(container)).isEmpty)
    }
}
