public import Foundation
internal import ModelFormat
public import Predicates
internal import Synchronization
internal import Traps

/// An entity: a kind of object, its class and its properties.
///
/// It can be changed until its model is first used by a container, a coordinator or an object.
// Safe to share: built on one thread with its model, and immutable once that is in use, but for
// what mutexes and atomics guard.
public final class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The model that the entity was added to.
    weak var model: NSManagedObjectModel?

    /// The model that the entity was added to; traps where there is none.
    public var managedObjectModel: NSManagedObjectModel {
        guard let model else {
            trap("The entity '\(name ?? "")' belongs to no model, or its model is gone.")
        }
        return model
    }

    public var name: String? { willSet { requireEditable() } }

    /// The objects' class: `NSStringFromClass(Quake.self)`, or the bare name of a class in a module that holds a model, or of one that
    /// has introduced itself with `Quake.entity()`, `Quake(context:)` or a typed fetch. Setting nil gives `NSManagedObject` back. The type is Apple's.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public var managedObjectClassName: String! = "NSManagedObject" {
        willSet { requireEditable() }
        didSet { if managedObjectClassName == nil { managedObjectClassName = "NSManagedObject" } }
    }

    /// Whether there are objects of its subentities only. False unless set.
    public var isAbstract = false { willSet { requireEditable() } }

    /// Setting them makes this entity their superentity, and leaves those that are no longer among them without one.
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

    /// Set by adding the entity to another one's `subentities`.
    public internal(set) weak var superentity: NSEntityDescription?

    /// The properties that the entity declares itself.
    private(set) var ownProperties: [NSPropertyDescription] = []

    /// All properties: the superentity's, which are shared with it, then the entity's own in the order given.
    ///
    /// Properties that belong to a superentity are left out when set, so that `entity.properties += [property]` works in a hierarchy too.
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

    /// Sets of attribute names (or descriptions) whose values together occur once among all objects; the entity's own ones.
    public var uniquenessConstraints: [[Any]] = [] { willSet { requireEditable() } }

    /// The entity's own indexes.
    public var indexes: [NSFetchIndexDescription] = [] {
        willSet { requireEditable() }
        didSet {
            for index in oldValue where index.entity === self { index.entity = nil }
            for index in indexes { index.entity = self }
        }
    }

    /// Sets of property names (or descriptions) to keep an index for. Superseded by `indexes`.
    public var compoundIndexes: [[Any]] = [] { willSet { requireEditable() } }

    /// What Spotlight would show for an object, nil unless set; there is none on Linux, so it is only kept.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public var coreSpotlightDisplayNameExpression: NSExpression! { willSet { requireEditable() } }

    /// Whatever the model's maker noted down; no part of the version.
    public var userInfo: [AnyHashable: Any]? { willSet { requireEditable() } }

    /// A text that makes the version hash another one, for changes that no other part of the model shows.
    public var versionHashModifier: String? { willSet { requireEditable() } }

    private var givenRenamingIdentifier: String?

    /// By which the entity is found again in another version of the model; its name unless set.
    public var renamingIdentifier: String? {
        get { givenRenamingIdentifier ?? name }
        set {
            requireEditable()
            givenRenamingIdentifier = newValue
        }
    }

    /// What the entity was read from; keeps what only a file knows, such as the code to generate, for writing it back.
    var file: EntityElement?

    public override init() {}

    private let builtLayout = Mutex<EntityLayout?>(nil)
    /// The same once it is built, for which no lock has to be taken. Whoever has the layout has it for good.
    private let layoutAddress = Atomic<UnsafeMutableRawPointer?>(nil)

    var layoutIfBuilt: EntityLayout? { builtLayout.withLock { $0 } }

    /// The entity's properties by slot; building it on first use ends the time in which the model can be changed.
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

    /// The class found for the entity, once it was looked for.
    let foundClass = Mutex<ManagedClass?>(nil)

    var isInUse: Bool { layoutIfBuilt != nil || model?.isInUse == true }

    private func requireEditable() {
        require(!isInUse, "The entity '\(name ?? "")' belongs to a model that is in use and can no longer be changed.")
    }

    /// An entity that says the same, with copies of its own properties and indexes, outside of any hierarchy; it can be changed.
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

    /// Makes constraints and indexes that were copied refer to this entity's properties of the same names.
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

    /// Equal are entities that say the same, with equal properties in any order; entities they refer to are compared by name.
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
