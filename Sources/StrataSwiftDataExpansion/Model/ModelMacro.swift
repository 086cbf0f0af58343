/// The expansion of `@Model` for one class.
///
///     @Model final class Trip {
///         var name: String
///         init(name: String) { self.name = name }
///     }
///
/// gets an attribute on each persisted property, with the slot of its value:
///
///     @SwiftData._PersistedProperty(0) var name: String
///
/// and members through which SwiftData makes, reads and observes instances. The values are in
/// `_$backing`. The initializers of the class assign to properties before all of them have values,
/// which Swift allows for computed properties with an `init` accessor. Such an accessor initializes
/// a stored property, for which each persisted property has a placeholder of the empty type
/// `_SwiftDataNoType`.
///
/// A subclass of a model has its own `_$backing`, which keeps the values that an initializer sets
/// before it calls that of the superclass. After that, `persistentBackingData` joins them with the
/// superclass's values.
struct ModelMacro {
    /// The class.
    let model: ModelClass
    /// Whether the superclass is a model.
    let isSubclass: Bool
    /// The access level of the class.
    let accessLevel: String?
    /// Whether the class is isolated to the main actor. Its conformance is not, so that contexts of
    /// other actors can make instances.
    var isOnMainActor: Bool { model.declaration.attributes.contains { $0.name.lastComponent == "MainActor" } }

    /// Returns the expansion of `@Model` in one role.
    static func expansion(of request: ExpansionRequest, models: inout ModelCache) -> Expansion {
        switch request.macroRole {
        case .member:
            guard let model = models.model(of: request.declSyntax) else {
                return Expansion("", diagnostics: diagnosticsOfOtherDeclaration(request.declSyntax.text))
            }
            let macro = ModelMacro(model, request: request)
            return Expansion(macro.members, diagnostics: macro.diagnostics)
        case .memberAttribute:
            guard let parent = request.parentDeclSyntax, let model = models.model(of: parent) else { return .empty }
            return Expansion(attribute(for: request.declSyntax, in: model))
        case .extension:
            // The role of members reports other declarations.
            guard models.model(of: request.declSyntax) != nil else { return .empty }
            return Expansion(conformances(of: request))
        default:
            return .empty
        }
    }

    init(_ model: ModelClass, request: ExpansionRequest) {
        self.model = model
        // The compiler lists the missing conformances. A class that inherits something and misses
        // none inherits the conformance. One that names the protocol itself is no subclass.
        let inherited = model.declaration.inheritedTypes
        self.isSubclass =
            !inherited.isEmpty && !request.missingConformances.contains("PersistentModel")
            && !inherited.contains { $0.lastComponent == "PersistentModel" }
        var accessLevel = model.declaration.modifiers.accessLevel
        // Members of an extension have its access level.
        if accessLevel == nil, let enclosing = request.enclosingType, enclosing.kind == .extension {
            accessLevel = enclosing.modifiers.accessLevel
        }
        self.accessLevel = accessLevel
    }

    /// The name of the class.
    var name: String { model.declaration.name }

    /// The access level of the members that the runtime uses.
    var memberAccess: String {
        switch accessLevel {
        case "public", "open": "public "
        case "package": "package "
        default: ""
        }
    }

    /// The access level of the members that a subclass in another module overrides.
    var overridableAccess: String { accessLevel == "open" ? "open " : memberAccess }
}

// MARK: Attributes of members

extension ModelMacro {
    /// Returns the attribute of a member of a model; empty if it is not persisted.
    static func attribute(for member: ExpansionRequest.Syntax, in model: ModelClass) -> String {
        let text = member.text
        guard let declaration = PropertyDeclaration(text), let name = declaration.variable?.name,
            !declaration.hasAttribute("_PersistedProperty"), !declaration.hasAttribute("_TransformablePersistedProperty")
        else { return "" }
        let candidates = model.properties.filter { $0.name == name }
        // Clauses of `#if` may declare the same name.
        let position = text.offset + declaration.keywordOffset
        guard
            let property = candidates.count > 1
                ? candidates.first(where: { model.source.offset + $0.declaration.keywordOffset == position }) : candidates.first,
            PersistedProperty(declaration, slot: property.slot) != nil
        else { return "" }
        let macro = property.isTransformable ? "_TransformablePersistedProperty" : "_PersistedProperty"
        return "@SwiftData.\(macro)(\(property.slot.arguments))"
    }
}

// MARK: Extensions

extension ModelMacro {
    /// Returns the extensions with the conformances that are missing.
    static func conformances(of request: ExpansionRequest) -> String {
        let type = request.extendedTypeSyntax?.source ?? ""
        let missing = request.missingConformances
        var extensions: [String] = []
        if missing.contains("PersistentModel") {
            extensions.append("nonisolated extension \(type): SwiftData.PersistentModel {}")
        }
        if missing.contains("Observable") {
            extensions.append("nonisolated extension \(type): Observation.Observable {}")
        }
        if missing.contains("Sendable") {
            let message =
                "A model belongs to its context and is not Sendable: pass its persistentModelID, or work on it in a @ModelActor."
            extensions.append(
                """
                @available(*, unavailable, message: "\(message)")
                extension \(type): Swift.Sendable {}
                """)
        }
        return extensions.joined(separator: "\n\n")
    }
}
