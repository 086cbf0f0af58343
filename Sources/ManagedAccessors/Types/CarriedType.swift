/// How a property's value crosses from the app's module to the accessors', which cannot name the app's types.
///
/// Both sides must agree on registers and ownership, not on names: a class is a reference whatever its name, and a structure is
/// its fields.
struct CarriedType: Hashable {
    /// The type as the accessor spells it, without `?`.
    var spelling: String
    var isOptional: Bool
    var meaning: Meaning

    enum Meaning: Hashable {
        /// A type of the standard library, Foundation or CoreData, by its name without module.
        case system(String)
        case object(ManagedClass)
        /// A `Set` of managed objects.
        case objectSet(of: ManagedClass)
        /// An `Array` of managed objects.
        case objectList(of: ManagedClass)
        /// An enumeration over a raw type; the accessors have its cases too.
        case rawEnumeration(rawType: String)
        /// Any other type of the app. The expression makes the true type at run time, which may have a raw value.
        case opaque(typeExpression: String, hasRawValue: Bool)
    }

    /// A class of managed objects; without a declaration it is `NSManagedObject` itself.
    struct ManagedClass: Hashable {
        var declaration: TypeDeclaration?
    }

    /// The type with its `?`, parenthesised where an existential needs it.
    var fullSpelling: String {
        guard isOptional else { return spelling }
        return spelling.hasPrefix("any ") || spelling.contains("&") || spelling.contains("->") ? "(\(spelling))?" : "\(spelling)?"
    }
}
