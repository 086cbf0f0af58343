import SwiftIfConfig
import SwiftParser
import SwiftSyntax

/// What one source file declares.
package struct ScannedFile: Codable, Sendable {
    package var types: [TypeDeclaration] = []
    package var members: [ManagedMember] = []
    package var problems: [Problem] = []

    /// Reads a file's declarations; function bodies are skipped.
    package init(text: String, path: String, module: String, configuration: LinuxConfiguration) {
        let tree = Parser.parse(source: text)
        let scanner = FileScanner(
            module: module, locations: SourceLocationConverter(fileName: path, tree: tree), path: path,
            configuration: configuration)
        scanner.walk(tree)
        self = scanner.found
    }

    fileprivate init() {}

    /// Adds what only another reading of the same file has.
    mutating func add(_ other: ScannedFile) {
        types += other.types.filter { !types.contains($0) }
        members += other.members.filter { !members.contains($0) }
        problems += other.problems.filter { !problems.contains($0) }
    }
}

/// Walks a file's declarations, where `#if` leaves them in.
private final class FileScanner: ActiveSyntaxVisitor {
    var found = ScannedFile()
    private let module: String
    private let path: String
    private let locations: SourceLocationConverter
    /// The types around the node at hand.
    private var scopes: [Scope] = []

    private struct Scope {
        var path: [String]
        /// What an extension's modifier gives its members.
        var memberAccess: Access
    }

    init(module: String, locations: SourceLocationConverter, path: String, configuration: LinuxConfiguration) {
        self.module = module
        self.locations = locations
        self.path = path
        super.init(viewMode: .sourceAccurate, configuration: configuration)
    }

    private func place(_ node: some SyntaxProtocol) -> SourcePlace {
        let location = locations.location(for: node.positionAfterSkippingLeadingTrivia)
        return SourcePlace(file: path, line: location.line, column: location.column)
    }

    // MARK: Types

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name, .class, node, node.inheritanceClause, isGeneric: node.genericParameterClause != nil)
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        let fields = node.memberBlock.fields
        return enter(node.name, .structure(fields), node, node.inheritanceClause, isGeneric: node.genericParameterClause != nil)
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        let cases = node.memberBlock.cases(areIndirect: node.modifiers.contains(.indirect))
        return enter(node.name, .enumeration(cases), node, node.inheritanceClause, isGeneric: node.genericParameterClause != nil)
    }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name, .actor, node, node.inheritanceClause, isGeneric: node.genericParameterClause != nil)
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        _ = enter(node.name, .protocol, node, node.inheritanceClause, isGeneric: false)
        scopes.removeLast()
        return .skipChildren
    }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        let target = SwiftType(node.initializer.value)
        _ = enter(node.name, .alias(target), node, nil, isGeneric: node.genericParameterClause != nil)
        scopes.removeLast()
        return .skipChildren
    }

    override func visitPost(_ node: ClassDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: StructDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: EnumDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: ActorDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: ExtensionDeclSyntax) { scopes.removeLast() }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let path: [String] = if case .named(let components) = SwiftType(node.extendedType) { components.map(\.name) } else { [] }
        scopes.append(
            Scope(
                path: path.first == module && path.count > 1 ? Array(path.dropFirst()) : path, memberAccess: node.modifiers.access
            ))
        return .visitChildren
    }

    private func enter(
        _ name: TokenSyntax, _ kind: TypeDeclaration.Kind, _ node: some WithModifiersSyntax & SyntaxProtocol,
        _ inheritance: InheritanceClauseSyntax?, isGeneric: Bool
    ) -> SyntaxVisitorContinueKind {
        let path = (scopes.last?.path ?? []) + [name.identifier?.name ?? name.text]
        found.types.append(
            TypeDeclaration(
                module: module, path: path, kind: kind, access: access(node.modifiers), isGeneric: isGeneric,
                inherited: inheritance?.inheritedTypes.map { SwiftType($0.type) } ?? [], place: place(name)))
        scopes.append(Scope(path: path, memberAccess: .unspecified))
        return .visitChildren
    }

    private func access(_ modifiers: DeclModifierListSyntax) -> Access {
        modifiers.access == .unspecified ? scopes.last?.memberAccess ?? .unspecified : modifiers.access
    }

    // MARK: Members

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        guard node.attributes.areManaged else { return .skipChildren }
        refuseUnsupported(node.attributes, node.modifiers, node)
        // `var a, b: Int16` gives both names the type that stands after the last.
        var type: SwiftType?
        var members: [ManagedMember] = []
        for binding in node.bindings.reversed() {
            if let annotation = binding.typeAnnotation { type = SwiftType(annotation.type) }
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier, let type else {
                found.problems.append(Problem(at: place(binding), "An @NSManaged property needs a name and a type."))
                continue
            }
            members.append(
                ManagedMember(
                    container: scopes.last?.path ?? [], name: name.identifier?.name ?? name.text, kind: .property(type),
                    access: access(node.modifiers), place: place(binding)))
        }
        found.members += members.reversed()
        return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        guard node.attributes.areManaged else { return .skipChildren }
        refuseUnsupported(node.attributes, node.modifiers, node)
        let parameters = node.signature.parameterClause.parameters.map { parameter in
            ManagedMember.Parameter(
                label: parameter.firstName.tokenKind == .wildcard
                    ? nil : parameter.firstName.identifier?.name ?? parameter.firstName.text,
                type: SwiftType(parameter.type))
        }
        found.members.append(
            ManagedMember(
                container: scopes.last?.path ?? [], name: node.name.identifier?.name ?? node.name.text,
                kind: .function(parameters, returns: node.signature.returnClause.map { SwiftType($0.type) }),
                access: access(node.modifiers), place: place(node.name)))
        return .skipChildren
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    private func refuseUnsupported(
        _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, _ node: some SyntaxProtocol
    ) {
        if attributes.contains(named: "objc") {
            found.problems.append(
                Problem(
                    at: place(node),
                    "@objc needs Objective-C, which Linux has not. Remove it, or write it between `#if canImport(ObjectiveC)` and `#endif`."
                ))
        }
        if modifiers.contains(.static) || modifiers.contains(.class) {
            found.problems.append(
                Problem(
                    at: place(node),
                    "An @NSManaged member belongs to an object and cannot be static. Remove 'static' or @NSManaged."))
        }
    }
}
