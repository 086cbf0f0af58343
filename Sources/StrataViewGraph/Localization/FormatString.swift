/// A translation with places for values: "%1$@ has %2$lld messages".
enum FormatString {
    enum Token: Equatable {
        case text(String)
        /// The place of a value, by its index.
        case argument(Int)
    }

    /// Returns the parts of a format. Places without a position have the values in order.
    static func tokens(of format: String) -> [Token] {
        var tokens: [Token] = []
        var text = ""
        var next = 0
        var rest = Substring(format)
        while let character = rest.popFirst() {
            guard character == "%" else {
                text.append(character)
                continue
            }
            if rest.first == "%" {
                text.append(rest.removeFirst())
                continue
            }
            let place = place(in: &rest)
            guard place.isValid else {
                text += "%" + place.text
                continue
            }
            if !text.isEmpty { tokens.append(.text(text)) }
            text = ""
            tokens.append(.argument(place.position ?? next))
            if place.position == nil { next += 1 }
        }
        if !text.isEmpty { tokens.append(.text(text)) }
        return tokens
    }

    /// Reads what follows a percent sign: position, flags, width, precision, length, conversion.
    private static func place(in rest: inout Substring) -> (position: Int?, isValid: Bool, text: String) {
        var read = ""
        var position: Int?
        while let character = rest.first {
            guard "0123456789$.+-# 'lhqzjtL".contains(character) else { break }
            if character == "$" { position = Int(read).map { $0 - 1 } }
            read.append(rest.removeFirst())
        }
        guard let conversion = rest.first, "@dDiuUxXoOfFeEgGaAcCsSp".contains(conversion) else { return (nil, false, read) }
        rest.removeFirst()
        return (position, true, read)
    }
}
