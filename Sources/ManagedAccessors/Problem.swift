/// A place in a Swift file.
package struct SourcePlace: Hashable, Codable, Sendable {
    package var file: String
    /// Counted from 1.
    package var line: Int
    /// Counted from 1, in UTF-8 bytes as the compiler counts.
    package var column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }
}

/// What keeps an accessor from being written; it is shown where the user can mend it.
package struct Problem: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    package var place: SourcePlace?
    package var message: String

    package init(at place: SourcePlace?, _ message: String) {
        self.place = place
        self.message = message
    }

    /// One line as compilers write it, so that the package manager and editors link it to the source.
    package var description: String {
        guard let place else { return "error: \(message)" }
        return "\(place.file):\(place.line):\(place.column): error: \(message)"
    }
}

/// Several problems at once.
package struct Problems: Error {
    package var list: [Problem]

    package init(_ list: [Problem]) {
        self.list = list
    }
}
