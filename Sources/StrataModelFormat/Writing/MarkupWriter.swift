/// A writer of raw elements in Xcode's layout of a `contents` file: four spaces a level, no end tag
/// for an element without children, and no line break after the last tag.
struct MarkupWriter {
    private var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"

    /// Returns the text of a document.
    static func document(_ root: RawElement) -> String {
        var writer = MarkupWriter()
        writer.write(root, level: 0)
        writer.text.removeLast()
        return writer.text
    }

    private mutating func write(_ element: RawElement, level: Int) {
        let indentation = String(repeating: "    ", count: level)
        text += "\(indentation)<\(element.name)"
        for (name, value) in FieldOrder.sorted(element) {
            text += " \(name)=\"\(Self.escaped(value))\""
        }
        guard !element.children.isEmpty else {
            text += "/>\n"
            return
        }
        text += ">\n"
        for child in element.children {
            write(child, level: level + 1)
        }
        text += "\(indentation)</\(element.name)>\n"
    }

    /// Returns a value escaped for an XML attribute. Line breaks and tabs become references,
    /// because a parser would turn them into spaces.
    private static func escaped(_ value: String) -> String {
        var result = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\r", "\t": result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
