public import Foundation

/// The iCloud container that a store is synchronized with on Apple's platforms. Nothing is
/// synchronized on Linux.
///
/// `databaseScope` does not exist, because its type is CloudKit's.
// Safe to share: immutable. A subclass must protect its own state.
open class NSPersistentCloudKitContainerOptions: NSObject, @unchecked Sendable {
    /// The identifier of the iCloud container, such as `iCloud.com.example.Quakes`.
    public let containerIdentifier: String

    /// Creates options for an iCloud container.
    public init(containerIdentifier: String) {
        self.containerIdentifier = containerIdentifier
    }

    open override var description: String {
        "<\(type(of: self)): \(address(of: self))> (container identifier: \(containerIdentifier))"
    }

    /// Returns whether the other object has the same container identifier.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? NSPersistentCloudKitContainerOptions)?.containerIdentifier == containerIdentifier
    }

    open override var hash: Int { containerIdentifier.hashValue }
}
