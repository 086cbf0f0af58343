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
            guard let key = object.value(forKey: "key") as? String, let data = object.value(forKey: "value") as? Data else {
                continue
            }
            do {
                let list = try PropertyList.object(in: data)
                guard case .array(let elements)? = PropertyListValue(list) else { throw CocoaError(.propertyListReadCorrupt) }
                values[key] = elements.first
            } catch {
                if damaged.insert(key).inserted { report(error, "read for the key \(key)") }
            }
        }
        return values
    }

    /// Adopts the values of the controller's objects after a change. Runs on the context's queue.
    fileprivate func objectsChanged() {
        let fetched = fetchedValues()
        let changed = state.withLock { state in
            var values = fetched
            for (key, value) in state.pending { values[key] = value }
            let old = state.values
            state.values = values
            return Set(old.keys).union(values.keys).filter { old[$0] != values[$0] }
        }
        guard !changed.isEmpty else { return }
        DispatchQueue.main.async { [keys] in keys.publish(changed) }
    }

    private func report(_ error: any Error, _ what: String) {
        StandardStream.error.write(
            "The user defaults of the entity \(entityName) cannot be \(what): \(error.localizedDescription)\n")
    }
}

/// Forwards the changes of the controller, which holds its delegate weakly.
private final class ManagedDefaultsObserver: NSFetchedResultsControllerDelegate {
    weak var storage: ManagedDefaultsStorage?

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        storage?.objectsChanged()
    }
}
