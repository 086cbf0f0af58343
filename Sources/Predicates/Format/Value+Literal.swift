import Foundation

extension Value {
    /// A number as a format spells it, with its sign; nil where it is too large.
    init?(literal text: String) {
        if let hexadecimal = text.range(of: "0x") {
            let sign = text.hasPrefix("-") ? "-" : ""
            guard let int = Int64(sign + text[hexadecimal.upperBound...], radix: 16) else { return nil }
            self = .int(int)
        } else if text.contains(where: { ".e".contains($0) }) {
            guard let double = Double(text), double.isFinite else { return nil }
            self = .double(double)
        } else {
            guard let int = Int64(text) else { return nil }
            self = .int(int)
        }
    }

    /// What `CAST(value, "type")` stands for; nil where it stands for nothing.
    ///
    /// Apple prints dates so; the other types are printed in the same manner here, for a constant without a literal of its own.
    init?(casting value: Value, to type: String) {
        switch (type, value) {
        case ("NSDate", .int(let seconds)): self = .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
        case ("NSDate", .double(let seconds)): self = .date(Date(timeIntervalSinceReferenceDate: seconds))
        case ("NSNumber", .string(let text)): self.init(Double(text).map(Value.double))
        case ("NSDecimalNumber", .string(let text)): self.init(Decimal(string: text).map(Value.decimal))
        case ("NSUUID", .string(let text)): self.init(UUID(uuidString: text).map(Value.uuid))
        case ("NSURL", .string(let text)): self.init(URL(string: text).map(Value.url))
        case ("NSData", .string(let text)): self.init(Data(base64Encoded: text).map(Value.data))
        default: return nil
        }
    }

    private init?(_ value: Value?) {
        guard let value else { return nil }
        self = value
    }
}
