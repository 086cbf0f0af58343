/// The visibility of a value in the log.
///
/// As on Apple's platforms, numbers, Boolean values and types are public by default, and strings
/// and objects are private. A private value appears as `<private>`, or in full if the environment
/// variable `STRATA_LOG_PRIVATE` is 1. A sensitive value always appears as `<sensitive>`. With the
/// mask `.hash`, a hash appears instead of these two texts.
public struct OSLogPrivacy: Equatable, Sendable {
    /// The replacement for a value that is not shown.
    public enum Mask: Equatable, Sendable {
        /// A hash of the value, which is the same in all messages of one process about that value.
        case hash
        /// No hash: the value appears as `<private>` or `<sensitive>`.
        case none
    }

    enum Visibility { case open, hidden, sensitive, automatic }

    let visibility: Visibility
    let mask: Mask

    /// A privacy for values that are always shown.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(visibility: .open, mask: .none) }

    /// A privacy for values that are shown only if the process shows private values.
    public static var `private`: OSLogPrivacy { .private(mask: .none) }

    /// A privacy for values that are never shown, even if the process shows private values.
    public static var sensitive: OSLogPrivacy { .sensitive(mask: .none) }

    /// The default: public for numbers, Boolean values and types, and private for others.
    public static var auto: OSLogPrivacy { .auto(mask: .none) }

    /// Returns the private privacy, with a mask for values that are not shown.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .hidden, mask: mask) }

    /// Returns the sensitive privacy, with a mask for the values.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .sensitive, mask: mask) }

    /// Returns the default privacy, with a mask for values that are not shown.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .automatic, mask: mask) }
}
