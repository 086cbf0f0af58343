public import Foundation
internal import Synchronization

/// The values of one object of an incremental store, with their version.
///
/// The framework copies the values when a method of the store returns the node. Later changes of a
/// node, by `update(withValues:version:)`, are for a store that keeps its nodes and returns them
/// again.
// Safe to share: constants, and a mutex around everything else. The values are not changed.
open class NSIncrementalStoreNode: NSObject, @unchecked Sendable {
    /// The ID of the object.
    public let objectID: NSManagedObjectID

    // Safe to share: the values are not changed.
    private struct Content: @unchecked Sendable {
        var values: [String: Any]
        var version: UInt64
    }

    private let content: Mutex<Content>

    /// Creates a node.
    ///
    /// - Parameters:
    ///   - values: The values by property name: attributes, and to-one relationships as object IDs.
    ///     `NSNull` for nil. It may have to-many relationships as arrays or sets of object IDs, for a
    ///     store without a `newValue(forRelationship:forObjectWith:with:)` of its own. Other names
    ///     count for nothing.
    ///   - version: A number that changes with the values. A save fails with a conflict if the
    ///     version that was read last is not the one that its object was made of.
    public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
        self.objectID = objectID
        content = Mutex(Content(values: values, version: version))
    }

    /// Replaces some of the values, and the version.
    open func update(withValues values: [String: Any], version: UInt64) {
        let new = Content(values: values, version: version)
        content.withLock { content in
            content.values.merge(new.values) { $1 }
            content.version = new.version
        }
    }

    /// The version of the values.
    open var version: UInt64 { content.withLock { $0.version } }

    /// Returns the value of a property: `NSNull` for a to-one relationship without a destination,
    /// and nil for an attribute without a value, and for a property that the node does not have.
    open func value(for prop: NSPropertyDescription) -> Any? {
        let value = values[prop.name]
        return value is NSNull && !(prop is NSRelationshipDescription) ? nil : value
    }

    /// The values by property name.
    final var values: [String: Any] { content.withLock { $0 }.values }
}
