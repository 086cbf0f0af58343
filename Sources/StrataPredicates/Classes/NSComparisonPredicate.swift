public import Foundation
internal import StrataTraps

/// A predicate that compares two expressions: an operator with a modifier and string options.
///
/// A format such as `"ANY tags.name ==[c] %@"` creates one; the initializer builds one without a
/// format.
// Safe to share: see NSPredicate; adds constants only.
open class NSComparisonPredicate: NSPredicate, @unchecked Sendable {
    /// The options of a comparison of text, which a format writes in brackets: `==[cd]`.
    public struct Options: OptionSet, Sendable {
        /// The bit mask.
        public let rawValue: UInt

        /// Creates options from a bit mask.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// `[c]`: Ignores case.
        public static let caseInsensitive = Options(rawValue: 1)
        /// `[d]`: Ignores diacritics.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// `[n]`: The caller has folded both texts, so `[c]` and `[d]` are not applied.
        public static let normalized = Options(rawValue: 4)
        /// `[l]`: Compares in the current locale. Apple's headers do not declare it.
        static let localeSensitive = Options(rawValue: 8)
    }

    /// The quantifier of the left side: compared as a whole (`direct`), or satisfied by `all` or
    /// `any` of its elements.
    public enum Modifier: UInt, Sendable {
        /// Compares the left side as a whole.
        case direct
        /// `ALL`: Every element of the left side has to satisfy the comparison.
        case all
        /// `ANY`: One element of the left side has to satisfy the comparison.
        case any
    }

    /// The operator of a comparison. Raw values are Apple's.
    public enum Operator: UInt, Sendable {
        /// `<`: The left side is less than the right side.
        case lessThan
        /// `<=`: The left side is less than the right side, or equal to it.
        case lessThanOrEqualTo
        /// `>`: The left side is greater than the right side.
        case greaterThan
        /// `>=`: The left side is greater than the right side, or equal to it.
        case greaterThanOrEqualTo
        /// `==`: The sides are equal. Nil equals only nil.
        case equalTo
        /// `!=`: The sides are not equal.
        case notEqualTo
        /// `MATCHES`: The whole string matches the regular expression on the right side.
        case matches
        /// `LIKE`: The whole string matches a pattern, in which `?` stands for one character and `*` for
        /// any number of them.
        case like
        /// `BEGINSWITH`: The string begins with the right side.
        case beginsWith
        /// `ENDSWITH`: The string ends with the right side.
        case endsWith
        /// `IN`: The right side, a collection or a string, contains the left side.
        case `in`
        /// A comparison by a method of the left side. Creating one traps, since Linux has no
        /// Objective-C runtime.
        case customSelector
        /// `CONTAINS`: The left side, a collection or a string, contains the right side.
        case contains = 99
        /// `BETWEEN`: The left side is between the two bounds on the right side, or equal to one.
        case between = 100
    }

    private let left: ExpressionForm
    private let comparison: PredicateForm.Comparison
    private let right: ExpressionForm

    /// Creates a comparison of two expressions.
    ///
    /// Traps if the right side does not suit the operator, such as a list without two bounds for
    /// BETWEEN, and for `.customSelector`, since Linux has no Objective-C runtime.
    public init(
        leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: Modifier, type: Operator,
        options: Options = []
    ) {
        guard let kind = PredicateForm.Comparison.Kind(type) else {
            trap("A custom selector cannot be sent on Linux; use NSPredicate(block:) instead.")
        }
        if !(rhs is UncheckedExpression) {
            do {
                _ = try PredicateForm.checked(lhs.form, .init(kind), rhs.form)
            } catch {
                trap("\(error)")
            }
        }
        left = lhs.form
        comparison = PredicateForm.Comparison(kind, modifier, options)
        right = rhs.form
        super.init(value: true)
        form = .comparison(left, comparison, right)
    }

    /// Traps: Linux has no Objective-C runtime to send the selector with. Use
    /// `NSPredicate(block:)`.
    public convenience init(leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, customSelector: Selector) {
        trap("The selector \(customSelector) cannot be sent on Linux; use NSPredicate(block:) instead.")
    }

    // Not a designated initializer; see `NSPredicate.init(form:)`.
    convenience init(_ left: ExpressionForm, _ comparison: PredicateForm.Comparison, _ right: ExpressionForm) {
        self.init(
            leftExpression: NSExpression(form: left), rightExpression: UncheckedExpression(form: right),
            modifier: comparison.modifierType, type: comparison.kind.operatorType, options: comparison.options)
    }

    public required init?(coder: NSCoder) {
        guard case .comparison(let left, let comparison, let right)? = PredicateForm(from: coder) else { return nil }
        self.left = left
        self.comparison = comparison
        self.right = right
        super.init(value: true)
        form = .comparison(left, comparison, right)
    }

    /// The left side.
    open var leftExpression: NSExpression { NSExpression(form: left) }
    /// The right side, which supplies the pattern, list or bounds of the operator.
    open var rightExpression: NSExpression { NSExpression(form: right) }
    /// The operator between the two sides.
    open var predicateOperatorType: Operator { comparison.kind.operatorType }
    /// The selector of a custom operator: always nil on Linux.
    open var customSelector: Selector? { nil }

    /// The modifier before the left side: `.direct`, `.any` or `.all`. NONE is NOT ANY.
    open var comparisonPredicateModifier: Modifier { comparison.modifierType }

    /// The options of text comparison.
    open var options: Options { comparison.options }
}

/// The right side of a comparison that exists as a form, which is not checked again: if it does not
/// suit the operator, its evaluation fails.
// Safe to share: see NSExpression; adds nothing.
private final class UncheckedExpression: NSExpression, @unchecked Sendable {}

extension PredicateForm.Comparison {
    init(_ kind: Kind, _ modifier: NSComparisonPredicate.Modifier, _ options: NSComparisonPredicate.Options) {
        self.init(
            kind, modifier == .any ? .any : modifier == .all ? .all : .direct,
            caseInsensitive: options.contains(.caseInsensitive), diacriticInsensitive: options.contains(.diacriticInsensitive))
        normalized = options.contains(.normalized)
        localeSensitive = options.contains(.localeSensitive)
    }

    var modifierType: NSComparisonPredicate.Modifier {
        switch modifier {
        case .direct: .direct
        case .any: .any
        case .all: .all
        }
    }

    var options: NSComparisonPredicate.Options {
        var options: NSComparisonPredicate.Options = []
        if caseInsensitive { options.insert(.caseInsensitive) }
        if diacriticInsensitive { options.insert(.diacriticInsensitive) }
        if normalized { options.insert(.normalized) }
        if localeSensitive { options.insert(.localeSensitive) }
        return options
    }
}

extension PredicateForm.Comparison.Kind {
    /// Creates the operator of Apple's enumeration; nil for a custom selector.
    init?(_ type: NSComparisonPredicate.Operator) {
        guard let kind = Self.allCases.first(where: { $0.operatorType == type }) else { return nil }
        self = kind
    }

    var operatorType: NSComparisonPredicate.Operator {
        switch self {
        case .equal: .equalTo
        case .notEqual: .notEqualTo
        case .less: .lessThan
        case .lessOrEqual: .lessThanOrEqualTo
        case .greater: .greaterThan
        case .greaterOrEqual: .greaterThanOrEqualTo
        case .between: .between
        case .in: .in
        case .contains: .contains
        case .beginsWith: .beginsWith
        case .endsWith: .endsWith
        case .like: .like
        case .matches: .matches
        }
    }
}
