import Foundation
import StrataTestSupport

@testable import CoreData

/// Three contexts that insert, rename, relate and delete objects with few unique names, so that most
/// saves replace rows or become stored ones, under each merge policy that resolves conflicts.
///
/// Two of the contexts merge the changes of others automatically, the third does not. After each
/// save both sides of every relationship must agree in the store, as a new context reads it. Each
/// context without changes must show the same for each object whose row it has: those that merge
/// automatically for all objects, and the third for those whose rows have not changed since it read
/// or saved them.
///
/// In a store that fails now and then, a save that fails must change neither the rows nor the
/// objects that it would have replaced, merged or stored.
final class UniqueWorld: @unchecked Sendable {
    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    /// A stored object, and the objects to which its relationships lead.
    private struct Node {
        let version: Int64
        let key: Int
        let name: String?
        let related: [String: Set<NSManagedObjectID>]
    }

    private let folder: TemporaryFolder
    private let container: NSPersistentContainer
    private let contexts: [NSManagedObjectContext]
    /// Lets the store fail now and then; nil if it never does.
    private let failing: SeededFailures?
    private var lastKey = 0

    private static let entities = ["Folder", "Note", "Person", "Profile"]
    private static let policies: [NSMergePolicy] = [
        .mergeByPropertyObjectTrump, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .mergeByPropertyStoreTrump,
        .overwrite, .rollback,
    ]

    init(_ kind: StoreUnderTest, failing tally: SeededFailures.Tally? = nil) throws {
        folder = try TemporaryFolder()
        let container = try kind.container(UniqueOwnersTests.model(), in: folder, history: true)
        self.container = container
        failing = tally.map { SeededFailures($0, in: container) }
        contexts = (0..<3).map { _ in container.newBackgroundContext() }
        for context in contexts.dropLast() { context.automaticallyMergesChangesFromParent = true }
        // Objects that stay have members that they have read long ago.
        contexts[0].retainsRegisteredObjects = true
        contexts[2].retainsRegisteredObjects = true
    }

    struct Operation: Sendable, CustomStringConvertible {
        enum Kind: String, CaseIterable, Sendable {
            case insert, rename, relate, unrelate, delete, save, refreshAll, rollback
        }

        let kind: Kind
        let context: Int
        let numbers: [Int]

        private static let bag: [Kind] =
            Kind.allCases + [.insert, .insert, .insert, .insert, .rename, .relate, .relate, .relate, .save, .save, .save, .save]

        init(_ random: inout SeededGenerator) {
            kind = Self.bag[Int.random(in: 0..<Self.bag.count, using: &random)]
            context = Int.random(in: 0..<3, using: &random)
            numbers = (0..<8).map { _ in Int.random(in: 0..<1_000_000, using: &random) }
        }

        var description: String { "\(kind) in \(context) \(numbers)" }
    }

    func perform(_ operation: Operation) throws {
        let context = contexts[operation.context]
        lastKey += 1
        let key = lastKey
        failing?.begin(operation.numbers)
        try context.performAndWait {
            var choices = GraphChoices(operation.numbers)
            switch operation.kind {
            case .insert: try insert(key, context, &choices)
            case .rename: try pick(context, &choices)?.setValue("\(choices.number(below: 3))", forKey: "name")
            case .relate, .unrelate:
                guard let object = try pick(context, &choices) else { return }
                try relate(object, context, &choices, isRelating: operation.kind == .relate)
            case .delete: try pick(context, &choices).map(context.delete)
            case .save: try save(context, &choices)
            case .refreshAll: context.refreshAllObjects()
            case .rollback: context.rollback()
            }
        }
        switch operation.kind {
        case .save:
            let picture = try picture()
            let problems = try StoreInspection.problems(container) + sides(picture)
            if !problems.isEmpty { throw Mismatch(description: problems.joined(separator: "; ")) }
            for context in contexts {
                try compare(context, picture, isComplete: context.automaticallyMergesChangesFromParent)
            }
        case .refreshAll: try compare(context, picture(), isComplete: true)
        default: break
        }
    }

    // MARK: Changes

