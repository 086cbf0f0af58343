public import Foundation

/// The values of one object of an `NSAtomicStore`, as the store keeps them in memory.
///
/// The value of an attribute is the object's. The value of a to-one relationship is another node,
/// that of a to-many relationship a set of nodes, or an `NSOrderedSet` if it is ordered. An object
/// ID can stand for a node. A subclass can keep values in properties of its own: it overrides
/// `value(forKey:)` and `setValue(_:forKey:)`.
open class NSAtomicStoreCacheNode: NSObject {
    private var identifier: NSManagedObjectID
    /// The values, by the names of the properties; nil until the first value is set.
    open var propertyCache: NSMutableDictionary?

    /// Creates a node without values.
    public init(objectID moid: NSManagedObjectID) {
        identifier = moid
        super.init()
    }

    /// The ID of the object.
    open var objectID: NSManagedObjectID { identifier }

    /// Returns the value of a property; nil if it has none.
    open func value(forKey key: String) -> Any? { propertyCache?.object(forKey: key) }

    /// Sets the value of a property; nil removes it.
    open func setValue(_ value: Any?, forKey key: String) {
        guard let value else {
            propertyCache?.removeObject(forKey: key)
            return
        }
        let cache = propertyCache ?? NSMutableDictionary()
        cache[key] = value
        if propertyCache == nil { propertyCache = cache }
    }

    /// Returns the values of several properties, with `NSNull` in place of nil.
    open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
    }

    /// Sets the values of several properties. `NSNull` removes a value.
    open func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
    }

    /// Gives the node the ID that its object has in the store.
    final func identify(as objectID: NSManagedObjectID) {
        identifier = objectID
    }
}
