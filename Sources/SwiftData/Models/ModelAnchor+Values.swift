internal import CoreData
internal import Foundation
internal import StrataTraps

// Reading and writing the properties of a model, by index among the properties of its class
//
// A model in a context reads the row of its managed object. Nothing here traps for what a store
// holds: a value that does not fit the property's type, a row that is gone, and a context that was
// deallocated give the property's default value, or that of its type.

extension ModelAnchor {
    // MARK: Access by the accessors of scalar properties

    /// The managed object, if its values can be read.
    @inline(__always)
    var readableObject: _ModelObject? {
        guard let object, object.isReadable else { return nil }
        return object
    }

    /// The managed object, if its values can be set, which keeps the model from now on.
    @inline(__always)
    var changedObject: _ModelObject? {
        guard let object = readableObject else { return nil }
        object.keepModel()
        return object
    }

    /// Returns a value of a model that is in no context; nil if the model has a managed object.
    func ownValue<Value>(_ index: Int) -> Value? { object == nil ? values[index] as? Value : nil }

    /// Sets a value of a model that is in no context. Has no effect on one whose row is gone.
    func setOwnValue(_ index: Int, _ value: Any) { if object == nil { setValue(value, at: index) } }

    // MARK: Attributes

    /// Returns the value of an attribute.
    func attribute<Value>(_ index: Int, _ type: Value.Type) -> Value {
        guard let object else { return values[index] as? Value ?? missing(index) }
        guard object.isReadable else { return missing(index) }
        if object.isProbe {
            let (slot, kind) = (layout.slots[index], layout.kinds[index])
            if let known = RawCases.record(object, slot, kind, as: Value.self) { return known }
            if let known = StructureSamples.record(object, slot, kind, as: Value.self) { return known }
        }
        let stored = object.objectValue(at: layout.slots[index])
        return layout.kinds[index].decode(stored, as: Value.self) ?? missing(index)
    }

    /// Sets an attribute.
    func setAttribute<Value>(_ index: Int, _ value: Value) {
        guard let object else {
            setValue(value, at: index)
            return
        }
        guard object.isReadable else { return }
        object.keepModel()
        object.setObjectValue(layout.kinds[index].encode(value), at: layout.slots[index])
    }

    /// Returns the value of a property that has none: its default value, or that of its type.
    func missing<Value>(_ index: Int) -> Value {
        if let value = modelClass.properties[index].metadata.defaultValue as? Value { return value }
        if let value = emptyValue(of: Value.self) { return value }
        trap(
            "\(modelClass.name).\(modelClass.properties[index].name) has no value. Declare it as optional, or give it a default value."
        )
    }

    /// The values of the attributes, by index, as far as they can be read; nil for others.
    var attributeValues: [Any?] {
        guard let object else { return values }
        guard object.isReadable else { return Array(repeating: nil, count: layout.slots.count) }
        return zip(layout.slots, layout.kinds).map { slot, kind in
            kind.isRelationship ? nil : kind.decode(object.objectValue(at: slot))
        }
    }

    // MARK: To-one relationships

    /// Returns the model that a relationship refers to.
    func model(_ index: Int) -> (any PersistentModel)? {
        if object == nil { linkReferrers() }
        guard let object else { return values[index] as? any PersistentModel }
        guard object.isRelated else { return nil }
        let slot = layout.slots[index]
        if let related = object.relatedObject(at: slot) { return (related as? _ModelObject)?.madeModel }
        guard object.modelContext?.insertPending() == true else { return nil }
        return (object.relatedObject(at: slot) as? _ModelObject)?.madeModel
    }

    /// Returns the model that a relationship refers to, whose property is declared without `?`.
    func requiredModel<Model: PersistentModel>(_ index: Int, _ type: Model.Type) -> Model {
        if let model = model(index) as? Model { return model }
        if let object, object.isProbe, let probe = object.requiredProbe(at: object.modelLayout.slots[index]),
            let model = (probe as? _ModelObject)?.madeModel as? Model
        {
            return model
        }
        // The model was deleted, or the row has none: a model in no context, with default values.
        return Model(backingData: ModelBackingData<Model.Root>(ModelAnchor(ModelClass.of(type))))
    }

    /// Sets a to-one relationship, and its inverse.
    func setModel(_ index: Int, _ model: (any PersistentModel)?) {
        if object == nil { linkReferrers() }
        guard let object else { return setOwnModel(index, model) }
        guard let context = object.modelContext else { return }
        let related = model.flatMap { context.insertRelated($0) }
        object.keepModel()
        object.setRelatedObject(related, at: layout.slots[index])
    }

    // MARK: To-many relationships

    /// Returns the models of a to-many relationship, in the order of their insertion.
    func models(_ index: Int) -> [any PersistentModel]? {
        if object == nil { linkReferrers() }
        guard let object else { return (values[index] as? OwnMembers)?.models }
        guard object.isRelated else { return [] }
        object.modelContext?.insertPending()
        return object.sortedRelatedObjects(at: layout.slots[index])
            .compactMap { ($0 as? _ModelObject)?.madeModel }
    }

    func collection<Value: RelationshipCollection>(_ index: Int, _ type: Value.Type) -> Value {
        let models = models(index)?.compactMap { model in
            // A cast takes several times as long.
            Swift.type(of: model) == Value.PersistentElement.self
                ? unsafeDowncast(model, to: Value.PersistentElement.self) : model as? Value.PersistentElement
        }
        if let models, let value = models as Any as? Value { return value }
        // A model without values, and a property that is neither optional nor has a default value.
        if !(Value.self is any OptionalType.Type), modelClass.properties[index].metadata.defaultValue == nil,
            let value = [Value.PersistentElement]() as Any as? Value
        {
            return value
        }
        return missing(index)
    }

