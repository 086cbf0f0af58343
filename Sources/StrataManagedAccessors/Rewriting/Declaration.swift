/// A declaration in a file, as far as its tokens show it.
struct Declaration {
    /// The keyword, such as `class` or `func`.
    var keyword: String
    /// The index of the keyword's token.
    var index: Int
    /// The index of the first attribute or modifier, or of the keyword.
    var start: Int
    /// The name; for an extension, the extended type with its dots.
    var name: String
    /// The index of the name's token.
    var nameIndex: Int
    var modifiers: [Modifier] = []
    var attributes: [Attribute] = []
    /// The declaration of the type or extension around this one; nil outside a type, and inside a
    /// function.
    var container: Int?
    /// The enclosing types with this one, for a type or an extension: `["Outer", "Inner"]`.
    var path: [String] = []
    /// The names of the inherited types, with their dots, for a type.
    var inherited: [String] = []
    /// The index of the opening brace of a type.
    var open: Int?

    struct Modifier {
        var word: String
        /// The tokens: more than one for `private(set)`.
        var range: ClosedRange<Int>
    }

    struct Attribute {
        var name: String
        /// The tokens, from `@` to the closing parenthesis.
        var range: ClosedRange<Int>
        /// The tokens between the parentheses; empty without any.
        var arguments: Range<Int>
    }

    static let typeKeywords: Set<String> = ["class", "struct", "enum", "actor", "protocol", "extension"]

    var isType: Bool { Self.typeKeywords.contains(keyword) }

    func modifier(_ word: String) -> Modifier? { modifiers.first { $0.word == word } }

    func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// The access that is written; nil without one. `private(set)` does not count.
    var access: String? {
        modifiers.first {
            ["private", "fileprivate", "internal", "package", "public", "open"].contains($0.word) && $0.range.count == 1
        }?
        .word
    }

    /// Whether the member belongs to the type and not to its values.
    var isStatic: Bool { modifier("static") != nil || modifier("class") != nil }
}
