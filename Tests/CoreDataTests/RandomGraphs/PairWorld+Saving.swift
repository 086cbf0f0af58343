import Foundation

@testable import CoreData

extension PairWorld {
    /// A changed object of a save.
    private struct Change {
        var isInserted = false
        var isDeleted = false
        var node: Node
        /// The value when the object was last read or saved.
        var read: Int
        /// Whether others have written or deleted the row since.
        var isOutdated = false
        var hasChanges = true
    }

    private static let policies: [NSMergePolicy] = [
        .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ]

    func save(_ index: Int, _ context: NSManagedObjectContext) throws {
        guard let policy = choices.pick(Self.policies) else { return }
        context.processPendingChanges()
        let changes = try changes(context)
        let isExact = try !changes.values.contains(where: \.isOutdated) && areCurrent(partners(of: changes, context))
        let isConflict = changes.values.contains { $0.isOutdated && $0.hasChanges }
        let before = stored
        let received = Notices(.NSManagedObjectContextDidSave, of: context)
        context.mergePolicy = policy
        do {
            if let failing {
                try failing.save(context, content: content)
            } else {
                try context.save()
            }
            if policy === NSMergePolicy.error, isConflict { throw Mismatch(description: "a conflict was saved without an error") }
        } catch let error as NSError where error.code == NSManagedObjectMergeError {
            guard policy === NSMergePolicy.error, isConflict else { throw error }
            context.rollback()
        }
        let didFail = received.received.isEmpty
        received.received.forEach { record($0, from: index) }
        stored = try fetched()
        let failed = didFail && stored != before ? ["a save that failed, or had nothing to save, changed the store"] : []
        let problems =
            try failed + asymmetries(stored) + (didFail ? [] : differences(before, changes, isExact, policy.mergeType))
            + StoreInspection.problems(container)
        if !problems.isEmpty {
            throw Mismatch(
                description:
                    "policy \(policy.mergeType): \(problems.joined(separator: "; ")); stored before: \(before), now: \(stored)")
        }
        try compareCached()
        // The cache has the rows that the comparison read.
        let cached = try StoreInspection.problems(container)
        if !cached.isEmpty { throw Mismatch(description: cached.joined(separator: "; ")) }
    }

    /// Describes all rows of the store.
    private func content() throws -> String {
        try fetched().sorted { $0.key < $1.key }.map { key, node in
            "\(key): \(node.value) \(node.ends.sorted { $0.key < $1.key })"
        }.joined(separator: "\n")
    }

    // MARK: Before a save

    private func changes(_ context: NSManagedObjectContext) throws -> [Int: Change] {
        var changes: [Int: Change] = [:]
        for object in context.insertedObjects {
            changes[key(object)] = Change(isInserted: true, node: node(object), read: 0)
        }
        for object in context.updatedObjects.union(context.deletedObjects) {
            let read = object.committedValues(forKeys: ["value"])["value"] as? Int ?? 0
            changes[key(object)] = Change(
                isDeleted: object.isDeleted, node: node(object), read: read, isOutdated: try isOutdated(object),
                hasChanges: object.isDeleted ? try version(object) != nil : object.hasPersistentChangedValues)
        }
        return changes
    }

    /// The objects that changed ones are paired with, in the context or in the store.
    private func partners(of changes: [Int: Change], _ context: NSManagedObjectContext) -> [NSManagedObject] {
        let keys = Set(changes.flatMap { key, change in change.node.ends.values + (stored[key]?.ends.values.map(\.self) ?? []) })
        return context.registeredObjects.filter { !$0.objectID.isTemporaryID && keys.contains(key($0)) }
    }

    private func areCurrent(_ objects: [NSManagedObject]) throws -> Bool { try !objects.contains(where: isOutdated) }

    private func isOutdated(_ object: NSManagedObject) throws -> Bool {
        let stored = try version(object)
        return object.row.map { stored != Int64($0.version) } ?? (stored == nil)
    }

    /// The version of an object's row in the store; nil if it is deleted.
    private func version(_ object: NSManagedObject) throws -> Int64? {
        let store = try container.persistentStoreCoordinator.requireStores().stores[0]
        return try store.engine.rows(object.layout, [object.rowID])[object.rowID].map { Int64($0.version) }
    }

    // MARK: After a save

    /// The pairs whose two ends do not agree.
    private func asymmetries(_ picture: Picture) -> [String] {
        picture.flatMap { key, node in
            node.ends.compactMap { end, other in
                guard let inverse = Self.inverses[end], picture[other]?.ends[inverse] != key else { return nil }
                return "\(key).\(end) is \(other), but \(other).\(inverse) is \(picture[other]?.ends[inverse] ?? 0)"
            }
        }
    }

    /// Returns the differences between the store and the result that a save must have.
    private func differences(_ before: Picture, _ changes: [Int: Change], _ isExact: Bool, _ policy: NSMergePolicyType)
        -> [String]
    {
        if isExact {
            var expected = before
            for (key, change) in changes { expected[key] = change.isDeleted ? nil : change.node }
            // A context may have one end from its own change and the other from a refresh.
            if asymmetries(expected).isEmpty {
                return expected == stored ? [] : ["without a conflict, it should be \(expected)"]
            }
        }
        var problems: [String] = []
        for (key, node) in stored {
            for (end, other) in node.ends where before[key]?.ends[end] != other && changes[key]?.node.ends[end] != other {
                // The other end may have been written alone.
                let inverse = Self.inverses[end] ?? ""
                if before[other]?.ends[inverse] != key, changes[other]?.node.ends[inverse] != key {
                    problems.append("\(key).\(end) is \(other), which neither the store nor the context had")
                }
            }
            guard let expected = value(before[key], changes[key], policy) else { continue }
            if node.value != expected { problems.append("the value of \(key) is \(node.value), not \(expected)") }
        }
        for (key, change) in changes where change.isInserted && stored[key] == nil { problems.append("\(key) was not inserted") }
        for (key, _) in before where stored[key] == nil && changes[key]?.isDeleted != true { problems.append("\(key) is gone") }
        return problems
    }

    /// The value that an object has after a save; nil if it is not known.
    private func value(_ before: Node?, _ change: Change?, _ policy: NSMergePolicyType) -> Int? {
        guard let change, !change.isDeleted else { return before?.value }
        guard change.isOutdated, let before else { return before == nil && !change.isInserted ? nil : change.node.value }
        let (isMine, isTheirs) = (change.node.value != change.read, before.value != change.read)
        return switch policy {
        case .overwriteMergePolicyType: change.hasChanges ? change.node.value : before.value
        case .mergeByPropertyObjectTrumpMergePolicyType: isMine ? change.node.value : before.value
        case .mergeByPropertyStoreTrumpMergePolicyType: isMine && !isTheirs ? change.node.value : before.value
        default: before.value
        }
    }
}
