public import Foundation

/// A property of an entity: its name and whether it may be nil.
///
/// Like every part of a model it can be changed until the model is first used; changing it later traps.
open class NSPropertyDescription: NSObject, @unchecked Sendable {
    /// The entity that has this property, once it was added to one.
    public internal(set) weak var entity: NSEntityDescription?

    public var name: String = "" {
        willSet { requireEditable() }
    }

    /// Whether an object may be saved with nil here. True unless set, as on Apple's platforms.
    public var isOptional = true {
        willSet { requireEditable() }
    }

    final func requireEditable() {
        precondition(
            entity?.layoutIfBuilt == nil,
            "The property '\(name)' belongs to a model that is in use and can no longer be changed."
        )
    }
}
