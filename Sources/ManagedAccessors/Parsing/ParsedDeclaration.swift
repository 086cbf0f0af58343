/// A declaration as the compiler's parser sees it, in the JSON that `-dump-parse -dump-ast-format json` prints.
///
/// Only what is needed is read. Of a kind that is needed nothing may be missing, so that another format is noticed.
struct ParsedDeclaration: Decodable {
    enum Kind: String {
        case `class` = "class_decl"
        case structure = "struct_decl"
        case enumeration = "enum_decl"
        case `protocol` = "protocol"
        case alias = "typealias"
        case `extension` = "extension_decl"
        /// `var a, b: Int`: what is common to the variables, which follow it.
        case bindings = "pattern_binding_decl"
        case variable = "var_decl"
        case function = "func_decl"
        /// `case a, b`: its elements follow it too, which are read in it.
        case cases = "enum_case_decl"
        case element = "enum_element_decl"
    }

    /// nil for what tells nothing about managed classes; nothing else is read of it.
    let kind: Kind?
    /// From the first byte of the first word to the first byte of the last one. The first word is `class`, `var` or the name.
    private(set) var range = ByteRange(start: 0, end: 0)
    private(set) var name = ""
    private(set) var attributes: [Attribute] = []
    private(set) var members: [ParsedDeclaration] = []
    private(set) var isStatic = false
    private(set) var isActor = false
    private(set) var isGeneric = false
    /// Whether a variable has a getter; observers alone leave it stored.
    private(set) var isComputed = false
    /// The name of the type that an extension extends.
    private(set) var extendedType = ""
    private(set) var bindings: [Binding] = []
    /// The parameters of a function or enumeration case, from bracket to bracket.
    private(set) var parameters: ByteRange?

    struct ByteRange: Decodable, Hashable {
        var start: Int
        var end: Int
    }

    struct Attribute: Decodable {
        var kind: String
        var range: ByteRange?
        var accessLevel: String?

        private enum CodingKeys: String, CodingKey {
            case kind = "_kind"
            case range
            case accessLevel = "access_level"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case kind = "_kind"
        case range, name, members, elements, accessors
        case attributes = "attrs"
        case isStatic = "static"
        case isActor = "actor"
        case genericParameters = "generic_params"
        case extendedType = "extended_type"
        case bindings = "pattern_entries"
        case parameters = "params"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        kind = Kind(rawValue: try values.decode(String.self, forKey: .kind))
        guard let kind else { return }
        range = try values.decode(ByteRange.self, forKey: .range)
        attributes = try values.decodeIfPresent([Attribute].self, forKey: .attributes) ?? []
        switch kind {
        case .class, .structure, .enumeration, .protocol:
            members = try values.decodeIfPresent([ParsedDeclaration].self, forKey: .members) ?? []
        case .extension:
            members = try values.decodeIfPresent([ParsedDeclaration].self, forKey: .members) ?? []
            extendedType = try values.decode(String.self, forKey: .extendedType)
        case .cases:
            members = try values.decode([ParsedDeclaration].self, forKey: .elements)
        case .bindings:
            bindings = try values.decode([Binding].self, forKey: .bindings)
        case .function, .element:
            parameters = try values.decodeIfPresent(Parameters.self, forKey: .parameters)?.range
        case .variable:
            isComputed = try values.decodeIfPresent([Accessor].self, forKey: .accessors)?.contains { !$0.isObserver } ?? false
        case .alias: break
        }
        if ![.extension, .cases, .bindings].contains(kind) { name = try values.decode(Name.self, forKey: .name).text }
        isStatic = try values.decodeIfPresent(Bool.self, forKey: .isStatic) ?? false
        isActor = try values.decodeIfPresent(Bool.self, forKey: .isActor) ?? false
        isGeneric = values.contains(.genericParameters)
    }
}

extension ParsedDeclaration {
    /// One of several properties that are declared together.
    struct Binding: Decodable {
        /// How many names it gives: more than one for `var (a, b)`.
        let nameCount: Int
        /// Whether a name stands alone, with or without a type.
        let isPlain: Bool
        /// Whether a type is written, if only behind a later name.
        let hasType: Bool
        /// The kind of the initial value's expression.
        let initialValue: String?

        private enum CodingKeys: String, CodingKey {
            case pattern
            case initialValue = "original_init"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            let pattern = try values.decode(Pattern.self, forKey: .pattern)
            nameCount = pattern.names
            hasType = pattern.kind == "pattern_typed"
            isPlain = pattern.kind == "pattern_named" || pattern.inner.map(\.kind) == ["pattern_named"] && hasType
            initialValue = try values.decodeIfPresent(Node.self, forKey: .initialValue)?.kind
        }
    }

    private struct Pattern: Decodable {
        var kind: String
        var inner: [Pattern]
        var names: Int { kind == "pattern_named" ? 1 : inner.map(\.names).reduce(0, +) }

        enum CodingKeys: String, CodingKey {
            case kind = "_kind"
            case part = "sub_pattern"
            case elements
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            kind = try values.decode(String.self, forKey: .kind)
            let part = try values.decodeIfPresent(Pattern.self, forKey: .part)
            inner = try part.map { [$0] } ?? values.decodeIfPresent([Pattern].self, forKey: .elements) ?? []
        }
    }

    private struct Node: Decodable {
        var kind: String
        enum CodingKeys: String, CodingKey { case kind = "_kind" }
    }

    private struct Accessor: Decodable {
        var didSet: Bool?
        var willSet: Bool?
        var isObserver: Bool { self.didSet == true || self.willSet == true }
    }

    private struct Parameters: Decodable {
        /// Missing where the compiler made the parameters up.
        var range: ByteRange?
    }

    private struct Name: Decodable {
        struct Base: Decodable {
            /// Missing for what has a name that is no word.
            var name: String?
        }
        var base: Base
        var text: String { base.name ?? "" }
        enum CodingKeys: String, CodingKey { case base = "base_name" }
    }
}
