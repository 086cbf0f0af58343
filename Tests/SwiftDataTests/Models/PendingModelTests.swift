import CoreData
import Foundation
import StrataTestSupport
import SwiftData
import Testing

@Model class PendingBase {
    var name: String
    var owner: RefOwner?
    init(name: String, owner: RefOwner?) {
        self.name = name
        self.owner = owner
    }
    init(failing owner: RefOwner?) throws {
        self.owner = owner
        throw PendingMiddle.Refusal()
    }
}
@Model final class PendingSub: PendingBase {
    var extra: Int
    init(extra: Int, owner: RefOwner?) {
        self.extra = extra
        super.init(name: "sub", owner: owner)
    }
    override init(failing owner: RefOwner?) throws {
        self.extra = 0
        try super.init(failing: owner)
    }
}
@Model final class PendingLeaf: PendingMiddle {
    var leaf: String
    override init(name: String, owner: RefOwner?, second: RefOwner?) {
        self.leaf = "leaf of \(name)"
        super.init(name: name, owner: owner, second: second)
    }
}
@Model class PendingMiddle: PendingBase {
    var middle: String
    @Relationship(inverse: nil) var second: RefOwner?
    init(name: String, owner: RefOwner?, second: RefOwner?) {
        self.middle = "middle of \(name)"
        self.second = second
        super.init(name: name, owner: owner)
    }
    struct Refusal: Error {}
    init(refusing second: RefOwner?) throws {
        self.middle = "refused"
        self.second = second
        throw Refusal()
    }
}
@Model final class PendingOutside {
    var text: String
    @Relationship(inverse: nil) var owner: RefOwner?
    init(_ text: String, owner: RefOwner?) {
        self.text = text
        self.owner = owner
    }
}
@Model final class PendingChecked {
    @Relationship(inverse: nil) var owner: RefOwner
    var name: String
    init(_ name: String, owner: RefOwner) throws {
        self.owner = owner
        guard !name.isEmpty else { throw PendingMiddle.Refusal() }
        self.name = name
    }
    init(countedIn context: ModelContext, owner: RefOwner) throws {
        self.owner = owner
        self.name = "\(try context.fetchCount(FetchDescriptor<PendingChecked>()))"
    }
}
@Model final class PendingGroup {
    var name: String
    @Relationship(inverse: nil) var owners: [RefOwner] = []
    init(_ name: String, owners: [RefOwner]) {
        self.name = name
        self.owners = owners
    }
}

