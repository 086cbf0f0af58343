internal import Foundation

/// Reads the XML of a store: elements, attributes and texts in UTF-8, in the order of the file.
///
/// Foundation's XMLParser reads no text of more than 10 million bytes, which an attribute of an
/// object may have, and passes long texts in many parts. What this one does not know (external
/// entities, other encodings) is an error. No bytes cause a trap.
struct XMLScanner {
    struct Element {
        let name: String
        let attributes: [String: String]
        /// Whether the element is closed by its own tag.
        let isEmpty: Bool
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private func damage(_ reason: String) -> StoreDocumentError {
        let line = bytes.prefix(position).count { $0 == 0x0A } + 1
        return StoreDocumentError("\(reason) in line \(line)")
    }

    private func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
    }

    // MARK: Elements

    /// Reads the start tag of the next element; nil at the end of the file. Skips what is between.
    mutating func nextElement() throws -> Element? {
        try skipTexts()
        return position < bytes.count ? try startTag() : nil
    }

    /// Reads the start tag of the next element in another one; nil after its end tag, which is read.
    mutating func nextElement(in parent: Element) throws -> Element? {
        if parent.isEmpty { return nil }
        try skipTexts()
        guard position < bytes.count else { throw damage("the end of '\(parent.name)' is missing") }
        if starts(with: "</") {
            try endTag(of: parent.name)
            return nil
        }
        return try startTag()
    }

    /// Throws if there is more than comments after the root.
    mutating func end() throws {
        try skipTexts()
        guard position == bytes.count else { throw damage("there is something after the end") }
    }

    /// Skips texts, comments and instructions.
    private mutating func skipTexts() throws {
        while position < bytes.count {
            if starts(with: "<!--") {
                try skip(past: "-->")
            } else if starts(with: "<?") {
                try skip(past: "?>")
            } else if starts(with: "<!") {
                try skip(past: ">")
            } else if bytes[position] == 0x3C {
                return
            } else if isSpace(bytes[position]) {
                position += 1
            } else {
                throw damage("there is text between elements")
            }
        }
    }

    private mutating func skip(past text: StaticString) throws {
        while position < bytes.count {
            if starts(with: text) {
                position += text.utf8CodeUnitCount
                return
            }
            position += 1
        }
        throw damage("'\(text)' is missing")
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    private mutating func skipSpaces() {
        while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    }

    private mutating func name() throws -> String {
        let start = position
        while position < bytes.count, !isSpace(bytes[position]), !"<>/=\"'&".utf8.contains(bytes[position]) { position += 1 }
        guard position > start, let name = String(validating: bytes[start..<position], as: UTF8.self) else {
            throw damage("a name is missing")
        }
        return name
    }

    private mutating func startTag() throws -> Element {
        position += 1
        let name = try name()
        var attributes: [String: String] = [:]
        while true {
            skipSpaces()
            if starts(with: "/>") {
                position += 2
                return Element(name: name, attributes: attributes, isEmpty: true)
            }
            if starts(with: ">") {
                position += 1
                return Element(name: name, attributes: attributes, isEmpty: false)
            }
            let key = try self.name()
            skipSpaces()
            guard starts(with: "=") else { throw damage("an attribute of '\(name)' has no value") }
            position += 1
            skipSpaces()
            guard position < bytes.count, bytes[position] == 0x22 || bytes[position] == 0x27 else {
                throw damage("a value in '\(name)' is not quoted")
            }
            let quote = bytes[position]
            position += 1
            guard let end = bytes[position...].firstIndex(of: quote) else { throw damage("a quote is missing") }
            let value = try decoded(position..<end)
            guard attributes.updateValue(value, forKey: key) == nil else { throw damage("'\(name)' has '\(key)' twice") }
            position = end + 1
        }
    }

    private mutating func endTag(of expected: String) throws {
        position += 2
        let name = try name()
        skipSpaces()
        guard name == expected, starts(with: ">") else { throw damage("'\(expected)' ends with '\(name)'") }
        position += 1
    }

    // MARK: Content

    /// Reads the text of an element without other elements, and its end tag.
    mutating func text(of element: Element) throws -> String {
        if element.isEmpty { return "" }
        var text = ""
        while true {
            let end = bytes[position...].firstIndex(of: 0x3C) ?? bytes.count
            text += try decoded(position..<end)
            position = end
            if starts(with: "</") {
                try endTag(of: element.name)
                return text
            }
            if starts(with: "<![CDATA[") {
                position += 9
                let start = position
                try skip(past: "]]>")
                text += try string(start..<(position - 3))
            } else if starts(with: "<!--") {
                try skip(past: "-->")
            } else {
                throw damage("the text of '\(element.name)' has no end")
            }
        }
    }

    /// Reads an element with everything in it.
    mutating func skip(_ element: Element) throws {
        var open: [Element] = [element]
        while let current = open.last {
            if current.isEmpty {
                open.removeLast()
                continue
            }
            guard let next = bytes[position...].firstIndex(of: 0x3C) else {
                throw damage("the end of '\(current.name)' is missing")
            }
            position = next
            if starts(with: "</") {
                try endTag(of: current.name)
                open.removeLast()
            } else if starts(with: "<!--") {
                try skip(past: "-->")
            } else if starts(with: "<![CDATA[") {
                try skip(past: "]]>")
            } else if starts(with: "<?") {
                try skip(past: "?>")
            } else {
                open.append(try startTag())
            }
        }
    }

    /// Reads an element with everything in it, and returns the bytes between its tags.
    mutating func content(of element: Element) throws -> ArraySlice<UInt8> {
        let start = position
        try skip(element)
        guard let end = bytes[start..<position].lastIndex(of: 0x3C), end >= start else { return [] }
        return bytes[start..<end]
    }

    private func string(_ range: Range<Int>) throws -> String {
        guard let string = String(validating: bytes[range], as: UTF8.self) else { throw damage("bytes are no UTF-8") }
        return string
    }

    /// Returns the text of a range, with the characters that its references stand for.
    private func decoded(_ range: Range<Int>) throws -> String {
        var text = ""
        var start = range.lowerBound
        while let ampersand = bytes[start..<range.upperBound].firstIndex(of: 0x26) {
            text += try string(start..<ampersand)
            guard let end = bytes[ampersand..<min(range.upperBound, ampersand + 16)].firstIndex(of: 0x3B) else {
                throw damage("a reference has no end")
            }
            text.unicodeScalars.append(try scalar(String(decoding: bytes[(ampersand + 1)..<end], as: UTF8.self)))
            start = end + 1
        }
        return text.isEmpty ? try string(start..<range.upperBound) : text + (try string(start..<range.upperBound))
    }

    private func scalar(_ reference: String) throws -> Unicode.Scalar {
        switch reference {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let isHexadecimal = reference.hasPrefix("#x")
            guard reference.hasPrefix("#"),
                let value = UInt32(reference.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
                let scalar = Unicode.Scalar(value)
            else { throw damage("'&\(reference);' is no character") }
            return scalar
        }
    }
}
