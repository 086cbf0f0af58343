/// A type as a source file spells it.
package indirect enum SwiftType: Hashable, Codable, Sendable {
    /// A name with its qualifiers, such as `Quake`, `App.Quake` or `Set<Quake>`.
    case named([Component])
    case optional(SwiftType)
    /// A type without a name (an existential, a tuple or a function): its text, and the names in
    /// it.
    case other(String, names: [String])

    package struct Component: Hashable, Codable, Sendable {
        package var name: String
        package var arguments: [SwiftType]
    }

    package static func named(_ name: String, _ arguments: [SwiftType] = []) -> SwiftType {
        .named([Component(name: name, arguments: arguments)])
    }

    /// Every simple name in the type.
    package var names: Set<String> {
        switch self {
        case .named(let components):
            components.reduce(into: []) { names, component in
                names.insert(component.name)
                for argument in component.arguments { names.formUnion(argument.names) }
            }
        case .optional(let wrapped): wrapped.names
        case .other(_, let names): Set(names)
        }
    }
}

extension SwiftType: CustomStringConvertible {
    package var description: String {
        switch self {
        case .optional(let wrapped): "\(wrapped)?"
        case .other(let text, _): text
        case .named(let components):
            switch (components.count, components[0].name, components[0].arguments.count) {
            case (1, "Array", 1): "[\(components[0].arguments[0])]"
            case (1, "Dictionary", 2): "[\(components[0].arguments[0]): \(components[0].arguments[1])]"
            default:
                components.map { component in
                    let arguments = component.arguments.map(\.description).joined(separator: ", ")
                    return component.arguments.isEmpty ? component.name : "\(component.name)<\(arguments)>"
                }.joined(separator: ".")
            }
        }
    }
}
