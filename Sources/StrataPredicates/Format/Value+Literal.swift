import Foundation

extension Value {
    /// Creates a number from a signed literal; nil if the text is not a number or is out of range.
    init?(literal text: String) {
        let digits = text.drop { $0 == "-" }
        let radix = ["0x": 16, "0o": 8, "0b": 2][digits.prefix(2)]
        if let radix {
            let sign = text.hasPrefix("-") ? "-" : ""
            guard let int = Int64(sign + digits.dropFirst(2), radix: radix) else { return nil }
            self = .int(int)
        } else if let int = Int64(text) {
            self = .int(int)
        } else if !text.contains(where: { ".e".contains($0) }), text.utf8.count <= 38, let decimal = Decimal(string: text) {
            // An integer outside Int64, such as a large UInt64.
            self = .decimal(decimal)
        } else {
            guard let double = Double(text), double.isFinite else { return nil }
            self = .double(double)
        }
    }
}
