/// A place where the values of user defaults are kept.
package protocol DefaultsStorage: AnyObject, Sendable {
    /// The keys that are observed.
    var keys: DefaultsKeys { get }

    /// All values.
    var values: [String: PropertyListValue] { get }

    /// Returns the value of a key; nil if there is none.
    func value(for key: String) -> PropertyListValue?

    /// Changes the values of keys, and publishes the keys with another value; nil removes a key.
    /// Returns whether there are any.
    @discardableResult
    func set(_ changes: [String: PropertyListValue?]) -> Bool

    /// Writes all changes, and reads those of other processes. Returns whether all are written.
    func synchronize() -> Bool
}

/// User defaults that are kept elsewhere than in a property list.
package class StoredDefaults: DefaultsMethods {
    let ownStorage: any DefaultsStorage

    /// Creates defaults with a storage.
    package init(storage: any DefaultsStorage) {
        ownStorage = storage
        super.init(suiteName: nil)!
    }
}
