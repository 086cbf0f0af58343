// Reads the members of a type.

extension DeclarationScanner {
    /// The keywords that begin a member. Attributes, modifiers and directives can, too.
    private static let keywords: Set<String> = [
        "actor", "associatedtype", "case", "class", "deinit", "enum", "extension", "func", "import", "init", "let", "macro",
        "precedencegroup", "protocol", "struct", "subscript", "typealias", "var",
    ]

    /// Reads members up to the closing brace of their type, or to the end of a clause of `#if`.
    mutating func members() -> [Member] {
        var members: [Member] = []
        while let token = current, token.text != "}", !["#elseif", "#else", "#endif"].contains(token.text) {
            let first = index
            if let member = member() { members.append(member) }
            // Text that is no declaration.
            if index == first { index += 1 }
        }
        return members
    }

    /// Reads a member. Skips one that no macro needs, such as a method, and returns nil.
    private mutating func member() -> Member? {
        if skip(";") { return nil }
        if isAt("#if") { return .conditional(conditionalClauses()) }
        let (attributes, modifiers) = attributesAndModifiers()
        guard let keyword = current else { return nil }
        switch keyword.text {
        case "var", "let": return .property(property(attributes: attributes, modifiers: modifiers))
        case "init": return .initializer(initializer())
        case "func" where isAt("==", distance: 1) && (modifiers.contains("static") || modifiers.contains("class")):
            return .equality(equality())
        case "}", "#elseif", "#else", "#endif": return nil
        default: break
        }
        if keyword.kind == .directive { return .macro(macroUse()) }
        skipDeclaration()
        return nil
    }

    /// Reads the clauses from `#if` to `#endif`.
    private mutating func conditionalClauses() -> [ConditionalClause] {
        var clauses: [ConditionalClause] = []
        while let token = current, ["#if", "#elseif", "#else"].contains(token.text) {
            let first = index
            index += 1
            while let token = current, !token.startsLine || previous?.text == "&&" || previous?.text == "||" { skipBalanced() }
            clauses.append(ConditionalClause(directive: text(from: first), members: members()))
            // A stray brace, which only text with errors has.
            if isAt("}") { return clauses }
        }
        _ = skip("#endif")
        return clauses
    }

    /// Reads the use of a macro such as `#Unique<Trip>([\.name])`.
    private mutating func macroUse() -> MacroUse {
        var name = current?.text.dropFirst() ?? ""
        index += 1
        while isAt("."), index + 1 < tokens.count {
            name = tokens[index + 1].text[...]
            index += 2
        }
        if isAt("<") { skipGenericArguments() }
        let arguments = isAt("(") && current?.startsLine == false ? parenthesizedText() : ""
        return MacroUse(name: String(name), arguments: arguments)
    }

    /// Reads variables or constants, from the keyword on.
    mutating func property(attributes: [SourceAttribute], modifiers: [String]) -> PropertyDeclaration {
        let keywordOffset = offset
        let isConstant = isAt("let")
        index += 1
        var bindings: [PropertyDeclaration.Binding] = []
        repeat { bindings.append(binding()) } while skip(",")
        return PropertyDeclaration(
            attributes: attributes, modifiers: modifiers, isConstant: isConstant, keywordOffset: keywordOffset,
            bindings: bindings)
    }

    private mutating func binding() -> PropertyDeclaration.Binding {
        let name = current?.kind == .identifier ? current?.text : nil
        let nameOffset = offset
        skipBalanced()
        let type = skip(":") ? type() : nil
        let hasValue = skip("=")
        let valueOffset = offset
        let value = hasValue ? expression() : nil
        let hasAccessors = isAt("{")
        if hasAccessors { skipBalanced() }
        return PropertyDeclaration.Binding(
            name: name, offset: nameOffset, type: type, initialValue: value, valueOffset: valueOffset, hasAccessors: hasAccessors)
    }

    /// Reads an initializer, from the keyword on.
    private mutating func initializer() -> InitializerDeclaration {
        let first = index
        skipDeclaration()
        let body = tokens[first..<index]
        let isDelegating = body.indices.dropLast(2).contains { index in
            tokens[index].text == "self" && tokens[index + 1].text == "." && tokens[index + 2].text == "init"
        }
        return InitializerDeclaration(isDelegating: isDelegating)
    }

    /// Reads an operator `==`, from the keyword on.
    private mutating func equality() -> EqualityDeclaration {
        var signature = self
        signature.index += 2
        let operands = signature.isAt("(") ? signature.parameterTypes() : []
        skipDeclaration()
        return EqualityDeclaration(operands: operands)
    }

    /// Reads the types of parameters, from the opening parenthesis on.
    private mutating func parameterTypes() -> [String] {
        var types: [String] = []
        index += 1
        while let token = current, token.text != ")" {
            if skip(":") { types.append(type()) } else { skipBalanced() }
        }
        return types
    }

    /// Skips a declaration, from its keyword on: up to the end of its body, or, if it has none, up
    /// to the next declaration.
    private mutating func skipDeclaration() {
        let first = index
        while let token = current {
            if token.text == "}" || token.text == ";" || (index > first && beginsMember(token)) { return }
            skipBalanced()
            if token.text == "{" { return }
        }
    }

    /// Whether a token begins a member on a new line.
    private func beginsMember(_ token: Token) -> Bool {
        guard token.startsLine else { return false }
        if token.kind == .directive || token.text == "@" { return true }
        return token.kind == .identifier
            && (Self.keywords.contains(token.text) || Self.modifiers.contains(token.text))
    }
}

// MARK: Types

extension TypeDeclaration {
    /// Reads the declaration of a type. Returns nil for other declarations.
    init?(_ source: SourceText) {
        var scanner = DeclarationScanner(source)
        let (attributes, modifiers) = scanner.attributesAndModifiers()
        guard let kind = scanner.current.flatMap({ Kind(rawValue: $0.text) }) else { return nil }
        scanner.index += 1
        self.kind = kind
        self.attributes = attributes
        self.modifiers = modifiers
        self.nameOffset = scanner.offset
        self.name = scanner.qualifiedName()
        if scanner.isAt("<") { scanner.skipGenericArguments() }
        var inheritedTypes: [String] = []
        if scanner.skip(":") {
            repeat { inheritedTypes.append(scanner.inheritedType()) } while scanner.skip(",")
        }
        self.inheritedTypes = inheritedTypes
        // A `where` clause.
        while let token = scanner.current, token.text != "{" { scanner.index += 1 }
        _ = scanner.skip("{")
        self.members = scanner.members()
        self.endOffset = scanner.offset
    }
}

extension DeclarationScanner {
    /// Reads a type in an inheritance clause, without its attributes.
    fileprivate mutating func inheritedType() -> String {
        // An attribute such as `@preconcurrency`, or a global actor.
        while skip("@") { _ = qualifiedName() }
        _ = skip("nonisolated")
        let first = index
        while let token = current, ![",", "{", "where"].contains(token.text) {
            if token.text == "<" { skipGenericArguments() } else { skipBalanced() }
        }
        return text(from: first)
    }
}

extension PropertyDeclaration {
    /// Reads the declaration of variables or constants. Returns nil for other declarations.
    init?(_ source: SourceText) {
        var scanner = DeclarationScanner(source)
        let (attributes, modifiers) = scanner.attributesAndModifiers()
        guard scanner.isAt("var") || scanner.isAt("let") else { return nil }
        self = scanner.property(attributes: attributes, modifiers: modifiers)
    }
}
