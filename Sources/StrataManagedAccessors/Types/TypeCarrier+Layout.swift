extension TypeCarrier {
    /// Returns a type with the same layout as a type of the app, spelled without naming it.
    ///
    /// - Throws: `Problem` if the sources do not show the layout.
    func layoutType(_ type: SwiftType, in scope: Scope, at place: SourcePlace) throws(Problem) -> String {
        if isSystem(type, in: scope) { return "\(type)" }
        let (type, scope, declaration) = resolve(type, in: scope)
        if isSystem(type, in: scope) { return "\(type)" }
        switch type {
        case .optional(let wrapped): return "\(try layoutType(wrapped, in: scope, at: place))?"
        case .other: throw cannotCarry(type, "a type without a name that mentions types of the app", place)
        case .named(let components):
            guard let declaration else {
                guard components.count == 1, ["Array", "Set", "Dictionary"].contains(components[0].name) else {
                    throw cannotCarry(type, "a generic type over a type of the app", place)
                }
                return "AnyObject"
            }
            guard !declaration.isGeneric else { throw cannotCarry(type, "generic", place) }
            switch declaration.kind {
            case .class, .actor: return "AnyObject"
            case .conditional: throw cannotCarry(type, "declared differently where DEBUG is set", place)
            case .alias, .protocol: throw cannotCarry(type, "a protocol of the app", place)
            case .structure(let fields):
                return try standIn(for: declaration) { name throws(Problem) in
                    try structure(name, fields, of: declaration, at: place)
                }
            case .enumeration(let cases):
                if let raw = rawType(of: declaration) { return try rawStandIn(for: declaration, cases, raw) }
                return try standIn(for: declaration) { name throws(Problem) in
                    try enumeration(name, cases, of: declaration, at: place)
                }
            }
        }
    }

    private func structure(
        _ name: String, _ fields: [TypeDeclaration.Field], of declaration: TypeDeclaration, at place: SourcePlace
    ) throws(Problem) -> String {
        var lines: [String] = []
        let inside = Scope(module: declaration.module, path: declaration.path)
        for (index, field) in fields.enumerated() {
            guard let type = field.type else {
                throw cannotCarry(
                    .named(declaration.name),
                    "a structure whose property '\(field.name)' has no written type, is lazy or is wrapped", place)
            }
            lines.append("    let field\(index): \(try layoutType(type, in: inside, at: place))\n")
        }
        return "struct \(name) {\n\(lines.joined())}"
    }

    private func enumeration(
        _ name: String, _ cases: [TypeDeclaration.Case], of declaration: TypeDeclaration, at place: SourcePlace
    ) throws(Problem) -> String {
        var lines: [String] = []
        let inside = Scope(module: declaration.module, path: declaration.path)
        for (index, element) in cases.enumerated() {
            var payload: [String] = []
            for type in element.payload { payload.append(try layoutType(type, in: inside, at: place)) }
            let text = "case case\(index)\(payload.isEmpty ? "" : "(\(payload.joined(separator: ", ")))")"
            lines.append("    \(element.isIndirect && !payload.isEmpty ? "indirect " : "")\(text)\n")
        }
        return "enum \(name) {\n\(lines.joined())}"
    }
}
