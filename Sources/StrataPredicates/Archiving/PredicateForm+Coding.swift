import Foundation
internal import StrataArchives
internal import StrataTraps

// The keys are those of Apple's archives, known from public archives and class dumps.
extension PredicateForm {
    func encode(with coder: NSCoder) {
        switch self {
        // The archived class name tells `true` from `false`.
        case .always: break
        case .and(let forms): encode(.and, forms, with: coder)
        case .or(let forms): encode(.or, forms, with: coder)
        case .not(let form): encode(.not, [form], with: coder)
        case .comparison(let left, let comparison, let right):
            coder.encode(NSExpression(form: left), forKey: Key.left)
            coder.encode(NSExpression(form: right), forKey: Key.right)
            coder.encode(PredicateOperator(comparison), forKey: Key.predicateOperator)
        case .block:
            // A model or a value that is saved is an error; an app's own archiver has none to report.
            guard coder is KeyedArchiveEncoder else {
                trap("A predicate with a closure cannot be archived; write it as a format.")
            }
            coder.failWithError(ArchiveError("contains a predicate with a closure"))
        }
    }

    private func encode(_ type: NSCompoundPredicate.LogicalType, _ forms: [PredicateForm], with coder: NSCoder) {
        coder.encode(Int(type.rawValue), forKey: Key.compoundType)
        coder.encode(NSArray(array: forms.map(NSPredicate.predicate)), forKey: Key.subpredicates)
    }

    /// Decodes a predicate; nil if the archive has no valid one.
    init?(from coder: NSCoder) {
        if coder.containsValue(forKey: Key.subpredicates) {
            self.init(compoundFrom: coder)
        } else if coder.containsValue(forKey: Key.predicateOperator) {
            guard let left = coder.decodeObject(of: NSExpression.self, forKey: Key.left),
                let right = coder.decodeObject(of: NSExpression.self, forKey: Key.right),
                let comparison = coder.decodeObject(of: PredicateOperator.self, forKey: Key.predicateOperator)?.comparison,
                // Ignored: an archive with an invalid predicate has none, as on Apple's platforms.
                let form = try? PredicateForm.checked(left.form, comparison, right.form)
            else { return nil }
            self = form
        } else {
            return nil
        }
    }

    private init?(compoundFrom coder: NSCoder) {
        let predicates = coder.decodeObject(of: [NSArray.self, NSPredicate.self], forKey: Key.subpredicates) as? NSArray
        guard let forms = predicates?.compactMap({ ($0 as? NSPredicate)?.form }), forms.count == predicates?.count else {
            return nil
        }
        switch NSCompoundPredicate.LogicalType(rawValue: UInt(bitPattern: coder.decodeInteger(forKey: Key.compoundType))) {
        case .and: self = .and(forms)
        case .or: self = .or(forms)
        case .not where forms.count == 1: self = .not(forms[0])
        case .not, nil: return nil
        }
    }

    private enum Key {
        static let compoundType = "NSCompoundPredicateType"
        static let subpredicates = "NSSubpredicates"
        static let left = "NSLeftExpression"
        static let right = "NSRightExpression"
        static let predicateOperator = "NSPredicateOperator"
    }
}
