public import Foundation
internal import StrataTraps

/// A predicate that combines others with AND or OR, or negates one with NOT.
// Safe to share: see NSPredicate; adds constants only.
open class NSCompoundPredicate: NSPredicate, @unchecked Sendable {
    /// The operator of a compound predicate. Raw values are Apple's.
    public enum LogicalType: UInt, Sendable {
        /// `NOT`: True if its only subpredicate is not true.
        case not
        /// `AND`: True if all subpredicates are true.
        case and
        /// `OR`: True if one of the subpredicates is true.
        case or
    }

    /// The operator that combines the subpredicates.
    public let compoundPredicateType: LogicalType

    private let predicates: [NSPredicate]

    /// The combined predicates. Untyped as on Apple's platforms; each is an `NSPredicate`.
    open var subpredicates: [Any] { predicates }

    /// Creates a compound predicate. Without subpredicates, AND is true and OR is false. NOT traps
    /// unless there is exactly one.
    public init(type: LogicalType, subpredicates: [NSPredicate]) {
        compoundPredicateType = type
        predicates = subpredicates
        super.init(value: true)
        let forms = subpredicates.map(\.form)
        switch type {
        case .and: form = .and(forms)
        case .or: form = .or(forms)
        case .not:
            require(forms.count == 1, "NOT takes one subpredicate; \(forms.count) were given.")
            form = .not(forms[0])
        }
    }

    /// Creates a predicate that is true if all subpredicates are, or if there are none.
    public convenience init(andPredicateWithSubpredicates subpredicates: [NSPredicate]) {
        self.init(type: .and, subpredicates: subpredicates)
    }

    /// Creates a predicate that is true if at least one subpredicate is.
    public convenience init(orPredicateWithSubpredicates subpredicates: [NSPredicate]) {
        self.init(type: .or, subpredicates: subpredicates)
    }

    /// Creates a predicate that is true if the subpredicate is false. A comparison with nil other
    /// than `==` and `!=` is false.
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
        super.init(value: true)
        self.form = form
    }
}
