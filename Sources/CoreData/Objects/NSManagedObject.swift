public import Foundation
internal import CStrataRuntime
internal import StrataPredicates
internal import StrataTraps

/// An object of a managed object context: one row of a store, together with its unsaved changes.
///
/// Subclass it, one class per entity. An object belongs to its context's queue; to refer to it from
/// another queue, pass its `objectID`. An object can be a *fault*, whose values are loaded when one
/// of them is first read; `NSManagedObject+State.swift` describes how an object keeps its values.
open class NSManagedObject: NSObject, NSFetchRequestResult {
    /// The context that the object belongs to.
    ///
    /// `nil` before the object is inserted, after its deletion is saved, after the context is
    /// reset, and after the context is deallocated.
    public internal(set) final var managedObjectContext: NSManagedObjectContext? {
        get { registry?.context }
        set {
            guard registry !== newValue?.registry else { return }
            registry?.forget(self)
            registeredRowID = .none
            registry = newValue?.registry
        }
    }

    /// Whether the object belongs to a context, even if the context is deallocated. Cheaper than
    /// `managedObjectContext`, which loads a weak reference.
    package final var wasInContext: Bool { registry != nil }

    /// The registry of the context's objects, this one among them.
    @exclusivity(unchecked) private var registry: ObjectRegistry?
    /// The row ID under which this object is in the registry; `none` if it is not registered.
    @exclusivity(unchecked) var registeredRowID = RowID.none

    // A strong reference, although layouts are never freed: an unowned reference would be retained
    // at each access, and every accessor reads the layout.
    let layout: EntityLayout
    /// The row ID, permanent or temporary; `none` until an ID is first needed.
    @exclusivity(unchecked) var rowID: RowID
    // Unretained, because store references are never freed.
    @exclusivity(unchecked) private unowned(unsafe) var store: StoreReference?
    /// The object's ID, if it is needed already: most fetched objects are only read.
    @exclusivity(unchecked) private(set) final var existingID: NSManagedObjectID?
    /// The current values, including unsaved changes. `nil` until they are loaded; a fault can have
    /// a row already.
    // Accessed with every property. No other code runs during a modification, so the runtime's
    // exclusivity check would find nothing.
    final var row: Row? {
        get { ownRow }
        set {
            slots = newValue?.values.slots
            ownRow = newValue
        }
        _modify {
            defer { slots = ownRow?.values.slots }
            yield &ownRow
        }
    }
    @exclusivity(unchecked) private var ownRow: Row?

    /// Sets the row that was read. It is moved, because to count another reference to it would miss the
    /// processor's caches.
    @inline(__always)
    final func take(_ row: consuming Row?) {
        slots = row?.values.slots
        ownRow = consume row
    }

    /// The memory that holds the row's values. Set together with `row`. An access through `row`
    /// would retain and release the row.
    @exclusivity(unchecked) private(set) var slots: RowValues.Slots?
    /// The values before the first tracked change, which a rollback restores. Kept until a save, a
    /// rollback, or a refresh that discards the changes. What was last read or saved is `committedRow`.
    @exclusivity(unchecked) var snapshot: Row?
    @exclusivity(unchecked) var state: State = []
    /// The object's index in its context's list of inserted, updated or deleted objects.
    // In the same word as the state, which saves each object eight bytes.
    @exclusivity(unchecked) var placeInChanges: UInt32 = 0
    /// State that only some objects need.
    @exclusivity(unchecked) var extras: Extras?

    // Not `registry?.forget(self)`, which would retain and release the registry.
    deinit {
        if registeredRowID != .none {
            registry.map(Unmanaged.passUnretained)?._withUnsafeGuaranteedRef { $0.forget(self) }
        }
    }

    /// The entity of the object. It can be a subentity of the entity that was fetched.
    public final var entity: NSEntityDescription { layout.entity }

