import Foundation

/// CONTAINS, BEGINSWITH, ENDSWITH, LIKE and MATCHES with one pattern, which is folded and compiled once for any number of texts.
///
/// Text is compared by its Unicode scalars. LIKE knows `?` (one scalar), `*` (any number) and a backslash before either; MATCHES
/// takes an ICU regular expression that must cover the whole text. An empty pattern of CONTAINS, BEGINSWITH and
/// ENDSWITH matches nothing, as in Apple's frameworks (https://github.com/realm/realm-swift/pull/3613 found the same).
package struct StringMatcher {
    private let comparison: PredicateForm.Comparison
    private let pattern: Pattern

    private enum Pattern {
        case contains([UInt8])
        case beginsWith([UInt8])
        case endsWith([UInt8])
        case like([LikeElement])
        case expression(NSRegularExpression)
    }

    /// Throws `InvalidPredicate` where MATCHES is given what is no regular expression. Traps for an operator that is not one of the five.
    package init(_ comparison: PredicateForm.Comparison, pattern text: String) throws {
        self.comparison = comparison
        self.pattern =
            switch comparison.kind {
            case .contains: .contains(Array(comparison.folded(text).utf8))
            case .beginsWith: .beginsWith(Array(comparison.folded(text).utf8))
            case .endsWith: .endsWith(Array(comparison.folded(text).utf8))
            case .like: .like(LikeElement.elements(of: comparison.folded(text)))
            case .matches: .expression(try Self.expression(text, comparison))
            default:
                preconditionFailure(
                    "\(comparison.kind) compares values; only CONTAINS, BEGINSWITH, ENDSWITH, LIKE and MATCHES match text.")
            }
    }

    package func matches(_ text: String) -> Bool {
        switch pattern {
        case .expression(let expression):
            let text = Self.withoutDiacritics(text, comparison)
            return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        case .like(let elements):
            return LikeElement.match(elements, Array(comparison.folded(text).unicodeScalars))
        case .contains(let bytes):
            return withBytes(text) { find(bytes, in: $0, lowercasing: $1) }
        case .beginsWith(let bytes):
            return withBytes(text) { !bytes.isEmpty && isFound(bytes, in: $0, at: 0, lowercasing: $1) }
        case .endsWith(let bytes):
            return withBytes(text) { !bytes.isEmpty && isFound(bytes, in: $0, at: $0.count - bytes.count, lowercasing: $1) }
        }
    }

    private static func expression(_ pattern: String, _ comparison: PredicateForm.Comparison) throws -> NSRegularExpression {
        // Case is left to the expression's own option: folding the pattern would turn \D into \d.
        let options: NSRegularExpression.Options = comparison.foldsCase ? [.caseInsensitive] : []
        let pattern = withoutDiacritics(pattern, comparison)
        do {
            // Alone first: a stray parenthesis could close the group around it and pass. Alone, the empty pattern is refused.
            if !pattern.isEmpty { _ = try NSRegularExpression(pattern: pattern, options: options) }
            return try NSRegularExpression(pattern: "\\A(?:\(pattern))\\z", options: options)
        } catch {
            throw InvalidPredicate("\u{201C}\(pattern)\u{201D} is not a regular expression that MATCHES can use.")
        }
    }

    private static func withoutDiacritics(_ text: String, _ comparison: PredicateForm.Comparison) -> String {
        folded(text, caseInsensitive: false, diacriticInsensitive: comparison.foldsDiacritics)
    }

    /// Calls `body` with the folded text. ASCII, which is most text, is lowercased byte by byte during the search and never copied.
    private func withBytes(_ text: String, _ body: (UnsafeBufferPointer<UInt8>, _ lowercasing: Bool) -> Bool) -> Bool {
        let isFolding = comparison.foldsCase || comparison.foldsDiacritics
        let isPlain = !isFolding || text.utf8.allSatisfy { $0 < 0x80 }
        var text = isPlain ? text : comparison.folded(text)
        return text.withUTF8 { body($0, isPlain && comparison.foldsCase) }
    }

    private func find(_ pattern: [UInt8], in text: UnsafeBufferPointer<UInt8>, lowercasing: Bool) -> Bool {
        guard let first = pattern.first, pattern.count <= text.count else { return false }
        var start = 0
        while start <= text.count - pattern.count {
            if text[start].lowercased(if: lowercasing) == first, isFound(pattern, in: text, at: start, lowercasing: lowercasing) {
                return true
            }
            start += 1
        }
        return false
    }

    private func isFound(_ pattern: [UInt8], in text: UnsafeBufferPointer<UInt8>, at start: Int, lowercasing: Bool) -> Bool {
        guard start >= 0, start + pattern.count <= text.count else { return false }
        var index = 0
        while index < pattern.count {
            if text[start + index].lowercased(if: lowercasing) != pattern[index] { return false }
            index += 1
        }
        return true
    }
}

extension UInt8 {
    /// The small letter of an ASCII capital.
    fileprivate func lowercased(if isAsked: Bool) -> UInt8 {
        isAsked && self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
    }
}

/// Whether `text` satisfies one of the five text operators. Throws `InvalidPredicate` where a pattern of MATCHES is no regular expression.
///
/// Folds and compiles the pattern at each call: keep a `StringMatcher` where one pattern meets many texts.
package func matches(
    _ kind: PredicateForm.Comparison.Kind, _ text: String, _ pattern: String,
    caseInsensitive: Bool, diacriticInsensitive: Bool
) throws -> Bool {
    let comparison = PredicateForm.Comparison(kind, caseInsensitive: caseInsensitive, diacriticInsensitive: diacriticInsensitive)
    return try StringMatcher(comparison, pattern: pattern).matches(text)
}
