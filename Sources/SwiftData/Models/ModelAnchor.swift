internal import CoreData
internal import Foundation
internal import Synchronization

/// The storage of one model: its own values before it is inserted into a context, and its managed
/// object from then on.
///
/// Each model has one anchor and keeps it alone, so that the anchor's deinitialization is part of
/// the model's. A backing that the app gets keeps the model, too.
final class ModelAnchor {
    /// The managed object, retained; nil before the insertion.
    private var held: Unmanaged<_ModelObject>?
    /// The class, and the slots of its properties in the managed object. Not retained: the managed
    /// object keeps the entity, which keeps it; that of a class without slots is never freed.
    private var heldLayout: Unmanaged<ModelLayout>
    /// The managed context of the object or its `ContextKeeper`: the context stays as long as the model,
    /// whose values and relationships can be read after its model context was released.
    private var keeper: AnyObject?
    /// The model, which the anchor does not keep; nil until it is first known.
    private(set) var modelPointer: UnsafeMutableRawPointer?
    private var extras: Extras?

    /// The properties that most models lack, apart from the anchor, which each fetched model has.
    private final class Extras {
        /// The values of a model without a managed object, by index among the properties of its
        /// class. Relationships hold models and `OwnMembers`.
        // Accessed by each initializer of a model, once for each property. No other code runs during a
        // modification, so the runtime's exclusivity check would find nothing.
        @exclusivity(unchecked) var values: [Any?] = []
        /// The number of the anchor in the order of creation; 0 for one that no new model keeps.
        var number: UInt64 = 0
        /// Whether the values are those of a subclass only, which its initializer has set before
        /// that of its superclass.
        var isPart = false
        /// The model that the managed object knows, if it is another one than the anchor's. It is
        /// kept, because changes of the object are reported through it.
        var first: (any PersistentModel)?
        var registrar: ModelRegistrar?
        /// The identity of a model that was asked for its identifier before its insertion.
        var ownIdentity: EarlyIdentity?
        var isPending = false
        /// The anchors of models that refer to this one by their initializer only.
        var referrers: Referrers?
        /// The relationships that the initializer has set, until the model is known.
        var unlinked: [Int] = []
        /// The model that a related one has made of the anchor before its own was known.
        var twin: (any PersistentModel)?
        /// The model of an anchor that another model shares.
        var shared: AnyObject?
        /// The hash of a model that was hashed before its first save, or stands for the row of such a
        /// model; nil for all others.
        var earlyHash: EarlyHash?
    }

    private var madeExtras: Extras {
        if let extras { return extras }
        let made = Extras()
        extras = made
        return made
    }

    var layout: ModelLayout { heldLayout.takeUnretainedValue() }

    var modelClass: ModelClass { layout.modelClass }

    /// The managed object; nil before the insertion.
    var object: _ModelObject? { held?.takeUnretainedValue() }

    /// The values of a model without a managed object; empty for others.
    var values: [Any?] { extras?.values ?? [] }

    /// Sets a value of a model without a managed object.
    func setValue(_ value: Any?, at index: Int) {
        guard held == nil, let extras else { return }
        // The former value is released when the new one is in place, because its deinitializer may
        // read the model.
        var former = value
        swap(&extras.values[index], &former)
        withExtendedLifetime(former) {}
    }

    var isPart: Bool { extras?.isPart ?? false }

    /// Whether a property was not set that each initializer sets: the initializer runs, or it has
    /// thrown an error.
    var isIncomplete: Bool {
        guard object == nil else { return false }
        let (values, first) = (values, isPart ? modelClass.inheritedCount : 0)
        return modelClass.requiredIndices.contains { $0 >= first && values[$0] == nil }
    }

    /// The number of the anchor among those of new models, in the order of creation; 0 for others.
    var number: UInt64 { extras?.number ?? 0 }

    private static let count = Atomic<UInt64>(0)

    /// The registrar of the model's observers, created at the first access that is observed.
    var registrar: ModelRegistrar? {
        get { extras?.registrar }
        set { madeExtras.registrar = newValue }
    }

    /// Whether an initializer that has not ended, or a model that was not used since, refers to a
    /// model in a context. The context inserts the model of this anchor once it is known.
    var isPending: Bool {
        get { extras?.isPending ?? false }
        set { if newValue || extras != nil { madeExtras.isPending = newValue } }
    }

    /// The anchors of models in no context that refer to this one by their initializer only.
    var referrers: Referrers? { extras?.referrers }

    var madeReferrers: Referrers {
        if let referrers { return referrers }
        let made = Referrers()
        madeExtras.referrers = made
        return made
    }

