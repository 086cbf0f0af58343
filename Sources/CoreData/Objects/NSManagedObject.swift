public import Foundation
internal import Predicates
internal import Traps

/// An object of a context: the row of a store, with its changes until they are saved.
///
/// Subclass it, one class an entity. An object belongs to its context's queue and never crosses to another one; pass
/// its `objectID` instead. Values are read from the store when one of them is first looked at.
open class NSManagedObject: NSObject, NSFetchRequestResult {
    /// The context the object belongs to; nil once it was deleted and saved, or the context was reset or is gone.
    public internal(set) final var managedObjectContext: NSManagedObjectContext? {
        get { registry?.context }
        set {
            guard registry !== newValue?.registry else { return }
            registry?.forget(self)
            registeredNumber = 0
            registry = newValue?.registry
        }
    }

    /// Whether the object is, or was, in a context: to ask for the context costs more.
    final var wasInContext: Bool { registry != nil }

    /// The objects of the context, this one among them.
    @exclusivity(unchecked) private var registry: ObjectRegistry?
    /// The number by which the registry has this object; 0 where it does not have it.
    @exclusivity(unchecked) var registeredNumber: Int64 = 0

    // Held although it lives as long as the program: what is not held is counted at each look, and accessors look.
    let layout: EntityLayout
    /// The primary key in `store`, or a temporary number; see `RowKey`.
    @exclusivity(unchecked) var number: Int64
    // Not held, since it lives as long as the program.
    @exclusivity(unchecked) private unowned(unsafe) var store: StoreReference?
    // Made when asked for: most fetched objects are only looked at.
    private var identifier: NSManagedObjectID?
    /// The current values; nil as long as they were not read.
    // Read with every property: nothing here calls out while it is being changed, so that checking for it would only cost time.
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
    /// Where the row has its values: to get there through the row would count a reference at each look.
    @exclusivity(unchecked) private(set) var slots: RowValues.Slots?
    /// The values as last read or saved, kept from the first change until the next save.
    var snapshot: Row?
    @exclusivity(unchecked) var state: State = []
    /// Where the context's list of inserted, updated or deleted objects has this one.
    @exclusivity(unchecked) var placeInChanges = 0
    /// What only some objects have.
    @exclusivity(unchecked) var extras: Extras?

    struct State: OptionSet {
        let rawValue: UInt16

        /// The values were looked at: the object is no fault.
        static let realised = State(rawValue: 1)
        static let inserted = State(rawValue: 2)
        static let updated = State(rawValue: 4)
        static let deleted = State(rawValue: 8)
        /// Changed since the context last processed its changes.
        static let unprocessed = State(rawValue: 16)
        /// The row is gone from the store: values read as nil and zero.
        static let inaccessible = State(rawValue: 32)
        /// Changes are not tracked: `awakeFromFetch` runs, or the object is filled in by a batch request.
        static let untracked = State(rawValue: 64)
        /// Each use is checked to be on the context's queue; see `ConcurrencyDebug`.
        static let guarded = State(rawValue: 128)
        /// An objects-did-change notification has named the object as inserted.
        static let announced = State(rawValue: 256)
    }

    deinit { if registeredNumber != 0 { registry?.forget(self) } }

    public final var entity: NSEntityDescription { layout.entity }

    /// Makes an object and, where a context is given, inserts it.
    ///
    /// Objects that a fetch returns are made by this initialiser too, with no context, so it is `required`:
    /// subclasses that override it write `required` where Apple's platforms have `override`.
    // An initialiser would own the entity it is given, and entities, which others refer to weakly, are slow to count.
    public required init(entity: borrowing NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        layout = entity.layout
        number = 0
        ownRow = Row(layout: layout, values: layout.defaults, version: 0)
        slots = layout.defaults.slots
        state = ConcurrencyDebug.isOn ? [.realised, .guarded] : .realised
        super.init()
        context?.insert(self)
    }

    /// Makes an object of this class's entity and inserts it into the context.
    public required convenience init(context moc: NSManagedObjectContext) {
        self.init(entity: moc.layout(of: Self.self).entity, insertInto: moc)
    }

    /// The name of this object. A new object's is temporary until its context is saved.
    public final var objectID: NSManagedObjectID {
        if let identifier { return identifier }
        if number == 0 { number = NSManagedObjectID.nextTemporaryNumber() }
        let identifier = NSManagedObjectID(entity: entity, number: number, reference: store)
        self.identifier = identifier
        return identifier
    }

    /// Names the object anew: at the first save, and when an object is made for a row.
    final func identify(as number: Int64, in store: StoreReference?) {
        self.number = number
        self.store = store
        identifier = nil
    }

    /// Makes a new object that of a stored row: a fault, whose values are `row` when they are looked at.
    final func stand(for row: consuming Row?, as number: Int64, in store: StoreReference?, _ registry: ObjectRegistry) {
        turnIntoFault(row)
        identify(as: number, in: store)
        self.registry = registry
    }

    /// The entity of this class in a loaded model; traps when no loaded model has one.
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