    /// Creates an object with the default values of its entity and, if a context is given, inserts
    /// it.
    ///
    /// Fetched objects are created by this initializer too, without a context. It is therefore
    /// `required`: subclasses that override it write `required` where they have `override` on
    /// Apple's platforms.
    // Not `borrowing`, which would save retaining the entity: the compiler does not convert between
    // the conventions where a subclass overrides it without `borrowing`, and each new object would
    // release the entity once too often.
    public required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        layout = entity.layout
        rowID = .none
        ownRow = Row(layout: layout, values: layout.defaults, version: 0)
        slots = layout.defaults.slots
        state = ConcurrencyDebug.isOn ? [.loaded, .guarded] : .loaded
        super.init()
        context?.insert(self)
    }

    /// Creates an object of this class's entity and inserts it into the context. Traps if the
    /// context's model has no entity for the class.
    public required convenience init(context moc: NSManagedObjectContext) {
        self.init(entity: moc.layout(of: Self.self).entity, insertInto: moc)
    }

    /// The object's ID: temporary for a new object, and permanent once the object is saved.
    public final var objectID: NSManagedObjectID {
        if let existingID { return existingID }
        if rowID == .none { rowID = NSManagedObjectID.nextTemporaryRowID() }
        let identifier = NSManagedObjectID(entity: entity, rowID: rowID, reference: store)
        existingID = identifier
        return identifier
    }

    /// Sets the object's ID, at its first save or when it is created for a stored row.
    final func identify(as rowID: RowID, in store: StoreReference?) {
        self.rowID = rowID
        self.store = store
        existingID = nil
    }

    /// Turns a newly created object into the fault for a stored row. If `row` is given, the fault
    /// fires without reading the store.
    final func stand(for row: consuming Row?, as rowID: RowID, in store: StoreReference?, _ registry: ObjectRegistry) {
        if extras == nil, snapshot == nil, !wasInContext {
            // All that a new object has of its own are its default values, unless its class's initializer
            // has used it.
            take(consume row)
            state.remove(.loaded)
        } else {
            turnIntoFault(row)
        }
        identify(as: rowID, in: store)
        self.registry = registry
    }

    /// Whether the object can be used again for another row; see `ObjectsInTurn`.
    final func canStand(for row: Row, as rowID: RowID) -> Bool {
        layout === row.layout && KeySpace(of: rowID) == KeySpace(of: self.rowID)
    }

    /// Turns the object of one row into the fault of another one of the same store.
    final func stand(inTurnFor row: Row, as rowID: RowID) {
        turnIntoFault(row)
        identify(as: rowID, in: store)
    }

    /// Whether the object has nothing but the stored values of its row.
    final var isOnlyRead: Bool { wasInContext && extras == nil && snapshot == nil && state.isSubset(of: [.loaded, .guarded]) }

    /// Whether the object's class has stored properties of its own.
    final var hasOwnProperties: Bool {
        Self.instanceSize(type(of: self)) != Self.instanceSize(NSManagedObject.self)
    }

    private static func instanceSize(_ type: NSManagedObject.Type) -> UInt {
        _swift_getSwiftClassInstanceExtents(unsafeBitCast(type, to: UnsafeRawPointer.self)).positive
    }

    /// Returns the name of this class with its module, for the `managedObjectClassName` of an entity
    /// that is described in code.
    open class func description() -> String { NSStringFromClass(self) }

    /// Returns the entity of this class in a loaded model. Traps if no loaded model has one.
    open class func entity() -> NSEntityDescription {
        guard let entity = LoadedModels.entity(of: self) else {
            trap(
                """
                No loaded model has an entity whose class is '\(String(reflecting: self))'. Create the container or \
                the coordinator first.
                """
            )
        }
        return entity
    }

    /// Returns a new request for all objects of this class's entity.
    // Disfavored, because generated classes declare a method of this name that returns a typed
    // request, which is chosen wherever both match.
    @_disfavoredOverload
    open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
        NSFetchRequest(entity: entity())
    }

    // MARK: Life cycle. Overrides call super.

    /// Called after the object is inserted. Override it to set computed default values.
    open func awakeFromInsert() {}

    /// Called after the object's fault fires. Changes made here are not tracked: they do not mark the
    /// object as updated, and are saved with the next change that does.
    open func awakeFromFetch() {}

    /// Called before each save that includes the object. Changes made here are saved too.
    open func willSave() {}

    /// Called after a save that included the object.
    open func didSave() {}

    /// Called after values were reverted or replaced: by a rollback, by a refresh or merge that
    /// kept unsaved changes, or by a merge policy. `flags` names the reason.
    open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

    /// Called before a refresh turns the object into a fault. Not called when the object is
    /// deallocated.
    open func willTurnIntoFault() {}

    /// Called after a refresh turned the object into a fault.
    open func didTurnIntoFault() {}

    /// Called by `delete(_:)`, each time. `isDeleted` is true already, and delete rules are applied
    /// after it, or by a save in it. Not called again by a deletion of the object that it makes itself.
    open func prepareForDeletion() {}

    /// Validates a new object before it is saved. Overrides add checks and call super.
    ///
    /// - Throws: A validation error or, for several, `NSValidationMultipleErrorsError` with all of
    ///   them in `NSDetailedErrorsKey`.
    open func validateForInsert() throws {
        try validateProperties()
    }

    /// Validates a changed object before it is saved. Throws as `validateForInsert()` does.
    open func validateForUpdate() throws {
        try validateProperties()
    }

    /// Validates a deletion before it is saved. Throws `NSValidationRelationshipDeniedDeleteError`
    /// if a relationship with the deny rule still refers to an object.
    open func validateForDelete() throws {
        try validateDenyingRelationships()
    }

    /// Validates a value for a property against the property's type and the model's rules.
    ///
    /// A save validates all properties without calling this method. Override `validateForInsert()`
    /// and `validateForUpdate()` to add checks to a save. Any value is valid for a key that the entity
    /// has no property for.
    open func validateValue(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String) throws {
        if let slot = layout.slot(of: key) { try validate(value.pointee, at: slot) }
    }

    /// Called when the object has lost its unsaved changes other than by a save or a rollback: it
    /// became a fault, left its context, or its row was deleted elsewhere.
    ///
    /// For layers above this module only. It must not use the object's values.
    open func _didLoseChanges() {}

    // MARK: Key-value coding

    /// Returns the value of a property: numbers as NSNumber, members as an NSSet or NSOrderedSet,
    /// fetched objects as an array.
    ///
    /// Other keys read a member of every managed object, such as `objectID` or `hasChanges`, or go
    /// to `value(forUndefinedKey:)`.
    open func value(forKey key: String) -> Any? {
        if let slot = layout.slot(of: key) { return value(at: slot) }
        return ownValue(forKey: key) ?? value(forUndefinedKey: key)
    }

    /// Sets a property and, for a relationship, its inverse. Traps if the value does not have the
    /// property's type.
    open func setValue(_ value: Any?, forKey key: String) {
        guard let slot = layout.slot(of: key) else { return setValue(value, forUndefinedKey: key) }
        if value == nil, isDeclaredAsScalar(slot) { return setNilValueForKey(key) }
        setValue(value, at: slot)
    }

    /// Called by `setValue(_:forKey:)` when it sets nil for an attribute that the model file marks
    /// with Xcode's Use Scalar Type. Override it to set another value.
    ///
    /// This implementation sets nil, which a property of a scalar type reads as zero. Apple's raises
    /// an exception. Not called for models that are built in code, which do not tell how a class
    /// declares its properties, nor for objects without a class of their own.
    open func setNilValueForKey(_ key: String) { setValue(nil, at: layout.requiredSlot(of: key)) }

    /// Called by `value(forKey:)` for a key that the entity has no property for. Traps unless
    /// overridden.
    open func value(forUndefinedKey key: String) -> Any? {
        trap("The entity '\(layout.name)' has no property '\(key)'.")
    }

    /// Called by `setValue(_:forKey:)` for a key that the entity has no property for. Traps unless
    /// overridden.
    open func setValue(_ value: Any?, forUndefinedKey key: String) {
        trap("The entity '\(layout.name)' has no property '\(key)'.")
    }

    // MARK: Custom accessors
    //
    // Custom accessors call these methods around `primitiveValue(forKey:)` and
    // `setPrimitiveValue(_:forKey:)`, or around a property such as `primitiveTime`.

    /// A Boolean value that indicates whether a change announced for a key outside the model is
    /// ignored. `true` by default. If `false`, such a change marks the object as updated, so that
    /// the next save includes it.
    open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

    /// Begins a read of a property: fires the fault if the object is one. `key` may be one that the
    /// entity has no property for.
    open func willAccessValue(forKey key: String?) {
        // The probe of a key path has no values: it answers the read that follows.
        if recorder == nil { fireFault() }
    }

    /// Ends a read that `willAccessValue(forKey:)` began.
    open func didAccessValue(forKey key: String?) {}

    /// Announces a change of a property: notifies observers and marks the object as updated.
    ///
    /// For a key outside the model, `contextShouldIgnoreUnmodeledPropertyChanges` determines
    /// whether the object is marked. Observers are notified in either case.
    open func willChangeValue(forKey key: String) { willChange(key) }

    /// Ends a change that `willChangeValue(forKey:)` announced. Updates the inverse if a
    /// relationship changed through its primitive value.
    open func didChangeValue(forKey key: String) { didChange(key) }

    // Change notifications contain sets of objects. A set hashes this value again, so hashing the
    // address here would do the work twice.
    open override var hash: Int { Int(bitPattern: ObjectIdentifier(self)) >> 4 }

    open override var description: String { text }

    open override var debugDescription: String { text }
}

/// A pointer to a value that the called function may replace. Apple's API uses this name.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>

// Objects are bound to their context's queue. Pass an `objectID` to another queue instead.
@available(*, unavailable)
extension NSManagedObject: @unchecked Sendable {}
