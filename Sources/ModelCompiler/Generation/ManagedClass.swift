import ModelFormat

/// A class that is generated, or whose properties are.
struct ManagedClass {
    var name: String
    /// The superclass as it is spelled.
    var superclass: String
    /// The entities whose objects are of this class, by name; mostly one.
    var entities: [EntityElement]
    /// The entity that `fetchRequest()` asks for; nil where the class stands for entities that no superentity unites.
    var requestedEntity: String?
    /// Whether no superclass can have said already that its objects are `Identifiable`.
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
        /// A collection, with the class of what is in it.
        case toMany(of: String, isOrdered: Bool)
        case fetched
    }

    var name: String
    var kind: Kind
    /// The Swift type as it is spelled.
    var type: String
    /// The property's slot in the class's first entity. Where another one has it elsewhere, CoreData goes by the name.
    var slot: Int
}
