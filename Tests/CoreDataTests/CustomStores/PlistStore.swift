import CoreData
import Foundation

/// An atomic store as an app writes one, with the public interface only: a property list with the
/// objects of any model.
final class PlistStore: NSAtomicStore, @unchecked Sendable {
    static let storeType = "Plist"

    /// The error that the next saves throw.
    var failure: (any Error)?
    /// The calls of the framework since the last `takeCalls()`.
    private var calls: [String] = []
    /// Called with each node that a save makes.
    var onNewNode: ((NSAtomicStoreCacheNode) -> Void)?
    /// The reference object of the next object instead of a new UUID.
    var nextReference: String?

    /// Registers the class, once for the process.
    static let register: Void = NSPersistentStoreCoordinator.registerStoreClass(PlistStore.self, forStoreType: storeType)

    func takeCalls() -> [String] {
        defer { calls = [] }
        return calls
    }

    private static func contents(of url: URL) throws -> [String: Any]? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        return try PropertyListSerialization.propertyList(from: Data(contentsOf: url), format: nil) as? [String: Any]
    }

    override func loadMetadata() throws {
        calls.append("loadMetadata")
        guard let url else { return }
        let stored = try Self.contents(of: url)?["metadata"] as? [String: Any]
        metadata = stored ?? [NSStoreUUIDKey: UUID().uuidString, NSStoreTypeKey: Self.storeType]
    }

    override func load() throws {
        calls.append("load")
        guard let url, let objects = try Self.contents(of: url)?["objects"] as? [[String: Any]],
            let model = persistentStoreCoordinator?.managedObjectModel
        else { return }
        var nodes: [String: NSAtomicStoreCacheNode] = [:]
        for object in objects {
            guard let name = object["entity"] as? String, let entity = model.entitiesByName[name],
                let id = object["id"] as? String
            else { throw CocoaError(.fileReadCorruptFile) }
            let node = NSAtomicStoreCacheNode(objectID: objectID(for: entity, withReferenceObject: id))
            for (key, value) in object["attributes"] as? [String: Any] ?? [:] { node.setValue(value, forKey: key) }
            nodes[id] = node
        }
        for object in objects {
            guard let id = object["id"] as? String, let node = nodes[id] else { continue }
            for (key, ids) in object["relationships"] as? [String: [String]] ?? [:] {
                let members = ids.compactMap { nodes[$0] }
                guard let relationship = node.objectID.entity.relationshipsByName[key] else { continue }
                if !relationship.isToMany {
                    node.setValue(members.first, forKey: key)
                } else if relationship.isOrdered {
                    node.setValue(NSOrderedSet(array: members), forKey: key)
                } else {
                    node.setValue(Set(members), forKey: key)
                }
            }
        }
        addCacheNodes(Set(nodes.values))
    }

    override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        calls.append("newReferenceObject \(managedObject.entity.name ?? "")")
        defer { nextReference = nil }
        return nextReference ?? UUID().uuidString
    }

    override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
        calls.append("newCacheNode \(managedObject.entity.name ?? "")\(managedObject.objectID.isTemporaryID ? " temporary" : "")")
        let node = super.newCacheNode(for: managedObject)
        onNewNode?(node)
        return node
    }

    override func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {
        calls.append("updateCacheNode \(managedObject.entity.name ?? "")")
        super.updateCacheNode(node, from: managedObject)
    }

    override func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
        calls.append("willRemoveCacheNodes \(cacheNodes.count)")
    }

    override func save() throws {
        calls.append("save")
        if let failure { throw failure }
        guard let url else { return }
        let objects = cacheNodes().map { node -> [String: Any] in
            let entity = node.objectID.entity
            var attributes: [String: Any] = [:]
            for name in entity.attributesByName.keys { attributes[name] = node.value(forKey: name) }
            var relationships: [String: [String]] = [:]
            for name in entity.relationshipsByName.keys {
                let value = node.value(forKey: name)
                let members: [Any] =
                    (value as? NSOrderedSet)?.array ?? (value as? Set<NSAtomicStoreCacheNode>).map(Array.init) ?? value.map {
                        [$0]
                    } ?? []
                relationships[name] = members.compactMap { member in
                    (member as? NSAtomicStoreCacheNode).flatMap { referenceObject(for: $0.objectID) as? String }
                }
            }
            return [
                "entity": entity.name ?? "", "id": referenceObject(for: node.objectID), "attributes": attributes,
                "relationships": relationships,
            ]
        }
        let contents: [String: Any] = ["metadata": metadata ?? [:], "objects": objects]
        try PropertyListSerialization.data(fromPropertyList: contents, format: .binary, options: 0).write(
            to: url, options: .atomic)
    }
}

/// A container whose store is a `PlistStore`.
final class PlistContainer: Sendable {
    let folder: TemporaryFolder
    let container: NSPersistentContainer

    init(
        _ model: NSManagedObjectModel = .library(), in folder: TemporaryFolder? = nil, type: String = PlistStore.storeType,
        options: [String: NSObject] = [:]
    ) throws {
        _ = PlistStore.register
        self.folder = try folder ?? TemporaryFolder()
        container = NSPersistentContainer(name: "Plist", managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: self.folder.url.appending(path: "Objects.file"))
        description.type = type
        for (key, option) in options { description.setOption(option, forKey: key) }
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
    }

    var url: URL { folder.url.appending(path: "Objects.file") }
    var coordinator: NSPersistentStoreCoordinator { container.persistentStoreCoordinator }
    func context() -> NSManagedObjectContext { container.newBackgroundContext() }

    /// Returns the texts of an attribute of all objects of an entity, sorted, as another context reads
    /// them.
    func texts(_ entity: String, _ key: String) throws -> [String] {
        let context = context()
        return try context.performAndWait {
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).compactMap { $0.value(forKey: key) as? String }
                .sorted()
        }
    }

    /// The store that a test looks into.
    var store: PlistStore {
        get throws {
            guard let store = coordinator.persistentStores.first as? PlistStore else { throw CocoaError(.featureUnsupported) }
            return store
        }
    }

    /// Closes the store, and returns a container that has loaded its file again.
    func reopened(_ model: NSManagedObjectModel = .library(), options: [String: NSObject] = [:]) throws -> PlistContainer {
        let type = coordinator.persistentStores.first?.type ?? PlistStore.storeType
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        return try PlistContainer(model, in: folder, type: type, options: options)
    }
}