/// A model that refers to an inserted one by its initializer only is inserted, as on Apple's
/// platforms.
@Suite struct PendingModelTests {
    private func prepared(_ types: any PersistentModel.Type...) throws -> (ModelContext, RefOwner) {
        let context = ModelContext(
            try ModelContainer(
                for: Schema([RefOwner.self] + types), configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        let owner = RefOwner("o")
        context.insert(owner)
        try context.save()
        return (context, owner)
    }

    @Test func `a model that is not used any more is saved`() throws {
        let (context, owner) = try prepared()
        _ = RefPet("p", owner: owner)
        #expect(context.hasChanges)
        try context.save()
        #expect(try refReload(RefOwner.self, context.container).pets.map(\.name) == ["p"])
    }

    @Test func `the other side and a fetch know the model at once`() throws {
        let (context, owner) = try prepared()
        let pet = RefPet("p", owner: owner)
        #expect(owner.pets == [pet])
        let second = RefPet("q", owner: owner)
        #expect(try context.fetch(FetchDescriptor<RefPet>(sortBy: [SortDescriptor(\.name)])) == [pet, second])
        #expect(context.insertedModelsArray.count == 2)
        let third = RefPet("r", owner: owner)
        #expect(context.insertedModelsArray.count == 3)
        #expect(third.persistentModelID.entityName == "RefPet")
        #expect(third.modelContext === context)
    }

    @Test func `a rollback removes the model, which keeps its values`() throws {
        let (context, owner) = try prepared()
        let pet = RefPet("p", owner: owner)
        context.rollback()
        #expect(owner.pets.isEmpty)
        #expect(pet.name == "p")
        #expect(pet.modelContext == nil)
        #expect(!context.hasChanges)
    }

    @Test func `a list in the initializer inserts as a reference does`() throws {
        let (context, owner) = try prepared(PendingGroup.self)
        let group = PendingGroup("g", owners: [RefOwner("new"), owner])
        #expect(group.modelContext === context)
        try context.save()
        let read = try refReload(PendingGroup.self, context.container)
        #expect(read.owners.map(\.name).sorted() == ["new", "o"])
    }

    @Test func `a subclass is inserted as such`() throws {
        let (context, owner) = try prepared(PendingSub.self)
        let sub = PendingSub(extra: 7, owner: owner)
        try context.save()
        #expect(sub.extra == 7)
        #expect(sub.modelContext === context)
        try context.save()
        let read = try refReload(PendingSub.self, context.container)
        #expect(read.extra == 7)
        #expect(read.owner?.name == "o")
    }

    @Test func `unused models of a class with subclasses are saved`() throws {
        let (context, owner) = try prepared(PendingBase.self, PendingSub.self)
        for name in ["a", "b", "c"] { _ = PendingBase(name: name, owner: owner) }
        #expect(context.hasChanges)
        try context.save()
        let stored = try ModelContext(context.container).fetch(FetchDescriptor<PendingBase>(sortBy: [SortDescriptor(\.name)]))
        #expect(stored.map(\.name) == ["a", "b", "c"])
        #expect(stored.allSatisfy { type(of: $0) == PendingBase.self && $0.owner?.name == "o" })
    }

    @Test func `unused models of subclasses are saved with all their values`() throws {
        let (context, owner) = try prepared(PendingSub.self, PendingLeaf.self)
        for extra in 0..<3 { _ = PendingSub(extra: extra, owner: owner) }
        _ = PendingLeaf(name: "both", owner: owner, second: owner)
        _ = PendingLeaf(name: "second", owner: nil, second: owner)
        _ = PendingMiddle(name: "middle", owner: owner, second: nil)
        _ = PendingLeaf(name: "none", owner: nil, second: nil)
        try context.save()
        let other = ModelContext(context.container)
        let subs = try other.fetch(FetchDescriptor<PendingSub>(sortBy: [SortDescriptor(\.extra)]))
        #expect(subs.map(\.extra) == [0, 1, 2])
        #expect(subs.allSatisfy { $0.name == "sub" && $0.owner?.name == "o" })
        let leaves = try other.fetch(FetchDescriptor<PendingLeaf>(sortBy: [SortDescriptor(\.name)]))
        #expect(leaves.map(\.leaf) == ["leaf of both", "leaf of second"])
        #expect(leaves.map(\.middle) == ["middle of both", "middle of second"])
        #expect(leaves.map { $0.owner == nil } == [false, true])
        #expect(leaves.allSatisfy { $0.second?.name == "o" })
        #expect(try other.fetchCount(FetchDescriptor<PendingMiddle>()) == 3)
        #expect(try other.fetchCount(FetchDescriptor<PendingBase>()) == 6)
    }

    @Test func `a model of a subclass whose initializer fails leaves its values to no other model`() throws {
        let (context, owner) = try prepared(PendingLeaf.self)
        let kept = PendingLeaf(name: "kept", owner: nil, second: nil)
        let early = PendingBase(name: "early", owner: owner)
        _ = PendingBase(name: "plain", owner: owner)
        #expect(throws: PendingMiddle.Refusal.self) { _ = try PendingMiddle(refusing: owner) }
        _ = PendingBase(name: "late", owner: owner)
        withExtendedLifetime(early) {}
        #expect(throws: PendingMiddle.Refusal.self) { _ = try PendingMiddle(refusing: nil) }
        _ = PendingLeaf(name: "leaf", owner: owner, second: nil)
        try context.save()
        let stored = try ModelContext(context.container).fetch(FetchDescriptor<PendingBase>())
        #expect(stored.first { $0.name == "late" }.map { type(of: $0) == PendingBase.self } == true)
        #expect((stored.first { $0.name == "leaf" } as? PendingLeaf)?.middle == "middle of leaf")
        #expect(stored.first { $0.name == "plain" }.map { type(of: $0) == PendingBase.self } == true)
        #expect(!stored.contains { ($0 as? PendingMiddle)?.middle == "refused" || $0.name == "kept" })
        #expect(kept.middle == "middle of kept")
    }

    @Test func `a model whose initializer throws before all properties are set is not inserted`() throws {
        let (context, owner) = try prepared(PendingChecked.self, PendingSub.self)
        #expect(throws: PendingMiddle.Refusal.self) { _ = try PendingChecked("", owner: owner) }
        #expect(throws: PendingMiddle.Refusal.self) { _ = try PendingBase(failing: owner) }
        #expect(throws: PendingMiddle.Refusal.self) { _ = try PendingSub(failing: owner) }
        #expect(!context.hasChanges)
        owner.name = "new"
        _ = try PendingChecked("valid", owner: owner)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<PendingChecked>()).map(\.name) == ["valid"])
        #expect(try context.fetchCount(FetchDescriptor<PendingBase>()) == 0)
    }

