/// A property that `@Model` persists, with the slot in which a model keeps its value.
struct PersistedProperty: Equatable {
    let declaration: PropertyDeclaration
    let variable: PropertyDeclaration.Binding
    /// The name, with its backticks.
    let name: String
    /// The index of the value among those that the class declares.
    let slot: Slot

    /// Creates a persisted property, or returns nil if `@Model` does not persist the declaration.
    ///
    /// Computed properties, properties with observers, type properties, and properties with
    /// `@Transient` are not persisted. Neither are several variables in one declaration, for which
    /// the compiler cannot expand macros.
    init?(_ declaration: PropertyDeclaration, slot: Slot) {
        guard Self.isCandidate(declaration), let variable = declaration.variable, let name = variable.name else { return nil }
        self.declaration = declaration
        self.variable = variable
        self.name = name
        self.slot = slot
    }

    /// Whether `@Model` would persist the variables of a declaration.
    static func isCandidate(_ declaration: PropertyDeclaration) -> Bool {
        !declaration.isTypeMember && !declaration.modifiers.contains("lazy") && !declaration.hasAttribute("Transient")
            && !declaration.bindings.contains { $0.hasAccessors }
    }

    /// The attributes `@Attribute` and `@Relationship`.
    var schemaAttributes: [SourceAttribute] {
        declaration.attributes.filter { ["Attribute", "Relationship"].contains($0.name.lastComponent) }
    }

    /// Whether a value transformer converts the value.
    var isTransformable: Bool {
        schemaAttributes.contains { attribute in
            let tokens = Lexer.tokens(of: SourceText(attribute.arguments ?? ""))
            return tokens.indices.contains { $0 > 0 && tokens[$0].text == "transformable" && tokens[$0 - 1].text == "." }
        }
    }

    /// The name of the stored property that stands for the property in initializers.
    var placeholder: String { placeholderName(of: name) }
}

extension String {
    /// The name without backticks.
    var withoutBackticks: String { hasPrefix("`") ? String(dropFirst().dropLast()) : self }
}

/// Returns the name of a property's peer: the name after an underscore. Only a raw identifier, such
/// as one with spaces, keeps its backticks.
func placeholderName(of name: String) -> String {
    let plain = name.withoutBackticks
    let isRaw = plain.contains { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }
    return isRaw ? "`_\(plain)`" : "_\(plain)"
}
