import Foundation

/// The operator of a comparison. In Apple's archives it is an object of its own, with a class for
/// each family of operators.
class PredicateOperator: NSObject, NSSecureCoding {
    let comparison: PredicateForm.Comparison

    init(_ comparison: PredicateForm.Comparison) {
        self.comparison = comparison
    }

    static var supportsSecureCoding: Bool { true }

    override var classForKeyedArchiver: AnyClass? {
        switch comparison.kind {
        case .equal, .notEqual: EqualityOperator.self
        case .less, .lessOrEqual, .greater, .greaterOrEqual: OrderOperator.self
        case .matches: MatchingOperator.self
        case .like: LikeOperator.self
        case .beginsWith, .endsWith: SubstringOperator.self
        case .in, .contains: MembershipOperator.self
        case .between: BetweenOperator.self
        }
    }

    func encode(with coder: NSCoder) {
        coder.encode(Int(comparison.kind.operatorType.rawValue), forKey: "NSOperatorType")
        coder.encode(Int(comparison.modifierType.rawValue), forKey: "NSModifier")
        let options = Int(comparison.options.rawValue)
        switch comparison.kind {
        case .equal, .notEqual:
            coder.encode(options, forKey: "NSOptions")
            coder.encode(comparison.kind == .notEqual, forKey: "NSNegate")
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            coder.encode(options, forKey: "NSOptions")
            coder.encode(Int(comparison.kind.operatorType.rawValue), forKey: "NSVariant")
        case .beginsWith, .endsWith:
            coder.encode(options, forKey: "NSFlags")
            coder.encode(comparison.kind == .endsWith ? 1 : 0, forKey: "NSPosition")
        case .matches, .like, .in, .contains, .between:
            coder.encode(options, forKey: "NSFlags")
        }
    }

    required init?(coder: NSCoder) {
        let type = NSComparisonPredicate.Operator(rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "NSOperatorType")))
        let modifier = NSComparisonPredicate.Modifier(rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "NSModifier")))
        guard let kind = type.flatMap({ PredicateForm.Comparison.Kind($0) }), let modifier else { return nil }
        let key = coder.containsValue(forKey: "NSFlags") ? "NSFlags" : "NSOptions"
        let options = NSComparisonPredicate.Options(rawValue: UInt(bitPattern: coder.decodeInteger(forKey: key)))
        comparison = PredicateForm.Comparison(kind, modifier, options)
    }
}

// Subclasses for the class names in archives. They add no state.
final class EqualityOperator: PredicateOperator {}
final class OrderOperator: PredicateOperator {}
final class MatchingOperator: PredicateOperator {}
final class LikeOperator: PredicateOperator {}
final class SubstringOperator: PredicateOperator {}
final class MembershipOperator: PredicateOperator {}
final class BetweenOperator: PredicateOperator {}
