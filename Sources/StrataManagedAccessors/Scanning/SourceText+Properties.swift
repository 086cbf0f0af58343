/// A property with its written type.
struct DeclaredProperty {
    var variable: ParsedDeclaration
    /// Whether the property is a single name and not part of a tuple pattern.
    var isPlain: Bool
    /// The type; nil if none is written.
    var type: SwiftType?
    /// The kind of the initial value's expression.
    var initialValue: String?
}

extension SourceText {
    /// Returns the properties among declarations, in their order.
    func properties(in declarations: [ParsedDeclaration]) -> [DeclaredProperty] {
        declarations.indices.filter { declarations[$0].kind == .bindings }.flatMap { index in
            let variables = declarations[(index + 1)...].prefix { $0.kind == .variable }
            return properties(declarations[index], Array(variables))
        }
    }

    private func properties(_ declaration: ParsedDeclaration, _ variables: [ParsedDeclaration]) -> [DeclaredProperty] {
        var found: [DeclaredProperty] = []
        var rest = variables[...]
        for binding in declaration.bindings {
            let own = rest.prefix(binding.nameCount)
            rest = rest.dropFirst(binding.nameCount)
            for variable in own {
                let type = binding.isPlain && binding.hasType ? writtenType(of: variable, declaration, before: rest.first) : nil
                found.append(
                    DeclaredProperty(variable: variable, isPlain: binding.isPlain, type: type, initialValue: binding.initialValue)
                )
            }
        }
        // In `var a, b: Int16` the type after the last name is that of both.
        let typed = declaration.bindings.flatMap { binding in Array(repeating: binding.hasType, count: binding.nameCount) }
        for index in found.indices.dropLast().reversed() where typed[index] && found[index].isPlain && found[index].type == nil {
            found[index].type = found[index + 1].type
        }
        return found
    }

    /// Returns the type between a variable's name and its value, its accessors or the next name.
    private func writtenType(
        of variable: ParsedDeclaration, _ declaration: ParsedDeclaration, before next: ParsedDeclaration?
    ) -> SwiftType? {
        let range = ParsedDeclaration.ByteRange(
            start: variable.range.start, end: next.map { $0.range.start - 1 } ?? declaration.range.end)
        let tokens = tokens(in: range) { $0.isSign("=") || $0.isSign("{") }.dropFirst()
        guard tokens.first?.isSign(":") == true else { return nil }
        var type = tokens.dropFirst()
        if next != nil, type.last?.isSign(",") == true { type.removeLast() }
        return SwiftType(type, in: self)
    }

    /// Returns the stored properties of a structure, in their order in memory.
    func fields(in members: [ParsedDeclaration]) -> [TypeDeclaration.Field] {
        properties(in: members).filter { !$0.variable.isStatic && !$0.variable.isComputed }.map { property in
            // These attributes change the stored type, or a macro behind them may.
            let changing = ["custom_attr", "lazy_attr", "reference_ownership_attr"]
            let isAsWritten = !property.variable.attributes.contains { changing.contains($0.kind) }
            let type = property.type ?? property.initialValue.flatMap(Self.literalType)
            return TypeDeclaration.Field(name: property.variable.name, type: isAsWritten && property.isPlain ? type : nil)
        }
    }

    /// Returns the type of a property that is declared by a literal alone.
    private static func literalType(_ expression: String) -> SwiftType? {
        switch expression {
        case "integer_literal_expr": .named("Int")
        case "float_literal_expr": .named("Double")
        case "boolean_literal_expr": .named("Bool")
        case "string_literal_expr": .named("String")
        default: nil
        }
    }
}
