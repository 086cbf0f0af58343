public import Foundation
internal import StrataPredicates
internal import StrataTraps

/// A store of an app's own format that is read as a whole, and written as a whole by each save.
///
/// Subclass it to keep objects in files of any format. All objects are in memory while the store is
/// open, so that fetches, sections, batch requests and live results work as they do for other
/// stores, and the subclass contains neither predicates nor sort orders.
///
/// A subclass overrides
///
/// - `loadMetadata()`, which assigns `metadata` with the UUID of the store,
/// - `load()`, which makes a node for each object and passes them to `addCacheNodes(_:)`,
/// - `newReferenceObject(for:)`, which returns the identity of a new object in the format, such as a
///   file name, and
/// - `save()`, which writes `cacheNodes()` and `metadata`.
///
/// and registers itself by `NSPersistentStoreCoordinator.registerStoreClass(_:forStoreType:)`.
///
/// # A save
///
/// A context's save calls `newReferenceObject(for:)` and `newCacheNode(for:)` for each inserted
/// object, `updateCacheNode(_:from:)` for each changed one and `willRemoveCacheNodes(_:)` with the
/// nodes of deleted ones, and then `save()`. The objects have permanent IDs when nodes are made for
/// them. If one of these throws, nothing is saved: the nodes are as they were before, and the
/// context's save throws the same error.
///
/// The methods of a save are called on the queue of the context that saves, and one save at a time.
// Safe to share: the nodes and the IDs of inserted objects are in dictionaries under a lock, and
// nodes change only in the one save that runs.
open class NSAtomicStore: NSPersistentStore, @unchecked Sendable {
    private let lock = NSLock()
    /// The nodes, by the hierarchy and the primary key of their objects. Used under the lock.
    private var nodes: [RowKey: NSAtomicStoreCacheNode] = [:]
    /// The permanent IDs of the objects that a save inserts, by their temporary IDs. Set while the
    /// methods of a save run. Used under the lock, since the app may ask for a node on any thread.
    private var inserting: [RowID: RowID] = [:]
    /// The journal of the write that runs. Used under the lock.
    private var journal: NodeJournal?

