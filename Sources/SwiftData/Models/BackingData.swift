internal import Foundation
internal import CoreData
internal import StrataTraps

/// The values of a model, by key path.
public protocol BackingData<Model> {
    /// The model's class.
    associatedtype Model: PersistentModel

    /// The model's identifier; nil if the values belong to no model. Setting it has no effect on
    /// values that a context manages.
    var persistentModelID: PersistentIdentifier? { get set }
    /// The kind of storage, for debugging.
    var metadata: Any { get }

    /// Creates the default values of a model.
    init(for modelType: Model.Type)

    func getValue<Value: Decodable>(forKey keyPath: KeyPath<Model, Value>) -> Value
    func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>) -> Value
    func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value?>) -> Value?
    func getValue<Value: RelationshipCollection, Element>(forKey keyPath: KeyPath<Model, Value>) -> Value
    where Element == Value.PersistentElement
    func getValue<Value: RelationshipCollection & Decodable, Element>(forKey keyPath: KeyPath<Model, Value>) -> Value
    where Element == Value.PersistentElement
    func getTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value

    func setValue<Value: Encodable>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)
    func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)
    func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?)
    func setValue<Value: RelationshipCollection, Element>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)
    where Element == Value.PersistentElement
    func setValue<Value: RelationshipCollection & Encodable, Element>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)
    where Element == Value.PersistentElement
    func setTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)

    /// The object that the package's own backing data reads and writes; nil for others.
    ///
    /// A requirement, because the search for another protocol's conformance, at each access to a
    /// model, takes longer than the access.
    var _storage: AnyObject? { get }
}

extension BackingData {
    /// Nil: the backing data is not that of this package.
    public var _storage: AnyObject? { nil }

    /// The anchor of the package's own backing data; nil for others.
    var knownAnchor: ModelAnchor? { _storage as? ModelAnchor }
}

/// A backing that is made of an anchor.
protocol AnchorBackingData: BackingData {
    init(_ anchor: ModelAnchor)
}

/// The values of an anchor.
struct ModelBackingData<Model: PersistentModel>: AnchorBackingData {
    let anchor: ModelAnchor
    /// The model, which the anchor does not keep; nil while it is being created.
    private let model: AnyObject?

    var _storage: AnyObject? { anchor }

    init(_ anchor: ModelAnchor) { self.init(anchor, of: nil) }

    init(_ anchor: ModelAnchor, of model: AnyObject?) {
        self.anchor = anchor
        self.model = model
    }

    init(for modelType: Model.Type) { self.init(ModelAnchor(ModelClass.of(modelType))) }

    var persistentModelID: PersistentIdentifier? {
        get { anchor.identifier }
        nonmutating set {}
    }

    var metadata: Any { anchor.object == nil ? "values of a new model" : "a managed object" }

    private func index(_ keyPath: AnyKeyPath) -> Int {
        guard let index = anchor.modelClass.index(of: keyPath) else {
            trap("\(keyPath) does not name a stored property of \(anchor.modelClass.name).")
        }
        return index
    }

    @_disfavoredOverload
    func getValue<Value: Decodable>(forKey keyPath: KeyPath<Model, Value>) -> Value {
        anchor.attribute(index(keyPath), Value.self)
    }

    func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>) -> Value {
        anchor.requiredModel(index(keyPath), Value.self)
    }

    func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value?>) -> Value? {
        anchor.model(index(keyPath)) as? Value
    }

    func getValue<Value: RelationshipCollection, Element>(forKey keyPath: KeyPath<Model, Value>) -> Value
    where Element == Value.PersistentElement {
        anchor.collection(index(keyPath), Value.self)
    }

    func getValue<Value: RelationshipCollection & Decodable, Element>(forKey keyPath: KeyPath<Model, Value>) -> Value
    where Element == Value.PersistentElement {
        anchor.collection(index(keyPath), Value.self)
    }

    func getTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
        anchor.attribute(index(keyPath), Value.self)
    }

    @_disfavoredOverload
    func setValue<Value: Encodable>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
        anchor.setAttribute(index(keyPath), newValue)
    }

    func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
        anchor.setModel(index(keyPath), newValue)
    }

    func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?) {
        anchor.setModel(index(keyPath), newValue)
    }

    func setValue<Value: RelationshipCollection, Element>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)
    where Element == Value.PersistentElement {
        anchor.setCollection(index(keyPath), newValue)
    }

    func setValue<Value: RelationshipCollection & Encodable, Element>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)
    where Element == Value.PersistentElement {
        anchor.setCollection(index(keyPath), newValue)
    }

    func setTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value) {
        anchor.setAttribute(index(keyPath), newValue)
    }
}
