/// A model's file could not be read or written.
package struct ModelFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where it went wrong.
    package var location: SourceLocation
    /// What is wrong and what to do.
    package var message: String

    package init(at location: SourceLocation, _ message: String) {
        self.location = location
        self.message = message
    }

    /// `file:line: error: message`, as compilers print it.
    package var description: String {
        "\(location): error: \(message)"
    }
}
