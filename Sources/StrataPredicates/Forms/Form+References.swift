// The objects that constants keep because they are not saved; see `Value.init(constant:)`.

extension PredicateForm {
    /// The form with each kept object replaced by its present reference, except those from which a
    /// key path continues.
    package var withReferences: PredicateForm {
        switch self {
        case .always, .block: self
        case .and(let forms): .and(forms.map(\.withReferences))
        case .or(let forms): .or(forms.map(\.withReferences))
        case .not(let form): .not(form.withReferences)
        case .comparison(let left, let comparison, let right):
            .comparison(left.withReferences, comparison, right.withReferences)
        }
    }

    /// Whether a constant keeps an object that is not saved.
    package var keepsUnsavedObjects: Bool {
        contains { if case .constant(let value) = $0 { value.keepsUnsavedObjects } else { false } }
    }
}

extension ExpressionForm {
    /// The expression with each kept object replaced by its present reference, except those from
    /// which a key path continues.
    package var withReferences: ExpressionForm {
        switch self {
        case .constant(let value): .constant(value.comparable)
        case .path(.constant, _): self
        default: mapParts(\.withReferences, \.withReferences)
        }
    }
}