    /// The indices of relationships that an initializer has set, and whose models do not know this one
    /// yet.
    var unlinked: [Int] {
        get { extras?.unlinked ?? [] }
        set { madeExtras.unlinked = newValue }
    }

    /// The model of the anchor that stands for its own among related models; nil if there is only
    /// one.
    var twin: (any PersistentModel)? {
        get { extras?.twin }
        set { madeExtras.twin = newValue }
    }

    /// Whether the model is in no context and was not used since its initializer.
    var isUnused: Bool { modelPointer == nil && held == nil }

    init(_ modelClass: ModelClass) {
        heldLayout = Unmanaged.passUnretained(modelClass.ownLayout)
        let extras = madeExtras
        extras.values = Array(repeating: nil, count: modelClass.properties.count)
        extras.number = Self.count.add(1, ordering: .relaxed).newValue
    }

    /// Creates the storage of the values that a subclass adds, and that join those of its superclass.
    convenience init(partOf modelClass: ModelClass) {
        self.init(modelClass)
        madeExtras.isPart = true
        modelClass.superclass?.countParts(by: 1)
    }

    /// Creates the storage of a model that ends, with its values.
    convenience init(ofEnded anchor: ModelAnchor) {
        self.init(anchor.modelClass)
        (madeExtras.values, madeExtras.number) = (anchor.values, 0)
    }

    /// Adds the values of a subclass, of which this anchor's model is.
    func adopt(_ part: ModelAnchor) {
        // The part ends, but the model does not.
        defer { part.extras?.number = 0 }
        let unlinked = part.leaveReferrers()
        guard object == nil else { return }
        madeExtras.values = values + part.values.dropFirst(part.modelClass.inheritedCount)
        heldLayout = part.heldLayout
        if part.isPending { isPending = true }
        refer(unlinked, part.number, isEnded: number == 0)
        if modelPointer != nil { link() }
    }

    /// Returns whether these are all values of a model.
    @inline(__always)
    func isOf<Model: PersistentModel>(_ model: Model) -> Bool {
        (extras == nil || !isPart) && heldLayout._withUnsafeGuaranteedRef { $0.typeID == ObjectIdentifier(type(of: model)) }
    }

    /// Returns whether the anchor is that of a fetched model that has neither observers nor a
    /// superclass that is a model.
    @inline(__always)
    func isUnobserved<Model: PersistentModel>(_ model: Model) -> Bool {
        extras == nil && modelPointer != nil
            && heldLayout._withUnsafeGuaranteedRef { $0.typeID == ObjectIdentifier(type(of: model)) && !$0.isOfSubclass }
    }

    convenience init(_ object: _ModelObject) {
        self.init(object, .passUnretained(object.modelLayout), keeper: object.managedObjectContext)
    }

    /// Creates the storage of a model of a managed object, whose layout and context are known.
    init(_ object: consuming _ModelObject, _ layout: Unmanaged<ModelLayout>, keeper: AnyObject?) {
        heldLayout = layout
        held = Unmanaged.passRetained(object)
        self.keeper = keeper
    }

    deinit {
        if let registrar { ReadTracking.keep(registrar) }
        guard let held else {
            if isPart { modelClass.superclass?.countParts(by: -1) }
            if number > 0 { endValues() }
            return
        }
        if let modelPointer { held._withUnsafeGuaranteedRef { $0.detach(modelPointer) } }
        held.release()
    }

    /// Reads the managed object if its values can be read, without retaining it. Returns nil for
    /// others.
    @inline(__always)
    func withReadableObject<Result>(_ body: (_ModelObject) -> Result) -> Result? {
        held?._withUnsafeGuaranteedRef { $0.isReadable ? body($0) : nil }
    }

    /// Whether the superclass of the model's class is a model, too.
    @inline(__always)
    var isOfSubclass: Bool { heldLayout._withUnsafeGuaranteedRef { $0.isOfSubclass } }

    /// Returns the slot of a property in the managed object.
    @inline(__always)
    func slot(_ index: Int) -> Int { heldLayout._withUnsafeGuaranteedRef { $0.slots[index] } }

    /// Connects the anchor to its model.
    func attach(_ model: AnyObject) {
        if let twin, twin !== model { return }
        modelPointer = Unmanaged.passUnretained(model).toOpaque()
        held?._withUnsafeGuaranteedRef { $0.attach(model) }
        guard let extras else { return }
        if extras.isPending { insertPending() }
        if !extras.unlinked.isEmpty { link() }
    }

