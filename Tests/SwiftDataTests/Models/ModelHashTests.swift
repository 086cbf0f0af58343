import Foundation
import SwiftData
import Testing

/// Equal models have equal hashes, and a hash never changes.
@Suite struct ModelHashTests {
    private func reload<Model: PersistentModel>(_ model: Model, _ context: ModelContext) throws -> Model {
        try #require(context.model(for: model.persistentModelID) as? Model)
    }

    @Test func `a model that was in a set before its first save equals that of another context`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        let early: Set<RefItem> = [item]
        context.insert(item)
        let (new, hash) = (RefItem("b"), item.hashValue)
        context.insert(new)
        let late: Set<RefItem> = [new]
        try context.save()
        #expect(early.contains(item) && late.contains(new) && item.hashValue == hash)
        let (second, third) = (ModelContext(container), ModelContext(container))
        for (model, set) in [(item, early), (new, late)] {
            let (one, two) = (try reload(model, second), try reload(model, third))
            #expect(one == model && one.hashValue == model.hashValue && set.contains(one))
            #expect(two == one && two.hashValue == one.hashValue && Set([one, two, model]).count == 1)
        }
        #expect(try reload(item, second) != reload(new, third))
    }

    @Test func `the hash from before the save stays that of the row as long as a model has it`() throws {
        let container = try refContainer(RefItem.self)
        let (second, third) = (ModelContext(container), ModelContext(container))
        func copy() throws -> RefItem {
            let context = ModelContext(container)
            let item = RefItem("a")
            _ = item.hashValue
            context.insert(item)
            try context.save()
            let copy = try reload(item, second)
            #expect(copy.hashValue == item.hashValue)
            return copy
        }
        let one = try copy()
        let hash = one.hashValue
        let two = try reload(one, third)
        #expect(two == one && two.hashValue == hash && one.hashValue == hash)
    }

    @Test func `models of two contexts that were never hashed before a save are equal`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        try context.save()
        let other = try reload(item, ModelContext(container))
        #expect(item == other && item.hashValue == other.hashValue)
    }

    @Test(arguments: [false, true], [false, true]) func `equal models of an upsert have equal hashes`(
        hashesNew: Bool, hashesOld: Bool
    ) throws {
        let container = try refContainer(RefUser.self)
        let context = ModelContext(container)
        let old = RefUser(email: "a", name: "old")
        context.insert(old)
        if hashesOld { _ = old.hashValue }
        try context.save()
        let hash = old.hashValue
        let new = RefUser(email: "a", name: "new")
        context.insert(new)
        let newHash = hashesNew ? new.hashValue : nil
        try context.save()
        #expect(new.persistentModelID == old.persistentModelID && old.hashValue == hash)
        #expect((new == old) == (new.hashValue == old.hashValue))
        // A new model that was hashed keeps its hash, so it cannot be equal.
        #expect((new == old) != hashesNew)
        if let newHash { #expect(new.hashValue == newHash) }
        let other = try reload(old, ModelContext(container))
        #expect(other == old && other.hashValue == hash)
    }

    @Test func `a model keeps its hash when it is deleted, saved and inserted again`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        try context.save()
        let former = try reload(item, ModelContext(container))
        let set: Set<RefItem> = [item]
        context.delete(item)
        try context.save()
        #expect(set.contains(item))
        context.insert(item)
        #expect(set.contains(item))
        try context.save()
        #expect(set.contains(item) && former != item)
        let other = try reload(item, ModelContext(container))
        #expect(other == item && set.contains(other))
    }
}
