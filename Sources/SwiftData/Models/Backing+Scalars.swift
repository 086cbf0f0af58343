internal import CoreData
public import Foundation

// Attributes of the types that a row holds as they are. Each type has overloads of its own, so that
// an accessor is one direct call that boxes nothing.

extension _Backing {
    /// Returns the value of an attribute that is not optional, and reports the read to observers.
    ///
    /// First tries a read of an unobserved model in a context, during which nothing is retained.
    @inline(__always)
    private func scalar<Model: PersistentModel, Value>(
        _ index: Int, _ model: Model, _ keyPath: () -> KeyPath<Model, Value>, _ stored: (_ModelObject, Int) -> Value?
    ) -> Value {
        if let value = unobserved(index, model, stored) ?? nil { return value }
        return reportedScalar(index, model, keyPath, stored)
    }

    /// Reads a property of an unobserved model in a context. Returns nil for other models.
    @inline(__always)
    private func unobserved<Model: PersistentModel, Value>(
        _ index: Int, _ model: Model, _ stored: (_ModelObject, Int) -> Value?
    ) -> Value?? {
        // The caller retains the anchor. A variable with a strong reference would retain it again,
        // until the end of the scope.
        anchor.map(Unmanaged.passUnretained)?._withUnsafeGuaranteedRef { anchor in
            guard anchor.isUnobserved(model), !ReadTracking.isTracked else { return nil }
            return anchor.withReadableObject { stored($0, anchor.slot(index)) }
        }
    }

    private func reportedScalar<Model: PersistentModel, Value>(
        _ index: Int, _ model: Model, _ keyPath: () -> KeyPath<Model, Value>, _ stored: (_ModelObject, Int) -> Value?
    ) -> Value {
        let (anchor, index) = place(index, model, keyPath)
        return anchor.withReadableObject { stored($0, anchor.slot(index)) ?? anchor.missing(index) }
            ?? anchor.ownValue(index) ?? anchor.missing(index)
    }

    /// Returns the value of an optional attribute in the same way.
    @inline(__always)
    private func optionalScalar<Model: PersistentModel, Value>(
        _ index: Int, _ model: Model, _ keyPath: () -> KeyPath<Model, Value?>, _ stored: (_ModelObject, Int) -> Value?
    ) -> Value? {
        if let value = unobserved(index, model, stored) { return value }
        return reportedOptionalScalar(index, model, keyPath, stored)
    }

    private func reportedOptionalScalar<Model: PersistentModel, Value>(
        _ index: Int, _ model: Model, _ keyPath: () -> KeyPath<Model, Value?>, _ stored: (_ModelObject, Int) -> Value?
    ) -> Value? {
        let (anchor, index) = place(index, model, keyPath)
        guard let object = anchor.readableObject else { return anchor.ownValue(index) }
        return stored(object, anchor.slot(index))
    }
}

extension _Backing {
    /// Returns the value of a `Bool` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Bool>)
        -> Bool
    {
        scalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Returns the value of a `Bool?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Bool?>)
        -> Bool?
    {
        optionalScalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Sets a `Bool` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Bool>, _ value: Bool
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value) }
        object.store(value, at: anchor.slot(index))
    }

    /// Sets a `Bool?` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Bool?>, _ value: Bool?
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value as Any) }
        object.store(value, at: anchor.slot(index))
    }
}

extension _Backing {
    /// Returns the value of an `Int` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int>)
        -> Int
    {
        scalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Returns the value of an `Int?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int?>)
        -> Int?
    {
        optionalScalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Sets an `Int` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int>, _ value: Int
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value) }
        object.store(value, at: anchor.slot(index))
    }

    /// Sets an `Int?` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int?>, _ value: Int?
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value as Any) }
        object.store(value, at: anchor.slot(index))
    }
}

extension _Backing {
    /// Returns the value of an `Int16` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int16>)
        -> Int16
    {
        scalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Returns the value of an `Int16?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int16?>)
        -> Int16?
    {
        optionalScalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Sets an `Int16` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int16>, _ value: Int16
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value) }
        object.store(value, at: anchor.slot(index))
    }

    /// Sets an `Int16?` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int16?>, _ value: Int16?
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value as Any) }
        object.store(value, at: anchor.slot(index))
    }
}

extension _Backing {
    /// Returns the value of an `Int32` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int32>)
        -> Int32
    {
        scalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Returns the value of an `Int32?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int32?>)
        -> Int32?
    {
        optionalScalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Sets an `Int32` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int32>, _ value: Int32
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value) }
        object.store(value, at: anchor.slot(index))
    }

    /// Sets an `Int32?` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int32?>, _ value: Int32?
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value as Any) }
        object.store(value, at: anchor.slot(index))
    }
}

