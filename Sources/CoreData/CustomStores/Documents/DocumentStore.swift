internal import Foundation
internal import StrataPredicates

/// An atomic store in one file, which each save writes as a whole: a temporary file beside it takes
/// its place once it is on the disk, so that a full disk or the end of the process leaves the old
/// file.
///
/// `BinaryStore` and `XMLStore` say which format the file has.
// Safe to share: its state is used in `load()` and in saves, of which one runs at a time.
class DocumentStore: NSAtomicStore, @unchecked Sendable {
    /// The number of the next new object.
    private var nextID: Int64 = 1
    private var isNew = false
    /// The largest number of a next object in a file, far from where adding 1 would overflow.
    private static let largestID: Int64 = 1 << 62

    class var format: any StoreDocumentFormat.Type { BinaryFormat.self }

    private var location: URL { get throws { try Self.file(url) } }

    private static func file(_ url: URL?) throws -> URL {
        guard let url, url.isFileURL, url.path != "/dev/null" else {
            throw NSError(
                code: NSPersistentStoreOpenError,
                "A store of type '\(format.type)' needs the URL of a file, not \(url?.absoluteString ?? "nil").")
        }
        return url
    }

    /// Reads the file; nil if there is none, or an empty one, which Apple's reference of
    /// `NSAtomicStore` has stand for a new store.
    private static func read(_ url: URL, metadataOnly: Bool) throws -> StoreDocument? {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            return nil
        } catch {
            throw NSError(
                code: CocoaError.fileReadUnknown.rawValue,
                "The store at \(url.path) could not be read: \(error.localizedDescription)",
                [NSFilePathErrorKey: url.path, NSUnderlyingErrorKey: error])
        }
        if data.isEmpty { return nil }
        do {
            return try format.decode(data, metadataOnly: metadataOnly)
        } catch {
            throw damage(url, (error as? StoreDocumentError)?.reason ?? "\(error)")
        }
    }

    private static func damage(_ url: URL, _ reason: String) -> NSError {
        NSError(
            code: CocoaError.fileReadCorruptFile.rawValue,
            "The file \(url.path) is damaged, or no store of type '\(format.type)': \(reason). Restore it from a copy.",
            [NSFilePathErrorKey: url.path])
    }

    private static func write(_ document: StoreDocument, to url: URL) throws {
        try AtomicFile.write(try format.encode(document), to: url)
    }

    // MARK: Metadata

    private static func metadata(_ document: StoreDocument) -> [String: Any] {
        document.metadata.merging([NSStoreUUIDKey: document.identifier, NSStoreTypeKey: format.type]) { _, own in own }
    }

    override func loadMetadata() throws {
        guard let document = try Self.read(location, metadataOnly: true) else {
            guard (options?[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue != true else {
                throw NSError(
                    code: CocoaError.fileReadNoSuchFile.rawValue,
                    "There is no store at \(try location.path), so it cannot be opened for reading only.",
                    [NSFilePathErrorKey: try location.path])
            }
            metadata = [NSStoreUUIDKey: UUID().uuidString, NSStoreTypeKey: Self.format.type]
            return
        }
        metadata = Self.metadata(document)
    }

    override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        metadata(try existing(url, metadataOnly: true))
    }

    private static func existing(_ url: URL, metadataOnly: Bool) throws -> StoreDocument {
        let url = try file(url)
        guard let document = try read(url, metadataOnly: metadataOnly) else {
            throw NSError(
                code: CocoaError.fileReadNoSuchFile.rawValue, "There is no store at \(url.path).", [NSFilePathErrorKey: url.path])
        }
        return document
    }

    override class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
        var document = try existing(url, metadataOnly: false)
        let new = metadata ?? [:]
        if let identifier = new[NSStoreUUIDKey] as? String { document.identifier = identifier }
        document.metadata = StoreMetadata.replacing(document.metadata, with: new)
        try write(document, to: try file(url))
    }

    // MARK: Objects

    override func load() throws {
        guard let document = try Self.read(location, metadataOnly: false) else {
            isNew = true
            return
        }
        guard let model = persistentStoreCoordinator?.managedObjectModel else { return }
        guard document.nextID <= Self.largestID else {
            throw Self.damage(try location, "the number of its next object is \(document.nextID)")
        }
        nextID = max(1, document.nextID)
        var nodes: [RowKey: NSAtomicStoreCacheNode] = [:]
        for object in document.objects {
            guard let entity = model.entitiesByName[object.entity] else {
                throw Self.damage(try location, "it has objects of '\(object.entity)', an entity that the model does not have")
            }
            let node = try node(of: object, entity.layout)
            guard nodes.updateValue(node, forKey: Self.key(entity.layout, object.id)) == nil else {
                throw Self.damage(try location, "it has two objects of '\(object.entity)' with the number \(object.id)")
            }
            nextID = max(nextID, object.id + 1)
        }
        for object in document.objects {
            guard let layout = model.entitiesByName[object.entity]?.layout, let node = nodes[Self.key(layout, object.id)] else {
                continue
            }
            for relationship in object.relationships {
                guard let slot = layout.slot(of: relationship.name), layout.kinds[slot].isRelationship else { continue }
                let destination = layout.destination(slot)
                node.setMembers(relationship.ids.compactMap { nodes[Self.key(destination, $0)] }, layout, slot)
            }
        }
        addCacheNodes(Set(nodes.values))
    }

    /// The key of an object in the file.
    private static func key(_ layout: EntityLayout, _ id: Int64) -> RowKey { RowKey(layout, RowID(id)) }

    private func node(of object: StoreDocument.Object, _ layout: EntityLayout) throws -> NSAtomicStoreCacheNode {
        guard (1..<Self.largestID).contains(object.id) else {
            throw Self.damage(try location, "it has an object with the number \(object.id)")
        }
        let node = NSAtomicStoreCacheNode(objectID: objectID(for: layout.entity, withReferenceObject: Int(object.id)))
        for (name, value) in object.attributes {
            // A property of another model version, which was ignored at opening.
            guard let slot = layout.slot(of: name), layout.kinds[slot].isAttribute, layout.isInNodes(slot) else { continue }
            guard let value = value.value(of: layout.attribute(slot)) else {
                throw Self.damage(try location, "a value of \(layout.name).\(name) is not of the attribute's type")
            }
            node.setValue(NodeValue(value), forKey: name)
        }
        return node
    }

    override func didLoad() throws {
        guard isNew else { return }
        try StoreFolder.make(of: location)
        try save()
    }

    override func nodeValue(_ value: Value, _ layout: EntityLayout, _ slot: Int) -> Any? {
        value == .null ? nil : NodeValue(value)
    }

    /// A number. An object of a store that is copied keeps that of its old ID.
    override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        if managedObject.rowID.isPermanent {
            let key = KeySpace.primaryKey(in: managedObject.rowID).rawValue
            nextID = max(nextID, key + 1)
            return Int(key)
        }
        defer { nextID += 1 }
        return Int(nextID)
    }

    override func save() throws {
        guard nextID <= Self.largestID else {
            throw NSError(
                code: NSPersistentStoreSaveError, "The store at \(try location.path) has no more numbers for new objects.")
        }
        let metadata = identity.metadata
        var document = StoreDocument(identifier: metadata.identifier, nextID: nextID, metadata: metadata.values)
        document.metadata[NSStoreTypeKey] = nil
        document.metadata[NSStoreUUIDKey] = nil
        // In the order of their numbers, so that a change of one object changes few lines.
        let nodes = cacheNodes().map { (id: id(of: $0), node: $0) }.sorted {
            ($0.id, $0.node.objectID.entity.name ?? "") < ($1.id, $1.node.objectID.entity.name ?? "")
        }
        document.objects = try nodes.map { id, node in
            try autoreleasepool { try object(id, node, node.objectID.entity.layout) }
        }
        try Self.write(document, to: location)
    }

    private func id(of node: NSAtomicStoreCacheNode) -> Int64 { Int64(referenceObject(for: node.objectID) as? Int ?? 0) }

    private func object(_ id: Int64, _ node: NSAtomicStoreCacheNode, _ layout: EntityLayout) throws -> StoreDocument.Object {
        var object = StoreDocument.Object(entity: layout.name, id: id)
        for slot in layout.kinds.indices where layout.isInNodes(slot) {
            let (name, value) = (layout.names[slot], node.value(forKey: layout.names[slot]))
            if !layout.kinds[slot].isRelationship {
                guard let value = (value as? NodeValue)?.value else { continue }
                let documented = try value.documented()
                if documented != .null { object.attributes.append((name, documented)) }
                continue
            }
            // A node may be that of a deleted object, if the relationship's inverse has no action.
            let members = NodeMembers.list(value).compactMap { $0 as? NSAtomicStoreCacheNode }.filter {
                cacheNode(for: $0.objectID) === $0
            }
            guard !members.isEmpty else { continue }
            let isOrdered = layout.kinds[slot] == .orderedToMany
            let ids = members.map { self.id(of: $0) }
            object.relationships.append(
                StoreDocument.Relationship(
                    name: name, destination: layout.destination(slot).name, isToMany: layout.kinds[slot].isToMany,
                    ids: isOrdered ? ids : ids.sorted()))
        }
        return object
    }

    // MARK: Files

    override class func destroyStore(at url: URL) throws {
        let url = try file(url)
        guard try read(url, metadataOnly: true) != nil else { return }
        try FileManager.default.removeItem(at: url)
    }

    override class func replaceStore(at url: URL, by source: URL) throws {
        let url = try file(url)
        try write(try existing(source, metadataOnly: false), to: url)
    }
}

/// A store in a file that has a binary property list.
// Safe to share: it has no state of its own; see DocumentStore.
final class BinaryStore: DocumentStore, @unchecked Sendable {
    override class var format: any StoreDocumentFormat.Type { BinaryFormat.self }
}

/// A store in an XML file.
// Safe to share: it has no state of its own; see DocumentStore.
final class XMLStore: DocumentStore, @unchecked Sendable {
    override class var format: any StoreDocumentFormat.Type { XMLFormat.self }
}

/// The type of a store in a binary file, which is read and written as a whole.
///
/// The file is a binary property list of Strata's own structure. Apple's binary stores have another
/// one, which is not documented.
public let NSBinaryStoreType = "Binary"
/// The type of a store in an XML file, which is read and written as a whole.
///
/// The elements are named as in Apple's XML stores. Whether Apple's frameworks read the file is not
/// known.
public let NSXMLStoreType = "XML"

extension NSPersistentStore.StoreType {
    /// A store in a binary file, which is read and written as a whole.
    public static let binary = NSPersistentStore.StoreType(rawValue: NSBinaryStoreType)
    /// A store in an XML file, which is read and written as a whole.
    public static let xml = NSPersistentStore.StoreType(rawValue: NSXMLStoreType)
}
