public import Foundation

/// The identity of a context's edits, with their author.
public struct EditingState: Hashable, Identifiable, Sendable {
    /// The identity, which no other context has.
    public let id: UUID
    /// The author of the changes, which the history names.
    public var author: String?
}
