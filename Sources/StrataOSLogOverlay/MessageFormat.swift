import Foundation

/// The format string of an `os_log` message.
struct MessageFormat {
    private let format: String

    init(_ format: StaticString) { self.format = format.description }

    /// Returns the message with its arguments. A conversion without an argument is copied as it is.
    func text(_ arguments: [Any]) -> String {
        var result = ""
        var rest = Substring(format)
        var arguments = arguments[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[percent...]
            guard let conversion = Conversion(&rest) else {
                result += String(rest.removeFirst())
                continue
            }
            if conversion.letter == "%" {
                result += "%"
            } else if let argument = arguments.popFirst() {
                result += conversion.text(of: argument)
            } else {
                result += conversion.written
            }
        }
        return result + rest
    }

    /// One conversion specification, such as `%{public}@` or `%.2f`.
    private struct Conversion {
        let written: Substring
        let letter: Character
        /// The flags, width and precision.
        private let numbers: Substring
        private let privacy: OSLogPrivacy

        /// Parses a conversion at the beginning of a text and removes it from there; `nil` if there
        /// is none.
        init?(_ text: inout Substring) {
            guard let match = text.prefixMatch(of: /%(?:\{([^}]*)\})?([-+ #0]*\d*(?:\.\d+)?)(?:hh|h|ll|l|q|z|t|j|L)?([@a-zA-Z%])/)
            else { return nil }
            written = match.0
            numbers = match.2
            letter = match.3.first ?? "%"
            let words = (match.1 ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            let mask: OSLogPrivacy.Mask = words.contains("mask.hash") ? .hash : .none
            privacy =
                words.contains("public")
                ? .public
                : words.contains("sensitive")
                    ? .sensitive(mask: mask) : words.contains("private") ? .private(mask: mask) : .auto(mask: mask)
            text = text[match.range.upperBound...]
        }

        func text(of argument: Any) -> String {
            let isNumber = argument is any BinaryInteger || argument is any BinaryFloatingPoint || argument is Bool
            return privacy.text(isPublicByDefault: isNumber) {
                switch (letter, argument) {
                case ("f", let number as any BinaryFloatingPoint), ("e", let number as any BinaryFloatingPoint),
                    ("g", let number as any BinaryFloatingPoint), ("F", let number as any BinaryFloatingPoint),
                    ("E", let number as any BinaryFloatingPoint), ("G", let number as any BinaryFloatingPoint):
                    // Not localized: a log.
                    String(format: "%\(numbers)\(letter)", Double(number))
                case ("d", let number as any BinaryInteger), ("i", let number as any BinaryInteger),
                    ("D", let number as any BinaryInteger):
                    String(format: "%\(numbers)lld", Int64(truncatingIfNeeded: number))
                case ("x", let number as any BinaryInteger), ("X", let number as any BinaryInteger),
                    ("o", let number as any BinaryInteger), ("u", let number as any BinaryInteger),
                    ("U", let number as any BinaryInteger):
                    String(
                        format: "%\(numbers)ll\(letter.lowercased() == "u" ? "u" : letter)", UInt64(truncatingIfNeeded: number))
                default: String(describing: argument)
                }
            }
        }
    }
}
