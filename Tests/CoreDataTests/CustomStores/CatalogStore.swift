import Foundation

// Only the public interface: this is a store as an app writes it.
import CoreData

/// An incremental store whose objects are on a `CatalogServer`.
///
/// Records have numbers as reference objects; tags have their names.
class CatalogStore: NSIncrementalStore, @unchecked Sendable {
    static let type = "CatalogStore"

    var server: CatalogServer {
        get throws {
            guard let server = url.flatMap(CatalogServer.server(at:)) else { throw CocoaError(.fileNoSuchFile) }
            return server
        }
    }

    override func loadMetadata() throws {
        metadata = [NSStoreTypeKey: Self.type, NSStoreUUIDKey: try server.uuid]
    }

    // MARK: Requests

    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        let server = try server
        switch request {
        case let save as NSSaveChangesRequest:
            try server.check(.save)
            try write(save, server)
            server.lastSave = [save.insertedObjects, save.updatedObjects, save.deletedObjects, save.lockedObjects]
                .map { $0?.count ?? 0 }
            return [Any]()
        case let fetch as NSFetchRequest<any NSFetchRequestResult>:
            server.keep(fetch)
            return try results(of: fetch, server, context)
        case let batch as NSBatchUpdateRequest:
            try server.check(.batch)
            let entity = batch.entityName
            var count = 0
            for key in server.keys(entity) {
                for (name, value) in batch.propertiesToUpdate ?? [:] { server[entity, key]?.values["\(name)"] = value }
                server[entity, key]?.version += 1
                count += 1
            }
            return count
        default:
            return try super.execute(request, with: context)
        }
    }

    private func results(
        of fetch: NSFetchRequest<any NSFetchRequestResult>, _ server: CatalogServer, _ context: NSManagedObjectContext?
    ) throws -> Any {
        guard let entity = fetch.entity else { return [Any]() }
        let type = fetch.resultType
        try server.check(type == .countResultType ? .count : type == .dictionaryResultType ? .dictionaries : .fetch)
        let entities = fetch.includesSubentities ? [entity] + entity.subentities : [entity]
        var rows: [(entity: NSEntityDescription, key: AnyHashable, row: NSDictionary)] = []
        for entity in entities {
            for key in server.keys(entity.name ?? "") {
                let row = row(entity, key, server)
                if fetch.predicate?.evaluate(with: row) ?? true { rows.append((entity, key, row)) }
            }
        }
        let sorts = fetch.sortDescriptors ?? []
        let order = rows.indices.sorted { one, other in
            for sort in sorts {
                switch sort.compare(rows[one].row, to: rows[other].row) {
                case .orderedSame: continue
                case .orderedAscending: return true
                case .orderedDescending: return false
                }
            }
            return one < other
        }
        let rest = order.map { rows[$0] }.dropFirst(fetch.fetchOffset)
        let found = fetch.fetchLimit > 0 ? Array(rest.prefix(fetch.fetchLimit)) : Array(rest)
        switch type {
        case .countResultType: return [NSNumber(value: found.count)]
        case .managedObjectIDResultType: return found.map { newObjectID(for: $0.entity, referenceObject: $0.key.base) }
        case .dictionaryResultType:
            let names = (fetch.propertiesToFetch ?? []).compactMap { ($0 as? NSPropertyDescription)?.name ?? $0 as? String }
            return found.map { found in
                var dictionary: [String: Any] = [:]
                for name in names.isEmpty ? Array(found.entity.attributesByName.keys) : names {
                    dictionary[name] = name.split(separator: ".").reduce(found.row as Any?) { value, key in
                        (value as? NSDictionary)?[String(key)]
                    }
                }
                return dictionary
            }
        default:
            return found.compactMap { context?.object(with: newObjectID(for: $0.entity, referenceObject: $0.key.base)) }
        }
    }

    /// A record with those that it refers to, for predicates and sort descriptors.
    private func row(_ entity: NSEntityDescription, _ key: AnyHashable, _ server: CatalogServer) -> NSDictionary {
        let record = server[entity.name ?? "", key] ?? CatalogServer.Record()
        var row = record.values
        for (name, key) in record.one {
            let destination = entity.relationshipsByName[name]?.destinationEntity?.name ?? ""
            row[name] = NSDictionary(dictionary: server[destination, key]?.values ?? [:])
        }
        return NSDictionary(dictionary: row)
    }

    // MARK: Objects

    private func record(_ objectID: NSManagedObjectID) throws -> CatalogServer.Record {
        guard let key = referenceObject(for: objectID) as? AnyHashable, let record = try server[objectID.entity.name ?? "", key]
        else {
            throw NSError(domain: NSCocoaErrorDomain, code: NSManagedObjectReferentialIntegrityError)
        }
        return record
    }

    override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        try server.check(.values)
        let record = try record(objectID)
        var values = record.values
        for (name, relationship) in objectID.entity.relationshipsByName where !relationship.isToMany {
            guard let destination = relationship.destinationEntity else { continue }
            values[name] = record.one[name].map { newObjectID(for: destination, referenceObject: $0.base) as Any } ?? NSNull()
        }
        return NSIncrementalStoreNode(objectID: objectID, withValues: values, version: record.version)
    }

    override func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        try server.check(.members)
        guard let destination = relationship.destinationEntity else { return NSNull() }
        let record = try record(objectID)
        if relationship.isToMany {
            return (record.many[relationship.name] ?? []).map { newObjectID(for: destination, referenceObject: $0.base) }
        }
        return record.one[relationship.name].map { newObjectID(for: destination, referenceObject: $0.base) } ?? NSNull()
    }

    // MARK: Saves

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        let server = try server
        try server.check(.identify)
        return array.map { object in
            let tag = object.entity.name == "Tag" ? object.value(forKey: "name") : nil
            return newObjectID(for: object.entity, referenceObject: tag ?? server.nextNumber())
        }
    }

    func write(_ save: NSSaveChangesRequest, _ server: CatalogServer) throws {
        for object in save.deletedObjects ?? [] { server[object.entity.name ?? "", key(object)] = nil }
        for object in (save.insertedObjects ?? []).sorted(by: { "\(key($0))" < "\(key($1))" }) {
            server[object.entity.name ?? "", key(object)] = record(object, version: 1)
        }
        for object in save.updatedObjects ?? [] {
            let old = server[object.entity.name ?? "", key(object)]
            var new = record(object, version: (old?.version ?? 0) + 1)
            // Only what has changed is sent.
            let changed = Set(object.changedValues().keys)
            for (name, members) in old?.many ?? [:] where !changed.contains(name) { new.many[name] = members }
            server[object.entity.name ?? "", key(object)] = new
        }
    }

    private func key(_ object: NSManagedObject) -> AnyHashable {
        referenceObject(for: object.objectID) as? AnyHashable ?? AnyHashable("")
    }

    private func record(_ object: NSManagedObject, version: UInt64) -> CatalogServer.Record {
        var record = CatalogServer.Record(version: version)
        for name in object.entity.attributesByName.keys { record.values[name] = object.value(forKey: name) }
        let changed = Set(object.changedValues().keys)
        for (name, relationship) in object.entity.relationshipsByName {
            if relationship.isToMany {
                guard object.isInserted || changed.contains(name) else { continue }
                let members =
                    (object.value(forKey: name) as? NSOrderedSet).map { Array($0) }
                    ?? (object.value(forKey: name) as? Set<NSManagedObject>).map { Array($0) } ?? []
                record.many[name] = members.compactMap { $0 as? NSManagedObject }.map(key)
            } else {
                record.one[name] = (object.value(forKey: name) as? NSManagedObject).map(key)
            }
        }
        return record
    }

    // MARK: Registrations

    override func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) { register(objectIDs, 1) }

    override func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) { register(objectIDs, -1) }

    private func register(_ objectIDs: [NSManagedObjectID], _ change: Int) {
        // Ignored: the test's server exists as long as its store.
        (try? server)?.register(objectIDs.compactMap { referenceObject(for: $0) as? AnyHashable }, change)
    }
}