    public override init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) {
        super.init(persistentStoreCoordinator: root, configurationName: name, at: url, options: options)
    }

    deinit {
        for node in nodes.values { node.releaseRelated() }
    }

    // MARK: For subclasses to override

    /// Reads all objects, and passes their nodes to `addCacheNodes(_:)`. Called once, when the store
    /// is opened.
    open func load() throws {
        trap("\(Swift.type(of: self)) does not override load(), which reads the objects of an atomic store.")
    }

    /// Writes the nodes and the metadata. Called at the end of each save and batch request that
    /// changes the store.
    ///
    /// Write a new file and move it to the place of the old one, so that no failure leaves half of
    /// the objects.
    open func save() throws {
        trap("\(Swift.type(of: self)) does not override save(), which writes the objects of an atomic store.")
    }

    /// Returns the identity of a new object in the store's format: a string, a number or a UUID that
    /// no other object of the entity's hierarchy has. Its text is a part of the URI of the object's
    /// ID.
    open func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        trap(
            """
            \(Swift.type(of: self)) does not override newReferenceObject(for:), which returns the identity of a new object in the store's \
            format.
            """)
    }

    /// Returns a node for an object that a save inserts. By default it has all values of the object.
    open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
        let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
        copyValues(of: managedObject, to: node)
        return node
    }

    /// Copies the values of an object that a save changes to its node. By default, all values.
    open func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {
        copyValues(of: managedObject, to: node)
    }

    /// Called with the nodes of the objects that a save deletes, before `save()`. They are no longer
    /// among `cacheNodes()` then. Does nothing by default.
    open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}

    // MARK: Nodes

    /// Returns the nodes of all objects.
    open func cacheNodes() -> Set<NSAtomicStoreCacheNode> { Set(lock.withLock { Array(nodes.values) }) }

    /// Adds the nodes of objects that are in the store. Call it in `load()`.
    ///
    /// `newCacheNode(for:)` and `updateCacheNode(_:from:)` can add nodes of other objects that the save
    /// inserts, to refer to them. If the save fails, these are removed again.
    open func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
        let journal = lock.withLock { self.journal }
        for node in cacheNodes {
            if let journal { journal.add(node) } else { register(node) }
        }
    }

    /// Returns the node of an object; nil if the store does not have the object.
    open func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? {
        node(objectID.entity.layout, currentRowID(objectID.rowID))
    }

    // MARK: Identities

    /// Returns the ID of the object of an entity that has a reference object.
    open func objectID(for entity: NSEntityDescription, withReferenceObject data: Any) -> NSManagedObjectID {
        // By name, since the entity may come from another copy of the model.
        let entity = persistentStoreCoordinator?.managedObjectModel.entitiesByName[entity.name ?? ""] ?? entity
        return identifier(entity.layout, keySpace.rowID(references.key(of: data, entity.layout)))
    }

    /// Returns the reference object of an object's ID. Traps for the ID of an object of another
    /// store, and for a temporary one.
    open func referenceObject(for objectID: NSManagedObjectID) -> Any {
        let object =
            objectID.isTemporaryID
            ? nil : references.objectOrForgotten(of: KeySpace.primaryKey(in: objectID.rowID), objectID.entity.layout)
        guard let object else {
            trap("\(objectID) has no reference object in the store \(uuid): it is temporary, or of another store.")
        }
        return object
    }

    final var references: ReferenceObjects {
        guard let references = identity.references else { trap("An atomic store has reference objects.") }
        return references
    }

    // MARK: Implementation

    override func makeEngine(_ type: String, model: NSManagedObjectModel) throws -> any StoreEngine {
        let engine = try AtomicEngine(self, type: type, model: model)
        try load()
        try engine.insertLoadedNodes()
        try didLoad()
        return engine
    }

    /// Called after the nodes were loaded, and before the store is published.
    func didLoad() throws {}

    private static func key(_ layout: EntityLayout, _ rowID: RowID) -> RowKey {
        RowKey(layout, RowID(KeySpace.primaryKey(in: rowID).rawValue))
    }

    /// Sets the journal of the nodes that are added; nil after a write.
    final func setJournal(_ journal: NodeJournal?) { lock.withLock { self.journal = journal } }

    /// Sets the permanent IDs of the objects that a save inserts, by their temporary IDs.
    final func setInserting(_ rowIDs: [RowID: RowID]) { lock.withLock { inserting = rowIDs } }

    /// Returns the permanent ID that a save gives to an object with a temporary one; any other ID
    /// unchanged.
    final func currentRowID(_ rowID: RowID) -> RowID {
        rowID.isTemporary ? lock.withLock { inserting[rowID] } ?? rowID : rowID
    }

    /// Returns the node of a row; nil if there is none, and for a temporary ID.
    final func node(_ layout: EntityLayout, _ rowID: RowID) -> NSAtomicStoreCacheNode? {
        rowID.isPermanent ? lock.withLock { nodes[Self.key(layout, rowID)] } : nil
    }

    final func register(_ node: NSAtomicStoreCacheNode) {
        let id = node.objectID
        require(
            id.rowID.isPermanent,
            "A cache node has the temporary ID \(id). Make the ID by objectID(for:withReferenceObject:), or use that of the object."
        )
        lock.withLock { nodes[Self.key(id.entity.layout, id.rowID)] = node }
        references.isFound(KeySpace.primaryKey(in: id.rowID))
    }

    final func unregister(_ node: NSAtomicStoreCacheNode) {
        let id = node.objectID
        lock.withLock { nodes[Self.key(id.entity.layout, id.rowID)] = nil }
    }

    /// Removes all nodes of a closed store. Related nodes retain each other, so that they would
    /// otherwise never be deallocated.
    final func removeNodes() {
        let all = lock.withLock {
            defer { nodes = [:] }
            return nodes
        }
        for node in all.values { node.releaseRelated() }
    }

    /// Records that an object of which there was a node, or that a URI names, does not exist.
    override func noteMissing(_ layout: EntityLayout, _ rowID: RowID) {
        guard node(layout, rowID) == nil else { return }
        _ = references.isMissing(KeySpace.primaryKey(in: rowID), layout)
    }

    /// Returns the ID of a row of this store.
    final func identifier(_ layout: EntityLayout, _ rowID: RowID) -> NSManagedObjectID {
        NSManagedObjectID(entity: layout.entity, rowID: rowID, reference: reference)
    }

    /// Gives the nodes the IDs of the store's key space, after the store was opened in another one.
    final func identifyNodesAgain() {
        let all = lock.withLock { Array(nodes.values) }
        for node in all {
            let id = node.objectID
            let rowID = keySpace.rowID(KeySpace.primaryKey(in: id.rowID))
            if id.rowID != rowID { node.identify(as: identifier(id.entity.layout, rowID)) }
        }
    }

    /// Returns the value that a node has for that of an attribute in a row.
    func nodeValue(_ value: Value, _ layout: EntityLayout, _ slot: Int) -> Any? { layout.object(value, at: slot) }

    /// Sets all stored properties of a node to the values of an object.
    private func copyValues(of object: NSManagedObject, to node: NSAtomicStoreCacheNode) {
        let layout = object.layout
        let values = object.currentRow.values
        for slot in layout.kinds.indices where layout.isInNodes(slot) {
            if layout.kinds[slot].isRelationship {
                copyMembers(of: object, at: slot, to: node)
            } else {
                node.setValue(nodeValue(values[slot], layout, slot), forKey: layout.names[slot])
            }
        }
    }

    /// Sets a relationship of a node to the nodes of the related objects. An object whose node has
    /// not been made yet is represented by its ID.
    final func copyMembers(of object: NSManagedObject, at slot: Int, to node: NSAtomicStoreCacheNode) {
        let members = object.references(at: slot).compactMap { self.member($0) }
        node.setMembers(members, object.layout, slot)
    }

    /// Returns the node of a row, or its ID if there is no node; nil for an object that is not saved.
    private func member(_ reference: ObjectReference) -> NSObject? {
        let rowID = currentRowID(reference.rowID)
        guard rowID.isPermanent else { return nil }
        return node(reference.layout, rowID) ?? identifier(reference.layout, rowID)
    }
}

