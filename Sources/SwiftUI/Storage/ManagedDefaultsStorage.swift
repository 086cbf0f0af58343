internal import CoreData
internal import Foundation
internal import StrataArchives
internal import StrataTraps
internal import StrataUserDefaults
internal import Synchronization

/// User defaults as objects of an entity: one for each key of an owner.
///
/// All values are in memory, so reading one does not wait for the store. A change is made in memory,
/// and saved before `set` returns. Changes by other contexts of the process, and by other processes
/// if the store has a history, arrive as changes of a fetched results controller, whose context
/// merges them.
///
/// **Invariant:** the values in memory are those of the controller's objects, with the changes
/// applied that are not saved yet.
// Safe to share: the state is accessed under a mutex, and the context and the controller on the
// context's queue.
final class ManagedDefaultsStorage: DefaultsStorage, @unchecked Sendable {
    private struct State {
        var values: [String: PropertyListValue] = [:]
        /// The changes that are not saved yet; nil for removed keys.
        var pending: [String: PropertyListValue?] = [:]
    }

    let keys = DefaultsKeys()
    private let owner: String
    private let entityName: String
    private let context: NSManagedObjectContext
    private let controller: NSFetchedResultsController<NSManagedObject>
    private let state = Mutex(State())
    private let observer = ManagedDefaultsObserver()
    /// The keys whose values were reported as damaged. Accessed on the context's queue.
    private var damaged: Set<String> = []

    init(_ container: NSPersistentContainer, owner: String, entityName: String) {
        Self.check(entityName, in: container.managedObjectModel)
        require(
            !container.persistentStoreCoordinator.persistentStores.isEmpty,
            "User defaults need the container's store. Call loadPersistentStores before userDefaults(of:entityName:).")
        self.owner = owner
        self.entityName = entityName
        context = container.newBackgroundContext()
        context.automaticallyMergesChangesFromParent = true
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let request = NSFetchRequest<NSManagedObject>(entityName: entityName)
        request.predicate = NSPredicate(format: "owner == %@", owner)
        request.sortDescriptors = [NSSortDescriptor(key: "key", ascending: true)]
        controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        observer.storage = self
        context.performAndWait {
            controller.delegate = observer
            do { try controller.performFetch() } catch { report(error, "read") }
            let values = fetchedValues()
            state.withLock { $0.values = values }
        }
    }

    /// Traps if a model's entity does not have the attributes.
    private static func check(_ entityName: String, in model: NSManagedObjectModel) {
        let attributes = model.entitiesByName[entityName]?.attributesByName ?? [:]
        let expected: [(String, NSAttributeType)] = [
            ("owner", .stringAttributeType), ("key", .stringAttributeType), ("value", .binaryDataAttributeType),
        ]
        require(
            expected.allSatisfy { attributes[$0.0]?.attributeType == $0.1 },
            """
            The model has no entity "\(entityName)" for user defaults. Add one with the attributes owner and key (String) and \
            value (Binary Data).
            """)
    }

    var values: [String: PropertyListValue] { state.withLock { $0.values } }

    func value(for key: String) -> PropertyListValue? { state.withLock { $0.values[key] } }

    @discardableResult
    func set(_ changes: [String: PropertyListValue?]) -> Bool {
        let changed = state.withLock { state in
            let changed = changes.filter { state.values[$0.key] != $0.value }
            for (key, value) in changed {
                state.values[key] = value
                state.pending.updateValue(value, forKey: key)
            }
            return changed
        }
        guard !changed.isEmpty else { return false }
        keys.publish(Set(changed.keys))
        save()
        return true
    }

    func synchronize() -> Bool { save() }

    /// Saves the pending changes. Returns whether all changes are saved.
    @discardableResult
    private func save() -> Bool {
        context.performAndWait {
            let pending = state.withLock { $0.pending }
            guard !pending.isEmpty else { return true }
            do {
                for (key, value) in pending { try apply(value, to: key) }
                try context.save()
            } catch {
                context.rollback()
                report(error, "saved")
                return false
            }
            // A value that was set meanwhile is still pending.
            state.withLock { state in
                state.pending = state.pending.filter { key, value in pending[key].map { $0 != value } ?? true }
            }
            return true
        }
    }

