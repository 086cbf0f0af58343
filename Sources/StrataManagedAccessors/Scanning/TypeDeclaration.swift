/// The visibility of a declaration, as far as symbols depend on it: the symbols of a private
/// declaration contain the file's name.
package enum Access: Hashable, Codable, Sendable {
    /// No modifier: as visible as the declaration around it.
    case unspecified
    /// `private` or `fileprivate`.
    case file
    case `internal`
    /// `public`, `open` or `package`.
    case outside
}

/// A type that a module declares.
package struct TypeDeclaration: Hashable, Codable, Sendable {
    package var module: String
    /// The names of the enclosing types and its own, such as `["Outer", "Inner"]`.
    package var path: [String]
    package var kind: Kind
    package var access: Access
    package var isGeneric: Bool
    /// The types after the colon.
    package var inherited: [SwiftType]
    package var place: SourcePlace

    /// The scope in which the names in the declaration are looked up: its module and the enclosing
    /// types.
    var scope: TypeResolver.Scope {
        TypeResolver.Scope(module: module, path: Array(path.dropLast()))
    }

    package enum Kind: Hashable, Codable, Sendable {
        case `class`
        case structure([Field])
        case enumeration([Case])
        case alias(SwiftType)
        case `protocol`
        case actor
        /// A type that is declared differently if `DEBUG` is set.
        case conditional
    }

    /// A stored property of a structure.
    package struct Field: Hashable, Codable, Sendable {
        package var name: String
        /// The type; nil if the source leaves it to inference, or if a wrapper changes it.
        package var type: SwiftType?
    }

    /// A case of an enumeration.
    package struct Case: Hashable, Codable, Sendable {
        package var name: String
        /// The raw value as written.
        package var rawValue: String?
        package var payload: [SwiftType]
        package var isIndirect: Bool
    }

    package var name: String { path[path.count - 1] }

    /// The name with its module.
    package var qualifiedName: String { ([module] + path).joined(separator: ".") }
}
