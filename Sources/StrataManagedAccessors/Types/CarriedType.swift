/// The type as which a property's value passes between the app's module and the accessors' module,
/// which cannot name the app's types.
///
/// Both sides must agree on registers and ownership, not on names: every class is one reference,
/// and a structure is its fields.
struct CarriedType: Hashable {
    /// The type as the accessor spells it, without `?`.
    var spelling: String
    var isOptional: Bool
    var meaning: Meaning

    enum Meaning: Hashable {
        /// A type of the standard library, Foundation or CoreData, by its name without the module.
        case system(String)
        case object(ManagedClass)
        /// A `Set` of managed objects.
        case objectSet(of: ManagedClass)
        /// An `Array` of managed objects.
        case objectList(of: ManagedClass)
        /// An enumeration with raw values; the accessors declare one with the same cases.
        case rawEnumeration(rawType: String)
        /// Another type of the app, which may have a raw value. The expression creates the true
        /// type at run time.
        case opaque(typeExpression: String, hasRawValue: Bool)
    }

    /// A class of managed objects; `NSManagedObject` itself if it has no declaration.
    struct ManagedClass: Hashable {
        var declaration: TypeDeclaration?
    }

    /// The type with its `?`, in parentheses where an existential or a function requires them.
    var fullSpelling: String {
        guard isOptional else { return spelling }
        return spelling.hasPrefix("any ") || spelling.contains("&") || spelling.contains("->") ? "(\(spelling))?" : "\(spelling)?"
    }
}
