/// A type that a module declares.
package struct TypeDeclaration: Hashable, Sendable {
    package var module: String
    /// The names of the types around it, and its own: `["Outer", "Inner"]`.
    package var path: [String]
    package var kind: Kind
    /// `private` or `fileprivate`: then the file's name is part of the type's identity.
    package var isPrivate: Bool
    package var isPublic: Bool
    package var isGeneric: Bool
    /// What stands after the colon.
    package var inherited: [SwiftType]
    package var place: SourcePlace

    package enum Kind: Hashable, Sendable {
        case `class`
        case structure([Field])
        case enumeration([Case])
        case alias(SwiftType)
        case `protocol`
        case actor
    }

    /// A stored property of a structure.
    package struct Field: Hashable, Sendable {
        package var name: String
        /// nil where the source leaves the type to inference, or a wrapper changes what is stored.
        package var type: SwiftType?
    }

    /// A case of an enumeration.
    package struct Case: Hashable, Sendable {
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
