import Foundation
internal import StrataTraps

/// A matcher of any number of texts against one pattern, which is folded and compiled once. It
/// implements CONTAINS, BEGINSWITH, ENDSWITH, LIKE, MATCHES, and equality of text.
///
/// Text is compared by its Unicode scalars. In LIKE, `?` matches one scalar and `*` any number, and
/// a backslash escapes either. MATCHES takes an ICU regular expression that must match the whole
/// text. An empty pattern of CONTAINS, BEGINSWITH and ENDSWITH matches nothing, as in Apple's
/// frameworks (https://github.com/realm/realm-swift/pull/3613 confirms it).
///
/// A class, so that SQLite can keep an instance with a prepared statement.
package final class StringMatcher {
    private let comparison: PredicateForm.Comparison
    /// The table that folds text; nil if text is compared unfolded.
    private let table: FoldTable?
    private let pattern: Pattern

    private enum Pattern {
        case part(TextPart)
        case like([LikeElement])
        case expression(NSRegularExpression)
    }

    /// Creates a matcher for `==`, `!=` or one of the five text operators; traps for any other. The
    /// matcher of `!=` matches equal texts; the caller negates the result.
    ///
    /// - Throws: `InvalidPredicate` if MATCHES is given an invalid regular expression.
    package init(_ comparison: PredicateForm.Comparison, pattern text: String) throws {
        self.comparison = comparison
        table = FoldTable.table(caseInsensitive: comparison.foldsCase, diacriticInsensitive: comparison.foldsDiacritics)
        func part(_ place: TextPart.Place) -> Pattern {
            .part(TextPart(comparison.folded(text), place, ignoringCase: comparison.foldsCase))
        }
        self.pattern =
            switch comparison.kind {
            case .equal, .notEqual: part(.whole)
            case .contains: part(.anywhere)
            case .beginsWith: part(.start)
            case .endsWith: part(.end)
            case .like: .like(LikeElement.elements(of: comparison.folded(text)))
            case .matches: .expression(try Self.expression(text, comparison))
            default:
                trap(
                    "\(comparison.kind) compares values; only ==, !=, CONTAINS, BEGINSWITH, ENDSWITH, LIKE and MATCHES match text."
                )
            }
    }

    /// Whether a text matches the pattern.
    package func matches(_ text: String) -> Bool {
        switch pattern {
        case .part(let part):
            var text = text
            return text.withUTF8 { contains(part, $0) }
        case .like(let elements):
            return LikeElement.match(elements, Array(comparison.folded(text).unicodeScalars))
        case .expression(let expression):
            let text = Self.withoutDiacritics(text, comparison)
            return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        }
    }

    /// Whether a text in UTF-8, such as a value of SQLite, matches the pattern.
    package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if case .part(let part) = pattern { return contains(part, text) }
        return matches(String(decoding: text, as: UTF8.self))
    }

    /// Whether a text contains the part. Searches ASCII, the common case, in place, and folds other
    /// text first.
    private func contains(_ part: TextPart, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let table, !text.isASCII else { return part.isFound(in: text) }
        if let isFound = table.withFolded(text, part.isFound) { return isFound }
        var folded = comparison.folded(String(decoding: text, as: UTF8.self))
        return folded.withUTF8(part.isFound)
    }

    private static func expression(_ pattern: String, _ comparison: PredicateForm.Comparison) throws -> NSRegularExpression {
        // The regular expression's own option ignores case: folding the pattern would turn \D into
        // \d.
        let options: NSRegularExpression.Options = comparison.foldsCase ? [.caseInsensitive] : []
        let pattern = withoutDiacritics(pattern, comparison)
        do {
            // Compile the pattern alone first: a stray parenthesis could close the group below and
            // be accepted. An empty pattern is rejected alone, but valid within the group.
            if !pattern.isEmpty { _ = try NSRegularExpression(pattern: pattern, options: options) }
            return try NSRegularExpression(pattern: "\\A(?:\(pattern))\\z", options: options)
        } catch {
            throw InvalidPredicate("\u{201C}\(pattern)\u{201D} is not a regular expression that MATCHES can use.")
        }
    }

    private static func withoutDiacritics(_ text: String, _ comparison: PredicateForm.Comparison) -> String {
        folded(text, caseInsensitive: false, diacriticInsensitive: comparison.foldsDiacritics)
    }
}

/// Whether `text` satisfies one of the five text operators.
///
/// Folds and compiles the pattern on every call; use a `StringMatcher` to match many texts.
///
/// - Throws: `InvalidPredicate` if MATCHES is given an invalid regular expression.
package func matches(
    _ kind: PredicateForm.Comparison.Kind, _ text: String, _ pattern: String,
    caseInsensitive: Bool, diacriticInsensitive: Bool
) throws -> Bool {
    let comparison = PredicateForm.Comparison(kind, caseInsensitive: caseInsensitive, diacriticInsensitive: diacriticInsensitive)
    return try StringMatcher(comparison, pattern: pattern).matches(text)
}
