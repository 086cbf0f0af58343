public import Foundation
internal import Synchronization
internal import StrataTraps

/// The name under which a value transformer is registered.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name as a string.
    public let rawValue: String

    /// Creates a name from a string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a name from a string.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name of the transformer for keyed archives of listed classes; see
    /// `NSSecureUnarchiveFromDataTransformer`.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName("NSSecureUnarchiveFromData")
    /// The name of the transformer for keyed archives of any class, superseded by the secure one.
    public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName("NSKeyedUnarchiveFromData")
    /// The name of the transformer for archives of any class; on Linux, the same as the keyed one.
    public static let unarchiveFromDataTransformerName = NSValueTransformerName("NSUnarchiveFromData")
}

extension NSValueTransformerName {
    /// The name of one of Foundation's transformers, if this is the name of the transformer's
    /// constant or class; otherwise `nil`.
    fileprivate var withoutSuffix: NSValueTransformerName? {
        let foundations = [
            Self.secureUnarchiveFromDataTransformerName, .keyedUnarchiveFromDataTransformerName,
            .unarchiveFromDataTransformerName,
        ]
        return foundations.first { name in
            ["Transformer", "TransformerName"].contains { rawValue == name.rawValue + $0 }
        }
    }
}

/// The name of the transformer for keyed archives of listed classes, as a global constant.
public let NSSecureUnarchiveFromDataTransformerName = NSValueTransformerName.secureUnarchiveFromDataTransformerName
/// The name of the transformer for keyed archives of any class, as a global constant.
public let NSKeyedUnarchiveFromDataTransformerName = NSValueTransformerName.keyedUnarchiveFromDataTransformerName

/// A transformer that converts values to another representation, and possibly back. It encodes the
/// values of transformable attributes.
///
/// Subclass it, and register an instance under the name that the model contains. Foundation has no
/// value transformers on Linux, so this class replaces Apple's.
// Safe to share: it has no state. A subclass has to protect its state, because contexts on any
// queue call it.
open class ValueTransformer: NSObject, FoundByName, @unchecked Sendable {
    private struct Known {
        var registered: [NSValueTransformerName: ValueTransformer] = [
            .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer(),
            .keyedUnarchiveFromDataTransformerName: KeyedUnarchiveTransformer(),
            .unarchiveFromDataTransformerName: KeyedUnarchiveTransformer(),
        ]
        /// The names that no class has. Each is looked up once.
        var missing: Set<NSValueTransformerName> = []
    }

    private static let known = Mutex(Known())

    /// Creates a transformer. Required, because a transformer that a model names by its class is
    /// created with this initializer.
    public required override init() {}

    /// Registers a transformer, or replaces the one with that name; `nil` removes it.
    open class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
        let former = known.withLock { known in
            let former = known.registered[name]
            known.registered[name] = transformer
            known.missing.remove(name)
            return former
        }
        // Released here, and not under the lock: its end is the app's code.
        withExtendedLifetime(former) {}
    }

    /// Returns the transformer with a name.
    ///
    /// If none is registered, a class of that name is used, with or without its module. The name of
    /// the constant or class of one of Foundation's transformers works too:
    /// `NSSecureUnarchiveFromDataTransformerName` is `NSSecureUnarchiveFromData`.
    static func find(_ name: NSValueTransformerName) -> ValueTransformer? {
        let (found, isMissing) = known.withLock { ($0.registered[name], $0.missing.contains(name)) }
        if let found { return found }
        if isMissing { return nil }
        if let foundations = name.withoutSuffix { return find(foundations) }
        for candidate in MainProgram.classNames(name.rawValue) {
            guard let type = NSClassFromString(candidate) as? ValueTransformer.Type else { continue }
            let transformer = type.init()
            return known.withLock { known in
                // One that was registered in the meantime is not replaced.
                if let registered = known.registered[name] { return registered }
                known.registered[name] = transformer
                return transformer
            }
        }
        _ = known.withLock { $0.missing.insert(name) }
        return nil
    }

    /// Returns the names of the registered transformers, sorted.
    public class func valueTransformerNames() -> [NSValueTransformerName] {
        known.withLock { $0.registered.keys.sorted { $0.rawValue < $1.rawValue } }
    }

    /// Returns the class of the values that `transformedValue(_:)` returns.
    open class func transformedValueClass() -> AnyClass { NSObject.self }

    /// Returns whether `reverseTransformedValue(_:)` is supported; `false` unless overridden.
    open class func allowsReverseTransformation() -> Bool { false }

    /// Returns the converted value; the value itself unless overridden.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// Returns the original of a converted value; the result of `transformedValue(_:)` unless
    /// overridden. Traps if the class allows no reverse transformation.
    open func reverseTransformedValue(_ value: Any?) -> Any? {
        require(
            Self.allowsReverseTransformation(),
            "\(Self.self) allows no reverse transformation. Override allowsReverseTransformation() and reverseTransformedValue(_:)."
        )
        return transformedValue(value)
    }
}

/// The protocol that lets `ValueTransformer(forName:)` return the registered instance: only the
/// initializer of a protocol extension can replace `self`.
public protocol FoundByName {}

extension FoundByName where Self: ValueTransformer {
    /// Finds the transformer registered with a name, or creates one of the class of that name;
    /// `nil` if there is neither.
    public init?(forName name: NSValueTransformerName) {
        guard let found = ValueTransformer.find(name) as? Self else { return nil }
        self = found
    }
}
