package import SwiftSyntax

extension SwiftType {
    /// Reads a type, with `T?`, `T!`, `[T]` and `[K: V]` brought to one form each.
    package init(_ syntax: TypeSyntax) {
        switch syntax.as(TypeSyntaxEnum.self) {
        case .optionalType(let type): self = .optional(SwiftType(type.wrappedType))
        case .implicitlyUnwrappedOptionalType(let type): self = .optional(SwiftType(type.wrappedType))
        case .arrayType(let type): self = .named("Array", [SwiftType(type.element)])
        case .dictionaryType(let type): self = .named("Dictionary", [SwiftType(type.key), SwiftType(type.value)])
        case .identifierType(let type):
            self = Self.normalised([Self.component(type.name, type.genericArgumentClause)])
        case .memberType(let type):
            guard case .named(let base) = SwiftType(type.baseType) else {
                self = Self.unnamed(syntax)
                return
            }
            self = Self.normalised(base + [Self.component(type.name, type.genericArgumentClause)])
        case .tupleType(let type):
            // Parentheses around one type mean nothing.
            if let only = type.elements.first, type.elements.count == 1, only.firstName == nil {
                self = SwiftType(only.type)
            } else {
                self = Self.unnamed(syntax)
            }
        case .attributedType(let type) where type.specifiers.isEmpty && type.attributes.isEmpty:
            self = SwiftType(type.baseType)
        default:
            self = Self.unnamed(syntax)
        }
    }

    private static func component(_ name: TokenSyntax, _ arguments: GenericArgumentClauseSyntax?) -> Component {
        let types = arguments?.arguments.compactMap { argument -> SwiftType? in
            guard case .type(let type) = argument.argument else { return nil }
            return SwiftType(type)
        }
        return Component(name: name.identifier?.name ?? name.text, arguments: types ?? [])
    }

    private static func normalised(_ components: [Component]) -> SwiftType {
        var components = components
        if components.count > 1, components[0].name == "Swift" { components.removeFirst() }
        if components.count == 1, components[0].name == "Optional", components[0].arguments.count == 1 {
            return .optional(components[0].arguments[0])
        }
        return .named(components)
    }

    private static func unnamed(_ syntax: TypeSyntax) -> SwiftType {
        let names = syntax.tokens(viewMode: .sourceAccurate).compactMap { token -> String? in
            guard case .identifier = token.tokenKind else { return nil }
            return token.identifier?.name
        }
        return .other(syntax.trimmedDescription, names: names)
    }
}
