/// Writes HTML. It escapes every text and attribute value, and accepts markup only as a literal of
/// the source, so data cannot become markup.
///
/// The HTML is one buffer of UTF-8, to which all parts are appended.
///
/// # Declarations
///
/// A tag has its CSS declarations in the attribute `style`, but the content security policy of a
/// page forbids that attribute in HTML. So the writer puts them elsewhere: in a page into rules of a
/// style sheet, so that the page looks right before its script runs, and without a script; in a
/// patch into an attribute `css`, which the script applies as properties before it inserts the
/// element.
struct HTMLWriter {
    /// The form of attributes.
    enum Form {
        /// Double quotes around each value, and declarations in `style`.
        case quoted
        /// Quoted, with a class in place of `style`: the name of a rule in ``PageStyles``.
        case page
        /// For a JSON string, where a double quote takes two characters: no quotes where HTML needs
        /// none, otherwise single ones. Declarations are in `css`.
        case compact
    }

    private let form: Form
    private(set) var bytes: [UInt8] = []
    /// The rules for the declarations of what was written in the form of a page.
    private(set) var styles = PageStyles()

    /// The written HTML.
    var html: String { String(decoding: bytes, as: UTF8.self) }

    /// Creates a writer with room for a number of bytes.
    init(_ form: Form = .quoted, capacity: Int = 0) {
        self.form = form
        bytes.reserveCapacity(capacity)
    }

    /// Writes markup, which must be a literal in this program's source.
    mutating func markup(_ markup: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    mutating func text(_ text: String) { bytes.appendEscaped(text) }

    /// Writes an element that contains a text.
    mutating func write(_ text: String, in tag: HTMLTag) {
        open(tag)
        self.text(text)
        close(tag)
    }

    /// Writes what another writer has written.
    mutating func append(_ other: HTMLWriter) { bytes.append(contentsOf: other.bytes) }

    /// Writes a `style` element with the rules for what another writer has written.
    ///
    /// - Parameter nonce: The value by which the content security policy recognizes the element.
    mutating func style(_ rules: PageStyles, nonce: String) {
        var tag = HTMLTag("style")
        tag["nonce"] = nonce
        open(tag)
        bytes.append(contentsOf: rules.css)
        close(tag)
    }

    mutating func open(_ tag: HTMLTag) {
        bytes.append(UInt8(ascii: "<"))
        bytes.append(contentsOf: tag.name.utf8)
        switch form {
        case .quoted:
            for (name, value) in tag.attributes { attribute(name, value) }
        case .page:
            var rule = tag.attributes.first { $0.name == "style" }.flatMap { styles.rule(for: $0.value) }
            for (name, value) in tag.attributes where name != "style" {
                guard name == "class", let number = rule else {
                    attribute(name, value)
                    continue
                }
                attribute(name, value, andRule: number)
                rule = nil
            }
            if let rule { attribute("class", "", andRule: rule) }
        case .compact:
            for (name, value) in tag.attributes { compactAttribute(name == "style" ? "css" : name, value) }
        }
        bytes.append(UInt8(ascii: ">"))
    }

    /// Writes an attribute in double quotes.
    ///
    /// - Parameter rule: The number of a rule whose class is a part of the value.
    private mutating func attribute(_ name: String, _ value: String, andRule rule: Int? = nil) {
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "="))
        bytes.append(UInt8(ascii: "\""))
        bytes.appendEscaped(value, isAttribute: true)
        if let rule {
            if !value.isEmpty { bytes.append(UInt8(ascii: " ")) }
            bytes.append(contentsOf: PageStyles.className(of: rule).utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func compactAttribute(_ name: String, _ value: String) {
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: name.utf8)
        guard !value.isEmpty else { return }
        bytes.append(UInt8(ascii: "="))
        if value.utf8.allSatisfy(Self.needsNoQuotes) {
            bytes.append(contentsOf: value.utf8)
        } else {
            bytes.append(UInt8(ascii: "'"))
            bytes.appendEscaped(value, isAttribute: true)
            bytes.append(UInt8(ascii: "'"))
        }
    }

    /// Whether a character may be in an attribute value without quotes.
    private static func needsNoQuotes(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "#"), UInt8(ascii: "%"):
            true
        default: false
        }
    }

    mutating func close(_ tag: HTMLTag) {
        guard !tag.isVoid else { return }
        bytes.append(UInt8(ascii: "<"))
        bytes.append(UInt8(ascii: "/"))
        bytes.append(contentsOf: tag.name.utf8)
        bytes.append(UInt8(ascii: ">"))
    }
}

/// The start tag of an HTML element.
struct HTMLTag: Equatable {
    let name: String
    private(set) var attributes: [(name: String, value: String)] = []

    init(_ name: String) { self.name = name }

    /// Creates a tag with attributes, each with a name of its own.
    init(_ name: String, _ attributes: [(String, String)]) {
        self.name = name
        self.attributes = attributes.map { (name: $0.0, value: $0.1) }
    }

    /// Creates a tag with a class and, unless there are none, CSS declarations.
    init(_ name: String, class: String, css: [String] = []) {
        self.name = name
        // Most elements have a class, a style, an ID, and a role or direction.
        attributes.reserveCapacity(4)
        attributes.append(("class", `class`))
        if css.count == 1 { attributes.append(("style", css[0])) }
        if css.count > 1 { attributes.append(("style", css.joined(separator: ";"))) }
    }

    /// Whether the element has no end tag in HTML.
    var isVoid: Bool {
        switch name {
        case "hr", "img", "input", "link", "source": true
        default: false
        }
    }

    subscript(attribute: String) -> String? {
        get { attributes.first { $0.name == attribute }?.value }
        set {
            if let index = attributes.firstIndex(where: { $0.name == attribute }) { attributes.remove(at: index) }
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

extension [UInt8] {
    /// Appends text, escaped for use inside an element or a quoted attribute. A null character,
    /// which HTML does not allow, becomes U+FFFD.
    ///
    /// - Parameter isAttribute: Whether the text is the value of an attribute. There, a carriage
    ///   return is written as a reference, because a browser reads any other as a line feed, and
    ///   places in a text of a field are counted.
    fileprivate mutating func appendEscaped(_ text: String, isAttribute: Bool = false) {
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                let isReturn = isAttribute && utf8[index] == UInt8(ascii: "\r")
                guard let replacement = isReturn ? "&#13;" : Self.escape(utf8[index]) else { continue }
                append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                append(contentsOf: UnsafeBufferPointer(start: replacement.utf8Start, count: replacement.utf8CodeUnitCount))
                start = index + 1
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
    }

    /// Returns the replacement of a character that text may not contain; nil for other characters.
    private static func escape(_ character: UInt8) -> StaticString? {
        switch character {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        case 0: "\u{FFFD}"
        default: nil
        }
    }
}
