import StrataPredicates

/// What a store may refuse to run; anything else it has to answer.
enum Refusals {
    private struct Refusal: Sendable {
        let construct: String
        let reason: String
        let isMet: @Sendable (ExpressionForm) -> Bool
    }

    private static let refusals: [Refusal] = [
        Refusal(construct: ":=", reason: "SQL has no variables") { expression in
            if case .assignment = expression { true } else { false }
        },
        Refusal(construct: "@distinctUnionOfSets", reason: "a collection of collections is no table") { expression in
            guard case .keyPath(let names) = expression.path else { return false }
            return names.contains { $0 == "@distinctUnionOfSets" || $0 == "@distinctUnionOfArrays" }
        },
        Refusal(construct: "mode:", reason: "a list that a function makes is no column") { expression in
            if case .function(.mode, _) = expression { true } else { false }
        },
    ]

    /// The part of the predicate that may be refused.
    static func construct(in form: PredicateForm) -> String? {
        refusals.first { form.contains($0.isMet) }?.construct
    }

    /// The constructs that were refused, how often and why.
    static func report(_ counts: [String: Int]) -> String {
        refusals.map { "\($0.construct) \(counts[$0.construct] ?? 0) (\($0.reason))" }.joined(separator: ", ")
    }
}

extension ExpressionForm {
    /// The names behind an expression, if any, as a key path of their own.
    fileprivate var path: ExpressionForm {
        if case .path(_, let names) = self { .keyPath(names) } else { self }
    }
}
