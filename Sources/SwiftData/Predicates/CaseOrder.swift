internal import StrataPredicates

// Comparisons of enumerations by their own order
//
// A store has the raw value of a case, or its name. The type may order its cases otherwise: by their
// declaration, or by a `<` of its own. So `$0.priority > low` becomes a test for the values of the
// cases that are greater:
//
//     priority IN {"high", "medium"}
//
// If neither side is a constant, the number of each case in the order of the type is compared.

/// The comparisons of cases of enumerations whose order is not that of the values in a store.
enum CaseOrder {
    /// Returns the comparison of two values of a type; nil for a type that a store orders as the type
    /// does, or that is no enumeration without payloads.
    static func comparison(
        _ type: any Any.Type, _ left: ExpressionForm, _ kind: PredicateForm.Comparison.Kind, _ right: ExpressionForm
    ) -> PredicateForm? {
        guard TypeReflection.isEnumeration(type), let enumeration = type as? any Comparable.Type,
            RawCases.of(type)?.areOrderedByRawValue != true
        else { return nil }
        func make<Enumeration: Comparable>(_ type: Enumeration.Type) -> PredicateForm? {
            OrderedCases(type)?.comparison(left, kind, right)
        }
        return make(enumeration)
    }
}

/// The cases of an enumeration without payloads.
private struct OrderedCases<Enumeration: Comparable> {
    private let cases: [Enumeration]
    /// The values that a store has of the cases.
    private let values: [Value]

    /// Creates the list of a type's cases. Fails for a type with payloads.
    init?(_ type: Enumeration.Type) {
        guard let names = TypeReflection.caseNames(of: type) else { return nil }
        cases = names.indices.map { TypeReflection.value(ofCase: $0, as: type) }
        values = cases.compactMap { CapturedConstants.value(of: $0) }
        guard values.count == cases.count else { return nil }
    }

    func comparison(
        _ left: ExpressionForm, _ kind: PredicateForm.Comparison.Kind, _ right: ExpressionForm
    ) -> PredicateForm {
        if let constant = constant(right) { return test(left) { Self.holds($0, kind, constant) } }
        if let constant = constant(left) { return test(right) { Self.holds(constant, kind, $0) } }
        return .comparison(number(of: left), .init(kind), number(of: right))
    }

    private func constant(_ form: ExpressionForm) -> Enumeration? {
        guard case .constant(let value) = form else { return nil }
        return values.firstIndex(of: value).map { cases[$0] }
    }

    /// Returns the test of whether an expression is one of the cases that satisfy a condition.
    private func test(_ form: ExpressionForm, for condition: (Enumeration) -> Bool) -> PredicateForm {
        let matching = zip(cases, values).filter { condition($0.0) }.map(\.1)
        return .comparison(form, .init(.in), .constant(.list(matching)))
    }

    /// Returns the number of cases that are less than the value of an expression; nil for nil.
    private func number(of form: ExpressionForm) -> ExpressionForm {
        zip(cases, values).reversed().reduce(ExpressionForm.constant(.null)) { rest, element in
            let number = cases.count(where: { $0 < element.0 })
            return .conditional(
                .comparison(form, .init(.equal), .constant(element.1)), .constant(.int(Int64(number))), rest)
        }
    }

    private static func holds(_ left: Enumeration, _ kind: PredicateForm.Comparison.Kind, _ right: Enumeration) -> Bool {
        switch kind {
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        default: false
        }
    }
}
