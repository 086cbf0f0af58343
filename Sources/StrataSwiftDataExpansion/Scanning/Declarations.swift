/// An attribute of a declaration.
struct SourceAttribute: Equatable {
    /// The name, such as "Attribute" or "SwiftData.Attribute".
    let name: String
    /// The arguments without their parentheses; nil if there are no parentheses.
    let arguments: String?
    /// The offset of the at sign.
    let offset: Int
}

/// The declaration of variables or constants.
struct PropertyDeclaration: Equatable {
    /// One of the variables.
    struct Binding: Equatable {
        /// The name, with its backticks; nil for another pattern, such as a tuple.
        let name: String?
        /// The offset of the name or pattern.
        let offset: Int
        /// The declared type.
        let type: String?
        /// The expression after the equals sign.
        let initialValue: String?
        /// The offset of that expression.
        let valueOffset: Int
        /// Whether an accessor block follows: `get` and `set`, or `willSet` and `didSet`.
        let hasAccessors: Bool
    }

    let attributes: [SourceAttribute]
    /// The modifiers with their arguments, such as "private(set)".
    let modifiers: [String]
    /// Whether the keyword is `let`.
    let isConstant: Bool
    /// The offset of the keyword `var` or `let`.
    let keywordOffset: Int
    let bindings: [Binding]
}

extension PropertyDeclaration {
    /// The only variable; nil if there are several, or if it is a pattern without a name.
    var variable: Binding? { bindings.count == 1 && bindings[0].name != nil ? bindings[0] : nil }
    /// Whether the property belongs to the type and not to its instances.
    var isTypeMember: Bool { modifiers.contains { $0 == "static" || $0 == "class" } }
    /// The declared access level, without that of the setter.
    var accessLevel: String? { modifiers.accessLevel }

    /// Whether there is an attribute with a name, qualified by a module or not.
    func hasAttribute(_ name: String) -> Bool { attributes.contains { $0.name.lastComponent == name } }
}

extension PropertyDeclaration.Binding {
    /// Whether the declared type is optional.
    var isOptional: Bool {
        guard let type else { return false }
        return type.hasSuffix("?") || type.hasSuffix("!") || type.hasPrefix("Optional<") || type.hasPrefix("Swift.Optional<")
    }
}

extension [String] {
    /// The access level among modifiers; nil if none is declared.
    var accessLevel: String? {
        first { ["public", "open", "package", "internal", "fileprivate", "private"].contains($0) }
    }
}

/// A declaration in the body of a type.
enum Member: Equatable {
    case property(PropertyDeclaration)
    case initializer(InitializerDeclaration)
    /// An operator `==` of the type.
    case equality(EqualityDeclaration)
    /// The use of a freestanding macro, such as `#Unique`.
    case macro(MacroUse)
    /// Members between `#if` and `#endif`.
    case conditional([ConditionalClause])
}

/// An initializer.
struct InitializerDeclaration: Equatable {
    /// Whether it calls another initializer of the same type.
    let isDelegating: Bool
}

/// The declaration of an operator `==`.
struct EqualityDeclaration: Equatable {
    /// The types of the operands, as they are written.
    let operands: [String]
}

/// The use of a freestanding macro.
struct MacroUse: Equatable {
    /// The name, without number sign and module.
    let name: String
    /// The arguments without their parentheses; empty if there are none.
    let arguments: String
}

/// Members that are compiled under a condition.
struct ConditionalClause: Equatable {
    /// The line before the members, such as "#if DEBUG" or "#else".
    let directive: String
    let members: [Member]
}

/// The declaration of a type, or an extension.
struct TypeDeclaration: Equatable {
    /// The kind of a declaration.
    enum Kind: String {
        case actor, `class`, `enum`, `extension`, `protocol`, `struct`
    }

    let kind: Kind
    /// The name, with its backticks. That of an extension may be qualified.
    let name: String
    /// The offset of the name.
    let nameOffset: Int
    let attributes: [SourceAttribute]
    /// The modifiers with their arguments.
    let modifiers: [String]
    /// The superclass and the protocols.
    let inheritedTypes: [String]
    let members: [Member]
    /// The offset of the closing brace.
    let endOffset: Int
}

extension TypeDeclaration {
    /// Whether subclasses are impossible.
    var isFinal: Bool { modifiers.contains("final") }
    /// The members, including those under conditions, in source order.
    var allMembers: [Member] { Self.flattened(members) }

    /// Whether the members include an instance property with a name.
    func declares(_ name: String) -> Bool {
        allMembers.contains { member in
            guard case .property(let property) = member, !property.isTypeMember else { return false }
            return property.bindings.contains { $0.name == name }
        }
    }

    private static func flattened(_ members: [Member]) -> [Member] {
        members.flatMap { member in
            guard case .conditional(let clauses) = member else { return [member] }
            return clauses.flatMap { flattened($0.members) }
        }
    }
}