    /// A request for all objects of this class's entity.
    // Generated classes have one of their own with their type; it is meant where nothing else tells the two apart.
    @_disfavoredOverload
    open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
        NSFetchRequest(entity: entity())
    }

    // MARK: Called at moments of an object's life; override them and call super.

    /// Called once, after the object was inserted; the place for computed default values.
    open func awakeFromInsert() {}

    /// Called when the values were read from the store. Changes made here are not tracked.
    open func awakeFromFetch() {}

    /// Called before each save that the object takes part in; changes made here are saved too.
    open func willSave() {}

    /// Called after a save that the object took part in.
    open func didSave() {}

    /// Called when values were taken back or read anew: after a rollback, or a refresh that kept changes.
    open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

    /// Called before the object becomes a fault by a refresh. Not called for an object that nobody holds any more.
    open func willTurnIntoFault() {}

    /// Called after the object became a fault.
    open func didTurnIntoFault() {}

    /// Called when the object is about to be deleted; it may be called more than once.
    open func prepareForDeletion() {}

    /// Checks a new object before it is saved. Override it to check more, and call super.
    open func validateForInsert() throws {
        try validateProperties()
    }

    /// Checks a changed object before it is saved.
    open func validateForUpdate() throws {
        try validateProperties()
    }

    /// Checks whether the object may be deleted.
    open func validateForDelete() throws {
        try validateDenyingRelationships()
    }

    /// Checks a value that a property might be given: whether it is of the property's type and satisfies what the model requires.
    ///
    /// A save checks all properties without calling this for each. Override `validateForInsert()` and `validateForUpdate()` to check more.
    open func validateValue(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String) throws {
        try validate(value.pointee, at: layout.requiredSlot(of: key))
    }

    // MARK: Key-value coding

    /// The value of the named property: numbers come as NSNumber, members as an NSSet or NSOrderedSet, fetched objects as an array.
    open func value(forKey key: String) -> Any? {
        if let slot = layout.slot(of: key) { return value(at: slot) }
        return ownValue(forKey: key) ?? value(forUndefinedKey: key)
    }

    /// Sets the named property. Traps for a value that is not of the property's type.
    open func setValue(_ value: Any?, forKey key: String) {
        guard let slot = layout.slot(of: key) else { return setValue(value, forUndefinedKey: key) }
        setValue(value, at: slot)
    }

    /// Called for a key that the entity has no property for; traps unless it is overridden.
    open func value(forUndefinedKey key: String) -> Any? {
        trap("The entity '\(layout.name)' has no property '\(key)'.")
    }

    /// Called for a key that the entity has no property for; traps unless it is overridden.
    open func setValue(_ value: Any?, forUndefinedKey key: String) {
        trap("The entity '\(layout.name)' has no property '\(key)'.")
    }

    // MARK: Called by hand-written accessors
    //
    // Around `primitiveValue(forKey:)` and `setPrimitiveValue(_:forKey:)`, or around a property that is named `primitiveTime`.

    /// Whether a change of what is no property of the model leaves the object unchanged; if not, such a change makes the object part of
    /// the next save.
    open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

    /// Says that a value is about to be read: reads the object from its store unless that was done. Traps for a name that the entity
    /// does not have.
    open func willAccessValue(forKey key: String?) {
        if let key { _ = layout.requiredSlot(of: key) }
        realise()
    }

    /// Says that a value was read. Traps for a name that the entity does not have.
    open func didAccessValue(forKey key: String?) {
        if let key { _ = layout.requiredSlot(of: key) }
    }

    /// Says that a value is about to be changed: the object becomes part of the next save.
    ///
    /// For a name that the entity does not have, see `contextShouldIgnoreUnmodeledPropertyChanges`; observers hear of it in any case.
    open func willChangeValue(forKey key: String) { willChange(key) }

    /// Says that a value was changed. Where a relationship was changed by its primitive value, the other side follows.
    open func didChangeValue(forKey key: String) { didChange(key) }

    // Objects are in sets with every change; the standard hash of an address is mixed once more by the set.
    open override var hash: Int { Int(bitPattern: ObjectIdentifier(self)) >> 4 }

    open override var description: String { text }

    open override var debugDescription: String { text }
}

/// The name that Apple's interfaces have for a pointer to an argument which may be replaced.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>

/// Why values of an object were replaced.
public struct NSSnapshotEventType: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let undoInsertion = NSSnapshotEventType(rawValue: 1 << 1)
    public static let undoDeletion = NSSnapshotEventType(rawValue: 1 << 2)
    public static let undoUpdate = NSSnapshotEventType(rawValue: 1 << 3)
    public static let rollback = NSSnapshotEventType(rawValue: 1 << 4)
    public static let refresh = NSSnapshotEventType(rawValue: 1 << 5)
    public static let mergePolicy = NSSnapshotEventType(rawValue: 1 << 6)
}

// Objects are bound to their context's queue; only identifiers cross.
@available(*, unavailable)
extension NSManagedObject: @unchecked Sendable {}
