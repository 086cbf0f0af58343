package import ModelFormat

/// Something wrong with a model, in Xcode's words where those are known.
package struct Problem: Hashable, Sendable {
    /// How bad it is.
    package enum Severity: String, Sendable {
        /// The model works, but probably not as meant.
        case warning
        /// No store can be made of the model.
        case error
    }

    package var severity: Severity
    package var location: SourceLocation
    package var message: String

    package init(_ severity: Severity, at location: SourceLocation, _ message: String) {
        self.severity = severity
        self.location = location
        self.message = message
    }
}

extension Problem: CustomStringConvertible {
    /// `file:line: warning: message`, which editors and Xcode make a link of.
    package var description: String {
        "\(location): \(severity.rawValue): \(message)"
    }
}
