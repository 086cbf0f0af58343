public import Foundation
internal import Synchronization

/// The name under which a value transformer is registered.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The transformer that reads keyed archives of listed classes; see `NSSecureUnarchiveFromDataTransformer`.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName("NSSecureUnarchiveFromData")
    /// The transformer that reads keyed archives of any class. Superseded by the secure one.
    public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName("NSKeyedUnarchiveFromData")
    /// The transformer that reads archives of any class; here the same as the keyed one.
    public static let unarchiveFromDataTransformerName = NSValueTransformerName("NSUnarchiveFromData")
}

public let NSSecureUnarchiveFromDataTransformerName = NSValueTransformerName.secureUnarchiveFromDataTransformerName
public let NSKeyedUnarchiveFromDataTransformerName = NSValueTransformerName.keyedUnarchiveFromDataTransformerName

/// Makes one value of another; transformable attributes are stored through one.
///
/// Subclass it and register an instance under the name that the model gives. Foundation on Linux has none of its own.
open class ValueTransformer: NSObject, FoundByName, @unchecked Sendable {
    private static let registered = Mutex<[NSValueTransformerName: ValueTransformer]>([
        .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer(),
        .keyedUnarchiveFromDataTransformerName: KeyedUnarchiveTransformer(),
        .unarchiveFromDataTransformerName: KeyedUnarchiveTransformer(),
    ])

    /// Required, since a transformer that a model names by its class is made from that name.
    public required override init() {}

    /// Registers a transformer, in place of an earlier one of that name; nil takes it away.
    open class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
        registered.withLock { $0[name] = transformer }
    }

    /// The transformer of that name. One that was not registered is looked for as a class: its name, with or without the module.
    fileprivate static func find(_ name: NSValueTransformerName) -> ValueTransformer? {
        if let transformer = registered.withLock({ $0[name] }) { return transformer }
        guard let type = NSClassFromString(name.rawValue) as? ValueTransformer.Type else { return nil }
        let transformer = type.init()
        setValueTransformer(transformer, forName: name)
        return transformer
    }

    public class func valueTransformerNames() -> [NSValueTransformerName] {
        registered.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } }
    }

    /// The class of what `transformedValue(_:)` returns.
    open class func transformedValueClass() -> AnyClass { NSObject.self }

    /// Whether there is a way back.
    open class func allowsReverseTransformation() -> Bool { false }

    /// The value made of another; the value itself unless overridden.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// The way back.
    open func reverseTransformedValue(_ value: Any?) -> Any? {
        precondition(
            Self.allowsReverseTransformation(),
            "\(Self.self) allows no reverse transformation. Override allowsReverseTransformation() and reverseTransformedValue(_:)."
        )
        return transformedValue(value)
    }
}

/// What lets `ValueTransformer(forName:)` give the registered instance: only a protocol's initialiser may choose its result.
public protocol FoundByName {}

extension FoundByName where Self: ValueTransformer {
    /// The transformer registered under that name, or of the class of that name; nil where there is none.
    public init?(forName name: NSValueTransformerName) {
        guard let found = ValueTransformer.find(name) as? Self else { return nil }
        self = found
    }
}
