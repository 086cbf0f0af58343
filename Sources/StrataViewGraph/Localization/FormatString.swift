/// The parser of a translation with placeholders for values: "%1$@ has %2$lld messages".
enum FormatString {
    enum Token: Equatable {
        case text(String)
        /// The placeholder for the value with an index.
        case argument(Int)
    }

    /// Returns the texts and placeholders of a format. Placeholders without a position stand for
    /// the values in order. A percent sign without a valid conversion is text.
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

    /// Reads a placeholder after its percent sign: the position, flags, width, precision, length
    /// and conversion. The text is all that was read of it, without the conversion.
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
