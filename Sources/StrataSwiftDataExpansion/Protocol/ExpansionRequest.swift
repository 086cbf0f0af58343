/// A message from the compiler. Exactly one property is set.
struct CompilerMessage: Decodable {
    /// An object whose properties are ignored.
    struct Ignored: Decodable {}

    /// The request for the capabilities of the plug-in.
    let getCapability: Ignored?
    /// The request to expand a macro that is attached to a declaration.
    let expandAttachedMacro: ExpansionRequest?
    /// The request to expand a macro that stands for itself, such as `#Predicate`.
    let expandFreestandingMacro: FreestandingRequest?
}

/// A request to expand a macro that is not attached to a declaration.
struct FreestandingRequest: Decodable {
    /// The macro to expand.
    let macro: ExpansionRequest.Macro
    /// The use of the macro, with its arguments.
    let syntax: ExpansionRequest.Syntax
}

/// A request to expand a macro that is attached to a declaration, in one of its roles.
struct ExpansionRequest: Decodable {
    /// A piece of source code, as the protocol transfers it.
    struct Syntax: Decodable {
        /// The position of the first byte.
        struct Location: Decodable {
            /// The path of the file.
            let fileName: String
            /// The distance from the start of the file, in UTF-8 bytes.
            let offset: Int
        }

        /// The text, including comments and white space around it.
        let source: String
        /// Nil for code that the compiler made up, such as the list of conformances.
        let location: Location?

        /// The text, ready to be scanned.
        var text: SourceText {
            SourceText(source, file: location?.fileName ?? "", offset: location?.offset ?? 0)
        }
    }

    /// A reference to the implementation of a macro.
    struct Macro: Decodable {
        /// The name of the type that the declaration of the macro gives, such as "QueryMacro".
        let typeName: String
    }

    /// The macro to expand.
    let macro: Macro
    /// The role in which to expand it.
    let macroRole: MacroRole
    /// The attribute, with its arguments.
    let attributeSyntax: Syntax
    /// The declaration that has the attribute.
    let declSyntax: Syntax
    /// The type around the declaration. Only the role ``MacroRole/memberAttribute`` has it.
    let parentDeclSyntax: Syntax?
    /// The qualified name of the type to extend.
    let extendedTypeSyntax: Syntax?
    /// A type declaration that inherits the protocols to which conformances are missing; nil if
    /// none is missing.
    let conformanceListSyntax: Syntax?
    /// The declarations around the declaration without their members, the innermost first.
    let lexicalContext: [Syntax]?
}

extension ExpansionRequest {
    /// The protocols to which the compiler asks for conformances, by their unqualified names.
    var missingConformances: Set<String> {
        guard let list = conformanceListSyntax, let placeholder = TypeDeclaration(list.text) else { return [] }
        return Set(placeholder.inheritedTypes.map { $0.lastComponent })
    }

    /// The innermost type or extension around the declaration.
    var enclosingType: TypeDeclaration? {
        lexicalContext?.lazy.compactMap { TypeDeclaration($0.text) }.first
    }

    /// The arguments of the attribute as they are written, without parentheses; empty if there are
    /// none.
    var attributeArguments: String {
        var scanner = DeclarationScanner(attributeSyntax.text)
        return scanner.attribute()?.arguments ?? ""
    }
}

/// A role of an attached macro.
enum MacroRole: String, Decodable {
    case accessor, body, conformance, `extension`, member, memberAttribute, peer, preamble
}
