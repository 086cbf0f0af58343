/// Who sees a declaration, as far as it matters: the file's name is part of the identity of what only the file sees.
package enum Access: Hashable, Codable, Sendable {
    /// Nothing is written: it is as visible as what it stands in.
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
    /// The names of the types around it, and its own: `["Outer", "Inner"]`.
    package var path: [String]
    package var kind: Kind
    package var access: Access
    package var isGeneric: Bool
    /// What stands after the colon.
    package var inherited: [SwiftType]
    package var place: SourcePlace

    /// The module in which the type is looked up, and the types around it.
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
        /// One that is declared differently where `DEBUG` is set.
        case conditional
    }

    /// A stored property of a structure.
    package struct Field: Hashable, Codable, Sendable {
        package var name: String
        /// nil where the source leaves the type to inference, or a wrapper changes what is stored.
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
    /// The name with its module, as people write it.
    package var qualifiedName: String { ([module] + path).joined(separator: ".") }
}
