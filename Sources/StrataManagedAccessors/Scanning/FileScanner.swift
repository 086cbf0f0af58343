/// A scanner that collects a file's types and managed members from its parsed declarations, and
/// reads details that the compiler does not print from its text.
struct FileScanner {
    private(set) var found = ScannedFile()
    private let source: SourceText
    private let module: String
    private let lineStarts: [Int]
    /// The types and extensions around the current declarations, outermost first.
    private var scopes: [Scope] = []

    private struct Scope {
        var path: [String] = []
        /// The access that an extension's modifier gives its members.
        var memberAccess = Access.unspecified
    }

    init(source: SourceText, module: String) {
        self.source = source
        self.module = module
        lineStarts = source.lineStarts
    }

    mutating func scan(_ nodes: [DumpNode]) {
        scan(nodes.compactMap { ParsedDeclaration($0, lineStarts: lineStarts) })
    }

    private mutating func scan(_ declarations: [ParsedDeclaration]) {
        for property in source.properties(in: declarations) where property.variable.isManaged { addManaged(property) }
        for declaration in declarations {
            switch declaration.kind {
            case .class: enter(declaration, declaration.isActor ? .actor : .class, word: declaration.isActor ? "actor" : "class")
            case .structure: enter(declaration, .structure(source.fields(in: declaration.members)), word: "struct")
            case .enumeration: enter(declaration, .enumeration(source.cases(of: declaration)), word: "enum")
            case .protocol: enter(declaration, .protocol, word: "protocol")
            case .alias: enter(declaration, .alias(source.aliasedType(declaration)), word: "typealias")
            case .extension: extend(declaration)
            case .function where declaration.isManaged: addManagedFunction(declaration)
            case .function, .variable, .bindings, .cases, .element: break
            }
        }
    }

    // MARK: Types

    private mutating func enter(_ declaration: ParsedDeclaration, _ kind: TypeDeclaration.Kind, word: String) {
        let path = (scopes.last?.path ?? []) + [declaration.name]
        let header = source.header(of: declaration, word: word)
        found.types.append(
            TypeDeclaration(
                module: module, path: path, kind: kind, access: access(declaration), isGeneric: declaration.isGeneric,
                inherited: header.inherited, place: place(header.name)))
        guard kind != .protocol else { return }
        scopes.append(Scope(path: path))
        scan(declaration.members)
        scopes.removeLast()
    }

    private mutating func extend(_ declaration: ParsedDeclaration) {
        let path = declaration.name.split(separator: ".").map { String($0).replacing("`", with: "") }
        scopes.append(
            Scope(path: path.first == module && path.count > 1 ? Array(path.dropFirst()) : path, memberAccess: declaration.access)
        )
        scan(declaration.members)
        scopes.removeLast()
    }

    private func access(_ declaration: ParsedDeclaration) -> Access {
        declaration.access == .unspecified ? scopes.last?.memberAccess ?? .unspecified : declaration.access
    }

    private func place(_ position: Int) -> SourcePlace {
        let line = lineStarts.partitioningIndex { $0 > position }
        return SourcePlace(file: source.path, line: line, column: position - lineStarts[line - 1] + 1)
    }

    // MARK: Members

    private mutating func addManaged(_ property: DeclaredProperty) {
        let variable = property.variable
        refuseUnsupported(variable)
        guard property.isPlain, let type = property.type else {
            found.problems.append(Problem(at: place(variable.range.start), "An @NSManaged property needs a name and a type."))
            return
        }
        found.members.append(
            ManagedMember(
                container: scopes.last?.path ?? [], name: variable.name, kind: .property(type), access: access(variable),
                place: place(variable.range.start)))
    }

    private mutating func addManagedFunction(_ function: ParsedDeclaration) {
        refuseUnsupported(function)
        let signature = source.signature(of: function)
        found.members.append(
            ManagedMember(
                container: scopes.last?.path ?? [], name: function.name,
                kind: .function(signature.parameters, returns: signature.returns), access: access(function),
                place: place(signature.name)))
    }

    private mutating func refuseUnsupported(_ declaration: ParsedDeclaration) {
        if let attribute = declaration.attributes.first(where: { $0.kind == "objc_attr" }) {
            found.problems.append(
                Problem(
                    at: place(attribute.range?.start ?? declaration.range.start),
                    "@objc needs Objective-C, which Linux lacks. Remove it, or write it between `#if canImport(ObjectiveC)` and `#endif`."
                ))
        }
        if declaration.isStatic {
            found.problems.append(
                Problem(
                    at: place(declaration.range.start),
                    "An @NSManaged member belongs to an object and cannot be static. Remove 'static' or @NSManaged."))
        }
    }
}

extension ParsedDeclaration {
    var isManaged: Bool { attributes.contains { $0.kind == "ns_managed_attr" } }

    /// The access of the declaration itself. `private(set)` does not count.
    var access: Access {
        switch attributes.first(where: { $0.kind == "access_control_attr" })?.accessLevel {
        case "private", "fileprivate": .file
        case "internal": .internal
        case nil: .unspecified
        default: .outside
        }
    }
}
