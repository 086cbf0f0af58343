internal import CoreData
internal import Foundation
internal import Observation

/// The storage of one model: its own values before it is inserted into a context, and its managed
/// object from then on.
///
/// Each model has one anchor and keeps it alone, so that the anchor's deinitialization is part of
/// the model's.
final class ModelAnchor {
    private(set) var modelClass: ModelClass
    /// Whether the values are those of a subclass only, which its initializer has set before that of
    /// its superclass.
    private(set) var isPart = false
    /// The managed object; nil before the insertion.
    private(set) var object: _ModelObject?
    /// The managed context of the object, which stays as long as the model: its values and
    /// relationships can be read after its model context was released.
    private var context: NSManagedObjectContext?
    /// The model that the managed object knows, if it is another one than the anchor's. It is kept,
    /// because changes of the object are reported through it.
    private var first: (any PersistentModel)?
    /// The values by index among the properties of the class, before the insertion. Relationships
    /// hold models and `OwnMembers`.
    var values: [Any?]
    /// The model, which the anchor does not keep; nil until it is first known.
    private(set) var modelPointer: UnsafeMutableRawPointer?
    /// The registrar of the model's observers, created at the first access.
    var registrar: ObservationRegistrar?
    /// The identity of a model that was asked for its identifier before its insertion.
    private(set) var ownIdentity: UUID?
    /// Whether an initializer that has not ended, or a model that was not used since, refers to a
    /// model in a context. The context inserts the model of this anchor once it is known.
    var isPending = false

    init(_ modelClass: ModelClass) {
        self.modelClass = modelClass
        values = Array(repeating: nil, count: modelClass.properties.count)
    }

    /// Creates the storage of the values that a subclass adds, and that join those of its superclass.
    convenience init(partOf modelClass: ModelClass) {
        self.init(modelClass)
        isPart = true
    }

    /// Adds the values of a subclass, of which this anchor's model is.
    func adopt(_ part: ModelAnchor) {
        guard object == nil else { return }
        values += part.values.dropFirst(part.modelClass.inheritedCount)
        modelClass = part.modelClass
        if part.isPending { isPending = true }
    }

    /// Returns whether these are all values of a model.
    @inline(__always)
    func isOf<Model: PersistentModel>(_ model: Model) -> Bool {
        !isPart && ObjectIdentifier(modelClass.type) == ObjectIdentifier(type(of: model))
    }

    init(_ object: _ModelObject) {
        modelClass = object.modelLayout.modelClass
        self.object = object
        context = object.managedObjectContext
        values = []
    }

    deinit {
        if let object, let modelPointer { object.detach(modelPointer) }
    }

    /// Connects the anchor to its model.
    func attach(_ model: AnyObject) {
        modelPointer = Unmanaged.passUnretained(model).toOpaque()
        object?.attach(model)
        if isPending { insertPending() }
    }

    /// Replaces the model's own values by a managed object, which has been given the values.
    func move(to object: _ModelObject) {
        self.object = object
        context = object.managedObjectContext
        values = []
        if let modelPointer { object.attach(Unmanaged<AnyObject>.fromOpaque(modelPointer).takeUnretainedValue()) }
    }

    /// Makes the model a face of another managed object. If that has a model in use, it keeps it, and
    /// each change notifies the observers of both models.
    func follow(_ other: _ModelObject) {
        if let object, let modelPointer { object.detach(modelPointer) }
        object = other
        context = other.managedObjectContext
        values = []
        let own = own
        guard let first = other.model as? any PersistentModel, first !== own else {
            if let own { other.attach(own) }
            return
        }
        self.first = first
        let former = registrar
        registrar = first.anchor.madeRegistrar
        // The observers so far read again, and are those of both models then.
        if let own { former?.reportChange(of: own) { _ in true } }
    }

    /// Separates the model from its managed object. The attributes that can be read become its own
    /// values, and it has no related models.
    func leaveObject() {
        guard let object else { return }
        values = attributeValues
        if let modelPointer { object.detach(modelPointer) }
        self.object = nil
        context = nil
        first = nil
    }

    /// The hash of a model that was hashed before its first save; 0 for all others.
    private var earlyHash = 0

    /// Returns the hash of the anchor's model: that of its identifier, or the one that it had before
    /// its first save.
    func hash(of model: AnyObject) -> Int {
        if earlyHash != 0 { return earlyHash }
        if let object, !object.objectID.isTemporaryID { return object.objectID.hashValue }
        earlyHash = ObjectIdentifier(model).hashValue | 1
        return earlyHash
    }

    var identifier: PersistentIdentifier {
        if let object {
            let id = object.objectID
            if id.isTemporaryID { object.hasEarlyIdentifier = true }
            return PersistentIdentifier(id)
        }
        let identity = ownIdentity ?? UUID()
        ownIdentity = identity
        return PersistentIdentifier(unsaved: identity, entityName: modelClass.name)
    }

    /// The identifier that the app has of the model from before its insertion; nil if it has none.
    var ownIdentifier: PersistentIdentifier? {
        ownIdentity.map { PersistentIdentifier(unsaved: $0, entityName: modelClass.name) }
    }
}