extension NSAtomicStoreCacheNode {
    /// Removes the values of all relationships, by which related nodes retain each other. Called for a
    /// node that its store no longer has.
    final func releaseRelated() {
        let layout = objectID.entity.layout
        for slot in layout.toOneSlots + layout.toManySlots where layout.isInNodes(slot) {
            let name = layout.names[slot]
            if value(forKey: name) != nil { setValue(nil, forKey: name) }
        }
    }

    /// Sets a relationship to its members, in order: nodes, or IDs for objects without one.
    final func setMembers(_ members: [NSObject], _ layout: EntityLayout, _ slot: Int) {
        let value: Any? =
            switch layout.kinds[slot] {
            case .toOne: members.first
            case .orderedToMany: members.isEmpty ? nil : NSOrderedSet(array: members)
            default:
                // A set of nodes, as an app expects it, unless there are IDs among them.
                members.isEmpty ? nil : (members as? [NSAtomicStoreCacheNode]).map { Set($0) as Any } ?? Set(members)
            }
        setValue(value, forKey: layout.names[slot])
    }
}

extension NSManagedObject {
    /// The objects that a relationship leads to, in order. Reads the members of a to-many
    /// relationship.
    final func references(at slot: Int) -> [ObjectReference] {
        if case .object(let reference) = currentRow.values[slot] { return [reference] }
        guard layout.kinds[slot].isToMany, managedObjectContext != nil else { return [] }
        // Ignored: a failed read is recorded in the context, and `AtomicSave` throws it.
        return (try? requireMembers(at: slot)).map { Array($0.references) } ?? []
    }
}

extension EntityLayout {
    /// Whether nodes have a value for a property: a stored attribute or a relationship.
    func isInNodes(_ slot: Int) -> Bool { kinds[slot] != .fetched && !properties[slot].isTransient }
}
