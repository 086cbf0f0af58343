import Predicates

/// What a store may refuse to run; anything else it has to answer.
enum Refusals {
    /// Each with the reason why SQL has nothing for it.
    private static let reasons: [(construct: String, reason: String)] = [
        ("[l]", "SQLite knows no locale's order of text"),
        ("FUNCTION", "a message to an object has no SQL"),
        ("mode:", "a list that a function makes is no column"),
        ("{…}", "the values of one row are no table that a function could take"),
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
        case .comparison(let left, let comparison, let right):
            construct == "[l]" && comparison.localeSensitive || left.contains(construct) || right.contains(construct)
        }
    }
}

extension ExpressionForm {
    fileprivate func contains(_ construct: String) -> Bool {
        switch self {
        case .constant, .keyPath, .variable, .symbol, .anyKey: false
        case .path(let base, _): base.contains(construct)
        case .assignment(_, let value): value.contains(construct)
        case .function(let function, let operands):
            function.rawValue == construct || construct == "{…}" && operands.first?.isAggregate == true
                || operands.contains { $0.contains(construct) }
        case .message: construct == "FUNCTION"
        case .aggregate(let elements), .block(_, let elements): elements.contains { $0.contains(construct) }
        case .subquery(let collection, _, let predicate): collection.contains(construct) || predicate.contains(construct)
        case .set(_, let left, let right), .fetch(let left, let right, _): left.contains(construct) || right.contains(construct)
        case .conditional(let predicate, let yes, let no):
            predicate.contains(construct) || yes.contains(construct) || no.contains(construct)
        }
    }

    private var isAggregate: Bool {
        if case .aggregate = self { true } else { false }
    }
}
