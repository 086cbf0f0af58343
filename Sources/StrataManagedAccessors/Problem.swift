/// A position in a Swift file.
package struct SourcePlace: Hashable, Codable, Sendable {
    package var file: String
    /// The line, counted from 1.
    package var line: Int
    /// The column, counted from 1 in UTF-8 bytes, as by the compiler.
    package var column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }
}

/// A mistake in the sources or the models, shown where the user can correct it.
package struct Problem: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    package enum Severity: String, Codable, Sendable {
        /// The app builds, as it does on Apple's platforms, but fails when the code runs.
        case warning
        /// The accessors cannot be written, or the app would not build or run.
        case error
    }

    package var place: SourcePlace?
    package var severity: Severity
    package var message: String

    package init(at place: SourcePlace?, severity: Severity = .error, _ message: String) {
        self.place = place
        self.severity = severity
        self.message = message
    }

    /// The problem in the compiler's format, which the package manager and editors link to the
    /// source.
    package var description: String {
        guard let place else { return "\(severity.rawValue): \(message)" }
        return "\(place.file):\(place.line):\(place.column): \(severity.rawValue): \(message)"
    }
}

/// Several problems at once.
package struct Problems: Error {
    package var list: [Problem]

    package init(_ list: [Problem]) {
        self.list = list
    }
}
