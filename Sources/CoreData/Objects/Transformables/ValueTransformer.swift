public import Foundation
internal import Synchronization
internal import Traps

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

extension NSValueTransformerName {
    /// The name of one of Foundation's transformers of which this is the constant's name, or the
    /// class's; nil for any other name.
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

public let NSSecureUnarchiveFromDataTransformerName = NSValueTransformerName.secureUnarchiveFromDataTransformerName
public let NSKeyedUnarchiveFromDataTransformerName = NSValueTransformerName.keyedUnarchiveFromDataTransformerName

/// Makes one value of another; transformable attributes are stored through one.
///
/// Subclass it and register an instance under the name that the model gives. Foundation on Linux has none of its own.
// Safe to share: has no state; a subclass with state guards it, since contexts of all queues call
// it.
open class ValueTransformer: NSObject, FoundByName, @unchecked Sendable {
    private struct Known {
        var registered: [NSValueTransformerName: ValueTransformer] = [
            .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer(),
            .keyedUnarchiveFromDataTransformerName: KeyedUnarchiveTransformer(),
            .unarchiveFromDataTransformerName: KeyedUnarchiveTransformer(),
        ]
        /// The names that no class has, so that each is looked for once.
        var missing: Set<NSValueTransformerName> = []
    }

    private static let known = Mutex(Known())

    /// Required, since a transformer that a model names by its class is made from that name.
    public required override init() {}

    /// Registers a transformer, in place of an earlier one of that name; nil takes it away.
    open class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
        known.withLock { known in
            known.registered[name] = transformer
            known.missing.remove(name)
        }
    }

    /// Returns the transformer of that name.
    ///
    /// One that was not registered is looked for as a class, whose name may come with its module or
    /// without, and as one of Foundation's whose constant or class is named:
    /// `NSSecureUnarchiveFromDataTransformerName` is `NSSecureUnarchiveFromData`.
    static func find(_ name: NSValueTransformerName) -> ValueTransformer? {
        let (found, isMissing) = known.withLock { ($0.registered[name], $0.missing.contains(name)) }
        if let found { return found }
        if isMissing { return nil }
        if let foundations = name.withoutSuffix { return find(foundations) }
        for candidate in MainProgram.classNames(name.rawValue) {
            guard let type = NSClassFromString(candidate) as? ValueTransformer.Type else { continue }
            let transformer = type.init()
            setValueTransformer(transformer, forName: name)
            return transformer
        }
        _ = known.withLock { $0.missing.insert(name) }
        return nil
    }

    public class func valueTransformerNames() -> [NSValueTransformerName] {
        known.withLock { $0.registered.keys.sorted { $0.rawValue < $1.rawValue } }
    }

    /// The class of what `transformedValue(_:)` returns.
    open class func transformedValueClass() -> AnyClass { NSObject.self }

    /// Whether there is a way back.
    open class func allowsReverseTransformation() -> Bool { false }

    /// The value made of another; the value itself unless overridden.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// The way back.
    open func reverseTransformedValue(_ value: Any?) -> Any? {
        require(
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