/// A coordinator with a `CatalogStore`.
struct Catalog {
    let server: CatalogServer
    let coordinator: NSPersistentStoreCoordinator

    init(
        _ server: CatalogServer = CatalogServer(), _ type: CatalogStore.Type = CatalogStore.self, configuration: String? = nil
    ) throws {
        self.server = server
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: try .catalog())
        NSPersistentStoreCoordinator.registerStoreClass(type, forStoreType: "\(type)")
        try coordinator.addPersistentStore(ofType: "\(type)", configurationName: configuration, at: server.url, options: nil)
    }

    func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// Fills the server with authors, each with some items.
    func fill(authors: Int = 2, items: Int = 3) {
        for author in 0..<authors {
            let number = server.nextNumber()
            var record = CatalogServer.Record(values: ["name": "Author \(author)", "rank": author])
            for item in 0..<items {
                let own = server.nextNumber()
                server["Item", own] = CatalogServer.Record(
                    values: ["title": "Item \(author).\(item)", "pages": 100 * author + item], one: ["author": number])
                record.many["books", default: []].append(own)
            }
            server["Author", number] = record
        }
    }
}

extension NSManagedObject {
    subscript(key: String) -> String? { value(forKey: key) as? String }
}

extension NSFetchRequest where ResultType == NSManagedObject {
    convenience init(_ entity: String, _ predicate: String? = nil, sortedBy keys: String...) {
        self.init(entityName: entity)
        self.predicate = predicate.map { NSPredicate(format: $0) }
        sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
    }
}
