/// Whether a value of a message is shown in the log.
///
/// As on Apple's platforms, numbers and Boolean values are public, and texts and objects private,
/// unless the message says otherwise. Private values are shown as `<private>`, and in full where
/// the environment variable `STRATA_LOG_PRIVATE` is 1. Sensitive values are shown nowhere.
public struct OSLogPrivacy: Equatable, Sendable {
    /// The text in place of a value that is not shown.
    public enum Mask: Equatable, Sendable {
        /// A hash of the value, by which a process's messages about the same value can be found.
        case hash
        case none
    }

    enum Visibility { case open, hidden, sensitive, automatic }

    let visibility: Visibility
    let mask: Mask

    /// Shown.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(visibility: .open, mask: .none) }

    /// Not shown, unless the process shows private values.
    public static var `private`: OSLogPrivacy { .private(mask: .none) }

    /// Not shown, even where the process shows private values.
    public static var sensitive: OSLogPrivacy { .sensitive(mask: .none) }

    /// Shown where the value is a number or a Boolean value, private where it is not.
    public static var auto: OSLogPrivacy { .auto(mask: .none) }

    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .hidden, mask: mask) }

    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .sensitive, mask: mask) }

    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .automatic, mask: mask) }
}
