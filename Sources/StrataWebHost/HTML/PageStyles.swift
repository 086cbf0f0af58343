/// The rules of a page for the CSS declarations of its elements, one for each distinct text.
///
/// The elements of a list have few distinct declarations, so a page with rules is shorter than one
/// with inline styles. The style sheet of all pages is in a cascade layer, and the rules are not. So
/// they take precedence over it whatever its selectors are, as inline styles did.
///
/// A `style` element is raw text: unlike in an attribute, nothing in it can be escaped as HTML. So a
/// rule is added only if its declarations cannot end it.
struct PageStyles {
    private var numbers: [String: Int] = [:]
    /// The rules, in UTF-8.
    private(set) var css: [UInt8] = []

    /// Returns the name of the class of a rule.
    static func className(of rule: Int) -> String { "s\(rule)" }

    /// Returns the number of the rule for declarations, and adds the rule if it is new; nil if the
    /// declarations are incomplete CSS, for example because a quotation mark is missing.
    mutating func rule(for declarations: String) -> Int? {
        if let number = numbers[declarations] { return number }
        guard Self.areComplete(declarations) else { return nil }
        let number = numbers.count
        numbers[declarations] = number
        css.append(UInt8(ascii: "."))
        css.append(contentsOf: Self.className(of: number).utf8)
        css.append(UInt8(ascii: "{"))
        css.append(contentsOf: declarations.utf8)
        css.append(UInt8(ascii: "}"))
        return number
    }

    /// Returns whether declarations end neither the rule nor the `style` element that contains them:
    /// they have no braces, angle brackets, comments, line breaks or escapes, and close each quotation
    /// mark and parenthesis.
    private static func areComplete(_ declarations: String) -> Bool {
        var quote: UInt8?
        var depth = 0
        var previous: UInt8 = 0
        for byte in declarations.utf8 {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "<"), UInt8(ascii: "\\"), 0..<0x20: return false
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil { quote = byte } else if quote == byte { quote = nil }
            case UInt8(ascii: "("), UInt8(ascii: "["): if quote == nil { depth += 1 }
            case UInt8(ascii: ")"), UInt8(ascii: "]"):
                if quote == nil { depth -= 1 }
                if depth < 0 { return false }
            case UInt8(ascii: "*"): if quote == nil, previous == UInt8(ascii: "/") { return false }
            default: break
            }
            previous = byte
        }
        return quote == nil && depth == 0
    }
}

extension String {
    /// An address as the value of a CSS declaration. Characters that could end it are encoded as in
    /// a URL.
    var cssURL: String {
        var encoded = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "'", "\\", "(", ")", "<", ">", "{", "}", "\u{0}"..."\u{20}", "\u{7F}":
                let digits = String(scalar.value, radix: 16, uppercase: true)
                encoded += "%" + (digits.count == 1 ? "0" : "") + digits
            default: encoded.unicodeScalars.append(scalar)
            }
        }
        return "url(\"\(encoded)\")"
    }
}
