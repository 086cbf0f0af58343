import Foundation
import SwiftData
import Testing

extension DetachedModelTests {
    /// The history of a model until a test uses it.
    enum State: CaseIterable {
        case new, inserted, saved, changed, deleted, deletedAndSaved, insertedAndDeleted, insertedAndRolledBack
        case changedAndRolledBack, deletedAndRolledBack, deletedElsewhere, deletedElsewhereAndMerged, shellOfDeleted, shellOfOwn
        case contextReleased, insertedContextReleased, containerReleased, erased, upserted, foreign
    }

    enum Operation: CaseIterable {
        case read, readRelated, set, setRelatedNew, setRelatedNil, setRelatedKnown, addToOwner, delete, deleteTwice, insert
        case insertTwice, insertElsewhere, save, rollback, fetch, identify, deleteAll
    }

    func makeContainer() throws -> ModelContainer { try refContainer(AttackItem.self) }

    func filled(_ name: String = "a") -> AttackItem {
        let item = AttackItem(name)
        item.owner = AttackOwner("o")
        item.tags = [AttackTag("t")]
        item.other = AttackItem("other")
        item.others = [AttackItem("member")]
        return item
    }

    /// Returns a model in a state, with the context to use next.
    func make(_ state: State, _ container: ModelContainer) throws -> (AttackItem, ModelContext) {
        let context = ModelContext(container)
        let item = filled()
        if state == .new { return (item, context) }
        if state == .shellOfOwn { return (try #require(context.model(for: item.persistentModelID) as? AttackItem), context) }
        context.insert(item)
        if state == .inserted { return (item, context) }
        if state == .insertedContextReleased { return (item, ModelContext(container)) }
        if state == .insertedAndDeleted {
            context.delete(item)
            return (item, context)
        }
        if state == .insertedAndRolledBack {
            context.rollback()
            return (item, context)
        }
        try context.save()
        switch state {
        case .changed, .changedAndRolledBack:
            item.name = "changed"
            item.owner = nil
            item.tags = []
            if state == .changedAndRolledBack { context.rollback() }
        case .deleted, .deletedAndSaved, .deletedAndRolledBack:
            context.delete(item)
            if state == .deletedAndSaved { try context.save() }
            if state == .deletedAndRolledBack { context.rollback() }
        case .deletedElsewhere, .deletedElsewhereAndMerged, .shellOfDeleted:
            let other = ModelContext(container)
            let shell = try #require(other.model(for: item.persistentModelID) as? AttackItem)
            if state != .shellOfDeleted { _ = shell.name }
            context.delete(item)
            try context.save()
            if state == .deletedElsewhereAndMerged { _ = try other.fetch(FetchDescriptor<AttackItem>()) }
            return (shell, other)
        case .contextReleased: return (item, ModelContext(container))
        case .erased: try container.erase()
        case .upserted:
            let tag = AttackTag("t")
            tag.items = [item]
            context.insert(tag)
            try context.save()
        case .foreign:
            keeper.contexts.append(context)
            return (item, ModelContext(container))
        default: break
        }
        return (item, context)
    }

    func perform(_ operation: Operation, _ item: AttackItem, _ context: ModelContext) throws {
        // To use a model with another context than its own is a mistake that traps.
        let isForeign = item.modelContext.map { $0 !== context } ?? false
        switch operation {
        case .read: read(item)
        case .readRelated: readRelated(item)
        case .set: set(item)
        case .setRelatedNew:
            item.owner = AttackOwner("new")
            item.tags.append(AttackTag("u"))
            item.others = [AttackItem("n")]
            item.other = item
        case .setRelatedNil:
            item.owner = nil
            item.tags = []
            item.other = nil
            item.others.removeAll()
        case .setRelatedKnown:
            if isForeign { return }
            let owner = AttackOwner("known")
            context.insert(owner)
            item.owner = owner
            item.other?.owner = nil
        case .addToOwner:
            if isForeign { return }
            let owner = AttackOwner("owner")
            context.insert(owner)
            owner.items.append(item)
            owner.items.removeAll { $0 === item }
        case .delete: if !isForeign { context.delete(item) }
        case .deleteTwice:
            if isForeign { return }
            context.delete(item)
            context.delete(item)
        case .insert: if !isForeign { context.insert(item) }
        case .insertTwice:
            if isForeign { return }
            context.insert(item)
            context.insert(item)
        case .insertElsewhere:
            let other = ModelContext(context.container)
            if item.modelContext == nil {
                other.insert(item)
                #expect(item.modelContext === other)
                readRelated(item)
                // Ignored: a model whose values were never read lacks required ones.
                try? other.save()
            }
        // Ignored: as above.
        case .save: try? context.save()
        case .rollback: context.rollback()
        case .fetch: for each in try context.fetch(FetchDescriptor<AttackItem>()) { read(each) }
        case .identify:
            _ = context.model(for: item.persistentModelID)
            let registered: AttackItem? = context.registeredModel(for: item.persistentModelID)
            _ = registered?.name
        case .deleteAll:
            try context.delete(model: AttackItem.self)
            try context.delete(model: AttackOwner.self, where: #Predicate { $0.name != "x" })
        }
    }

    func read(_ item: AttackItem) {
        _ = (item.name, item.count, item.size, item.flag, item.date, item.uuid, item.data, item.url)
        _ = (item.kind, item.state, item.place, item.list, item.map, item.note, item.scratch)
        _ = (item.persistentModelID, item.id, item.hashValue, item.isDeleted, item.hasChanges, item.modelContext)
        #expect(item == item)
    }

    func readRelated(_ item: AttackItem) {
        _ = item.owner?.name
        _ = item.owner?.items.map(\.name)
        _ = item.tags.map(\.name)
        _ = item.tags.first?.items?.map(\.name)
        _ = item.other?.other?.name
        for each in item.others { read(each) }
    }

    func set(_ item: AttackItem) {
        item.name = "set"
        item.count += 1
        item.kind = .rail
        item.state = .on
        item.place.city = "set"
        item.list.append("set")
        item.map["set"] = 2
        item.note = nil
        item.scratch += 1
    }
}