    /// Keeps the model of the anchor from now on, because another model is created with its values.
    /// Neither is released then: the anchor knows its model by an address.
    func keepFirstModel() {
        guard let modelPointer else { return }
        madeExtras.shared = Unmanaged<AnyObject>.fromOpaque(modelPointer).takeUnretainedValue()
    }

    /// Replaces the model's own values by a new managed object, which will be given the values.
    func move(to object: _ModelObject, _ layout: ModelLayout, keeper: AnyObject) {
        leaveReferrers()
        show(object, layout, keeper)
        if let twin = extras?.twin { separate(twin, object) }
        if let modelPointer { object.attach(Unmanaged<AnyObject>.fromOpaque(modelPointer).takeUnretainedValue()) }
    }

    /// Gives the twin, which the anchor has kept, an anchor of its own.
    private func separate<Model: PersistentModel>(_ twin: Model, _ object: _ModelObject) {
        let other = ModelAnchor(object, heldLayout, keeper: keeper)
        if let registrar { other.registrar = registrar }
        if let early = extras?.earlyHash { other.madeExtras.earlyHash = early }
        twin.persistentBackingData = ModelBackingData<Model.Root>(other)
        if modelPointer == Unmanaged.passUnretained(twin).toOpaque() { modelPointer = nil }
        other.attach(twin)
        extras?.twin = nil
    }

    /// Makes the model a face of another managed object. If that has a model in use, it keeps it, and
    /// each change notifies the observers of both models.
    func follow(_ other: _ModelObject) {
        if let object, let modelPointer { object.leave(modelPointer) }
        show(other, other.modelLayout, other.managedObjectContext)
        let own = own
        guard let first = other.model as? any PersistentModel, first !== own else {
            if let own { other.attach(own) }
            return
        }
        madeExtras.first = first
        let former = registrar
        registrar = first.anchor.madeRegistrar
        // The observers so far read again, and are those of both models then.
        if let own { former?.value.reportChange(of: own) { _ in true } }
    }

    /// Separates the model from its managed object. The attributes that can be read become its own
    /// values, and it has no related models.
    func leaveObject() {
        guard let object else { return }
        let extras = madeExtras
        // The model keeps its hash if it is inserted again, as another row.
        if extras.earlyHash == nil, !object.objectID.isTemporaryID { extras.earlyHash = EarlyHash(object.objectID.hashValue) }
        extras.values = attributeValues
        extras.first = nil
        if let modelPointer { object.leave(modelPointer) }
        heldLayout = Unmanaged.passUnretained(modelClass.ownLayout)
        keeper = nil
        held?.release()
        held = nil
    }

    private func show(_ object: _ModelObject, _ layout: ModelLayout, _ keeper: AnyObject?) {
        let former = held
        held = Unmanaged.passRetained(object)
        heldLayout = Unmanaged.passUnretained(layout)
        self.keeper = keeper
        if let extras {
            extras.values = []
            if extras.earlyHash != nil { object.hasEarlyHash = true }
        }
        former?.release()
    }

    /// Returns the hash of the anchor's model: that of its identifier, or the one that a model of its
    /// row had before the first save.
    func hash(of model: AnyObject) -> Int {
        if let early = extras?.earlyHash { return early.value }
        if let object, !object.objectID.isTemporaryID {
            guard let early = object.rowHashes?[object.objectID] else { return object.objectID.hashValue }
            madeExtras.earlyHash = early
            object.hasEarlyHash = true
            return early.value
        }
        // An inserted object can have a second model: one that the app had not used yet when the
        // context inserted it.
        let early = EarlyHash(object.map { ObjectIdentifier($0).hashValue } ?? ObjectIdentifier(model).hashValue)
        madeExtras.earlyHash = early
        object?.hasEarlyHash = true
        return early.value
    }

    /// Makes the hash from before the first save that of the row.
    func shareHash(of object: _ModelObject) {
        guard let early = extras?.earlyHash, self.object === object, !object.objectID.isTemporaryID else { return }
        object.rowHashes?.add(early, of: object.objectID)
    }

    var identifier: PersistentIdentifier {
        if let object { return object.identifier }
        let extras = madeExtras
        let identity = extras.ownIdentity ?? EarlyIdentity()
        extras.ownIdentity = identity
        identity.access()
        return PersistentIdentifier(unsaved: identity, entityName: modelClass.name)
    }

    /// The identity of a model that was asked for its identifier before its insertion.
    var ownIdentity: EarlyIdentity? { extras?.ownIdentity }

    /// The identifier that the app has of the model from before its insertion; nil if it has none.
    var ownIdentifier: PersistentIdentifier? {
        extras?.ownIdentity.map { PersistentIdentifier(unsaved: $0, entityName: modelClass.name) }
    }
}
