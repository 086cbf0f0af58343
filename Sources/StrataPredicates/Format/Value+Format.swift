import Foundation

extension Value {
    /// The constant as a format writes it.
    var literal: String { literal(isOperand: false) }

    /// Returns the constant as a format writes it.
    ///
    /// - Parameter isOperand: Whether a whole double has a fraction; see `ExpressionForm.format`.
    func literal(isOperand: Bool) -> String {
        switch self {
        case .null: "nil"
        case .bool(let bool): bool ? "1" : "0"
        case .int(let int): "\(int)"
        case .double(let double): double.isFinite ? double.literal(isOperand: isOperand) : cast("\(double)", "NSNumber")
        case .decimal(let decimal): cast("\(decimal)", "NSDecimalNumber")
        case .string(let string): string.quoted
        case .date(let date): "CAST(\(date.timeIntervalSinceReferenceDate.dateLiteral), \"NSDate\")"
        case .data(let data): cast(data.base64EncodedString(), "NSData")
        case .uuid(let uuid): cast(uuid.uuidString, "NSUUID")
        case .url(let url): cast(url.absoluteString, "NSURL")
        case .list(let values): "{\(values.map { $0.literal(isOperand: isOperand) }.joined(separator: ", "))}"
        // These have no literal. Their text is for the reader and does not parse.
        case .object(let reference): "<\(reference)>"
        case .opaque where keepsObjects: comparable.literal
        case .opaque(let value): "<\(value.object)>"
        }
    }

    private func cast(_ text: String, _ type: String) -> String {
        "CAST(\(text.quoted), \"\(type)\")"
    }
}

extension Double {
    /// Returns a whole double as Apple prints it, without a fraction, unless it is an operand.
    fileprivate func literal(isOperand: Bool) -> String {
        Int64(exactly: self).map { isOperand ? "\($0).0" : "\($0)" } ?? description
    }

    /// Six decimal places, as Apple prints a date, if they represent the exact value.
    fileprivate var dateLiteral: String {
        // Not localized: a predicate's format, which is parsed again.
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
