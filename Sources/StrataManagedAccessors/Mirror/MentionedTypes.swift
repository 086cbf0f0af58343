/// The declarations that a mirror needs: every type that a member mentions, and its enclosing
/// types.
struct MentionedTypes {
    let resolver: TypeResolver
    /// The declarations in the order of discovery, outer types before inner ones.
    private(set) var declarations: [TypeDeclaration] = []
    private var known: Set<[String]> = []

    init(resolver: TypeResolver) {
        self.resolver = resolver
    }

    /// Adds the types that a type mentions.
    ///
    /// - Returns: The type as the mirror spells it in the same scope.
    @discardableResult
    mutating func add(_ type: SwiftType, in scope: TypeResolver.Scope) -> String {
        switch type {
        case .optional(let wrapped):
            add(wrapped, in: scope)
        case .other(_, let names):
            for name in names { add(.named(name), in: scope) }
        case .named(let components):
            let names = components.map(\.name)
            for count in 1...names.count {
                if let found = resolver.find(Array(names.prefix(count)), in: scope) { add(found) }
            }
            for argument in components.flatMap(\.arguments) { add(argument, in: scope) }
        }
        return spelling(of: type, in: scope)
    }

    /// Returns the type as the mirror spells it. The mirror's classes have no superclasses, and
    /// their members are in extensions, so a type that was found through a superclass or an outer
    /// type is written with its full path.
    func spelling(of type: SwiftType, in scope: TypeResolver.Scope) -> String {
        switch type {
        case .other(let text, _): return text
        case .optional(let wrapped): return "Optional<\(spelling(of: wrapped, in: scope))>"
        case .named(var components):
            if let found = resolver.find([components[0].name], in: scope), found.path.count > 1,
                Array(found.path.dropLast()) != scope.path
            {
                components.insert(contentsOf: found.path.dropLast().map { SwiftType.Component(name: $0, arguments: []) }, at: 0)
            }
            return components.map { component in
                let arguments = component.arguments.map { spelling(of: $0, in: scope) }.joined(separator: ", ")
                // `Any` is a keyword: between backticks it would name a type.
                let name = component.name == "Any" ? "Any" : "`\(component.name)`"
                return arguments.isEmpty ? name : "\(name)<\(arguments)>"
            }.joined(separator: ".")
        }
    }

    private mutating func add(_ declaration: TypeDeclaration) {
        let key = [declaration.module] + declaration.path
        guard known.insert(key).inserted else { return }
        if declaration.path.count > 1,
            let outer = resolver.module(named: declaration.module)?.declaration(at: Array(declaration.path.dropLast()))
        {
            add(outer)
        }
        declarations.append(declaration)
        if case .alias(let target) = declaration.kind { add(target, in: declaration.scope) }
    }
}
