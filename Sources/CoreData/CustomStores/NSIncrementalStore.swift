public import Foundation
internal import StrataPredicates
internal import StrataTraps
internal import Synchronization

/// A store whose objects are somewhere else, such as on a server, and are loaded one at a time when
/// a context needs them.
///
/// A subclass answers whole requests of contexts in `execute(_:with:)`, and the values of single
/// objects in `newValuesForObject(with:with:)` and `newValue(forRelationship:forObjectWith:with:)`.
/// It names its objects by reference objects, such as the number of a record, from which
/// `newObjectID(for:referenceObject:)` makes IDs:
///
///     override func newValuesForObject(
///         with objectID: NSManagedObjectID, with context: NSManagedObjectContext
///     ) throws -> NSIncrementalStoreNode {
///         let record = try server.record(referenceObject(for: objectID) as? Int)
///         return NSIncrementalStoreNode(
///             objectID: objectID, withValues: ["title": record.title], version: record.version)
///     }
///
/// Register the class with `NSPersistentStoreCoordinator.registerStoreClass(_:forStoreType:)`.
///
/// The coordinator makes one call at a time, on the queue of the context that needs the answer. A
/// call may use that context and other coordinators, but must not wait for other contexts of its
/// own coordinator.
///
/// A value that does not fit the model, such as a string for a number, is an error of the fetch or
/// the save that has read it. Where no error can be thrown, the object is unreadable; see
/// `NSManagedObjectContext.isUnreadable(_:)`.
// Safe to share: the stored properties of this class are constants that are safe to share.
open class NSIncrementalStore: NSPersistentStore, @unchecked Sendable {
    /// The entities that objects are known to have.
    final let entities = ReferenceEntities()
    /// The existing objects that new ones of the save in progress turned out to be; see
    /// `adopt(_:as:)`.
    private let adopted = Mutex<[RowID: RowID]>([:])

    override func makeEngine(_ type: String, model: NSManagedObjectModel) throws -> any StoreEngine {
        IncrementalEngine(self, type: type)
    }

    // MARK: Overridden by subclasses

    /// Reads the metadata of the store and assigns them to `metadata`, with at least
    /// `NSStoreUUIDKey`, which must be the same each time that the store is opened. A subclass
    /// overrides it. It can throw an error if there is no store at `url`.
    open override func loadMetadata() throws {
        throw notOverridden("loadMetadata()")
    }

