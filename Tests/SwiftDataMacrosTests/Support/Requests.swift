@testable import StrataSwiftDataExpansion

/// Returns the expansion of a macro in one role, as the compiler would ask for it.
func expand(
    _ macro: String, as role: MacroRole, attribute: String = "@Macro", _ declaration: String, in parent: String? = nil,
    at offset: Int = 0, context: [String] = [], extending type: String? = nil, conformances: String? = nil
) -> Expansion {
    func syntax(_ text: String, at offset: Int = 0) -> ExpansionRequest.Syntax {
        ExpansionRequest.Syntax(source: text, location: .init(fileName: "Trip.swift", offset: offset))
    }
    var plugin = MacroPlugin()
    return plugin.expansion(
        of: ExpansionRequest(
            macro: .init(typeName: macro), macroRole: role, attributeSyntax: syntax(attribute),
            declSyntax: syntax(declaration, at: offset), parentDeclSyntax: parent.map { syntax($0) },
            extendedTypeSyntax: type.map { syntax($0) },
            conformanceListSyntax: conformances.map { syntax("struct Placeholder: \($0) {}") },
            lexicalContext: context.map { syntax($0) }))
}

/// Returns the members that `@Model` adds to a class which lacks all conformances.
func members(
    of declaration: String, context: [String] = [],
    conformances: String? = "SwiftData.PersistentModel, Observation.Observable, Swift.Sendable"
) -> Expansion {
    expand("PersistentModelMacro", as: .member, declaration, context: context, conformances: conformances)
}

/// Returns the attribute that `@Model` puts on a member of a class. The member is the first text in
/// the class that equals it.
func attribute(of member: String, in parent: String, at offset: Int = 0) -> String {
    expand("PersistentModelMacro", as: .memberAttribute, member, in: parent, at: offset).expandedSource
}

/// Returns the messages of diagnostics.
func messages(_ expansion: Expansion) -> [String] { expansion.diagnostics.map(\.message) }

/// Returns the binding of the only variable in a declaration.
func variable(_ declaration: String) -> PropertyDeclaration.Binding? {
    PropertyDeclaration(SourceText(declaration))?.variable
}

/// Returns the names of the properties of a type, in source order.
func propertyNames(in declaration: String) -> [String]? {
    TypeDeclaration(SourceText(declaration))?.allMembers.flatMap { member -> [String] in
        guard case .property(let property) = member else { return [] }
        return property.bindings.map { $0.name ?? "(pattern)" }
    }
}
