/// A declaration as the compiler's parser prints it.
struct ParsedDeclaration {
    enum Kind: String, CaseIterable {
        case `class` = "class_decl"
        case structure = "struct_decl"
        case enumeration = "enum_decl"
        case `protocol` = "protocol"
        case alias = "typealias"
        case `extension` = "extension_decl"
        /// `var a, b: Int`: the common part of the variables, which follow it as separate nodes.
        case bindings = "pattern_binding_decl"
        case variable = "var_decl"
        case function = "func_decl"
        /// `case a, b`, with its elements inside, which also follow it as separate nodes.
        case cases = "enum_case_decl"
        case element = "enum_element_decl"
    }

    var kind: Kind
    /// The range from the keyword, or from the name of a variable or a case.
    var range: ByteRange
    /// The name; for an extension, that of the extended type.
    var name: String
    var attributes: [Attribute]
    var members: [ParsedDeclaration]
    var isStatic: Bool
    var isActor: Bool
    var isGeneric: Bool
    /// Whether a variable has a getter. A variable with observers only is stored.
    var isComputed: Bool
    var bindings: [Binding]
    /// The parameters of a function or enumeration case, with their brackets.
    var parameters: ByteRange?

    /// A range from the first byte of the first token to the first byte of the last one.
    struct ByteRange: Hashable {
        var start: Int
        var end: Int

        init(start: Int, end: Int) {
            self.start = start
            self.end = end
        }

        /// Converts lines and columns to bytes; nil for a range outside the file.
        init?(_ range: DumpNode.Range?, _ lineStarts: [Int]) {
            guard let range, lineStarts.indices.contains(range.start.line - 1), lineStarts.indices.contains(range.end.line - 1)
            else {
                return nil
            }
            start = lineStarts[range.start.line - 1] + range.start.column - 1
            end = lineStarts[range.end.line - 1] + range.end.column - 1
        }
    }

    struct Attribute {
        /// The compiler's name of the attribute, such as `ns_managed_attr`.
        var kind: String
        var range: ByteRange?
        var accessLevel: String?
    }

    /// One of several properties that are declared together.
    struct Binding {
        /// The number of names it declares: more than one for `var (a, b)`.
        var nameCount: Int
        /// Whether it is a single name, with or without a type.
        var isPlain: Bool
        /// Whether a type is written, possibly after a later name.
        var hasType: Bool
        /// The kind of the initial value's expression.
        var initialValue: String?
    }

    /// Creates a declaration from a node; nil if the node is no declaration or is not in the file.
    init?(_ node: DumpNode, lineStarts: [Int]) {
        guard let kind = Kind(rawValue: node.kind), let range = ByteRange(node.range, lineStarts) else { return nil }
        self.kind = kind
        self.range = range
        name = String(node.name.prefix { $0 != "(" })
        attributes = node.nodes.filter { $0.kind.hasSuffix("_attr") }.map { attribute in
            Attribute(
                kind: attribute.kind, range: ByteRange(attribute.range, lineStarts),
                accessLevel: attribute.value(of: "access_level"))
        }
        members = node.nodes.compactMap { ParsedDeclaration($0, lineStarts: lineStarts) }
        isStatic = node.words.contains("static")
        isActor = node.words.contains("actor")
        isGeneric = node.words.contains { $0.hasPrefix("\"<") }
        isComputed = node.nodes.contains { node in
            node.kind == "accessor_decl" && !node.words.contains("didSet") && !node.words.contains("willSet")
        }
        bindings = node.nodes.filter { $0.kind == "pattern_entry" }.compactMap(Binding.init)
        parameters = node.nodes.first { $0.kind == "parameter_list" }.flatMap { ByteRange($0.range, lineStarts) }
    }
}

extension ParsedDeclaration.Binding {
    fileprivate init?(_ entry: DumpNode) {
        guard let pattern = entry.nodes.first(where: { $0.kind.hasPrefix("pattern_") }) else { return nil }
        nameCount = pattern.nameCount
        hasType = pattern.kind == "pattern_typed"
        isPlain = (hasType ? pattern.nodes.first?.kind : pattern.kind) == "pattern_named"
        initialValue = entry.nodes.first { $0.role == "original_init" }?.kind
    }
}

extension DumpNode {
    /// The number of names that a pattern declares.
    fileprivate var nameCount: Int {
        kind == "pattern_named" ? 1 : nodes.map(\.nameCount).reduce(0, +)
    }
}
