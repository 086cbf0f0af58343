internal import Observation
internal import StrataReads

/// The stored property of a model that connects it to its observers. `@Model` declares it.
///
/// It has no size: the registrar, which takes more memory than a small model, is created at the
/// first access that is observed.
public struct _ModelObservation: Sendable {
    /// Creates the connection of a new model.
    public init() {}

    /// Reports a read of a property to the observers of the current thread.
    public func access<Model: PersistentModel, Value>(_ model: Model, keyPath: KeyPath<Model, Value>) {
        guard let registrar = model.anchor.readRegistrar else { return }
        registrar.value.access(model, keyPath: keyPath)
        ReadObjects.keep(model)
    }

    /// Changes a property, and reports the change to observers.
    public func withMutation<Model: PersistentModel, Value, Result>(
        of model: Model, keyPath: KeyPath<Model, Value>, _ mutation: () throws -> Result
    ) rethrows -> Result {
        guard let registrar = model.anchor.registrar else { return try mutation() }
        return try registrar.value.withMutation(of: model, keyPath: keyPath, mutation)
    }
}

extension ModelAnchor {
    /// The registrar for a read of a property; nil if the model has none and the read is not tracked.
    @inline(__always)
    var readRegistrar: ModelRegistrar? {
        if let registrar { return registrar }
        guard let made = ReadTracking.registrar() else { return nil }
        registrar = made
        return made
    }

    /// The registrar, created if there is none.
    var madeRegistrar: ModelRegistrar {
        if let registrar { return registrar }
        let made = ModelRegistrar()
        registrar = made
        return made
    }

    /// Reports a change of a relationship of a model in no context, which the other side has made, to
    /// the observers of the model.
    func reportOwnChange(_ index: Int) {
        guard object == nil, let registrar, let own else { return }
        registrar.value.reportChange(of: own) { $0 == index }
    }
}

extension _ModelObject {
    /// Reports changes of the properties of some kinds to the observers of the model, if it has any.
    func reportChange(_ isConcerned: (ValueKind) -> Bool) {
        guard let model = model as? any PersistentModel, let registrar = model.anchor.registrar else { return }
        let kinds = modelLayout.kinds
        registrar.value.reportChange(of: model) { isConcerned(kinds[$0]) }
    }

    /// Reports changes of the properties in some slots to the observers of the model, if it has any.
    func reportChange(ofSlots slots: [Int]) {
        guard !slots.isEmpty, let model = model as? any PersistentModel, let registrar = model.anchor.registrar else { return }
        let known = modelLayout.slots
        registrar.value.reportChange(of: model) { slots.contains(known[$0]) }
    }
}

extension ObservationRegistrar {
    /// Reports changes of some stored properties of a model, by index, to the observers.
    func reportChange<Model: PersistentModel>(of model: Model, _ isConcerned: (Int) -> Bool) {
        for (index, property) in model.anchor.modelClass.properties.enumerated() where isConcerned(index) {
            report(property.keyPath, of: model)
        }
    }

    /// Reports a change of a property to the observers. The key path of an inherited one begins at the
    /// class that declares it, as in the property's accessors.
    private func report(_ keyPath: AnyKeyPath, of model: any PersistentModel) {
        guard let declaring = type(of: keyPath).rootType as? any PersistentModel.Type else { return }
        func report<Model: PersistentModel>(_ declaring: Model.Type) {
            guard let model = model as? Model else { return }
            func report<Value>(_ type: Value.Type) {
                guard let keyPath = keyPath as? KeyPath<Model, Value> else { return }
                withMutation(of: model, keyPath: keyPath) {}
            }
            _openExistential(type(of: keyPath).valueType, do: report)
        }
        report(declaring)
    }
}
