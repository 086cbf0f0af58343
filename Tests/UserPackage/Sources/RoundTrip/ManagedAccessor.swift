public import CoreData

/// A generated property, to be held against what key-value coding says of the same object.
public struct ManagedAccessor: Sendable {
    let property: String
    /// Nil for an object of another class.
    let failure: @Sendable (NSManagedObject) -> String?

    public init<Root: NSManagedObject, Value>(_ property: String, _ path: ReferenceWritableKeyPath<Root, Value> & Sendable) {
        self.property = property
        failure = { object in
            guard let object = object as? Root else { return nil }
            let read = object[keyPath: path]
            let expected = object.value(forKey: property)
            guard Self.hash(read) == Self.hash(expected as Any) else {
                return "reads \(read), and value(forKey:) \(expected ?? "nil")"
            }
            object[keyPath: path] = read
            let written = object.value(forKey: property)
            return Self.hash(read) == Self.hash(written as Any) ? nil : "wrote \(read), and value(forKey:) is \(written ?? "nil")"
        }
    }

    /// A value without its optionals, as what Foundation holds it for.
    private static func hash(_ value: Any) -> AnyHashable? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value as? AnyHashable }
        return mirror.children.first.flatMap { hash($0.value) }
    }
}

/// A model of others, with the accessors that were generated for it.
public struct PreparedModel: Sendable {
    public let name: String
    public let accessors: [ManagedAccessor]

    public init(name: String, accessors: [ManagedAccessor]) {
        self.name = name
        self.accessors = accessors
    }
}
