public import Foundation
internal import Traps

/// Predicates joined by AND or OR, or one negated by NOT.
// Safe to share: see NSPredicate; adds constants only.
open class NSCompoundPredicate: NSPredicate, @unchecked Sendable {
    public enum LogicalType: UInt, Sendable {
        case not, and, or
    }

    public let compoundPredicateType: LogicalType

    private let predicates: [NSPredicate]

    /// The predicates that are joined; untyped as on Apple's platforms, each an `NSPredicate`.
    open var subpredicates: [Any] { predicates }

    /// Joins `subpredicates`. No predicates at all are true for AND and false for OR; NOT takes exactly one, anything else traps.
    public init(type: LogicalType, subpredicates: [NSPredicate]) {
        compoundPredicateType = type
        predicates = subpredicates
        let forms = subpredicates.map(\.form)
        switch type {
        case .and: super.init(form: .and(forms))
        case .or: super.init(form: .or(forms))
        case .not:
            require(forms.count == 1, "NOT takes one subpredicate; \(forms.count) were given.")
            super.init(form: .not(forms[0]))
        }
    }

    public convenience init(andPredicateWithSubpredicates subpredicates: [NSPredicate]) {
        self.init(type: .and, subpredicates: subpredicates)
    }

    public convenience init(orPredicateWithSubpredicates subpredicates: [NSPredicate]) {
        self.init(type: .or, subpredicates: subpredicates)
    }

    public convenience init(notPredicateWithSubpredicate predicate: NSPredicate) {
        self.init(type: .not, subpredicates: [predicate])
    }

    public required init?(coder: NSCoder) {
        guard let form = PredicateForm(from: coder) else { return nil }
        let forms: [PredicateForm]
        switch form {
        case .and(let joined): (compoundPredicateType, forms) = (.and, joined)
        case .or(let joined): (compoundPredicateType, forms) = (.or, joined)
        case .not(let form): (compoundPredicateType, forms) = (.not, [form])
        case .always, .comparison, .block: return nil
        }
        predicates = forms.map(NSPredicate.predicate)
        super.init(form: form)
    }
}
