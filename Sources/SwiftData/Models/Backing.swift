internal import CoreData
internal import Foundation
internal import StrataReads

/// The stored property of a model that holds its values. `@Model` declares it, and the accessors of
/// the model's properties read and write through it.
///
/// A property is named by its index among those that its class declares, and by its key path, whose
/// type selects the overload: a type that a row holds as it is (`Backing+Scalars.swift`), a model,
/// a collection of models, or any other type that can be encoded.
///
/// The methods that get the model are not mutating: while one runs, it may read other properties of
/// the same model. Key paths are made for observers only.
public struct _Backing {
    private(set) var anchor: ModelAnchor?

    /// Creates the storage of a new model, which its initializer fills.
    public init<Model: PersistentModel>(_ type: Model.Type) {}

    /// Creates the storage of what a subclass adds to a new model.
    public init<Model: PersistentModel>(partOf type: Model.Type) {
        anchor = ModelAnchor(partOf: ModelClass.of(type))
    }

    /// Creates the storage that shows the values of a backing.
    public init(_ backingData: any BackingData) {
        anchor = backingData.knownAnchor
        anchor?.keepFirstModel()
    }

    /// Returns the values of a model by key path.
    public func backingData<Model: PersistentModel>(of model: Model) -> any BackingData<Model> {
        let anchor = anchor ?? made(for: model)
        // Values that a subclass has added join these first: the model is not whole before.
        if anchor.isPending || anchor.isUnused && !anchor.modelClass.hasParts { anchor.attach(model) }
        return ModelBackingData<Model>(anchor, of: model)
    }

    /// Returns the values of a superclass, to which the values of a subclass are added that its
    /// initializer has set.
    public mutating func backingData<Root: PersistentModel>(
        joining backingData: any BackingData<Root>
    ) -> any BackingData<Root> {
        guard let whole = backingData.knownAnchor else { return backingData }
        if let anchor, anchor !== whole { whole.adopt(anchor) }
        anchor = whole
        return backingData
    }

    private func made<Model: PersistentModel>(for model: Model) -> ModelAnchor {
        let made = ModelAnchor(ModelClass.of(Model.self))
        model.persistentBackingData = ModelBackingData<Model.Root>(made)
        made.attach(model)
        return made
    }

    /// Returns the anchor of a model, and the index in it of a property of a class. Makes the model
    /// known to the anchor.
    @inline(__always)
    func place<Model: PersistentModel>(_ index: Int, _ model: Model) -> (anchor: ModelAnchor, index: Int) {
        guard let anchor, anchor.isOf(model) else { return joined(index, model) }
        if anchor.modelPointer == nil { anchor.attach(model) }
        return (anchor, anchor.isOfSubclass ? anchor.modelClass.index(index, declaredBy: Model.self) : index)
    }

    /// Returns the same, and reports a read of the property to the observers of the current thread.
    @inline(__always)
    func place<Model: PersistentModel, Value>(
        _ index: Int, _ model: Model, _ keyPath: () -> KeyPath<Model, Value>
    ) -> (anchor: ModelAnchor, index: Int) {
        let place = place(index, model)
        if let registrar = place.anchor.readRegistrar {
            registrar.value.access(model, keyPath: keyPath())
            ReadObjects.keep(model)
        }
        return place
    }

    @inline(never)
    private func joined<Model: PersistentModel>(_ index: Int, _ model: Model) -> (anchor: ModelAnchor, index: Int) {
        let anchor = model.anchor
        if anchor.modelPointer == nil { anchor.attach(model) }
        return (anchor, anchor.modelClass.index(index, declaredBy: Model.self))
    }

    /// Returns the anchor of a model whose initializer runs, and the index in it of a property.
    mutating func initialPlace<Model: PersistentModel>(
        _ index: Int, _ type: Model.Type
    ) -> (anchor: ModelAnchor, index: Int) {
        if let anchor, !anchor.isOfSubclass { return (anchor, index) }
        let modelClass = anchor?.modelClass ?? ModelClass.of(type)
        let place = anchor ?? ModelAnchor(modelClass)
        anchor = place
        return (place, modelClass.isSubclass ? modelClass.index(index, declaredBy: type) : index)
    }
}

