public import Foundation
internal import Traps

/// Two expressions and the operator between them.
// Safe to share: see NSPredicate; adds constants only.
open class NSComparisonPredicate: NSPredicate, @unchecked Sendable {
    /// How text is compared.
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// `[c]`
        public static let caseInsensitive = Options(rawValue: 1)
        /// `[d]`
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// `[n]`: the texts were folded before, so that the other two are not to be applied.
        public static let normalized = Options(rawValue: 4)
        /// `[l]`, which Apple's headers do not name.
        static let localeSensitive = Options(rawValue: 8)
    }

    public enum Modifier: UInt, Sendable {
        case direct, all, any
    }

    public enum Operator: UInt, Sendable {
        case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, equalTo, notEqualTo
        case matches, like, beginsWith, endsWith, `in`, customSelector
        case contains = 99
        case between = 100
    }

    private let left: ExpressionForm
    private let comparison: PredicateForm.Comparison
    private let right: ExpressionForm

    /// Traps for a right side that cannot be what the operator needs, and for `.customSelector`: Linux has no Objective-C runtime
    /// that could send it.
    public convenience init(
        leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: Modifier, type: Operator,
        options: Options = []
    ) {
        guard let kind = PredicateForm.Comparison.Kind(type) else {
            trap("A custom selector cannot be sent on Linux; use NSPredicate(block:) instead.")
        }
        do {
            _ = try PredicateForm.checked(lhs.form, .init(kind), rhs.form)
        } catch {
            trap("\(error)")
        }
        self.init(lhs.form, PredicateForm.Comparison(kind, modifier, options), rhs.form)
    }

    /// Traps: Linux has no Objective-C runtime that could send the selector.
    public convenience init(leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, customSelector: Selector) {
        trap("The selector \(customSelector) cannot be sent on Linux; use NSPredicate(block:) instead.")
    }

    init(_ left: ExpressionForm, _ comparison: PredicateForm.Comparison, _ right: ExpressionForm) {
        self.left = left
        self.comparison = comparison
        self.right = right
        super.init(form: .comparison(left, comparison, right))
    }

    public required init?(coder: NSCoder) {
        guard case .comparison(let left, let comparison, let right)? = PredicateForm(from: coder) else { return nil }
        self.left = left
        self.comparison = comparison
        self.right = right
        super.init(form: .comparison(left, comparison, right))
    }

    open var leftExpression: NSExpression { NSExpression(form: left) }
    open var rightExpression: NSExpression { NSExpression(form: right) }
    open var predicateOperatorType: Operator { comparison.kind.operatorType }
    /// Nil: no predicate has a selector here.
    open var customSelector: Selector? { nil }

    open var comparisonPredicateModifier: Modifier { comparison.modifierType }

    open var options: Options { comparison.options }
}

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
    /// Nil for a custom selector.
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
