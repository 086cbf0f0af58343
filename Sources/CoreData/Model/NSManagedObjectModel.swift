public import Foundation
internal import StrataModelFormat
internal import Synchronization
internal import StrataTraps

/// A model: the entities that an app stores.
///
/// A model is built in code, read from a file, or found by `NSPersistentContainer(name:)`. It can
/// be changed until it is first used by a container, a coordinator or an object. After that its
/// setters trap.
// Safe to share: built on one thread, and immutable once in use. Mutexes and atomics protect all
// other state.
public final class NSManagedObjectModel: NSObject, NSCopying, @unchecked Sendable {
    /// The model's entities, including subentities.
    public var entities: [NSEntityDescription] = [] {
        willSet { requireEditable() }
        didSet {
            for entity in oldValue where entity.model === self { entity.model = nil }
            for entity in entities { entity.model = self }
        }
    }

    /// The names of each configuration's entities.
    var namesByConfiguration: [String: [String]] = [:] { willSet { requireEditable() } }

    /// The fetch request templates by name; see `setFetchRequestTemplate(_:forName:)`.
    ///
    /// Once the model is in use, these are copies: a change of one does not change the model.
    public var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
        isInUse ? templates.mapValues { $0.copied() } : templates
    }
    /// The model's own templates.
    var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:] { willSet { requireEditable() } }

    /// Localized names of entities, properties and errors, by keys such as
    /// `Property/time/Entity/Quake`.
    ///
    /// It can be set even when the model is in use, since it is not part of the version. Nil until then:
    /// no file of translations is read.
    public var localizationDictionary: [String: String]? {
        get { localizations.withLock { $0 } }
        set { localizations.withLock { $0 = newValue } }
    }
    private let localizations = Mutex<[String: String]?>(nil)

    /// Identifiers that the model's author gave this version. They do not affect whether a store is
    /// compatible with the model.
    public var versionIdentifiers: Set<AnyHashable> = [] { willSet { requireEditable() } }

    /// The file element that the model was read from. It keeps details that only a model file has,
    /// such as the diagram's layout, until the model is written to a file.
    var file: ModelElement?

    /// The module of the model's classes, if it is known.
    var module: String?

    /// The file that the model is a version of; nil for a model that was built in code, or merged from
    /// several.
    var origin: (any ModelOrigin)?

    private let used = Atomic<Bool>(false)

    /// Whether an object or a coordinator uses the model, so that it can no longer be changed.
    var isInUse: Bool {
        get { used.load(ordering: .relaxed) }
        set { used.store(newValue, ordering: .relaxed) }
    }

    private let namesInUse = Mutex<[String: NSEntityDescription]?>(nil)
    let entitiesByClass = Mutex<[ObjectIdentifier: NSEntityDescription]>([:])

    /// Creates an empty model.
    public override init() {}

    /// The entities by name. Cached once the model is in use; until then, each access computes it.
    /// Traps if two entities have the same name.
    public var entitiesByName: [String: NSEntityDescription] {
        guard isInUse else { return makeEntitiesByName() }
        return namesInUse.withLock { names in
            let known = names ?? makeEntitiesByName()
            names = known
            return known
        }
    }

    public override var description: String {
        let entities = PropertyListText.dictionary(
            Dictionary(entities.map { ($0.name ?? "", $0.description) }, uniquingKeysWith: { $1 }))
        let templates = PropertyListText.dictionary(self.templates.mapValues(\.description))
        return
            "(<NSManagedObjectModel: \(address(of: self))>) isEditable \(isInUse ? 0 : 1), entities \(entities), fetch request templates \(templates)"
    }

    private func makeEntitiesByName() -> [String: NSEntityDescription] {
        Dictionary(
            entities.map { ($0.name ?? "", $0) },
            uniquingKeysWith: { _, second in trap("The model has two entities '\(second.name ?? "")'.") }
        )
    }

    func requireEditable() {
        require(
            !isInUse && entities.allSatisfy { $0.layoutIfBuilt == nil }, "A model that is in use can no longer be changed.")
    }

    /// Returns a mutable copy with copies of all entities and templates.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSManagedObjectModel()
        copy.file = file
        copy.module = module
        copy.origin = origin
        copy.entities = Self.copies(of: entities)
        copy.namesByConfiguration = namesByConfiguration
        copy.templates = templates.mapValues { $0.copied() }
        copy.localizationDictionary = localizationDictionary
        copy.versionIdentifiers = versionIdentifiers
        copy.referToOwnEntities()
        return copy
    }

    /// Returns whether the other object is a model with equal entities, configurations, templates,
    /// localized names and version identifiers.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectModel else { return false }
        return self === other || saysTheSame(as: other)
    }

    public override var hash: Int { Set(entities.map(\.name)).hashValue }
}
