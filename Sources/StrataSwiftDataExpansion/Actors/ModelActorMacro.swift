/// The expansion of `@ModelActor`: the container and the executor that an actor works with, an
/// initializer, and the conformance to `ModelActor`.
///
/// An actor with an initializer of its own gets none, unless that initializer calls another one.
enum ModelActorMacro {
    /// Returns the expansion in one role.
    static func expansion(of request: ExpansionRequest) -> Expansion {
        switch request.macroRole {
        case .member:
            let source = request.declSyntax.text
            guard let declaration = TypeDeclaration(source) else { return .empty }
            guard declaration.kind == .actor else {
                return Expansion(
                    "",
                    diagnostics: [
                        Diagnostic(
                            "@ModelActor needs an actor: declare '\(declaration.name)' as an actor, or remove @ModelActor.",
                            at: declaration.nameOffset, in: source)
                    ])
            }
            var accessLevel = declaration.modifiers.accessLevel
            if accessLevel == nil, let enclosing = request.enclosingType, enclosing.kind == .extension {
                accessLevel = enclosing.modifiers.accessLevel
            }
            return Expansion(members(of: declaration, accessLevel: accessLevel))
        case .extension:
            guard request.missingConformances.contains("ModelActor"),
                TypeDeclaration(request.declSyntax.text)?.kind == .actor
            else { return .empty }
            return Expansion("extension \(request.extendedTypeSyntax?.source ?? ""): SwiftData.ModelActor {}")
        default:
            return .empty
        }
    }

    private static func members(of actor: TypeDeclaration, accessLevel: String?) -> String {
        let access = accessLevel == "public" || accessLevel == "package" ? "\(accessLevel ?? "") " : ""
        var members: [String] = []
        if !actor.declares("modelExecutor") {
            members.append("\(access)nonisolated let modelExecutor: any SwiftData.ModelExecutor")
        }
        if !actor.declares("modelContainer") {
            members.append("\(access)nonisolated let modelContainer: SwiftData.ModelContainer")
        }
        let hasInitializer = actor.allMembers.contains { member in
            if case .initializer(let initializer) = member { !initializer.isDelegating } else { false }
        }
        if !hasInitializer {
            members.append(
                """
                \(access)init(modelContainer: SwiftData.ModelContainer) {
                    let modelContext = SwiftData.ModelContext(modelContainer)
                    self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
                    self.modelContainer = modelContainer
                }
                """)
        }
        return members.joined(separator: "\n\n")
    }
}
