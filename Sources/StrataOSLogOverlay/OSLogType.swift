/// The type of a message, which determines its level.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// The raw value of Apple's constant.
    public let rawValue: UInt8

    /// Creates a type from its value. A value without a constant counts as `default`.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The type of messages logged by `Logger.log(_:)` and `notice(_:)`, at the notice level.
    public static let `default` = OSLogType(rawValue: 0x00)
    /// Helpful information, at the info level.
    public static let info = OSLogType(rawValue: 0x01)
    /// Details for debugging, at the debug level.
    public static let debug = OSLogType(rawValue: 0x02)
    /// An error, at the error level.
    public static let error = OSLogType(rawValue: 0x10)
    /// A mistake in the program, at the critical level.
    public static let fault = OSLogType(rawValue: 0x11)
}
