package import StrataModelFormat

/// A mistake in a model, in Xcode's wording if that is known.
package struct Problem: Hashable, Sendable {
    /// The severity of a problem.
    package enum Severity: String, Sendable {
        /// The model works, but probably not as intended.
        case warning
        /// No store can be created for the model.
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
    /// `file:line: warning: message`, which editors and Xcode turn into a link.
    package var description: String {
        "\(location): \(severity.rawValue): \(message)"
    }
}
