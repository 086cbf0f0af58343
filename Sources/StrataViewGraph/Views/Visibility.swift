/// The visibility of a part of the interface.
public enum Visibility: Hashable, CaseIterable, Sendable {
    /// The host's choice.
    case automatic
    /// Shown.
    case visible
    /// Hidden.
    case hidden
}
