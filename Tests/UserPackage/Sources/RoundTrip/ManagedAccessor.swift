public import CoreData

/// A generated property, to be compared with key-value coding on the same object.
public struct ManagedAccessor: Sendable {
    let property: String
    let belongs: @Sendable (NSManagedObject) -> Bool
    /// Returns a description of the mismatch, or nil if there is none.
    let failure: @Sendable (NSManagedObject) -> String?

    public init<Root: NSManagedObject, Value>(_ property: String, _ path: ReferenceWritableKeyPath<Root, Value> & Sendable) {
        self.property = property
        belongs = { $0 is Root }
        failure = { object in
            guard let object = object as? Root else { return nil }
            let read = object[keyPath: path]
            let expected = object.value(forKey: property)
            guard Self.isEqual(read, expected) else { return "reads \(read), and value(forKey:) \(expected ?? "nil")" }
            object[keyPath: path] = read
            let written = object.value(forKey: property)
            return Self.isEqual(read, written) ? nil : "wrote \(read), and value(forKey:) is \(written ?? "nil")"
        }
    }

    private static func isEqual(_ value: Any, _ other: Any?) -> Bool {
        switch (object(value), other.flatMap(object)) {
        case (nil, nil): true
        case (let value?, let other?): value.isEqual(other)
        default: false
        }
    }

    /// Returns a value without its optionals, as the object that key-value coding returns.
    private static func object(_ value: Any) -> NSObject? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value as AnyObject as? NSObject }
        return mirror.children.first.flatMap { object($0.value) }
    }
}

/// A model of another project, with the accessors generated for it.
public struct PreparedModel: Sendable {
    public let name: String
    public let accessors: [ManagedAccessor]

    public init(name: String, accessors: [ManagedAccessor]) {
        self.name = name
        self.accessors = accessors
    }
}
