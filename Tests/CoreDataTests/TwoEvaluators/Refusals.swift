import StrataPredicates

/// The constructs that a store may refuse to run. It must run all others.
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

    /// Returns the first construct in the predicate that a store may refuse, or nil.
    static func construct(in form: PredicateForm) -> String? {
        refusals.first { form.contains($0.isMet) }?.construct
    }

    /// Returns a report of the refused constructs, each with its count and reason.
    static func report(_ counts: [String: Int]) -> String {
        refusals.map { "\($0.construct) \(counts[$0.construct] ?? 0) (\($0.reason))" }.joined(separator: ", ")
    }
}

extension ExpressionForm {
    /// The key path that follows another expression, as an expression of its own, or the expression
    /// itself if it is of another kind.
    fileprivate var path: ExpressionForm {
        if case .path(_, let names) = self { .keyPath(names) } else { self }
    }
}
