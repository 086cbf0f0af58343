import Foundation

// Apple's frameworks have a class for each kind of predicate and expression, and archives name
// these classes. Here NSPredicate and NSExpression represent all kinds. The subclasses below are
// used only in archives: each gives a kind its class name, and decodes to the common form.
//
// Safe to share, all of them: they add no state to NSPredicate and NSExpression.
final class TruePredicate: NSPredicate, @unchecked Sendable {
    override class var archivedForm: PredicateForm? { .always(true) }
}
final class FalsePredicate: NSPredicate, @unchecked Sendable {
    override class var archivedForm: PredicateForm? { .always(false) }
}

final class ConstantValueExpression: NSExpression, @unchecked Sendable {}
final class SymbolicExpression: NSExpression, @unchecked Sendable {}
final class SelfExpression: NSExpression, @unchecked Sendable {}
final class VariableExpression: NSExpression, @unchecked Sendable {}
final class VariableAssignmentExpression: NSExpression, @unchecked Sendable {}
final class KeyPathExpression: NSExpression, @unchecked Sendable {}
final class FunctionExpression: NSExpression, @unchecked Sendable {}
final class AggregateExpression: NSExpression, @unchecked Sendable {}
final class SubqueryExpression: NSExpression, @unchecked Sendable {}
final class SetExpression: NSExpression, @unchecked Sendable {}
final class AnyKeyExpression: NSExpression, @unchecked Sendable {}
final class TernaryExpression: NSExpression, @unchecked Sendable {}

/// The names of a key path in an archive, which represents a key path as a call of
/// `valueForKeyPath:` with this argument.
final class KeyPathSpecifier: NSObject, NSSecureCoding {
    let keyPath: String

    init(_ names: [String]) {
        keyPath = names.joined(separator: ".")
    }

    static var supportsSecureCoding: Bool { true }

    func encode(with coder: NSCoder) {
        coder.encode(10, forKey: "NSExpressionType")
        coder.encode(NSString(string: keyPath), forKey: "NSKeyPath")
    }

    init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "NSKeyPath"), let text = coder.decodeObject(of: NSString.self, forKey: "NSKeyPath")
        else {
            return nil
        }
        keyPath = String(text)
    }
}

extension PredicateForm {
    /// The class that an archive names; nil if it names the object's own class.
    var archivedClass: AnyClass? {
        switch self {
        case .always(true): TruePredicate.self
        case .always(false): FalsePredicate.self
        case .and, .or, .not: NSCompoundPredicate.self
        case .comparison: NSComparisonPredicate.self
        case .block: nil
        }
    }
}

extension ExpressionForm {
    /// The class that an archive names.
    var archivedClass: AnyClass {
        switch self {
        case .constant: ConstantValueExpression.self
        case .symbol: SymbolicExpression.self
        case .keyPath([]): SelfExpression.self
        case .keyPath: KeyPathExpression.self
        case .variable: VariableExpression.self
        case .assignment: VariableAssignmentExpression.self
        case .function, .message, .path: FunctionExpression.self
        case .aggregate: AggregateExpression.self
        case .subquery: SubqueryExpression.self
        case .set: SetExpression.self
        case .anyKey: AnyKeyExpression.self
        case .conditional: TernaryExpression.self
        case .fetch, .block: NSExpression.self
        }
    }
}
