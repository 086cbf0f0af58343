/// The reason for the rejection of a predicate: a format that does not parse, an argument that
/// cannot be compared, or a form that cannot be evaluated.
package struct InvalidPredicate: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem and its remedy, without the position.
    package var message: String
    /// The format that was parsed; nil if the predicate did not come from one.
    package var format: String?
    /// The position in `format`, as an offset in Unicode scalars.
    package var position: Int?
    /// Whether the predicate is valid, and only values that it met cannot be compared. Such values
    /// can come from a store.
    package var isAboutValues = false

    package init(_ message: String, format: String? = nil, position: Int? = nil) {
        self.message = message
        self.format = format
        self.position = position
    }

    /// One sentence with the format, the position and the text at that position, followed by an
    /// excerpt of the format with a caret under the position.
    package var description: String {
        guard let format, let position else { return message }
        let rest = String(String.UnicodeScalarView(format.unicodeScalars.dropFirst(position).prefix(24)))
        let place = rest.isEmpty ? "at its end" : "before \u{201C}\(rest)\u{201D}"
        return "The predicate format \u{201C}\(format)\u{201D} cannot be read at position \(position), \(place): \(message)"
            + "\n" + Self.excerpt(of: format, around: position)
    }

    /// Returns at most 80 characters of the format, with a caret below, both indented by four
    /// spaces.
    private static func excerpt(of format: String, around position: Int) -> String {
        let start = max(0, position - 60)
        let part = format.unicodeScalars.dropFirst(start).prefix(80).map { $0.properties.isWhitespace ? " " : $0 }
        let caret = String(repeating: " ", count: position - start) + "^"
        return "    \(String(String.UnicodeScalarView(part)))\n    \(caret)"
    }
}
