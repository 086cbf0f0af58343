/// The expansion of `@Transient`, which adds nothing. It reports properties that a context cannot
/// initialize when it makes an instance.
enum TransientPropertyMacro {
    /// Returns the expansion in one role.
    static func expansion(of request: ExpansionRequest) -> Expansion {
        let source = request.declSyntax.text
        guard request.macroRole == .peer, let declaration = PropertyDeclaration(source), !declaration.isTypeMember else {
            return .empty
        }
        return Expansion(
            "",
            diagnostics: declaration.bindings.filter { needsValue($0, in: declaration) }.map { variable in
                Diagnostic(
                    "'\(variable.name ?? "")' needs an initial value or an optional type, because @Transient "
                        + "leaves it out of the store.",
                    at: variable.offset, in: source)
            })
    }

    /// Whether a variable has no value before an initializer sets one.
    private static func needsValue(_ variable: PropertyDeclaration.Binding, in declaration: PropertyDeclaration) -> Bool {
        if variable.initialValue != nil || variable.hasAccessors { return false }
        return declaration.isConstant || !variable.isOptional
    }
}