extension _Backing {
    /// Returns the value of an `Int64` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int64>)
        -> Int64
    {
        scalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Returns the value of an `Int64?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int64?>)
        -> Int64?
    {
        optionalScalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Sets an `Int64` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int64>, _ value: Int64
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value) }
        object.store(value, at: anchor.slot(index))
    }

    /// Sets an `Int64?` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int64?>, _ value: Int64?
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value as Any) }
        object.store(value, at: anchor.slot(index))
    }
}

extension _Backing {
    /// Returns the value of a `Double` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Double>)
        -> Double
    {
        scalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Returns the value of a `Double?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Double?>)
        -> Double?
    {
        optionalScalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Sets a `Double` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Double>, _ value: Double
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value) }
        object.store(value, at: anchor.slot(index))
    }

    /// Sets a `Double?` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Double?>, _ value: Double?
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value as Any) }
        object.store(value, at: anchor.slot(index))
    }
}

extension _Backing {
    /// Returns the value of a `Float` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Float>)
        -> Float
    {
        scalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Returns the value of a `Float?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Float?>)
        -> Float?
    {
        optionalScalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Sets a `Float` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Float>, _ value: Float
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value) }
        object.store(value, at: anchor.slot(index))
    }

    /// Sets a `Float?` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Float?>, _ value: Float?
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value as Any) }
        object.store(value, at: anchor.slot(index))
    }
}

extension _Backing {
    /// Returns the value of a `String` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, String>)
        -> String
    {
        scalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Returns the value of a `String?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, String?>)
        -> String?
    {
        optionalScalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Sets a `String` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, String>, _ value: String
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value) }
        object.store(value, at: anchor.slot(index))
    }

    /// Sets a `String?` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, String?>, _ value: String?
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value as Any) }
        object.store(value, at: anchor.slot(index))
    }
}

extension _Backing {
    /// Returns the value of a `Data` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Data>)
        -> Data
    {
        scalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Returns the value of a `Data?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Data?>)
        -> Data?
    {
        optionalScalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Sets a `Data` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Data>, _ value: Data
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value) }
        object.store(value, at: anchor.slot(index))
    }

    /// Sets a `Data?` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Data?>, _ value: Data?
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value as Any) }
        object.store(value, at: anchor.slot(index))
    }
}

extension _Backing {
    /// Returns the value of a `Date` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Date>)
        -> Date
    {
        scalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Returns the value of a `Date?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Date?>)
        -> Date?
    {
        optionalScalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Sets a `Date` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Date>, _ value: Date
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value) }
        object.store(value, at: anchor.slot(index))
    }

    /// Sets a `Date?` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Date?>, _ value: Date?
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value as Any) }
        object.store(value, at: anchor.slot(index))
    }
}

extension _Backing {
    /// Returns the value of a `UUID` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, UUID>)
        -> UUID
    {
        scalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Returns the value of a `UUID?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, UUID?>)
        -> UUID?
    {
        optionalScalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Sets a `UUID` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, UUID>, _ value: UUID
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value) }
        object.store(value, at: anchor.slot(index))
    }

    /// Sets a `UUID?` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, UUID?>, _ value: UUID?
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value as Any) }
        object.store(value, at: anchor.slot(index))
    }
}

extension _Backing {
    /// Returns the value of a `URL` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, URL>)
        -> URL
    {
        scalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Returns the value of a `URL?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, URL?>)
        -> URL?
    {
        optionalScalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Sets a `URL` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, URL>, _ value: URL
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value) }
        object.store(value, at: anchor.slot(index))
    }

    /// Sets a `URL?` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, URL?>, _ value: URL?
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value as Any) }
        object.store(value, at: anchor.slot(index))
    }
}

extension _Backing {
    /// Returns the value of a `Decimal` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Decimal>)
        -> Decimal
    {
        scalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Returns the value of a `Decimal?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Decimal?>)
        -> Decimal?
    {
        optionalScalar(index, model, keyPath) { $0.stored(at: $1) }
    }

    /// Sets a `Decimal` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Decimal>, _ value: Decimal
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value) }
        object.store(value, at: anchor.slot(index))
    }

    /// Sets a `Decimal?` property.
    public func set<Model: PersistentModel>(
        _ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Decimal?>, _ value: Decimal?
    ) {
        let (anchor, index) = place(index, model)
        guard let object = anchor.changedObject else { return anchor.setOwnValue(index, value as Any) }
        object.store(value, at: anchor.slot(index))
    }
}
