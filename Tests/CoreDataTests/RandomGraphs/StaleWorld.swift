import Foundation
import StrataTestSupport

@testable import CoreData

/// Two contexts that relate and delete the same objects without merging each other's changes, under
/// every merge policy.
///
/// `ConflictWorld` checks the exact results. This world checks the referential integrity of the
/// store: no row refers to a missing row, the history matches the rows, and both sides of each
/// relationship agree.
final class StaleWorld: @unchecked Sendable {
    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    private let folder: TemporaryFolder
    private let container: NSPersistentContainer
    private let contexts: [NSManagedObjectContext]
    /// Lets the store fail now and then; nil if it never does.
    private let failing: SeededFailures?
    private var lastKey = 0

    init(_ kind: StoreUnderTest, failing tally: SeededFailures.Tally? = nil) throws {
        folder = try TemporaryFolder()
        let container = try kind.container(.graph(), in: folder, history: true)
        self.container = container
        failing = tally.map { SeededFailures($0, in: container) }
        contexts = [container.newBackgroundContext(), container.newBackgroundContext()]
        // Retains objects that were read long ago, whose rows the other context has since changed
        // or deleted.
        contexts[0].retainsRegisteredObjects = true
    }

    /// The relationships, with one-to-one relationships as often as all others, because their two
    /// sides are stored in two rows.
    private static let links: [GraphLink] = {
        let oneToOne = GraphLink.all.filter { !$0.isToMany && !$0.opposite.isToMany }
        return GraphLink.all + (0..<GraphLink.all.count).map { oneToOne[$0 % oneToOne.count] }
    }()

    struct Operation: Sendable, CustomStringConvertible {
        enum Kind: String, CaseIterable, Sendable {
            case insert, set, relate, unrelate, delete, save, refresh, refreshAll, reset
        }

        let kind: Kind
        let context: Int
        let numbers: [Int]

        init(_ random: inout SeededGenerator) {
            let kinds: [Kind] =
                Kind.allCases + [
                    .insert, .insert, .set, .set, .relate, .relate, .relate, .relate, .unrelate, .delete, .save, .save,
                ]
            kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
            context = Int.random(in: 0..<2, using: &random)
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
            case .insert:
                guard let kind = choices.pick(GraphKind.allCases + [.item, .item]) else { return }
                NSEntityDescription.insertNewObject(forEntityName: kind.rawValue, into: context).setValue(key, forKey: "key")
            case .set:
                guard let object = try pick(&choices, GraphKind.allCases.randomKind(&choices), context) else { return }
                object.setValue(choices.number(below: 5), forKey: "value")
            case .relate, .unrelate:
                guard let link = choices.pick(Self.links), let owner = try pick(&choices, link.owner, context),
                    let member = try pick(&choices, link.destination, context)
                else { return }
                let relates = operation.kind == .relate
                if !link.isToMany {
                    owner.setValue(relates ? member : nil, forKey: link.name)
                } else if relates {
                    owner.add(member, at: owner.layout.requiredSlot(of: link.name))
                } else {
                    owner.remove(member, at: owner.layout.requiredSlot(of: link.name))
                }
            case .delete:
                guard let object = try pick(&choices, GraphKind.allCases.randomKind(&choices), context) else { return }
                context.delete(object)
            case .save: try save(context, &choices)
            case .refresh:
                guard let object = try pick(&choices, GraphKind.allCases.randomKind(&choices), context) else { return }
                // Dropping one side of a change and keeping the other would be a mistake of the
                // app.
                context.refresh(object, mergeChanges: object.hasChanges || choices.chance(2))
            case .refreshAll: context.refreshAllObjects()
            case .reset: context.reset()
            }
        }
    }

    /// Returns an object that the context sees, and that the other context may have deleted.
    ///
    /// Half of the time, chooses only among fetched objects, so that related objects stay faults,
    /// whose rows may be gone.
    private func pick(_ choices: inout GraphChoices, _ kind: GraphKind, _ context: NSManagedObjectContext) throws
        -> NSManagedObject?
    {
        let objects = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: kind.rawValue))
        if choices.chance(2) { return choices.pick(objects.sorted { $0.objectID.rowID < $1.objectID.rowID }) }
        let known = context.registeredObjects.filter {
            $0.entity.name == kind.rawValue && !$0.isDeleted && $0.managedObjectContext != nil
        }
        let all = Set(objects).union(known).sorted {
            ($0.value(forKey: "key") as? Int ?? 0) < ($1.value(forKey: "key") as? Int ?? 0)
        }
        return choices.pick(all.filter { !$0.isDeleted })
    }

    private func save(_ context: NSManagedObjectContext, _ choices: inout GraphChoices) throws {
        let policies: [NSMergePolicy] = [.error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback]
        guard let policy = choices.pick(policies) else { return }
        context.mergePolicy = policy
        if choices.chance(2) { try fillRowCache() }
        do {
            if let failing {
                try failing.save(context) { try content().joined(separator: "\n") }
            } else {
                try context.save()
            }
        } catch {
            let codes = [NSManagedObjectMergeError, NSValidationRelationshipDeniedDeleteError, NSValidationMultipleErrorsError]
            guard codes.contains((error as NSError).code) else { throw error }
            context.rollback()
        }
        let problems = try StoreInspection.problems(container) + sides()
        if !problems.isEmpty { throw Mismatch(description: problems.joined(separator: "; ")) }
    }

    /// Puts the rows of all objects into the row cache, as contexts do when faults fire.
    private func fillRowCache() throws {
        let coordinator = container.persistentStoreCoordinator
        for entity in container.managedObjectModel.entities {
            let context = container.newBackgroundContext()
            let numbers = try context.performAndWait {
                let request = NSFetchRequest<NSManagedObjectID>(entityName: entity.name ?? "")
                request.resultType = .managedObjectIDResultType
                return try context.fetch(request).map(\.rowID)
            }
            _ = try coordinator.rows(entity.layout, numbers)
        }
    }

    /// Describes all rows of the store.
    private func content() throws -> [String] {
        let context = container.newBackgroundContext()
        context.stalenessInterval = 0
        return try context.performAndWait {
            try GraphKind.allCases.flatMap { kind in
                try context.fetch(NSFetchRequest<NSManagedObject>(entityName: kind.rawValue)).map { object in
                    let links = (GraphLink.ofKind[kind] ?? []).map { link in
                        let members = object.allRelated(at: object.layout.requiredSlot(of: link.name)).map { "\($0.rowID)" }
                        return "\(link.name) \(link.isOrdered ? members : members.sorted())"
                    }
                    return "\(kind) \(object.rowID) \(object.value(forKey: "value") as? Int ?? -1) \(links)"
                }.sorted()
            }
        }
    }

    /// Describes the relationships whose two sides disagree, and the objects without a key.
    private func sides() throws -> [String] {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            var problems: [String] = []
            for link in GraphLink.all {
                for owner in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: link.owner.rawValue)) {
                    if owner.value(forKey: "key") as? Int ?? 0 == 0 { problems.append("\(owner.objectID) has no key") }
                    let slot = owner.layout.requiredSlot(of: link.name)
                    for member in owner.allRelated(at: slot) {
                        let back = member.layout.requiredSlot(of: link.inverse)
                        if !member.allRelated(at: back).contains(owner) {
                            problems.append("\(owner.objectID).\(link.name) has \(member.objectID), but not the other way round")
                        }
                    }
                }
            }
            return problems
        }
    }
}

extension [GraphKind] {
    fileprivate func randomKind(_ choices: inout GraphChoices) -> GraphKind { choices.pick(self) ?? .item }
}
