import Predicates

/// What a store may refuse to run; anything else it has to answer.
enum Refusals {
    /// Each with the reason why SQL has nothing for it.
    private static let reasons: [(construct: String, reason: String)] = [
        (":=", "SQL has no variables"),
        ("@distinctUnionOf", "a collection of collections is no table"),
        ("mode:", "a list that a function makes is no column"),
    ]

    /// The part of the predicate that may be refused.
    static func construct(in form: PredicateForm) -> String? {
        reasons.first { form.contains($0.construct) }?.construct
    }
}

extension PredicateForm {
    fileprivate func contains(_ construct: String) -> Bool {
        switch self {
        case .always, .block: false
        case .and(let forms), .or(let forms): forms.contains { $0.contains(construct) }
        case .not(let form): form.contains(construct)
        case .comparison(let left, _, let right):
            left.contains(construct) || right.contains(construct)
        }
    }
}

extension ExpressionForm {
    fileprivate func contains(_ construct: String) -> Bool {
        switch self {
        case .constant, .variable, .symbol, .anyKey: false
        case .keyPath(let names): names.contains { $0 == "\(construct)Sets" || $0 == "\(construct)Arrays" }
        case .path(let base, let names): base.contains(construct) || ExpressionForm.keyPath(names).contains(construct)
        case .assignment(_, let value): construct == ":=" || value.contains(construct)
        case .function(let function, let operands):
            function.rawValue == construct
                || operands.contains { $0.contains(construct) }
        case .message(let target, _, let operands): target.contains(construct) || operands.contains { $0.contains(construct) }
        case .aggregate(let elements), .block(_, let elements): elements.contains { $0.contains(construct) }
        case .subquery(let collection, _, let predicate): collection.contains(construct) || predicate.contains(construct)
        case .set(_, let left, let right), .fetch(let left, let right, _): left.contains(construct) || right.contains(construct)
        case .conditional(let predicate, let yes, let no):
            predicate.contains(construct) || yes.contains(construct) || no.contains(construct)
        }
    }
}
