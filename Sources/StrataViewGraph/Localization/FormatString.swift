/// The parser of a C format with placeholders for values: "%1$@ has %2$lld messages".
enum FormatString {
    /// A part of a format.
    enum Part: Equatable {
        case text(String)
        /// Two percent signs, which stand for one.
        case percent
        /// A percent sign that no valid conversion follows, and the characters that were read.
        case invalid(String)
        case placeholder(Placeholder)
    }

    /// A placeholder for a value.
    struct Placeholder: Equatable {
        /// The index of the value; nil for the order of placeholders.
        var position: Int?
        /// The flags, the width and the precision.
        var options: String
        /// The length modifier, such as `ll`.
        var length: String
        var conversion: Character

        /// The placeholder as it is written in a format.
        var text: String { "%" + (position.map { "\($0 + 1)$" } ?? "") + options + length + String(conversion) }
    }

    enum Token: Equatable {
        case text(String)
        /// The placeholder for the value with an index, with the format of the value.
        case argument(Int, ValueFormat)
    }

    /// Returns the texts and placeholders of a format. Placeholders without a position stand for
    /// the values in order. A percent sign without a valid conversion is text.
    static func tokens(of format: String) -> [Token] {
        var tokens: [Token] = []
        var text = ""
        var next = 0
        for part in parts(of: format[...]) {
            switch part {
            case .text(let part), .invalid(let part): text += part
            case .percent: text += "%"
            case .placeholder(let placeholder):
                if !text.isEmpty { tokens.append(.text(text)) }
                text = ""
                tokens.append(.argument(placeholder.position ?? next, ValueFormat(placeholder)))
                if placeholder.position == nil { next += 1 }
            }
        }
        if !text.isEmpty { tokens.append(.text(text)) }
        return tokens
    }

    /// Returns a format with a position in each placeholder.
    ///
    /// - Parameters:
    ///   - next: The index of the next value, which is advanced for each placeholder.
    ///   - staysAtFirst: Whether all placeholders are for the same value.
    static func positioned(_ format: Substring, from next: inout Int, staysAtFirst: Bool = false) -> String {
        var result = ""
        for part in parts(of: format) {
            switch part {
            case .text(let part), .invalid(let part): result += part
            case .percent: result += "%%"
            case .placeholder(var placeholder):
                if placeholder.position == nil {
                    placeholder.position = next
                    if !staysAtFirst { next += 1 }
                }
                result += placeholder.text
            }
        }
        return result
    }

    /// Returns a key with `%lld` in place of its other placeholders for integers without options,
    /// such as `%d` and `%lu`; nil if it has no others.
    ///
    /// Each text without a translation is searched for them, so a key without any is not parsed.
    static func withLongIntegers(_ key: String) -> String? {
        guard hasOtherIntegers(key) else { return nil }
        let result = parts(of: key[...]).map { part in
            switch part {
            case .text(let text), .invalid(let text): return text
            case .percent: return "%%"
            case .placeholder(var placeholder):
                if placeholder.options.isEmpty, "dDiuU".contains(placeholder.conversion) {
                    (placeholder.length, placeholder.conversion) = ("ll", "d")
                }
                return placeholder.text
            }
        }
        .joined()
        return result == key ? nil : result
    }

    /// Whether a key may have a placeholder for an integer that is not `%lld`.
    private static func hasOtherIntegers(_ key: String) -> Bool {
        var bytes = key.utf8[...]
        while let percent = bytes.firstIndex(of: UInt8(ascii: "%")) {
            bytes = bytes[percent...].dropFirst()
            let isOther = bytes.first.map { "diuDUlhqzjt123456789".utf8.contains($0) } ?? false
            if isOther, !bytes.starts(with: "lld".utf8), !bytes.starts(with: "lf".utf8) { return true }
            // The second percent sign of two begins no placeholder.
            if bytes.first == UInt8(ascii: "%") { bytes.removeFirst() }
        }
        return false
    }

    /// Returns the parts of a format, in order.
    static func parts(of format: Substring) -> [Part] {
        var parts: [Part] = []
        var rest = format
        while !rest.isEmpty {
            let text = rest.prefix { $0 != "%" }
            if !text.isEmpty { parts.append(.text(String(text))) }
            rest = rest[text.endIndex...]
            guard rest.popFirst() != nil else { break }
            if rest.first == "%" {
                rest.removeFirst()
                parts.append(.percent)
            } else {
                parts.append(placeholder(in: &rest))
            }
        }
        return parts
    }

    /// Reads a placeholder after its percent sign: the position, flags, width, precision, length
    /// and conversion.
    private static func placeholder(in rest: inout Substring) -> Part {
        var (position, options, length, read) = (Int?.none, "", "", "%")
        while let character = rest.first, "0123456789$.+-# 'lhqzjtL".contains(character) {
            if character == "$" {
                // A position that is no number from 1 on stands for no value.
                position = Int(options).map { $0 - 1 } ?? -1
                options = ""
            } else if "lhqzjtL".contains(character) {
                length.append(character)
            } else {
                options.append(character)
            }
            read.append(rest.removeFirst())
        }
        guard let conversion = rest.first, "@dDiuUxXoOfFeEgGaAcCsSp".contains(conversion) else { return .invalid(read) }
        rest.removeFirst()
        return .placeholder(Placeholder(position: position, options: options, length: length, conversion: conversion))
    }
}

/// The format that a placeholder has for its value.
enum ValueFormat: Equatable {
    /// The value's own, for placeholders such as `%@` and `%lld`, and for those that are of no use to
    /// numbers.
    case own
    /// A C format for an integer, such as `%03lld` and `%x`.
    case integer(String)
    /// A C format for a floating-point number, such as `%.1f`.
    case number(String)

    /// Creates the format of a placeholder.
    init(_ placeholder: FormatString.Placeholder) {
        // The values are as long as they are, and their position is known.
        let text = "%\(placeholder.options)\(placeholder.conversion)"
        switch placeholder.conversion {
        // The value's own format groups the digits, too.
        case "d", "D", "i", "u", "U": self = ["", "'"].contains(placeholder.options) ? .own : .integer(text.lowercased())
        case "x", "X", "o", "O": self = .integer(placeholder.conversion == "O" ? text.lowercased() : text)
        case "f", "F", "e", "E", "g", "G", "a", "A": self = .number(text)
        default: self = .own
        }
    }

    /// The C format for an integer; nil if the format is the value's own or for other values.
    var ofIntegers: String? { if case .integer(let text) = self { text } else { nil } }

    /// The C format for a floating-point number; nil if the format is for other values.
    var ofNumbers: String? { if case .number(let text) = self { text } else { nil } }
}
