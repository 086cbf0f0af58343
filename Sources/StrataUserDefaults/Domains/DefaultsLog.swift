internal import StrataTraps

/// Messages about user defaults that cannot be read or written.
enum DefaultsLog {
    /// Writes a message to standard error.
    static func write(_ message: String) { StandardStream.error.write("\(message)\n") }
}
