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
}
