/// An error in reading or writing a model's file.
package struct ModelFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The position of the error.
    package var location: SourceLocation
    /// The cause and the remedy.
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
