// The mistakes that `@Model` reports.

extension ModelMacro {
    /// Returns the diagnostics about a declaration with `@Model` that is no class.
    static func diagnosticsOfOtherDeclaration(_ source: SourceText) -> [Diagnostic] {
        guard let declaration = TypeDeclaration(source) else { return [] }
        switch declaration.kind {
        case .struct, .actor:
            return [
                Diagnostic(
                    "@Model needs a class: declare '\(declaration.name)' as a class, or remove @Model.",
                    at: declaration.nameOffset, in: source)
            ]
        case .enum, .protocol, .extension:
            // Ignored, as on Apple's platforms.
            return [
                Diagnostic(
                    "@Model has no effect on '\(declaration.name)', which is no class: remove it.", severity: .warning,
                    at: declaration.nameOffset, in: source)
            ]
        case .class:
            return []
        }
    }

    /// The diagnostics about the class.
    var diagnostics: [Diagnostic] {
        missingInitializer
            + model.declaration.allMembers.flatMap { member in
                guard case .property(let property) = member else { return [Diagnostic]() }
                return diagnostics(of: property)
            }
    }

    /// A class whose properties all have initial values gets no initializer from the compiler,
    /// because `init(backingData:)` is one.
    private var missingInitializer: [Diagnostic] {
        let hasInitializer = model.declaration.allMembers.contains { member in
            if case .initializer = member { true } else { false }
        }
        if hasInitializer { return [] }
        let indentation = model.source.indentation(at: model.declaration.endOffset)
        let fixIt = Diagnostic.FixIt(
            "add an initializer", inserting: "\n\(indentation)    init() {\n\(indentation)    }\n\(indentation)",
            at: model.declaration.endOffset, in: model.source)
        return [
            Diagnostic(
                "'\(name)' needs an initializer, because the compiler adds none to a class with @Model: "
                    + "add one, such as 'init() {}'.",
                at: model.declaration.nameOffset, in: model.source, fixIt: fixIt)
        ]
    }

    private func diagnostics(of declaration: PropertyDeclaration) -> [Diagnostic] {
        if declaration.isTypeMember || declaration.hasAttribute("Transient") { return [] }
        let first = declaration.bindings.first
        if declaration.modifiers.contains("lazy") {
            return [
                Diagnostic(
                    "'\(first?.name ?? "")' is lazy, which a persisted property cannot be: remove 'lazy', or add @Transient.",
                    at: first?.offset ?? 0, in: model.source)
            ]
        }
        guard PersistedProperty.isCandidate(declaration) else { return [] }
        guard let property = PersistedProperty(declaration, slot: Slot(base: nil, offset: 0)) else {
            return [
                Diagnostic(
                    "A persisted property needs a declaration of its own: write one 'var' for each, without patterns.",
                    at: first?.offset ?? 0, in: model.source)
            ]
        }
        return implicitMember(in: property) + severalSchemaAttributes(of: property) + unstorableType(of: property)
    }

    /// An initial value such as `.low` is an error, as on Apple's platforms.
    private func implicitMember(in property: PersistedProperty) -> [Diagnostic] {
        guard let value = property.variable.initialValue, value.hasPrefix(".") else { return [] }
        let message = "The initial value of '\(property.name)' needs the name of its type, because the schema repeats it:"
        let type = property.variable.type.map(Self.wrappedType)
        return [
            Diagnostic(
                "\(message) write '\(type ?? "Type")\(value)'.", at: property.variable.valueOffset, in: model.source,
                fixIt: type.map {
                    .init("add '\($0)'", inserting: $0, at: property.variable.valueOffset, in: model.source)
                })
        ]
    }

    private func severalSchemaAttributes(of property: PersistedProperty) -> [Diagnostic] {
        guard property.schemaAttributes.count > 1 else { return [] }
        return [
            Diagnostic(
                "'\(property.name)' has more than one @Attribute or @Relationship: keep one, with the options of all.",
                at: property.schemaAttributes[1].offset, in: model.source)
        ]
    }

    /// A function, a tuple or a value of any type cannot be Codable. The compiler's error would be
    /// about the accessors, which the user did not write.
    private func unstorableType(of property: PersistedProperty) -> [Diagnostic] {
        guard !property.isTransformable, let type = property.variable.type, let kind = Self.unstorableKind(of: type) else {
            return []
        }
        return [
            Diagnostic(
                "'\(property.name)' is \(kind), which cannot be stored: use a Codable type or a model, or add @Transient.",
                at: property.variable.offset, in: model.source)
        ]
    }

    /// Returns the kind of a type that its form shows not to be Codable; nil for any other.
    private static func unstorableKind(of type: String) -> String? {
        let tokens = Lexer.tokens(of: SourceText(wrappedType(of: type))).map(\.text)
        if tokens.first == "any" || tokens == ["Any"] || tokens == ["AnyObject"] { return "a value of any type" }
        var depth = 0
        var hasComma = false
        for (index, token) in tokens.enumerated() {
            switch token {
            case "(", "[", "<", "{": depth += 1
            case ")", "]", ">", "}": depth -= 1
            case "->" where depth == 0: return "a function"
            case "," where depth == 1 && tokens[0] == "(": hasComma = true
            default: break
            }
            guard depth == 0, index > 0, tokens[0] == "(", token == ")" else { continue }
            guard index == tokens.count - 1 else { continue }
            if hasComma || index == 1 { return "a tuple" }
            // One type in parentheses, such as `(() -> Void)`.
            return unstorableKind(of: tokens[1..<index].joined(separator: " "))
        }
        return nil
    }

    /// Returns a type without the question marks or exclamation marks after it.
    private static func wrappedType(of type: String) -> String {
        var type = type[...]
        while type.hasSuffix("?") || type.hasSuffix("!") { type.removeLast() }
        return String(type)
    }
}