    /// Sets a to-many relationship, and the inverses.
    func setCollection<Value: RelationshipCollection>(_ index: Int, _ value: Value) {
        let models = value as? [Value.PersistentElement]
        if object == nil { linkReferrers() }
        guard let object else { return setOwnModels(index, models) }
        guard let context = object.modelContext else { return }
        let related = (models ?? []).compactMap { context.insertRelated($0) }
        object.keepModel()
        object.setRelatedObjects(related, at: layout.slots[index])
    }
}

// Relationships between models that are in no context. Both sides agree, as in a context, also while
// one of the models is not known, because its initializer has set the relationship: see `Referrers`.
extension ModelAnchor {
    private func setOwnModel(_ index: Int, _ model: (any PersistentModel)?) {
        let model = model?.anchor.twin ?? model
        let old = values[index] as? any PersistentModel
        setValue(model, at: index)
        if let old, old !== model { unlink([old], index) }
        guard let model else { return }
        if let context = model.modelContext, context.hasType(of: self) { return join(context) }
        link(CollectionOfOne(model), index)
    }

    private func setOwnModels(_ index: Int, _ models: [any PersistentModel]?) {
        let old = values[index] as? OwnMembers ?? OwnMembers(isLinked: true)
        let (removed, added, same) = old.difference(to: models ?? [])
        if let models, added.contains(where: { ($0.anchor.twin ?? $0) !== $0 }) {
            return setOwnModels(index, models.map { $0.anchor.twin ?? $0 })
        }
        let members = models.map { OwnMembers($0, isLinked: false, distinct: same) }
        setValue(members, at: index)
        unlink(removed, index)
        if let context = added.lazy.compactMap(\.modelContext).first, context.hasType(of: self) { return join(context) }
        if link(added, index) { members?.isLinked = true }
    }

    /// Adds the model to the inverse of models to which a relationship refers from now on. Returns
    /// whether they know the model: not if its initializer runs, or if there is no inverse.
    @discardableResult
    private func link(_ models: some Collection<any PersistentModel>, _ index: Int) -> Bool {
        guard let inverse = modelClass.inverse(of: index) else { return false }
        for model in models {
            if let own { model.anchor.addOwn(own, inverse) }
            model.anchor.reportOwnChange(inverse)
        }
        if own == nil, !models.isEmpty { refer(to: models, index, number) }
        return own != nil
    }

    /// Removes the model from the inverse of models to which a relationship does not refer any more.
    private func unlink(_ models: [any PersistentModel], _ index: Int) {
        guard !models.isEmpty, let inverse = modelClass.inverse(of: index) else { return }
        for model in models {
            if let own {
                model.anchor.removeOwn(own, inverse)
            } else if !refers(to: model) {
                model.anchor.referrers?.remove(self)
            }
        }
    }

    /// Inserts the model, which refers to one in a context, into that context: at once, or when the
    /// model is known.
    ///
    /// - Parameter isEnded: Whether the model was released, so that only its values are inserted.
    func join(_ context: ModelContext, isEnded: Bool = false) {
        if let own { return context.insertAny(own) }
        isPending = true
        // The class of a model whose initializer runs is known when it is final. Otherwise the values
        // of a subclass may be missing: see `EndingModel`.
        if isEnded || !isPart && !context.hasSubclass(of: self) { context.addPending(self) }
    }

    /// Inserts the model, which has become known, into the context of a model that it refers to.
    func insertPending() {
        isPending = false
        guard object == nil, let own else { return }
        relatedContext?.insertAny(own)
    }

    /// The context of a model that this one refers to, if it has the model's type.
    var relatedContext: ModelContext? {
        let contexts = values.lazy.compactMap { value in
            (value as? any PersistentModel)?.modelContext
                ?? (value as? OwnMembers)?.models.lazy.compactMap(\.modelContext).first
        }
        return contexts.first { $0.hasType(of: self) }
    }

    /// The anchor's model, once it is known.
    var own: (any PersistentModel)? {
        modelPointer.flatMap { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? any PersistentModel }
    }

    /// Adds a model that refers to this one, in no context, to the inverse.
    func addOwn(_ model: any PersistentModel, _ index: Int) {
        guard object == nil else { return }
        if modelClass.isToMany(index) {
            if let members = values[index] as? OwnMembers { return members.insert(model) }
            setValue(OwnMembers([model], isLinked: true), at: index)
        } else {
            // Those were created before, so the model replaces them.
            linkReferrers()
            let old = values[index] as? any PersistentModel
            setValue(model, at: index)
            if let old, old !== model, let own, let inverse = modelClass.inverse(of: index) { old.anchor.removeOwn(own, inverse) }
        }
    }

    private func removeOwn(_ model: any PersistentModel, _ index: Int) {
        guard object == nil else { return }
        if modelClass.isToMany(index) {
            (values[index] as? OwnMembers)?.remove(model)
        } else if values[index] as? AnyObject === model {
            setValue(nil, at: index)
        }
        reportOwnChange(index)
    }
}

extension _ModelObject {
    /// The model, created if the app uses none.
    var madeModel: (any PersistentModel)? {
        if let model { return model as? any PersistentModel }
        func make<Model: PersistentModel>(_ type: Model.Type) -> Model {
            let anchor = ModelAnchor(self)
            let model = Model(backingData: ModelBackingData<Model.Root>(anchor))
            anchor.attach(model)
            return model
        }
        return make(modelLayout.modelClass.type)
    }
}
