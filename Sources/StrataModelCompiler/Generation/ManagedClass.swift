import StrataModelFormat

/// A class that is generated in full, or for which properties are generated.
struct ManagedClass {
    var name: String
    /// The superclass as the code spells it.
    var superclass: String
    /// The entities whose objects are of this class, by name; usually one.
    var entities: [EntityElement]
    /// The entity that `fetchRequest()` fetches; nil if the class belongs to several entities
    /// without a common superentity among them.
    var requestedEntity: String?
    /// Whether the superclass is `NSManagedObject`, so that the class itself must conform to
    /// `Identifiable`.
    var isRoot: Bool
    var properties: [ManagedProperty]
    /// The modules of superclasses and destinations, by name.
    var modules: [String]

    /// Whether the class itself is generated for at least one of its entities.
    var isGenerated: Bool {
        entities.contains { $0.codeGeneration == .classDefinition }
    }
}

/// A property of a generated class.
struct ManagedProperty: Equatable {
    enum Kind: Equatable {
        case attribute
        case toOne
        /// A collection, with the class of its elements.
        case toMany(of: String, isOrdered: Bool)
        case fetched
    }

    var name: String
    var kind: Kind
    /// The Swift type as the code spells it.
    var type: String
    /// The property's slot in the class's first entity. CoreData finds the property by its name if
    /// another entity has it in another slot.
    var slot: Int
}
