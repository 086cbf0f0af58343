import StrataModelFormat
import StrataPredicates

/// The formats of predicates and expressions, parsed as the program parses them at its start.
extension ModelChecker {
    /// Reports a predicate that cannot be parsed. A blank text is no predicate.
    mutating func checkPredicate(_ format: String?, _ kind: Kind, at location: SourceLocation, of title: String) {
        guard let format, !format.isBlank else { return }
        do {
            _ = try FormatParser.parse(format)
        } catch {
            report(.error, kind, at: location, "the predicate of \(title) is not valid: \(error)")
        }
    }

    /// Reports an expression that cannot be parsed. A blank text is no expression.
    mutating func checkExpression(_ format: String?, _ kind: Kind, at location: SourceLocation, of title: String) {
        guard let format, !format.isBlank else { return }
        do {
            _ = try FormatParser.parseExpression(format)
        } catch {
            report(.error, kind, at: location, "the expression of \(title) is not valid: \(error)")
        }
    }
}

extension String {
    /// Whether a text has only white space, which Xcode writes where there is no format.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