    /// Returns one of the objects of an entity, or of a random one, that a fetch finds.
    private func pick(
        _ context: NSManagedObjectContext, _ choices: inout GraphChoices, _ entity: String? = nil
    ) throws -> NSManagedObject? {
        guard let entity = entity ?? choices.pick(Self.entities) else { return nil }
        let objects = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).filter { !$0.isDeleted }
        return choices.pick(
            objects.sorted { ($0.value(forKey: "key") as? Int ?? 0) < ($1.value(forKey: "key") as? Int ?? 0) })
    }

    private func insert(_ key: Int, _ context: NSManagedObjectContext, _ choices: inout GraphChoices) throws {
        // Most are of the entities with unique names, of which few can be stored.
        guard let entity = choices.pick(["Folder", "Note", "Note", "Note", "Person", "Person", "Profile"]) else { return }
        let count = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: entity))
        guard count < 5 else { return }
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        object.setValuesForKeys(["key": key, "name": "\(choices.number(below: 3))"])
        if !choices.chance(3) { try relate(object, context, &choices, isRelating: true) }
    }

    private func relate(
        _ object: NSManagedObject, _ context: NSManagedObjectContext, _ choices: inout GraphChoices, isRelating: Bool
    ) throws {
        let layout = object.layout
        for slot in layout.toOneSlots + layout.toManySlots {
            let isToMany = layout.kinds[slot].isToMany
            let other = isRelating || isToMany ? try pick(context, &choices, layout.destination(slot).name) : nil
            if !isToMany {
                object.setValue(other, forKey: layout.names[slot])
            } else if let other {
                if isRelating { object.add(other, at: slot) } else { object.remove(other, at: slot) }
            }
        }
    }

    private func save(_ context: NSManagedObjectContext, _ choices: inout GraphChoices) throws {
        guard let policy = choices.pick(Self.policies) else { return }
        context.mergePolicy = policy
        guard let failing else { return try context.save() }
        context.processPendingChanges()
        // Describing them reads their members, so that half of the saves begin with members that were
        // not read.
        let objects = failing.chance(2) ? realized(context) : []
        try failing.save(context, content: content) {
            context.processPendingChanges()
            return describe(objects.map { ($0.objectID, node($0)) })
        }
    }

    /// The objects of a context that are no faults, and stay.
    private func realized(_ context: NSManagedObjectContext) -> [NSManagedObject] {
        context.registeredObjects.filter { !$0.isFault && !$0.isDeleted && $0.managedObjectContext != nil }
            .sorted { uri($0.objectID) < uri($1.objectID) }
    }

    // MARK: Comparing

    /// Returns the store as a new context reads it.
    private func picture() throws -> [NSManagedObjectID: Node] {
        let context = container.newBackgroundContext()
        context.stalenessInterval = 0
        return try context.performAndWait {
            var picture: [NSManagedObjectID: Node] = [:]
            for entity in Self.entities {
                for object in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)) {
                    picture[object.objectID] = node(object)
                }
            }
            return picture
        }
    }

    /// Describes all rows of the store.
    private func content() throws -> String {
        describe(try picture().map { ($0.key, $0.value) }.sorted { uri($0.0) < uri($1.0) })
    }

    private func describe(_ nodes: [(NSManagedObjectID, Node)]) -> String {
        nodes.map { id, node in
            let related = node.related.sorted { $0.key < $1.key }.map { name, others in
                "\(name) \(others.map(uri).sorted())"
            }
            return "\(uri(id)): \(node.key) \(node.name ?? "nil") version \(node.version) \(related.joined(separator: " "))"
        }.joined(separator: "\n")
    }

    /// The URI of an ID, whose description has an address in memory.
    private func uri(_ id: NSManagedObjectID) -> String { id.uriRepresentation().absoluteString }

    private func node(_ object: NSManagedObject) -> Node {
        // Fires the fault.
        let name = object.value(forKey: "name") as? String
        let layout = object.layout
        let related = (layout.toOneSlots + layout.toManySlots).map { slot in
            (layout.names[slot], Set(object.allRelated(at: slot).map(\.objectID)))
        }
        return Node(
            version: object.row.map { Int64($0.version) } ?? 0, key: object.value(forKey: "key") as? Int ?? 0, name: name,
            related: Dictionary(uniqueKeysWithValues: related))
    }

    /// Describes the relationships whose two sides disagree.
    private func sides(_ picture: [NSManagedObjectID: Node]) -> [String] {
        let inverses = ["notes": "folder", "folder": "notes", "profile": "person", "person": "profile"]
        return picture.flatMap { id, node in
            node.related.flatMap { name, others in
                others.filter { picture[$0]?.related[inverses[name] ?? ""]?.contains(id) != true }
                    .map { "\(id).\(name) has \($0), but not the other way round" }
            }
        }
    }

    /// Compares the objects of a context without changes with the store.
    ///
    /// - Parameter isComplete: Whether the context has the present rows of all objects.
    private func compare(
        _ context: NSManagedObjectContext, _ picture: [NSManagedObjectID: Node], isComplete: Bool
    ) throws {
        try context.performAndWait {
            if context.hasChanges { return }
            for object in context.registeredObjects where !object.isDeleted && object.managedObjectContext != nil {
                guard let stored = picture[object.objectID] else { continue }
                let found = node(object)
                if !isComplete, found.version != stored.version { continue }
                guard found.version != stored.version || found.related != stored.related else { continue }
                throw Mismatch(
                    description: """
                        context \(contexts.firstIndex(of: context) ?? -1) has \(found) for \(object.objectID), \
                        the store \(stored)
                        """)
            }
        }
    }
}
