import Foundation
import StrataTestSupport

@testable import CoreData

/// Three contexts that pair and part the same few objects in one-to-one relationships, under every
/// merge policy.
///
/// The reference is a picture of the store: each object's value, and the object at each of its
/// ends. A save without a conflict has to store exactly what its context shows. After a conflict,
/// values are as the policy says, each pair was in the store or in the context, and its two ends
/// agree. The picture is compared with a fresh fetch, with objects whose faults read the row cache,
/// and with each context that was refreshed and has no changes.
final class PairWorld: @unchecked Sendable {
    /// A stored object, or an object as a context shows it.
    struct Node: Equatable {
        var value: Int
        /// The keys of the related objects, by relationship.
        var ends: [String: Int] = [:]
    }

    typealias Picture = [Int: Node]

    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    static let entities = ["Person", "Desk"]
    static let inverses = ["desk": "owner", "owner": "desk", "mentor": "pupil", "pupil": "mentor"]
    static let ends = ["Person": ["desk", "mentor", "pupil"], "Desk": ["owner"]]

    let folder: TemporaryFolder
    let container: NSPersistentContainer
    let contexts: [NSManagedObjectContext]
    /// Lets the store fail now and then; nil if it never does.
    let failing: SeededFailures?
    var stored: Picture = [:]
    var choices = GraphChoices([])
    /// The keys of all objects that were ever stored.
    private var keys: [NSManagedObjectID: Int] = [:]
    private var lastKey = 0
    /// The saves of other contexts that a context has not merged.
    private var notices: [[Notification]] = [[], [], []]

    init(_ kind: StoreUnderTest, failing tally: SeededFailures.Tally? = nil) throws {
        folder = try TemporaryFolder()
        let container = try kind.container(Self.model(), in: folder, history: true)
        self.container = container
        failing = tally.map { SeededFailures($0, in: container) }
        contexts = (0..<3).map { [container] _ in container.newBackgroundContext() }
        // Objects are read once and stay, so that they become outdated.
        for context in contexts.dropLast() { context.retainsRegisteredObjects = true }
    }

