/// The expansion of `@Query`.
///
///     @Query(sort: \Trip.name) private var trips: [Trip]
///
/// becomes a computed property, which reads a `Query` of SwiftUI:
///
///     private var trips: [Trip] {
///         get { _trips.wrappedValue }
///     }
///     private(set) var _trips: SwiftUI.Query<[Trip]._QueryElement, [Trip]>
///         = SwiftUI.Query(sort: \Trip.name)
///
/// The peer of a private property is not private, as it would make the view's memberwise initializer
/// private, too.
enum QueryMacro {
    /// Returns the expansion in one role.
    static func expansion(of request: ExpansionRequest) -> Expansion {
        let source = request.declSyntax.text
        guard let declaration = PropertyDeclaration(source) else { return .empty }
        let isAccessor = request.macroRole == .accessor
        if let mistake = mistake(in: declaration, source) {
            // Only one of the two roles reports the mistake. Without an accessor, the compiler would
            // report that, too.
            return isAccessor ? Expansion("{ get { while true {} } }", diagnostics: [mistake]) : .empty
        }
        guard let variable = declaration.variable, let name = variable.name, let type = variable.type else { return .empty }
        let query = placeholderName(of: name)
        if isAccessor {
            return Expansion(
                """
                {
                    get { \(query).wrappedValue }
                }
                """)
        }
        guard request.macroRole == .peer else { return .empty }
        let level = declaration.accessLevel.flatMap { ["private", "fileprivate"].contains($0) ? nil : $0 }
        let access = [level, "private(set)"].compactMap(\.self).joined(separator: " ")
        return Expansion(
            "\(access) var \(query): SwiftUI.Query<\(type)._QueryElement, \(type)> = "
                + "SwiftUI.Query(\(request.attributeArguments))")
    }

    /// Returns the diagnostic about a declaration that `@Query` cannot expand; nil if it can.
    private static func mistake(in declaration: PropertyDeclaration, _ source: SourceText) -> Diagnostic? {
        guard let variable = declaration.variable, let name = variable.name else {
            return Diagnostic(
                "@Query needs a variable of its own: write one 'var' for each query.",
                at: declaration.bindings.first?.offset ?? 0, in: source)
        }
        if declaration.isConstant {
            return Diagnostic(
                "'\(name)' needs to be a variable, because its results change: declare it with 'var'.",
                at: variable.offset, in: source)
        }
        if variable.initialValue != nil || variable.hasAccessors {
            return Diagnostic(
                "'\(name)' gets its value from @Query: remove its initial value and accessors.",
                at: variable.offset, in: source)
        }
        if variable.type == nil {
            return Diagnostic(
                "'\(name)' needs a declared type: write that of an array of models, such as '[Trip]'.",
                at: variable.offset, in: source)
        }
        return nil
    }
}
