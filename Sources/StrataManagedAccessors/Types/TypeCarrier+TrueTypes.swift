extension TypeCarrier {
    /// Returns an expression that creates the true type at run time, from the mangled names of the
    /// app's types.
    ///
    /// - Throws: `Problem` for a type that the runtime cannot find by name.
    func typeExpression(_ type: SwiftType, in scope: Scope, at place: SourcePlace) throws(Problem) -> String {
        if isSystem(type, in: scope) { return ".type(\(type == .named("Any") ? "Any" : "(\(type))").self)" }
        let (type, scope, declaration) = resolve(type, in: scope)
        if isSystem(type, in: scope) { return ".type((\(type)).self)" }
        switch type {
        case .optional(let wrapped): return ".optional(\(try typeExpression(wrapped, in: scope, at: place)))"
        case .other: throw cannotCarry(type, "a type without a name that mentions types of the app", place)
        case .named(let components):
            if let declaration { return ".named(\"\(try mangledName(of: declaration, type, in: scope, at: place))\")" }
            var arguments: [String] = []
            for argument in components[0].arguments { arguments.append(try typeExpression(argument, in: scope, at: place)) }
            switch (components.count, components[0].name, arguments.count) {
            case (1, "Array", 1): return ".array(\(arguments[0]))"
            case (1, "Set", 1): return ".set(\(arguments[0]))"
            case (1, "Dictionary", 2): return ".dictionary(\(arguments[0]), \(arguments[1]))"
            default: throw cannotCarry(type, "a generic type over a type of the app", place)
            }
        }
    }

    /// Returns the name by which the runtime finds a type, such as `3App5QuakeC4KindO`.
    private func mangledName(
        of declaration: TypeDeclaration, _ type: SwiftType, in scope: Scope, at place: SourcePlace
    ) throws(Problem) -> String {
        guard !declaration.isGeneric else { throw cannotCarry(type, "generic", place) }
        guard declaration.kind != .conditional else { throw cannotCarry(type, "declared differently where DEBUG is set", place) }
        var name = Self.mangled(declaration.module)
        for depth in 1...declaration.path.count {
            let path = Array(declaration.path.prefix(depth))
            let level = depth == declaration.path.count ? declaration : resolve(path, in: declaration.module)
            guard let level, path.allSatisfy(\.isASCII), let letter = level.kind.mangledLetter, !level.isGeneric else {
                throw cannotCarry(type, "one that the runtime does not find by its name", place)
            }
            guard level.access != .file else {
                throw Problem(
                    at: place,
                    "The type '\(type)' of an @NSManaged property is private, so that nothing outside its file can make a value of it. "
                        + "Remove 'private'.")
            }
            name += Self.mangled(path[depth - 1]) + letter
        }
        return name
    }

    private static func mangled(_ identifier: String) -> String { "\(identifier.utf8.count)\(identifier)" }
}

extension String {
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension TypeDeclaration.Kind {
    /// The letter of the kind in a mangled name.
    fileprivate var mangledLetter: String? {
        switch self {
        case .class, .actor: "C"
        case .structure: "V"
        case .enumeration: "O"
        case .alias, .protocol, .conditional: nil
        }
    }
}