    private static func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        let entities = entities.map { name in
            let entity = NSEntityDescription()
            entity.name = name
            entity.properties = ["key", "value"].map { NSManagedObjectModel.attribute($0, .integer64, default: 0) }
            return entity
        }
        var relationships: [String: NSRelationshipDescription] = [:]
        for (owner, name, destination) in [(0, "desk", 1), (1, "owner", 0), (0, "mentor", 0), (0, "pupil", 0)] {
            let relationship = NSRelationshipDescription()
            relationship.name = name
            relationship.destinationEntity = entities[destination]
            relationship.maxCount = 1
            entities[owner].properties.append(relationship)
            relationships[name] = relationship
        }
        for (name, inverse) in inverses { relationships[name]?.inverseRelationship = relationships[inverse] }
        model.entities = entities
        return model
    }

    struct Operation: Sendable, CustomStringConvertible {
        enum Kind: String, CaseIterable, Sendable {
            case insert, set, pair, part, delete, save, look, refresh, refreshAll, merge, rollback, reset
        }

        let kind: Kind
        let context: Int
        let numbers: [Int]

        private static let bag: [Kind] =
            Kind.allCases + [
                .insert, .set, .set, .pair, .pair, .pair, .part, .part, .save, .save, .save, .look, .look, .refreshAll,
            ]

        init(_ random: inout SeededGenerator) {
            kind = Self.bag[Int.random(in: 0..<Self.bag.count, using: &random)]
            context = Int.random(in: 0..<3, using: &random)
            numbers = (0..<6).map { _ in Int.random(in: 0..<1_000_000, using: &random) }
        }

        var description: String { "\(kind) in \(context) \(numbers)" }
    }

    func perform(_ operation: Operation) throws {
        choices = GraphChoices(operation.numbers)
        failing?.begin(operation.numbers)
        let (index, context) = (operation.context, contexts[operation.context])
        try context.performAndWait {
            switch operation.kind {
            case .insert: insert(context)
            case .set: try pick(context)?.setValue(choices.number(below: 5), forKey: "value")
            case .pair, .part: try relate(context, isPairing: operation.kind == .pair)
            case .delete: try pick(context).map(context.delete)
            case .save: try save(index, context)
            case .look: for object in try living(context) { _ = node(object) }
            case .refresh:
                guard let object = try pick(context) else { return }
                // Dropping one side of a change and keeping the other is an app's own mistake.
                context.refresh(object, mergeChanges: object.hasChanges || choices.chance(2))
            case .refreshAll:
                context.refreshAllObjects()
                try compareRefreshed(context, "after refreshAllObjects()")
            case .merge:
                for notice in notices[index] { context.mergeChanges(fromContextDidSave: notice) }
                notices[index] = []
                // A save may part others than the objects that its notification names.
                try compareRefreshed(context, "after merging every save", valuesOnly: true)
            case .rollback: context.rollback()
            case .reset:
                context.reset()
                notices[index] = []
            }
        }
    }

    // MARK: Changes

    private func insert(_ context: NSManagedObjectContext) {
        // A few objects, so that contexts meet at them.
        guard stored.count + context.insertedObjects.count < 7, let entity = choices.pick(Self.entities) else { return }
        lastKey += 1
        NSEntityDescription.insertNewObject(forEntityName: entity, into: context).setValue(lastKey, forKey: "key")
    }

    private func relate(_ context: NSManagedObjectContext, isPairing: Bool) throws {
        guard let object = try pick(context), let end = choices.pick(Self.ends[object.layout.name] ?? []) else { return }
        let destination = object.layout.destination(object.layout.requiredSlot(of: end)).name
        let other = isPairing ? try pick(context, destination) : nil
        object.setValue(other, forKey: end)
    }

    /// The objects that a context has by now, in the order of their keys; of a fetch half of the
    /// time.
    private func living(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        var objects = context.registeredObjects
        if choices.chance(2) {
            for entity in Self.entities {
                objects.formUnion(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)))
            }
        }
        return objects.filter { !$0.isDeleted && $0.managedObjectContext != nil && isThere($0) }.sorted { key($0) < key($1) }
    }

    private func pick(_ context: NSManagedObjectContext, _ entity: String? = nil) throws -> NSManagedObject? {
        choices.pick(try living(context).filter { entity == nil || $0.layout.name == entity })
    }

    /// Whether an object is new or stored. One that others deleted turns into a deleted object when
    /// it is read.
    private func isThere(_ object: NSManagedObject) -> Bool {
        object.isInserted || keys[object.objectID].map { stored[$0] != nil } ?? false
    }

    // MARK: Pictures

    func key(_ object: NSManagedObject) -> Int {
        keys[object.objectID] ?? object.value(forKey: "key") as? Int ?? 0
    }

    func node(_ object: NSManagedObject) -> Node {
        var node = Node(value: object.value(forKey: "value") as? Int ?? 0)
        for end in Self.ends[object.layout.name] ?? [] {
            if let other = object.value(forKey: end) as? NSManagedObject { node.ends[end] = key(other) }
        }
        return node
    }

    /// The store as a new context fetches it.
    func fetched() throws -> Picture {
        let context = container.newBackgroundContext()
        context.stalenessInterval = 0
        return try context.performAndWait {
            var picture: Picture = [:]
            let objects = try Self.entities.flatMap { try context.fetch(NSFetchRequest<NSManagedObject>(entityName: $0)) }
            for object in objects { keys[object.objectID] = object.value(forKey: "key") as? Int }
            for object in objects { picture[key(object)] = node(object) }
            return picture
        }
    }

    /// Compares the store with objects of a new context whose faults read the row cache.
    func compareCached() throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for (id, key) in keys where stored[key] != nil {
                try compare(node(context.object(with: id)), key, "a fault of a new context")
            }
        }
    }

    /// Compares the stored objects of a context that has no changes and has merged all saves of
    /// others.
    private func compareRefreshed(
        _ context: NSManagedObjectContext, _ moment: String, valuesOnly: Bool = false
    ) throws {
        guard !context.hasChanges else { return }
        for object in context.registeredObjects where isThere(object) {
            var found = node(object)
            if valuesOnly { found.ends = stored[key(object)]?.ends ?? [:] }
            try compare(found, key(object), "a context \(moment)")
        }
    }

    private func compare(_ found: Node, _ key: Int, _ place: String) throws {
        guard let expected = stored[key], found != expected else { return }
        throw Mismatch(description: "\(place) has \(found) for \(key), the store \(expected)")
    }

    func record(_ notice: Notification, from index: Int) {
        for other in notices.indices where other != index { notices[other].append(notice) }
    }
}
