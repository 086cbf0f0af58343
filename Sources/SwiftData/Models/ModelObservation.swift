internal import Observation

/// The stored property of a model that connects it to its observers. `@Model` declares it.
///
/// It has no size: the registrar, which takes more memory than a small model, is created at the
/// first access that may be observed.
public struct _ModelObservation: Sendable {
    /// Creates the connection of a new model.
    public init() {}

    /// Reports a read of a property to the observers of the current thread.
    public func access<Model: PersistentModel, Value>(_ model: Model, keyPath: KeyPath<Model, Value>) {
        model.anchor.madeRegistrar.access(model, keyPath: keyPath)
    }

    /// Changes a property, and reports the change to observers.
    public func withMutation<Model: PersistentModel, Value, Result>(
        of model: Model, keyPath: KeyPath<Model, Value>, _ mutation: () throws -> Result
    ) rethrows -> Result {
        guard let registrar = model.anchor.registrar else { return try mutation() }
        return try registrar.withMutation(of: model, keyPath: keyPath, mutation)
    }
}

extension ModelAnchor {
    /// The registrar, created if there is none.
    var madeRegistrar: ObservationRegistrar {
        if let registrar { return registrar }
        let made = ObservationRegistrar()
        registrar = made
        return made
    }
}
