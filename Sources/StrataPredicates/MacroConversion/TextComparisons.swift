public import Foundation

// Nodes for String methods that Foundation on Linux lacks, with the names of Apple's nodes.
// `#Predicate` looks them up by `build_` and the method's name.
extension PredicateExpressions {
    /// The node for `root.localizedStandardContains(other)`, converted to `CONTAINS[cd]`.
    public struct StringLocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>: PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The text that the method is called on.
        public let root: Root
        /// The text that it is compared with.
        public let other: Other

        /// Evaluates the node in memory, as Foundation does for `Predicate.evaluate(_:)`.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            try root.evaluate(bindings).localizedStandardContains(other.evaluate(bindings))
        }
    }

    /// The node for `root.localizedCompare(other)`, which compares in the current locale.
    public struct StringLocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>: PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The text that the method is called on.
        public let root: Root
        /// The text that it is compared with.
        public let other: Other

        /// Evaluates the node in memory, as Foundation does for `Predicate.evaluate(_:)`.
        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            try root.evaluate(bindings).localizedCompare(other.evaluate(bindings))
        }
    }

    /// The node for `root.caseInsensitiveCompare(other)`, which compares without a locale.
    public struct StringCaseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>: PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The text that the method is called on.
        public let root: Root
        /// The text that it is compared with.
        public let other: Other

        /// Evaluates the node in memory, as Foundation does for `Predicate.evaluate(_:)`.
        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            try root.evaluate(bindings).caseInsensitiveCompare(other.evaluate(bindings))
        }
    }

    /// Creates the node; called by the expansion of `#Predicate`.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> {
        StringLocalizedStandardContains(root: root, other: other)
    }

    /// Creates the node; called by the expansion of `#Predicate`.
    public static func build_localizedCompare<Root, Other>(_ root: Root, _ other: Other) -> StringLocalizedCompare<Root, Other> {
        StringLocalizedCompare(root: root, other: other)
    }

    /// Creates the node; called by the expansion of `#Predicate`.
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringCaseInsensitiveCompare<Root, Other> {
        StringCaseInsensitiveCompare(root: root, other: other)
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedCompare: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringLocalizedStandardContains: Codable where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringLocalizedCompare: Codable where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: Codable where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringLocalizedStandardContains: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let comparison = PredicateForm.Comparison(.contains, caseInsensitive: true, diacriticInsensitive: true)
        return .predicate(.comparison(try reader.expression(root), comparison, try reader.expression(other)))
    }
}

extension PredicateExpressions.StringLocalizedCompare: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        var comparison = PredicateForm.Comparison(.equal)
        comparison.localeSensitive = true
        return .expression(try reader.comparisonResult(root, comparison, other))
    }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        .expression(try reader.comparisonResult(root, .init(.equal, caseInsensitive: true), other))
    }
}

extension PredicateReader {
    /// Returns the raw value of a ComparisonResult: 0 if the texts are equal, -1 if they are in
    /// ascending order, 1 if not.
    fileprivate func comparisonResult(_ left: Any, _ equal: PredicateForm.Comparison, _ right: Any) throws -> ExpressionForm {
        let (left, right) = (try expression(left), try expression(right))
        var less = equal
        less.kind = .less
        return .conditional(
            .comparison(left, equal, right), .constant(.int(0)),
            .conditional(.comparison(left, less, right), .constant(.int(-1)), .constant(.int(1))))
    }
}
