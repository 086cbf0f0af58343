import Foundation

extension PredicateForm {
    /// The format that parses back to an equal predicate, in Apple's spelling.
    ///
    /// A Bool is printed as 1 or 0, and 4.0 as 4 where it is not an operand of a function, which
    /// compare as equal. A closure is printed as
    /// its address and does not parse.
    package var format: String {
        switch self {
        case .always(true), .and([]): "TRUEPREDICATE"
        case .always(false), .or([]): "FALSEPREDICATE"
        case .and(let forms): forms.count == 1 ? forms[0].format : forms.map(\.operandFormat).joined(separator: " AND ")
        case .or(let forms): forms.count == 1 ? forms[0].format : forms.map(\.operandFormat).joined(separator: " OR ")
        case .not(let form): "NOT \(form.operandFormat)"
        case .comparison(let left, let comparison, let right):
            "\(comparison.modifier.prefix)\(left.sideFormat) \(comparison.format) \(right.sideFormat)"
        case .block(let block): "BLOCKPREDICATE(\(ObjectIdentifier(block).address))"
        }
    }

    /// The format for an operand, in parentheses if it is a compound predicate.
    private var operandFormat: String {
        switch self {
        case .and(let forms) where forms.count == 1, .or(let forms) where forms.count == 1: forms[0].operandFormat
        case .and(let forms) where !forms.isEmpty, .or(let forms) where !forms.isEmpty: "(\(format))"
        case .not: "(\(format))"
        default: format
        }
    }
}

extension PredicateForm.Comparison {
    var format: String {
        let options =
            (caseInsensitive ? "c" : "") + (diacriticInsensitive ? "d" : "") + (normalized ? "n" : "")
            + (localeSensitive ? "l" : "")
        return options.isEmpty ? kind.spelling : "\(kind.spelling)[\(options)]"
    }
}

extension PredicateForm.Comparison.Modifier {
    fileprivate var prefix: String {
        switch self {
        case .direct: ""
        case .any: "ANY "
        case .all: "ALL "
        }
    }
}

extension ObjectIdentifier {
    fileprivate var address: String { "0x" + String(UInt(bitPattern: self), radix: 16) }
}
