internal import CoreData
public import Foundation

// Attributes of the types that a row holds as they are. Each type has overloads of its own, so that
// an accessor is one direct call that boxes nothing.

extension _Backing {
    /// Returns the value of a `Bool` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Bool>)
        -> Bool
    {
        let (anchor, index) = place(index, model, keyPath)
        return anchor.withReadableObject { $0.stored(at: anchor.slot(index)) ?? anchor.missing(index) }
            ?? anchor.ownValue(index) ?? anchor.missing(index)
    }

    /// Returns the value of a `Bool?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Bool?>)
        -> Bool?
    {
        let (anchor, index) = place(index, model, keyPath)
        guard let object = anchor.readableObject else { return anchor.ownValue(index) }
        return object.stored(at: anchor.slot(index))
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
        let (anchor, index) = place(index, model, keyPath)
        return anchor.withReadableObject { $0.stored(at: anchor.slot(index)) ?? anchor.missing(index) }
            ?? anchor.ownValue(index) ?? anchor.missing(index)
    }

    /// Returns the value of an `Int?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int?>)
        -> Int?
    {
        let (anchor, index) = place(index, model, keyPath)
        guard let object = anchor.readableObject else { return anchor.ownValue(index) }
        return object.stored(at: anchor.slot(index))
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
        let (anchor, index) = place(index, model, keyPath)
        return anchor.withReadableObject { $0.stored(at: anchor.slot(index)) ?? anchor.missing(index) }
            ?? anchor.ownValue(index) ?? anchor.missing(index)
    }

    /// Returns the value of an `Int16?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int16?>)
        -> Int16?
    {
        let (anchor, index) = place(index, model, keyPath)
        guard let object = anchor.readableObject else { return anchor.ownValue(index) }
        return object.stored(at: anchor.slot(index))
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
        let (anchor, index) = place(index, model, keyPath)
        return anchor.withReadableObject { $0.stored(at: anchor.slot(index)) ?? anchor.missing(index) }
            ?? anchor.ownValue(index) ?? anchor.missing(index)
    }

    /// Returns the value of an `Int32?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int32?>)
        -> Int32?
    {
        let (anchor, index) = place(index, model, keyPath)
        guard let object = anchor.readableObject else { return anchor.ownValue(index) }
        return object.stored(at: anchor.slot(index))
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
        let (anchor, index) = place(index, model, keyPath)
        return anchor.withReadableObject { $0.stored(at: anchor.slot(index)) ?? anchor.missing(index) }
            ?? anchor.ownValue(index) ?? anchor.missing(index)
    }

    /// Returns the value of an `Int64?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Int64?>)
        -> Int64?
    {
        let (anchor, index) = place(index, model, keyPath)
        guard let object = anchor.readableObject else { return anchor.ownValue(index) }
        return object.stored(at: anchor.slot(index))
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
        let (anchor, index) = place(index, model, keyPath)
        return anchor.withReadableObject { $0.stored(at: anchor.slot(index)) ?? anchor.missing(index) }
            ?? anchor.ownValue(index) ?? anchor.missing(index)
    }

    /// Returns the value of a `Double?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Double?>)
        -> Double?
    {
        let (anchor, index) = place(index, model, keyPath)
        guard let object = anchor.readableObject else { return anchor.ownValue(index) }
        return object.stored(at: anchor.slot(index))
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
        let (anchor, index) = place(index, model, keyPath)
        return anchor.withReadableObject { $0.stored(at: anchor.slot(index)) ?? anchor.missing(index) }
            ?? anchor.ownValue(index) ?? anchor.missing(index)
    }

    /// Returns the value of a `Float?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Float?>)
        -> Float?
    {
        let (anchor, index) = place(index, model, keyPath)
        guard let object = anchor.readableObject else { return anchor.ownValue(index) }
        return object.stored(at: anchor.slot(index))
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
        let (anchor, index) = place(index, model, keyPath)
        return anchor.withReadableObject { $0.stored(at: anchor.slot(index)) ?? anchor.missing(index) }
            ?? anchor.ownValue(index) ?? anchor.missing(index)
    }

    /// Returns the value of a `String?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, String?>)
        -> String?
    {
        let (anchor, index) = place(index, model, keyPath)
        guard let object = anchor.readableObject else { return anchor.ownValue(index) }
        return object.stored(at: anchor.slot(index))
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
        let (anchor, index) = place(index, model, keyPath)
        return anchor.withReadableObject { $0.stored(at: anchor.slot(index)) ?? anchor.missing(index) }
            ?? anchor.ownValue(index) ?? anchor.missing(index)
    }

    /// Returns the value of a `Data?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Data?>)
        -> Data?
    {
        let (anchor, index) = place(index, model, keyPath)
        guard let object = anchor.readableObject else { return anchor.ownValue(index) }
        return object.stored(at: anchor.slot(index))
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
        let (anchor, index) = place(index, model, keyPath)
        return anchor.withReadableObject { $0.stored(at: anchor.slot(index)) ?? anchor.missing(index) }
            ?? anchor.ownValue(index) ?? anchor.missing(index)
    }

    /// Returns the value of a `Date?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Date?>)
        -> Date?
    {
        let (anchor, index) = place(index, model, keyPath)
        guard let object = anchor.readableObject else { return anchor.ownValue(index) }
        return object.stored(at: anchor.slot(index))
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
        let (anchor, index) = place(index, model, keyPath)
        return anchor.withReadableObject { $0.stored(at: anchor.slot(index)) ?? anchor.missing(index) }
            ?? anchor.ownValue(index) ?? anchor.missing(index)
    }

    /// Returns the value of a `UUID?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, UUID?>)
        -> UUID?
    {
        let (anchor, index) = place(index, model, keyPath)
        guard let object = anchor.readableObject else { return anchor.ownValue(index) }
        return object.stored(at: anchor.slot(index))
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
        let (anchor, index) = place(index, model, keyPath)
        return anchor.withReadableObject { $0.stored(at: anchor.slot(index)) ?? anchor.missing(index) }
            ?? anchor.ownValue(index) ?? anchor.missing(index)
    }

    /// Returns the value of a `URL?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, URL?>)
        -> URL?
    {
        let (anchor, index) = place(index, model, keyPath)
        guard let object = anchor.readableObject else { return anchor.ownValue(index) }
        return object.stored(at: anchor.slot(index))
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
        let (anchor, index) = place(index, model, keyPath)
        return anchor.withReadableObject { $0.stored(at: anchor.slot(index)) ?? anchor.missing(index) }
            ?? anchor.ownValue(index) ?? anchor.missing(index)
    }

    /// Returns the value of a `Decimal?` property.
    public func get<Model: PersistentModel>(_ index: Int, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Decimal?>)
        -> Decimal?
    {
        let (anchor, index) = place(index, model, keyPath)
        guard let object = anchor.readableObject else { return anchor.ownValue(index) }
        return object.stored(at: anchor.slot(index))
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