    private func apply(_ value: PropertyListValue?, to key: String) throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: entityName)
        request.predicate = NSPredicate(format: "owner == %@ AND key == %@", owner, key)
        let objects = try context.fetch(request)
        guard let value else { return objects.forEach { context.delete($0) } }
        let object = objects.first ?? NSEntityDescription.insertNewObject(forEntityName: entityName, into: context)
        if objects.isEmpty {
            object.setValue(owner, forKey: "owner")
            object.setValue(key, forKey: "key")
        }
        // In an array, because not every reader of property lists accepts a single value.
        let data = try PropertyListSerialization.data(fromPropertyList: [value.object], format: .binary, options: 0)
        object.setValue(data, forKey: "value")
    }

    /// The values of the controller's objects. Runs on the context's queue.
    private func fetchedValues() -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for object in controller.fetchedObjects ?? [] {
            if let key = key(of: object), let value = value(of: object, key) { values[key] = value }
        }
        return values
    }

    private func key(of object: NSManagedObject) -> String? { object.value(forKey: "key") as? String }

    /// Returns the value of an object with a key; nil if it has none or a damaged one.
    private func value(of object: NSManagedObject, _ key: String) -> PropertyListValue? {
        guard let data = object.value(forKey: "value") as? Data else { return nil }
        do {
            let list = try PropertyList.object(in: data)
            guard case .array(let elements)? = PropertyListValue(list) else { throw CocoaError(.propertyListReadCorrupt) }
            return elements.first
        } catch {
            if damaged.insert(key).inserted { report(error, "read for the key \(key)") }
            return nil
        }
    }

    /// Returns the values of the objects at some positions, by key; nil for those without one. Runs on
    /// the context's queue.
    private func values(at positions: [Int]) -> [String: PropertyListValue?] {
        let count = controller.sections?.first?.numberOfObjects ?? 0
        func object(_ position: Int) -> NSManagedObject? {
            position < count ? controller.object(at: IndexPath(row: position, section: 0)) : nil
        }
        var values: [String: PropertyListValue?] = [:]
        for var position in positions {
            guard let first = object(position), let key = key(of: first) else { continue }
            var found = value(of: first, key)
            // If several objects have the key, the last one with a value counts, as when all are read.
            while let next = object(position + 1), self.key(of: next) == key {
                found = value(of: next, key) ?? found
                position += 1
            }
            values.updateValue(found, forKey: key)
        }
        return values
    }

    /// Adopts the values of the controller's objects after a change. Runs on the context's queue.
    ///
    /// - Parameter positions: The positions of the objects that are new or have new values; nil if
    ///   others were removed or have other keys, so that all are read.
    fileprivate func objectsChanged(at positions: [Int]?) {
        let changed = positions.map { adopt(values(at: $0)) } ?? adoptAll(fetchedValues())
        guard !changed.isEmpty else { return }
        DispatchQueue.main.async { [keys] in keys.publish(changed) }
    }

    /// Adopts the values of some keys, and returns the keys whose values are other ones now.
    private func adopt(_ fetched: [String: PropertyListValue?]) -> Set<String> {
        state.withLock { state in
            var changed: Set<String> = []
            for (key, value) in fetched where !state.pending.keys.contains(key) && state.values[key] != value {
                state.values[key] = value
                changed.insert(key)
            }
            return changed
        }
    }

    /// Adopts the values of all keys, and returns the keys whose values are other ones now.
    private func adoptAll(_ fetched: [String: PropertyListValue]) -> Set<String> {
        state.withLock { state in
            var values = fetched
            for (key, value) in state.pending { values[key] = value }
            let old = state.values
            state.values = values
            return Set(old.keys).union(values.keys).filter { old[$0] != values[$0] }
        }
    }

    private func report(_ error: any Error, _ what: String) {
        StandardStream.error.write(
            "The user defaults of the entity \(entityName) cannot be \(what): \(error.localizedDescription)\n")
    }
}

/// Forwards the changes of the controller, which holds its delegate weakly.
private final class ManagedDefaultsObserver: NSFetchedResultsControllerDelegate {
    weak var storage: ManagedDefaultsStorage?
    /// The positions of the objects that are new or have new values, so far; nil if others have left or
    /// have moved.
    private var positions: [Int]? = []

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any, at indexPath: IndexPath?,
        for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        switch type {
        case .insert, .update: if let newIndexPath { positions?.append(newIndexPath.row) }
        case .delete, .move: positions = nil
        }
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        let positions = positions
        self.positions = []
        storage?.objectsChanged(at: positions)
    }
}
