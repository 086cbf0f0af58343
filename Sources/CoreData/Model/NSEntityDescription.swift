public import Foundation
internal import StrataModelFormat
public import StrataPredicates
internal import Synchronization
internal import StrataTraps

/// The description of an entity: a kind of object, with its class and its properties.
///
/// An entity can be changed until its model is first used by a container, a coordinator or an
/// object. After that its setters trap.
// Safe to share: built on one thread with its model, and immutable once the model is in use.
// Mutexes and atomics protect all other state.
public final class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
    /// An object that a layer above this module keeps for the entity's objects; nil without such a
    /// layer.
    package private(set) var modelLayout: AnyObject?

    /// Sets the class of the entity's objects, regardless of `managedObjectClassName`, and the object
    /// that the layer of this class keeps for them. Call it before the model is used. Archives of the
    /// model do not name the class.
    package func setLayer(_ objectClass: NSManagedObject.Type, _ layout: AnyObject) {
        introduce(objectClass)
        modelLayout = layout
        // Not retained: the entity keeps it, and is never released once it has a layout.
        self.layout.layer.store(UInt(bitPattern: Unmanaged.passUnretained(layout).toOpaque()), ordering: .releasing)
    }

    /// Returns the slot of a property. Traps for an unknown name.
    package func requiredSlot(of name: String) -> Int { layout.requiredSlot(of: name) }

    /// The model that the entity was added to.
    weak var model: NSManagedObjectModel?

    /// The model that the entity belongs to. Traps if there is none.
    public var managedObjectModel: NSManagedObjectModel {
        guard let model else {
            trap("The entity '\(name ?? "")' belongs to no model, or its model was deallocated.")
        }
        return model
    }

    /// The entity's name, unique in its model.
    public var name: String? { willSet { requireEditable() } }

    /// The name of the class of the entity's objects; `NSManagedObject` unless set, or if set to
    /// nil.
    ///
    /// Set it to `NSStringFromClass(Quake.self)`. A bare name such as `Quake` is found if the class
    /// is in the main program's module or in a module that contains a model, or after its first use
    /// in `Quake.entity()`, `Quake(context:)` or a typed fetch. The type is implicitly unwrapped as
    /// in Apple's API.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public var managedObjectClassName: String! = "NSManagedObject" {
        willSet { requireEditable() }
        didSet { if managedObjectClassName == nil { managedObjectClassName = "NSManagedObject" } }
    }

    /// Whether only subentities of the entity can have objects. False unless set.
    public var isAbstract = false { willSet { requireEditable() } }

    /// The direct subentities.
    ///
    /// Setting the array makes this entity their superentity, and removes the superentity of those
    /// that the array no longer contains. Traps for a cycle.
    public var subentities: [NSEntityDescription] = [] {
        willSet { requireEditable() }
        didSet {
            for entity in oldValue where entity.superentity === self { entity.superentity = nil }
            for entity in subentities {
                require(!isKindOf(entity: entity), "The entity '\(entity.name ?? "")' cannot be its own superentity.")
                if let other = entity.superentity, other !== self { other.subentities.removeAll { $0 === entity } }
                entity.superentity = self
            }
        }
    }

    /// The superentity; nil for a root entity. To set it, add this entity to the `subentities` of
    /// another.
    public internal(set) weak var superentity: NSEntityDescription?

    /// The properties that the entity declares itself, without inherited ones.
    private(set) var ownProperties: [NSPropertyDescription] = []

    /// The entity's properties: inherited ones first, which are the superentity's own descriptions,
    /// then the entity's own in the order in which they were set.
    ///
    /// Setting the array ignores properties of superentities, so that `entity.properties +=
    /// [property]` works in a subentity too. Traps for a property that belongs to another entity.
    public var properties: [NSPropertyDescription] {
        get { (superentity?.properties ?? []) + ownProperties }
        set {
            requireEditable()
            let inherited = Set((superentity?.properties ?? []).map(ObjectIdentifier.init))
            for property in ownProperties where property.owner === self { property.owner = nil }
            ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
            for property in ownProperties {
                require(
                    property.owner == nil,
                    "The property '\(property.name)' belongs to '\(property.owner?.name ?? "")' already. Add a copy of it.")
                property.owner = self
            }
        }
    }

    /// The entity's own uniqueness constraints: lists of properties, as names or descriptions,
    /// whose combined values are unique among all objects.
    public var uniquenessConstraints: [[Any]] = [] { willSet { requireEditable() } }

    /// The entity's own fetch indexes.
    public var indexes: [NSFetchIndexDescription] = [] {
        willSet { requireEditable() }
        didSet {
            for index in oldValue where index.entity === self { index.entity = nil }
            for index in indexes { index.entity = self }
        }
    }

    /// Lists of property names or descriptions to index together. Superseded by `indexes`.
    public var compoundIndexes: [[Any]] = [] { willSet { requireEditable() } }

    /// The expression for an object's name in Spotlight; nil unless set. There is no Spotlight on
    /// Linux, so this has no effect.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public var coreSpotlightDisplayNameExpression: NSExpression! { willSet { requireEditable() } }

    /// Values that the model's author attached to the entity. They are not part of the version
    /// hash.
    public var userInfo: [AnyHashable: Any]? { willSet { requireEditable() } }

    /// A string that is part of the version hash. Set it to give the entity another hash although
    /// no other part of it changed.
    public var versionHashModifier: String? { willSet { requireEditable() } }

    private var givenRenamingIdentifier: String?

    /// The identifier that corresponding entities share in different versions of the model; the
    /// name unless set.
    public var renamingIdentifier: String? {
        get { givenRenamingIdentifier ?? name }
        set {
            requireEditable()
            givenRenamingIdentifier = newValue
        }
    }

    /// The file element that the entity was read from. It keeps details that only a model file has,
    /// such as code generation settings, until the model is written to a file.
    var file: EntityElement?

    /// Creates an entity without a name or properties.
    public override init() {}

    private let builtLayout = Mutex<EntityLayout?>(nil)
    /// The address of the layout, which is read without the lock. The layout is never released.
    private let layoutAddress = Atomic<UnsafeMutableRawPointer?>(nil)

    /// The layout, if it was built.
    var layoutIfBuilt: EntityLayout? { builtLayout.withLock { $0 } }

    /// The entity's layout. Building it, on first use, makes the model immutable.
    var layout: EntityLayout {
        if let address = layoutAddress.load(ordering: .acquiring) {
            return Unmanaged<EntityLayout>.fromOpaque(address).takeUnretainedValue()
        }
        return builtLayout.withLock { built in
            if let built { return built }
            let layout = EntityLayout(of: self)
            built = layout
            layoutAddress.store(Unmanaged.passUnretained(layout).toOpaque(), ordering: .releasing)
            model?.isInUse = true
            return layout
        }
    }

    /// The class of the entity's objects; nil until it is looked up or registered.
    let foundClass = Mutex<ManagedClass?>(nil)

    /// Whether the entity can no longer be changed.
    var isInUse: Bool { layoutIfBuilt != nil || model?.isInUse == true }

    private func requireEditable() {
        require(!isInUse, "The entity '\(name ?? "")' belongs to a model that is in use and can no longer be changed.")
    }

    /// Returns a mutable copy with copies of the entity's own properties and indexes. The copy has
    /// no superentity, no subentities and no model.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSEntityDescription()
        copy.file = file
        copy.name = name
        copy.managedObjectClassName = managedObjectClassName
        copy.isAbstract = isAbstract
        copy.properties = ownProperties.map { $0.copied() }
        copy.uniquenessConstraints = uniquenessConstraints
        copy.indexes = indexes.map { $0.copied() }
        copy.compoundIndexes = compoundIndexes
        copy.coreSpotlightDisplayNameExpression = coreSpotlightDisplayNameExpression
        copy.userInfo = userInfo
        copy.versionHashModifier = versionHashModifier
        copy.givenRenamingIdentifier = givenRenamingIdentifier
        copy.referToOwnProperties()
        return copy
    }

    /// Replaces the properties in copied constraints and indexes with this entity's properties of
    /// the same names.
    func referToOwnProperties() {
        let properties = propertiesByName
        func own(_ element: Any) -> Any {
            (element as? NSPropertyDescription).map { properties[$0.name] ?? $0 } ?? element
        }
        uniquenessConstraints = uniquenessConstraints.map { $0.map(own) }
        compoundIndexes = compoundIndexes.map { $0.map(own) }
        for element in indexes.flatMap(\.elements) {
            guard let property = element.property, property.owner != nil, let own = properties[property.name] else { continue }
            element.property = own
        }
    }

    /// Returns whether the other object is an entity with equal parts. Compares related entities by
    /// name, and ignores the order of properties.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSEntityDescription else { return false }
        return self === other || saysTheSame(as: other)
    }

    public override var hash: Int { name.hashValue }

    public override var description: String {
        func elements(_ descriptions: [String: some NSObject]) -> String {
            PropertyListText.dictionary(descriptions.mapValues(\.description))
        }
        let constraints = NSEntityDescription.names(uniquenessConstraints).map { PropertyListText.list($0) }
        return
            "(<NSEntityDescription: \(address(of: self))>) name \(name ?? "(null)"), managedObjectClassName \(managedObjectClassName ?? "(null)"), renamingIdentifier \(renamingIdentifier ?? "(null)"), isAbstract \(isAbstract ? 1 : 0), superentity name \(superentity?.name ?? "(null)"), properties \(elements(propertiesByName)), subentities \(elements(subentitiesByName)), userInfo \(PropertyListText.dictionary(named: userInfo)), versionHashModifier \(versionHashModifier ?? "(null)"), uniquenessConstraints \(PropertyListText.list(constraints))"
    }
}