// MARK: Attributes

extension _Backing {
    /// Returns the value of an attribute.
    @_disfavoredOverload
    public func get<Model: PersistentModel, Value: Decodable>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
    ) -> Value {
        let place = place(index, model, keyPath)
        return place.anchor.attribute(place.index, Value.self)
    }

    /// Sets an attribute.
    @_disfavoredOverload
    public func set<Model: PersistentModel, Value: Encodable>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, _ value: Value
    ) {
        let place = place(index, model)
        return place.anchor.setAttribute(place.index, value)
    }

    /// Sets an attribute in the model's initializer.
    @_disfavoredOverload
    public mutating func set<Model: PersistentModel, Value: Encodable>(
        _ index: Int, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, _ value: Value
    ) {
        let place = initialPlace(index, Model.self)
        place.anchor.setAttribute(place.index, value)
    }

    /// Returns the value of a transformable attribute.
    public func getTransformable<Model: PersistentModel, Value>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
    ) -> Value {
        let place = place(index, model, keyPath)
        return place.anchor.attribute(place.index, Value.self)
    }

    /// Sets a transformable attribute.
    public func setTransformable<Model: PersistentModel, Value>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, _ value: Value
    ) {
        let place = place(index, model)
        return place.anchor.setAttribute(place.index, value)
    }

    /// Sets a transformable attribute in the model's initializer.
    public mutating func setTransformable<Model: PersistentModel, Value>(
        _ index: Int, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, _ value: Value
    ) {
        let place = initialPlace(index, Model.self)
        place.anchor.setAttribute(place.index, value)
    }
}

// MARK: Relationships

extension _Backing {
    /// Returns the model that a relationship refers to.
    public func get<Model: PersistentModel, Value: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
    ) -> Value {
        let place = place(index, model, keyPath)
        return place.anchor.requiredModel(place.index, Value.self)
    }

    /// Returns the model that a relationship refers to; nil if there is none.
    public func get<Model: PersistentModel, Value: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value?>
    ) -> Value? {
        let place = place(index, model, keyPath)
        return place.anchor.model(place.index) as? Value
    }

    /// Returns the models of a to-many relationship.
    public func get<Model: PersistentModel, Value: RelationshipCollection>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
    ) -> Value {
        let place = place(index, model, keyPath)
        return place.anchor.collection(place.index, Value.self)
    }

    /// Sets a to-one relationship.
    public func set<Model: PersistentModel, Value: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, _ value: Value
    ) {
        let place = place(index, model)
        return place.anchor.setModel(place.index, value)
    }

    /// Sets a to-one relationship.
    public func set<Model: PersistentModel, Value: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value?>, _ value: Value?
    ) {
        let place = place(index, model)
        return place.anchor.setModel(place.index, value)
    }

    /// Sets a to-many relationship.
    public func set<Model: PersistentModel, Value: RelationshipCollection>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, _ value: Value
    ) {
        let place = place(index, model)
        return place.anchor.setCollection(place.index, value)
    }

    /// Sets a to-one relationship in the model's initializer.
    public mutating func set<Model: PersistentModel, Value: PersistentModel>(
        _ index: Int, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, _ value: Value
    ) {
        let place = initialPlace(index, Model.self)
        place.anchor.setModel(place.index, value)
    }

    /// Sets a to-one relationship in the model's initializer.
    public mutating func set<Model: PersistentModel, Value: PersistentModel>(
        _ index: Int, _ keyPath: @autoclosure () -> KeyPath<Model, Value?>, _ value: Value?
    ) {
        let place = initialPlace(index, Model.self)
        place.anchor.setModel(place.index, value)
    }

    /// Sets a to-many relationship in the model's initializer.
    public mutating func set<Model: PersistentModel, Value: RelationshipCollection>(
        _ index: Int, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, _ value: Value
    ) {
        let place = initialPlace(index, Model.self)
        place.anchor.setCollection(place.index, value)
    }
}
