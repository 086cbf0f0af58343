/// Writes HTML. It escapes every text and attribute value, and accepts markup only as a literal of
/// the source, so data cannot become markup.
struct HTMLWriter {
    private(set) var html = ""

    /// Writes markup, which must be a literal in this program's source.
    mutating func markup(_ markup: StaticString) { html += markup.description }

    mutating func text(_ text: String) { html.appendEscaped(text) }

    mutating func open(_ tag: HTMLTag) {
        html += "<\(tag.name)"
        for (name, value) in tag.attributes {
            html += " \(name)=\""
            html.appendEscaped(value)
            html += "\""
        }
        html += ">"
    }

    mutating func close(_ tag: HTMLTag) {
        if !tag.isVoid { html += "</\(tag.name)>" }
    }
}

/// The start tag of an HTML element.
struct HTMLTag: Equatable {
    let name: String
    private(set) var attributes: [(name: String, value: String)] = []

    init(_ name: String) { self.name = name }

    /// Creates a tag with a class and, unless there are none, the declarations of an inline style.
    init(_ name: String, class: String, css: [String] = []) {
        self.name = name
        attributes.append(("class", `class`))
        if !css.isEmpty { attributes.append(("style", css.joined(separator: ";"))) }
    }

    /// Whether the element has no end tag in HTML.
    var isVoid: Bool { ["hr", "img", "input", "link", "source"].contains(name) }

    subscript(attribute: String) -> String? {
        get { attributes.first { $0.name == attribute }?.value }
        set {
            attributes.removeAll { $0.name == attribute }
            if let newValue { attributes.append((attribute, newValue)) }
        }
    }

    /// Adds a name to the tag's classes.
    mutating func addClass(_ name: String) {
        if let index = attributes.firstIndex(where: { $0.name == "class" }) {
            attributes[index].value += " " + name
        } else {
            attributes.insert(("class", name), at: 0)
        }
    }

    static func == (lhs: HTMLTag, rhs: HTMLTag) -> Bool {
        lhs.name == rhs.name && lhs.attributes.elementsEqual(rhs.attributes, by: ==)
    }
}

extension String {
    /// Appends text, escaped for use inside an element or a quoted attribute. A null character,
    /// which HTML does not allow, becomes U+FFFD.
    mutating func appendEscaped(_ text: String) {
        guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 || $0 == 0x27 || $0 == 0 }) else {
            self += text
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": self += "&amp;"
            case "<": self += "&lt;"
            case ">": self += "&gt;"
            case "\"": self += "&quot;"
            case "'": self += "&#39;"
            case "\0": self += "\u{FFFD}"
            default: unicodeScalars.append(scalar)
            }
        }
    }
}
