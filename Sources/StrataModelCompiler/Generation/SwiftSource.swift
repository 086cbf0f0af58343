internal import StrataTraps

/// Names and texts as Swift source.
enum SwiftSource {
    /// Returns a name as a declaration spells it: a keyword in backticks.
    static func identifier(_ name: String) -> String {
        reservedWords.contains(name) ? "`\(name)`" : name
    }

    /// Whether a text can be a name in Swift source.
    static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, text != "_" else { return false }
        return (first == "_" || first.properties.isXIDStart)
            && text.unicodeScalars.dropFirst().allSatisfy { $0.properties.isXIDContinue }
    }

    /// Returns a single-line literal of a text, which must not contain a line break.
    static func literal(_ text: String) -> String {
        require(
            !text.unicodeScalars.contains { $0 == "\n" || $0 == "\r" }, "A single-line literal cannot contain a line break.")
        let hashes = String(repeating: "#", count: hashesNeeded(by: text))
        // A quote after the opening one could begin a multi-line literal.
        let content = text.first == "\"" ? "\\\(hashes)u{22}\(text.dropFirst())" : text
        return "\(hashes)\"\(content)\"\(hashes)"
    }

    /// Returns a multi-line literal of a text, without indentation.
    static func multilineLiteral(_ text: String) -> String {
        require(!text.unicodeScalars.contains("\r"), "The compiler reads a carriage return in a literal as a line feed.")
        let hashes = String(repeating: "#", count: hashesNeeded(by: text))
        return "\(hashes)\"\"\"\n\(text)\n\"\"\"\(hashes)"
    }

    /// Returns one more than the longest run of `#` after a quote or a backslash, which would end
    /// the literal or begin an escape.
    private static func hashesNeeded(by text: String) -> Int {
        var longest = -1
        var run: Int?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": run = 0
            case "#": run = run.map { $0 + 1 }
            default: run = nil
            }
            longest = max(longest, run ?? -1)
        }
        return longest + 1
    }

    /// The keywords that are reserved everywhere, and those that a member needs backticks for.
    private static let reservedWords = Set(
        """
        Any Protocol Self Type as associatedtype break case catch class continue default defer deinit do else enum extension \
        fallthrough false fileprivate for func guard if import in init inout internal is let nil operator precedencegroup private \
        protocol public repeat rethrows return self static struct subscript super switch throw throws true try typealias var where while
        """
        .split(separator: " ").map(String.init))
}