    /// Executes a request of a context. A subclass overrides it.
    ///
    /// - A fetch request, as an `NSFetchRequest<any NSFetchRequestResult>`: return an array of
    ///   managed objects, from the context's `object(with:)`, or of object IDs. With
    ///   `.managedObjectIDResultType`, of object IDs. With `.dictionaryResultType`, of dictionaries
    ///   by property name. With `.countResultType`, an array with one number, or a number.
    /// - An `NSSaveChangesRequest`: return an empty array after everything was written.
    /// - A batch request: return the `result` of its result object.
    /// - A request of a class of the app's own: return an `NSPersistentStoreResult`.
    ///
    /// The store evaluates predicate, sort descriptors, limit and offset by itself: the framework
    /// does not check them.
    ///
    /// - Parameters:
    ///   - request: A copy of the request that the app has executed.
    ///   - context: The context that executes it; for a child context, its root.
    /// - Throws: Any error: the call of the context throws it unchanged. A save that throws must not
    ///   have changed anything in the store.
    open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        throw NSError(
            code: NSPersistentStoreUnsupportedRequestTypeError,
            "\(Swift.type(of: self)) cannot execute \(Swift.type(of: request)). Override execute(_:with:).")
    }

    /// Returns the values of an object. A subclass overrides it.
    ///
    /// It is called when a fault fires whose values are not in the row cache of the coordinator.
    ///
    /// - Returns: A node with values by property name: attributes, and to-one relationships as
    ///   object IDs. `NSNull` is nil, and so is a missing attribute. The value of a missing to-one
    ///   relationship is taken from `newValue(forRelationship:forObjectWith:with:)`.
    /// - Throws: NSManagedObjectReferentialIntegrityError in Cocoa's domain if there is no such
    ///   object. After any other error the object counts as one that cannot be read at the moment.
    open func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        throw notOverridden("newValuesForObject(with:with:)")
    }

    /// Returns the members of a relationship. A subclass overrides it, unless its nodes have the
    /// members among their values: by default, they are read from a new node.
    ///
    /// It is called for a to-one relationship while the object is being read, if its node does not have
    /// the relationship. `context` is then one for this call only, in which the object has the other
    /// values of its node, so that the method can read them.
    ///
    /// - Returns: For a to-many relationship, an array of the members' IDs, in order if the
    ///   relationship is ordered. For a to-one relationship, an ID or `NSNull`.
    /// - Throws: NSManagedObjectReferentialIntegrityError in Cocoa's domain if there is no
    ///   destination: the relationship is empty. After any other error it counts as one that cannot be
    ///   read at the moment.
    open func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        let method = "newValue(forRelationship:forObjectWith:with:)"
        guard let context else { throw notOverridden(method) }
        let node = try newValuesForObject(with: objectID, with: context)
        guard let value = node.value(for: relationship) else { throw notOverridden(method) }
        return value
    }

    /// Returns the identifier for a new store at a location: a new UUID. A subclass can override it
    /// and use it in `loadMetadata()`.
    open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

    /// Returns permanent IDs for new objects, in their order. A subclass overrides it.
    ///
    /// It is called before the save that inserts the objects, and by
    /// `NSManagedObjectContext.obtainPermanentIDs(for:)`. The objects keep the IDs if the save
    /// fails, so that the next save does not ask again.
    open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        throw notOverridden("obtainPermanentIDs(for:)")
    }

    /// Called after objects were registered with a context: it uses the store's values of them.
    ///
    /// For each context that uses an object there is one call with its ID, and later one of
    /// `managedObjectContextDidUnregisterObjects(with:)`. The calls come soon after the event, and
    /// at the latest before the next call of another method.
    open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}

    /// Called after a context has stopped using objects; see
    /// `managedObjectContextDidRegisterObjects(with:)`.
    open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

    // MARK: Called by subclasses

    /// Returns the ID of the object that a reference object identifies.
    ///
    /// - Parameters:
    ///   - entity: The entity of the object itself, not one of its superentities.
    ///   - data: A string, a number or a UUID, unique among the objects of the entity's hierarchy.
    ///     Its text becomes part of the URI of the ID.
    open func newObjectID(for entity: NSEntityDescription, referenceObject data: Any) -> NSManagedObjectID {
        guard let references = identity.references else { trap("\(Swift.type(of: self)) has no reference objects.") }
        // By name, because the entity may come from another copy of the model.
        let own = entity.name.flatMap { persistentStoreCoordinator?.managedObjectModel.entitiesByName[$0] } ?? entity
        let rowID = keySpace.rowID(references.key(of: data, own.layout))
        return NSManagedObjectID(entity: entities.record(own.layout, of: rowID).entity, rowID: rowID, store: self)
    }

    /// Returns the reference object that an ID was made of. Traps for a temporary ID, and for an ID
    /// of another store.
    ///
    /// An ID that was made from a URI has a number if the URI has one, and otherwise a string.
    open func referenceObject(for objectID: NSManagedObjectID) -> Any {
        let key = KeySpace.primaryKey(in: objectID.rowID)
        guard keySpace.holds(objectID.rowID),
            let object = identity.references?.objectOrForgotten(of: key, objectID.entity.layout)
        else {
            trap("\(objectID.uriRepresentation()) is not an ID of the store \(uuid), so it has no reference object in it.")
        }
        return object
    }

    /// Replaces the reference object of an ID, which stays the same: the object has got another
    /// identity in the store by its first save.
    package final func replaceReferenceObject(of objectID: NSManagedObjectID, by data: Any) {
        let key = KeySpace.primaryKey(in: objectID.rowID)
        identity.references?.replace(key, by: data, objectID.entity.layout)
    }

    /// Makes a new object of the save in progress one with an existing object, as a save to a file
    /// does with an object whose unique value is taken. Called while `execute(_:with:)` runs.
    package final func adopt(_ objectID: NSManagedObjectID, as existing: NSManagedObjectID) {
        adopted.withLock { $0[objectID.rowID] = existing.rowID }
    }

    /// Returns the adopted rows by those of the new objects, and forgets them.
    final func takeAdopted() -> [RowID: RowID] {
        adopted.withLock { adopted in
            defer { adopted = [:] }
            return adopted
        }
    }

    /// Publishes to all contexts what the store has found changed by others, or has changed itself
    /// while it was saving. Not to be called by a method that answers the coordinator.
    ///
    /// - Parameter finder: The context whose call of the store has found the changes. It has merged
    ///   them when the call returns. Call this on its queue.
    package final func publish(
        updated: [NSManagedObjectID], deleted: [NSManagedObjectID], foundBy finder: NSManagedObjectContext
    ) {
        var changes: [EntityLayout: ChangeSet.Entity] = [:]
        for objectID in updated {
            // Otherwise the next values that are read would be taken for those of the last save.
            (engine as? IncrementalEngine)?.versions.change(objectID.rowID)
            let layout = objectID.entity.layout
            changes[layout, default: ChangeSet.Entity(entity: layout.entity)].updated.append(objectID.rowID)
        }
        for objectID in deleted {
            let layout = objectID.entity.layout
            changes[layout, default: ChangeSet.Entity(entity: layout.entity)].deleted.append(objectID.rowID)
        }
        var set = ChangeSet()
        for entity in changes.values { set.add(entity) }
        // Which relationships have changed is not known.
        set.knowsRelationships = false
        persistentStoreCoordinator?.appendExternalChanges(set, foundBy: finder.mailbox)
    }

    /// Calls a closure while no method of the store is called.
    package final func exclusively<T>(_ body: () throws -> T) throws -> T {
        guard let engine = engine as? IncrementalEngine else { return try body() }
        return try engine.call { _ in try body() }
    }

    private func notOverridden(_ method: String) -> NSError {
        NSError(
            code: NSPersistentStoreOperationError,
            "\(Swift.type(of: self)) does not override \(method), which a subclass of NSIncrementalStore needs.")
    }
}
