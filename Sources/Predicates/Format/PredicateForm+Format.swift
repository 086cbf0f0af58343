import Foundation

extension PredicateForm {
    /// The format that parses back to an equal predicate, in Apple's spelling: a Bool prints as 1 or 0 and 4.0 as 4, since as
    /// numbers they are equal.
    package var format: String {
        switch self {
        case .always(true), .and([]): "TRUEPREDICATE"
        case .always(false), .or([]): "FALSEPREDICATE"
        case .and(let forms): forms.count == 1 ? forms[0].format : forms.map(\.operandFormat).joined(separator: " AND ")
        case .or(let forms): forms.count == 1 ? forms[0].format : forms.map(\.operandFormat).joined(separator: " OR ")
        case .not(let form): "NOT \(form.operandFormat)"
        case .comparison(let left, let comparison, let right): "\(left.format) \(comparison.format) \(right.format)"
        }
    }

    /// In parentheses where it is joined of several.
    private var operandFormat: String {
        switch self {
        case .and(let forms) where forms.count > 1, .or(let forms) where forms.count > 1: "(\(format))"
        case .and(let forms) where forms.count == 1, .or(let forms) where forms.count == 1: forms[0].operandFormat
        default: format
        }
    }
}

extension PredicateForm.Comparison {
    var format: String {
        let options = (caseInsensitive ? "c" : "") + (diacriticInsensitive ? "d" : "")
        return options.isEmpty ? kind.spelling : "\(kind.spelling)[\(options)]"
    }
}

extension ExpressionForm {
    /// A key path's names print as they are: one that is no identifier, which only `%K` can bring, does not parse back.
    var format: String {
        switch self {
        case .constant(let value): value.literal
        case .variable(let name): "$\(name)"
        case .keyPath([]): "SELF"
        case .keyPath(let names):
            (reservedWords.contains(names[0].uppercased()) ? "#" : "") + names.joined(separator: ".")
        }
    }
}

extension Value {
    /// The constant as a format spells it.
    fileprivate var literal: String {
        switch self {
        case .null: "nil"
        case .bool(let bool): bool ? "1" : "0"
        case .int(let int): "\(int)"
        case .double(let double): double.isFinite ? double.shortLiteral : cast("\(double)", "NSNumber")
        case .decimal(let decimal): cast("\(decimal)", "NSDecimalNumber")
        case .string(let string): string.quoted
        case .date(let date): "CAST(\(date.timeIntervalSinceReferenceDate.dateLiteral), \"NSDate\")"
        case .data(let data): cast(data.base64EncodedString(), "NSData")
        case .uuid(let uuid): cast(uuid.uuidString, "NSUUID")
        case .url(let url): cast(url.absoluteString, "NSURL")
        case .list(let values): "{\(values.map(\.literal).joined(separator: ", "))}"
        // These have no literal: what stands here tells a reader, and no parser, what is meant.
        case .object(let reference): "<\(reference.kind) \(reference.number)>"
        case .opaque(let value): "<\(value.object)>"
        }
    }

    private func cast(_ text: String, _ type: String) -> String {
        "CAST(\(text.quoted), \"\(type)\")"
    }
}

extension Double {
    fileprivate var shortLiteral: String {
        Int64(exactly: self).map(String.init) ?? description
    }

    /// Six places, as Apple prints a date, where they are enough for the very date.
    fileprivate var dateLiteral: String {
        let six = String(format: "%.6f", self)
        return Double(six) == self ? six : description
    }
}

extension String {
    fileprivate var quoted: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
