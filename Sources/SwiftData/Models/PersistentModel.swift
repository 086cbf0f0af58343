internal import CoreData
internal import StrataPredicates
public import Observation
internal import StrataTraps

/// A class whose objects a container stores. `@Model` adds the conformance.
///
/// `docs/swiftdata.md` describes the life of a model, from its initializer to its deletion.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
    /// The topmost model class of the class's hierarchy.
    associatedtype Root: PersistentModel = Self

    /// Creates a model that shows the values of a backing. Contexts create models with it.
    init(backingData: any BackingData<Root>)

    /// The values of the model.
    var persistentBackingData: any BackingData<Root> { get set }

    /// The properties that are stored, those of a superclass first.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }
}

extension PersistentModel {
    /// Returns values for a model that is in no context: the default values of its properties.
    public static func createBackingData<P: PersistentModel>() -> some BackingData<P> {
        ModelBackingData<P>(ModelAnchor(ModelClass.of(P.self)))
    }

    /// The model's identifier: temporary until its first save.
    public var persistentModelID: PersistentIdentifier { anchor.identifier }

    /// The model's identifier. A class can declare an `id` of its own.
    public var id: PersistentIdentifier { persistentModelID }

    /// The context that the model belongs to: nil before it is inserted, and after its deletion is
    /// saved, in this context or another.
    public var modelContext: ModelContext? { anchor.object?.modelContext }

    /// Whether the model has changes that are not saved.
    public var hasChanges: Bool { anchor.object?.hasChanges ?? false }

    /// Whether the next save deletes the model.
    public var isDeleted: Bool {
        guard let object = anchor.object else { return false }
        return object.modelContext != nil && object.isDeleted
    }

    /// Two models are equal if they are one object, or stand for one stored row in two contexts.
    ///
    /// An exception keeps equal models equal in their hash: two models that became one row by a save,
    /// because of a unique value, stay different if the new one was in a set before.
    // Disfavored, because a class can declare an operator of its own.
    @_disfavoredOverload
    public static func == (lhs: Self, rhs: Self) -> Bool {
        if lhs === rhs { return true }
        let (first, second) = (lhs.anchor, rhs.anchor)
        // Two models of one anchor: see `Referrers`.
        if first === second { return true }
        guard let left = first.object, let right = second.object else { return false }
        guard left === right || !left.objectID.isTemporaryID && left.objectID == right.objectID else { return false }
        return first.hash(of: lhs) == second.hash(of: rhs)
    }

    // A model stays in its set when its first save changes its identifier: the hash that it had
    // before is kept, and is that of the models of its row in other contexts.
    public func hash(into hasher: inout Hasher) { hasher.combine(anchor.hash(of: self)) }

    /// The storage of the model's values.
    var anchor: ModelAnchor {
        guard let anchor = persistentBackingData.knownAnchor else {
            trap("The backing data of \(Self.self) was not made by SwiftData.")
        }
        return anchor
    }
}

// Access by key path, as Apple's expansion of `@Model` has it. That of this package reads by index.
extension PersistentModel {
    /// Returns the value of an attribute.
    @_disfavoredOverload
    public func getValue<Value: Decodable>(forKey keyPath: KeyPath<Self, Value>) -> Value {
        ModelBackingData<Self>(anchor).getValue(forKey: keyPath)
    }

    /// Returns the model that a relationship refers to.
    public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>) -> Value {
        ModelBackingData<Self>(anchor).getValue(forKey: keyPath)
    }

    /// Returns the model that a relationship refers to; nil if there is none.
    public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>) -> Value? {
        ModelBackingData<Self>(anchor).getValue(forKey: keyPath)
    }

    /// Returns the models of a to-many relationship.
    public func getValue<Value: RelationshipCollection, Element>(forKey keyPath: KeyPath<Self, Value>) -> Value
    where Element == Value.PersistentElement {
        ModelBackingData<Self>(anchor).getValue(forKey: keyPath)
    }

    /// Returns the models of a to-many relationship whose models can be decoded.
    public func getValue<Value: RelationshipCollection & Decodable, Element>(forKey keyPath: KeyPath<Self, Value>) -> Value
    where Element == Value.PersistentElement {
        ModelBackingData<Self>(anchor).getValue(forKey: keyPath)
    }

    /// Returns the value of a transformable attribute.
    public func getTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value {
        ModelBackingData<Self>(anchor).getTransformableValue(forKey: keyPath)
    }

    /// Sets an attribute.
    @_disfavoredOverload
    public func setValue<Value: Encodable>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        ModelBackingData<Self>(anchor).setValue(forKey: keyPath, to: newValue)
    }

    /// Sets a to-one relationship, and its inverse.
    public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        ModelBackingData<Self>(anchor).setValue(forKey: keyPath, to: newValue)
    }

    /// Sets a to-one relationship, and its inverse.
    public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>, to newValue: Value?) {
        ModelBackingData<Self>(anchor).setValue(forKey: keyPath, to: newValue)
    }

    /// Sets a to-many relationship, and the inverses.
    public func setValue<Value: RelationshipCollection, Element>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value)
    where Element == Value.PersistentElement {
        ModelBackingData<Self>(anchor).setValue(forKey: keyPath, to: newValue)
    }

    /// Sets a to-many relationship whose models can be encoded, and the inverses.
    public func setValue<Value: RelationshipCollection & Encodable, Element>(
        forKey keyPath: KeyPath<Self, Value>, to newValue: Value
    ) where Element == Value.PersistentElement {
        ModelBackingData<Self>(anchor).setValue(forKey: keyPath, to: newValue)
    }

    /// Sets a transformable attribute.
    public func setTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        ModelBackingData<Self>(anchor).setTransformableValue(forKey: keyPath, to: newValue)
    }
}

/// A collection that a to-many relationship can be declared as: an array of models, optional or not.
public protocol RelationshipCollection {
    /// The models' class.
    associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
    /// The models' class.
    public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection where Wrapped: Sequence, Wrapped.Element: PersistentModel {
    /// The models' class.
    public typealias PersistentElement = Wrapped.Element
}