    @Test func `a model whose initializer uses the context is inserted when all properties are set`() throws {
        let (context, owner) = try prepared(PendingChecked.self)
        _ = try PendingChecked(countedIn: context, owner: owner)
        let kept = try PendingChecked(countedIn: context, owner: owner)
        try context.save()
        let names = try context.fetch(FetchDescriptor<PendingChecked>(sortBy: [SortDescriptor(\.name)])).map(\.name)
        #expect(names == ["0", "1"])
        #expect(kept.name == "1")
        #expect(kept.modelContext === context)
    }

    @Test func `an unused model of a subclass is inserted when it is released after the save`() throws {
        let (context, owner) = try prepared(PendingSub.self)
        var kept: [PendingBase] = [PendingSub(extra: 1, owner: owner), PendingBase(name: "base", owner: owner)]
        try context.save()
        #expect(kept.count == 2)
        kept = []
        try context.save()
        let stored = try ModelContext(context.container).fetch(FetchDescriptor<PendingBase>(sortBy: [SortDescriptor(\.name)]))
        #expect(stored.map(\.name) == ["base", "sub"])
        #expect((stored.last as? PendingSub)?.extra == 1)
    }

    @Test func `a used model of a subclass leaves nothing behind`() throws {
        let (context, owner) = try prepared(PendingSub.self)
        do {
            let sub = PendingSub(extra: 1, owner: owner)
            #expect(sub.extra == 1)
            context.delete(sub)
        }
        do { _ = PendingSub(extra: 2, owner: nil).extra }
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<PendingBase>()) == 0)
    }

    @Test func `a used model of a class with subclasses does not keep its values when it ends`() {
        let kept = PendingSub(extra: 1, owner: nil)
        weak var related: RefOwner?
        do {
            let owner = RefOwner("x")
            related = owner
            let base = PendingBase(name: "b", owner: nil)
            base.owner = owner
        }
        #expect(related == nil)
        withExtendedLifetime(kept) {}
    }

    @Test func `an unused model of a class with subclasses does not keep the context that has inserted it`() throws {
        let kept = PendingSub(extra: 1, owner: nil)
        weak var managed: NSManagedObjectContext?
        func use() throws {
            let (context, owner) = try prepared(PendingSub.self)
            managed = context.managedObjectContext
            _ = PendingBase(name: "b", owner: owner)
            try context.save()
            #expect(try context.fetchCount(FetchDescriptor<PendingBase>()) == 1)
        }
        try use()
        #expect(managed == nil)
        withExtendedLifetime(kept) {}
    }

    @Test func `a model outside the schema stays outside the context`() throws {
        let (context, owner) = try prepared()
        let outside = PendingOutside("t", owner: owner)
        #expect(!context.hasChanges)
        #expect(outside.modelContext == nil)
        #expect(outside.owner === owner)
        outside.owner = nil
        outside.owner = owner
        #expect(!context.hasChanges)
        #expect(owner.modelContext === context)
    }

    @Test func `an initializer that uses itself after its properties are set works`() throws {
        let (context, owner) = try prepared()
        let pet = RefPet("p", owner: owner)
        context.insert(pet)
        context.insert(pet)
        #expect(owner.pets == [pet])
        context.delete(pet)
        #expect(try context.fetchCount(FetchDescriptor<RefPet>()) == 0)
    }

    @Test func `the model survives its context`() throws {
        func make() throws -> (RefPet, RefOwner) {
            let (_, owner) = try prepared()
            return (RefPet("p", owner: owner), owner)
        }
        let (pet, owner) = try make()
        #expect(pet.name == "p")
        _ = pet.owner
        _ = owner.pets
        pet.name = "q"
        #expect(pet.name == "q")
    }

    @Test @MainActor func `the main context saves the model by itself`() async throws {
        let container = try refContainer(RefOwner.self)
        let owner = RefOwner("o")
        container.mainContext.insert(owner)
        try container.mainContext.save()
        _ = RefPet("p", owner: owner)
        try await waitUntil { try ModelContext(container).fetchCount(FetchDescriptor<RefPet>()) > 0 }
        #expect(try ModelContext(container).fetch(FetchDescriptor<RefPet>()).map(\.name) == ["p"])
    }
}
