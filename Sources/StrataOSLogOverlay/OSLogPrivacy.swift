/// The visibility of a value in the log.
///
/// As on Apple's platforms, numbers and Boolean values are public by default, and strings and
/// objects are private. A private value appears as `<private>`, or in full if the environment
/// variable `STRATA_LOG_PRIVATE` is 1. A sensitive value never appears.
public struct OSLogPrivacy: Equatable, Sendable {
    /// The replacement for a value that is not shown.
    public enum Mask: Equatable, Sendable {
        /// A hash of the value, by which messages of one process about the same value can be found.
        case hash
        /// No hash: the value appears as `<private>` or `<sensitive>`.
        case none
    }

    enum Visibility { case open, hidden, sensitive, automatic }

    let visibility: Visibility
    let mask: Mask

    /// Always shown.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(visibility: .open, mask: .none) }

    /// Not shown, unless the process shows private values.
    public static var `private`: OSLogPrivacy { .private(mask: .none) }

    /// Never shown, even if the process shows private values.
    public static var sensitive: OSLogPrivacy { .sensitive(mask: .none) }

    /// Shown if the value is a number, a Boolean value or a type, otherwise private.
    public static var auto: OSLogPrivacy { .auto(mask: .none) }

    /// Private, and replaced by a hash if `mask` is `.hash`.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .hidden, mask: mask) }

    /// Sensitive, and replaced by a hash if `mask` is `.hash`.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .sensitive, mask: mask) }

    /// Shown or private as `auto` is, and replaced by a hash if private and `mask` is `.hash`.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .automatic, mask: mask) }
}
