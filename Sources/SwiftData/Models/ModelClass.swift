internal import CoreData
internal import Synchronization
internal import StrataTraps

/// A model class and its stored properties, which is made once for each class.
// Safe to share: constants, and a mutex.
final class ModelClass: @unchecked Sendable {
    /// A stored property.
    struct Property {
        let name: String
        let keyPath: AnyKeyPath
        let metadata: Schema.PropertyMetadata

        /// Whether each initializer sets the property: it is not optional, and has no default.
        var isRequired: Bool {
            metadata.defaultValue == nil && !(Swift.type(of: keyPath).valueType is any OptionalType.Type)
        }
    }

    let type: any PersistentModel.Type
    /// The name of the entity.
    let name: String
    /// The stored properties, those of the superclass first.
    let properties: [Property]
    /// The indices of the properties that each initializer sets.
    let requiredIndices: [Int]
    /// The superclass, if that is a model, too.
    let superclass: ModelClass?
    /// Whether the superclass is a model, too.
    let isSubclass: Bool
    /// The number of properties of the superclass.
    let inheritedCount: Int
    private let partCount = Atomic(0)
    private var madeLayout: ModelLayout?
    /// The index of each property, by its key path.
    private let indices: [AnyKeyPath: Int]

    private static let known = Mutex<[ObjectIdentifier: ModelClass]>([:])

    /// Returns the class's description.
    static func of(_ type: any PersistentModel.Type) -> ModelClass {
        let key = ObjectIdentifier(type)
        if let known = known.withLock({ $0[key] }) { return known }
        // Outside of the lock: default values are expressions of the app.
        let made = ModelClass(type)
        return known.withLock { known in
            if let earlier = known[key] { return earlier }
            known[key] = made
            return made
        }
    }

    /// Returns the class with an entity's name among those that the program has used. Of several
    /// versions, the one whose full name is the last in the alphabet: the versions may be numbered.
    static func known(named name: String) -> ModelClass? {
        known.withLock { known in
            known.values.filter { $0.name == name }.max { String(reflecting: $0.type) < String(reflecting: $1.type) }
        }
    }

    private init(_ type: any PersistentModel.Type) {
        self.type = type
        name = Schema.entityName(of: type)
        let persisted = type.schemaMetadata.filter { !$0.isConstraint }
        properties =
            persisted
            .map { Property(name: $0.name, keyPath: $0.keypath, metadata: $0) }
        requiredIndices = properties.enumerated().filter(\.element.isRequired).map(\.offset)
        superclass = (_getSuperclass(type) as? any PersistentModel.Type).map(ModelClass.of)
        isSubclass = superclass != nil
        inheritedCount = superclass?.properties.count ?? 0
        indices = Dictionary(properties.enumerated().map { ($1.keyPath, $0) }, uniquingKeysWith: { $1 })
        madeLayout = ModelLayout(self)
    }

    /// Counts new models of a direct subclass whose values have not joined those of this class.
    func countParts(by difference: Int) { partCount.add(difference, ordering: .relaxed) }

    /// Whether there are such models.
    var hasParts: Bool { partCount.load(ordering: .relaxed) > 0 }

    /// The layout of models without a managed object, which has no slots.
    var ownLayout: ModelLayout {
        guard let madeLayout else { trap("\(name) is being described.") }
        return madeLayout
    }

    /// The class's entity in a model of the types that its relationships reach. It is made for models
    /// and key paths that are used before there is a container.
    var entity: NSEntityDescription {
        if let known = knownEntity.withLock({ $0 }) { return known }
        // Outside of the lock: default values are expressions of the app.
        let model = Self.$isDescribing.withValue(true) { ManagedModel(Schema([type])).model }
        guard let made = model.entitiesByName[name] else { trap("\(name) has no entity.") }
        return knownEntity.withLock { known in
            if let earlier = known { return earlier }
            known = made
            return made
        }
    }
    private let knownEntity = Mutex<NSEntityDescription?>(nil)

    /// Whether an entity is being made. The default values of its properties may be models, whose
    /// initializers relate them to others: an entity for these would begin the same again.
    @TaskLocal static var isDescribing = false

    /// Returns the index of the inverse of a relationship among the properties of its class; nil if
    /// it has none.
    func inverse(of index: Int) -> Int? {
        if Self.isDescribing, knownEntity.withLock({ $0 == nil }) { return nil }
        guard let relationship = entity.relationshipsByName[properties[index].name]?.inverseRelationship,
            let other = relationship.entity.modelLayout as? ModelLayout
        else { return nil }
        return other.modelClass.properties.firstIndex { $0.name == relationship.name }
    }

    /// Whether a relationship has an inverse that refers to one model.
    func hasToOneInverse(_ index: Int) -> Bool {
        entity.relationshipsByName[properties[index].name]?.inverseRelationship?.isToMany == false
    }

    /// Whether a property is a to-many relationship.
    func isToMany(_ index: Int) -> Bool { entity.relationshipsByName[properties[index].name]?.isToMany == true }

    /// Returns the index of a property that this class or one of its superclasses declares.
    ///
    /// - Parameter index: The index among the properties that `type` declares itself.
    func index(_ index: Int, declaredBy type: any PersistentModel.Type) -> Int {
        var declaring = self
        while declaring.isSubclass, ObjectIdentifier(declaring.type) != ObjectIdentifier(type), let next = declaring.superclass {
            declaring = next
        }
        return declaring.inheritedCount + index
    }

    /// Returns the index of the property that a key path names; nil for a computed property and for
    /// a path of several.
    func index(of keyPath: AnyKeyPath) -> Int? { indices[keyPath] }
}

/// A model class in a container: the slots of the class's properties in the entity's rows.
// Safe to share: constants.
final class ModelLayout: @unchecked Sendable {
    // Not retained: a class is known as long as the program runs.
    unowned(unsafe) let modelClass: ModelClass
    let typeID: ObjectIdentifier
    let isOfSubclass: Bool
    /// The entity; nil for models that are in no container. Not retained: an entity with a layout is
    /// never released.
    unowned(unsafe) let entity: NSEntityDescription?
    /// The slot of each property.
    let slots: [Int]
    /// The storage of each property's values.
    let kinds: [ValueKind]
    /// Whether the container has subclasses of the class.
    let hasSubclasses: Bool

    init(_ modelClass: ModelClass, _ entity: NSEntityDescription, _ kinds: [ValueKind]) {
        self.modelClass = modelClass
        typeID = ObjectIdentifier(modelClass.type)
        isOfSubclass = modelClass.isSubclass
        self.entity = entity
        slots = modelClass.properties.map { entity.requiredSlot(of: $0.name) }
        self.kinds = kinds
        hasSubclasses = !entity.subentities.isEmpty
    }

    /// Creates the layout of models that are in no container.
    init(_ modelClass: ModelClass) {
        self.modelClass = modelClass
        typeID = ObjectIdentifier(modelClass.type)
        isOfSubclass = modelClass.isSubclass
        entity = nil
        slots = []
        kinds = []
        hasSubclasses = false
    }
}
