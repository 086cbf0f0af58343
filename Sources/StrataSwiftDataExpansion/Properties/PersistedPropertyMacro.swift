/// The expansion of `@_PersistedProperty` and `@_TransformablePersistedProperty`, which `@Model`
/// puts on each persisted property with the slot of its value:
///
///     @SwiftData._PersistedProperty(0) var name: String
///
/// The property becomes a computed one, which reads and writes the values of the model and notifies
/// its observers. A placeholder is added as a peer (see ``ModelMacro``).
enum PersistedPropertyMacro {
    /// Returns the expansion in one role.
    static func expansion(of request: ExpansionRequest, isTransformable: Bool) -> Expansion {
        guard let declaration = PropertyDeclaration(request.declSyntax.text), let variable = declaration.variable,
            let name = variable.name
        else { return .empty }
        switch request.macroRole {
        case .accessor:
            guard let type = request.enclosingType?.name.lastComponent else { return .empty }
            return Expansion(
                accessors(
                    slot: Slot.expression(request.attributeArguments, in: type), keyPath: "\\\(type).\(name)",
                    placeholder: placeholderName(of: name), isConstant: declaration.isConstant, isTransformable: isTransformable))
        case .peer:
            return Expansion(placeholder(for: variable, named: name, isConstant: declaration.isConstant))
        default:
            return .empty
        }
    }

    private static func accessors(
        slot: String, keyPath: String, placeholder: String, isConstant: Bool, isTransformable: Bool
    ) -> String {
        let get = isTransformable ? "getTransformable" : "get"
        let set = isTransformable ? "setTransformable" : "set"
        let setter = """

                set {
                    withMutation(keyPath: \(keyPath)) { _$backing.\(set)(\(slot), self, \(keyPath), newValue) }
                }
            """
        return """
            {
                @storageRestrictions(accesses: _$backing, initializes: \(placeholder))
                init(initialValue) {
                    _$backing.\(set)(\(slot), \(keyPath), initialValue)
                    \(placeholder) = _SwiftDataNoType()
                }
                get { _$backing.\(get)(\(slot), self, \(keyPath)) }\(isConstant ? "" : setter)
            }
            """
    }

    /// Returns the placeholder of a property.
    ///
    /// The compiler initializes optional variables with nil. So the placeholder of one is optional
    /// and has a value, like that of a property with an initial value. A constant's must be neither:
    /// an initializer sets it once.
    private static func placeholder(
        for variable: PropertyDeclaration.Binding, named name: String, isConstant: Bool
    ) -> String {
        let isOptional = variable.isOptional && !isConstant
        let type = isOptional ? "_SwiftDataNoType?" : "_SwiftDataNoType"
        let value = isOptional || variable.initialValue != nil ? " = _SwiftDataNoType()" : ""
        return "private var \(placeholderName(of: name)): \(type)\(value)"
    }
}
