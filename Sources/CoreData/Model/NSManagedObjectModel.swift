public import Foundation
internal import ModelFormat
internal import Synchronization
internal import Traps

/// The entities an app stores.
///
/// Built in code, read from a file or found by its name by `NSPersistentContainer(name:)`. From its first use on it cannot be changed.
// Safe to share: built on one thread, and immutable once it is in use, but for what mutexes guard.
public final class NSManagedObjectModel: NSObject, NSCopying, @unchecked Sendable {
    public var entities: [NSEntityDescription] = [] {
        willSet { requireEditable() }
        didSet {
            for entity in oldValue where entity.model === self { entity.model = nil }
            for entity in entities { entity.model = self }
        }
    }

    /// The entities of each configuration.
    var namesByConfiguration: [String: [String]] = [:] { willSet { requireEditable() } }

    /// The fetch requests kept under names; see `setFetchRequestTemplate(_:forName:)`.
    public internal(set) var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] = [:] {
        willSet { requireEditable() }
    }

    /// Names of entities, properties and errors to be shown to people, under keys like `Property/time/Entity/Quake`.
    ///
    /// May be set at any time, as it is no part of the version.
    public var localizationDictionary: [String: String]? {
        get { localizations.withLock { $0 } }
        set { localizations.withLock { $0 = newValue } }
    }
    private let localizations = Mutex<[String: String]?>(nil)

    /// Names for this version, given by its maker; only for people to tell versions apart.
    public var versionIdentifiers: Set<AnyHashable> = [] { willSet { requireEditable() } }

    /// What the model was read from; keeps what only a file knows, such as the diagram's layout, for writing it back.
    var file: ModelElement?

    /// The module that the classes named by the model belong to, where that is known.
    var module: String?

    private let used = Atomic<Bool>(false)

    /// Whether an object or a coordinator works with the model, so that it can no longer be changed.
    var isInUse: Bool {
        get { used.load(ordering: .relaxed) }
        set { used.store(newValue, ordering: .relaxed) }
    }

    private let namesInUse = Mutex<[String: NSEntityDescription]?>(nil)
    let entitiesByClass = Mutex<[ObjectIdentifier: NSEntityDescription]>([:])

    public override init() {}

    /// The entities by name. Made once for a model in use, each time for one that is still being built. Traps for two of one name.
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
        let templates = PropertyListText.dictionary(fetchRequestTemplatesByName.mapValues(\.description))
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

    /// A model of its own that says the same, with copies of everything in it; it can be changed.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSManagedObjectModel()
        copy.file = file
        copy.module = module
        copy.entities = Self.copies(of: entities)
        copy.namesByConfiguration = namesByConfiguration
        copy.fetchRequestTemplatesByName = fetchRequestTemplatesByName.mapValues { $0.copied() }
        copy.localizationDictionary = localizationDictionary
        copy.versionIdentifiers = versionIdentifiers
        copy.referToOwnEntities()
        return copy
    }

    /// Equal are models with equal entities, configurations, templates and version identifiers.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectModel else { return false }
        return self === other || saysTheSame(as: other)
    }

    public override var hash: Int { Set(entities.map(\.name)).hashValue }
}
