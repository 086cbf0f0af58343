internal import Foundation

/// Messages about user defaults that cannot be read or written.
enum DefaultsLog {
    /// Writes a message to standard error.
    static func write(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(message)\n".utf8))
    }
}
