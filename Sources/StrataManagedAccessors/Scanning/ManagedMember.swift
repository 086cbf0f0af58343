/// A property or function marked `@NSManaged`.
package struct ManagedMember: Hashable, Codable, Sendable {
    /// The path of the class, as the class or the extension around the member spells it.
    package var container: [String]
    package var name: String
    package var kind: Kind
    /// The access written on the member or on the extension around it.
    package var access: Access
    package var place: SourcePlace

    package enum Kind: Hashable, Codable, Sendable {
        case property(SwiftType)
        case function([Parameter], returns: SwiftType?)
    }

    package struct Parameter: Hashable, Codable, Sendable {
        /// The argument label; nil for `_`.
        package var label: String?
        package var type: SwiftType
    }

    /// The member with its class: `Quake.time`.
    package var title: String { (container + [name]).joined(separator: ".") }

    /// The property's type; nil for a function.
    package var type: SwiftType? {
        guard case .property(let type) = kind else { return nil }
        return type
    }

    /// All types that the member mentions.
    package var types: [SwiftType] {
        switch kind {
        case .property(let type): [type]
        case .function(let parameters, let returns): parameters.map(\.type) + (returns.map { [$0] } ?? [])
        }
    }
}
