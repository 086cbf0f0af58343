import Foundation

// Only the public interface: this is a store as an app writes it.
import CoreData

/// An incremental store as an app writes one from the documentation alone. Its rows are in the
/// dictionaries of a `RowDatabase`.
///
/// It writes what the objects of a save have, the two ends of a relationship apart from each other,
/// and corrects nothing. So its rows are right only if each save passes all objects that have
/// changed, with the IDs that they keep.
class DictionaryStore: NSIncrementalStore, @unchecked Sendable {
    /// A call of the framework.
    enum Call {
        case fetch, values, members, identify, save
        /// The end of a save: everything is read from the objects, and nothing is written.
        case commit
    }

    /// The type that the class is registered for.
    class var storeType: String { "Dictionary" }

    private(set) var database = RowDatabase()

    /// Called for each call of the framework, which fails if this throws. Set before the store is used.
    var onCall: ((Call) throws -> Void)?

    /// Held during each call. A call inside of another one is on the same thread.
    private let turn = NSRecursiveLock()
    /// The error of the last call that failed. What an object of a save could not read looks empty.
    private var failedRead: (any Error)?

    override func loadMetadata() throws {
        guard let url else { throw CocoaError(.fileNoSuchFile) }
        database = .database(at: url)
        metadata = [NSStoreTypeKey: Self.storeType, NSStoreUUIDKey: database.uuid]
    }

    /// Answers a call. Throws if another thread is in a call, since calls must not overlap.
    private func answer<T>(_ call: Call, _ body: () throws -> T) throws -> T {
        guard turn.try() else {
            database.report("the store was called by two threads at once")
            throw CocoaError(.featureUnsupported)
        }
        defer { turn.unlock() }
        do {
            try onCall?(call)
        } catch {
            failedRead = error
            throw error
        }
        return try body()
    }

    // MARK: Requests

    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        switch request {
        case let save as NSSaveChangesRequest:
            try answer(.save) { try write(save) }
            return [Any]()
        case let fetch as NSFetchRequest<any NSFetchRequestResult>:
            return try answer(.fetch) { try results(of: fetch, context) }
        default:
            return try super.execute(request, with: context)
        }
    }

    private func results(
        of fetch: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext?
    ) throws -> [Any] {
        guard let entity = fetch.entity else { return [] }
        let rows = database.rows
        let numbers = numbers(of: fetch, entity, rows)
        if fetch.resultType == .countResultType { return [NSNumber(value: numbers.count)] }
        let objectIDs = numbers.compactMap { objectID($0, rows) }
        switch fetch.resultType {
        case .managedObjectIDResultType: return objectIDs
        case .managedObjectResultType: return found(objectIDs, context)
        default: throw CocoaError(.featureUnsupported)
        }
    }

    /// Returns the result of a fetch of objects.
    func found(_ objectIDs: [NSManagedObjectID], _ context: NSManagedObjectContext?) -> [Any] {
        objectIDs.map { objectID in context?.object(with: objectID) ?? objectID as Any }
    }

    /// Returns the numbers of the rows that a fetch asks for, in order. Rows with equal sort keys are in
    /// the order of their numbers.
    private func numbers(
        of fetch: NSFetchRequest<any NSFetchRequestResult>, _ entity: NSEntityDescription,
        _ rows: [Int: RowDatabase.Row]
    ) -> [Int] {
        let sorts = fetch.sortDescriptors ?? []
        let isRead = fetch.predicate != nil || !sorts.isEmpty
        let candidates = rows.keys.sorted().filter { number in
            guard let own = rows[number].flatMap({ self.entity($0.entity) }) else { return false }
            return fetch.includesSubentities ? own.isKindOf(entity: entity) : own.name == entity.name
        }
        let subjects = candidates.map { (number: $0, values: isRead ? subject($0, rows) : NSDictionary()) }
        let matching = subjects.filter { fetch.predicate?.evaluate(with: $0.values) ?? true }
        let sorted = matching.sorted { one, other in
            for sort in sorts {
                switch sort.compare(one.values, to: other.values) {
                case .orderedAscending: return true
                case .orderedDescending: return false
                case .orderedSame: continue
                }
            }
            return one.number < other.number
        }
        let rest = sorted.dropFirst(fetch.fetchOffset)
        return (fetch.fetchLimit > 0 ? rest.prefix(fetch.fetchLimit) : rest).map(\.number)
    }

    /// Returns a row as predicates and sort descriptors read it, with the related rows.
    ///
    /// - Parameter depth: The number of relationships that a key path can follow.
    private func subject(_ number: Int, _ rows: [Int: RowDatabase.Row], depth: Int = 2) -> NSDictionary {
        guard let row = rows[number] else { return NSDictionary() }
        let subject = NSMutableDictionary(dictionary: row.attributes)
        guard depth > 0 else { return subject }
        for (name, relationship) in entity(row.entity)?.relationshipsByName ?? [:] {
            let members = (row.related[name] ?? []).map { self.subject($0, rows, depth: depth - 1) }
            if relationship.isToMany {
                subject[name] = NSArray(array: members)
            } else if let member = members.first {
                subject[name] = member
            }
        }
        return subject
    }

    // MARK: Objects

    private func entity(_ name: String) -> NSEntityDescription? {
        persistentStoreCoordinator?.managedObjectModel.entitiesByName[name]
    }

    private func number(_ objectID: NSManagedObjectID) -> Int { referenceObject(for: objectID) as? Int ?? 0 }

    /// Returns the ID of the object of a row, with the entity of the row.
    ///
    /// - Parameter destination: The entity for a row that there is not.
    private func objectID(
        _ number: Int, _ rows: [Int: RowDatabase.Row], otherwise destination: NSEntityDescription? = nil
    ) -> NSManagedObjectID? {
        let own = rows[number].flatMap { entity($0.entity) }
        return (own ?? destination).map { newObjectID(for: $0, referenceObject: number) }
    }

    private func row(of objectID: NSManagedObjectID) throws -> RowDatabase.Row {
        guard let row = database.rows[number(objectID)] else {
            throw NSError(domain: NSCocoaErrorDomain, code: NSManagedObjectReferentialIntegrityError)
        }
        return row
    }

    private func relatedIDs(_ row: RowDatabase.Row, _ relationship: NSRelationshipDescription) -> [NSManagedObjectID] {
        let rows = database.rows
        return (row.related[relationship.name] ?? [])
            .compactMap { objectID($0, rows, otherwise: relationship.destinationEntity) }
    }

    override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        try answer(.values) {
            let row = try row(of: objectID)
            return NSIncrementalStoreNode(
                objectID: objectID, withValues: values(of: row, objectID.entity), version: row.version)
        }
    }

    /// Returns the values of a node: attributes and to-one relationships.
    func values(of row: RowDatabase.Row, _ entity: NSEntityDescription) -> [String: Any] {
        var values = row.attributes
        for (name, relationship) in entity.relationshipsByName where !relationship.isToMany {
            values[name] = relatedIDs(row, relationship).first ?? NSNull()
        }
        return values
    }

    override func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        try answer(.members) {
            let objectIDs = relatedIDs(try row(of: objectID), relationship)
            return relationship.isToMany ? collection(objectIDs, relationship) : objectIDs.first ?? NSNull()
        }
    }

    /// Returns the members of a to-many relationship as a collection.
    func collection(_ objectIDs: [NSManagedObjectID], _ relationship: NSRelationshipDescription) -> Any { objectIDs }

    // MARK: Saves

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        try answer(.identify) {
            array.map { newObjectID(for: $0.entity, referenceObject: database.newNumber()) }
        }
    }

    /// An object of a save that has no permanent ID.
    private struct Unidentified: Error, CustomStringConvertible {
        let description: String
    }

    private func number(of object: NSManagedObject) throws -> Int {
        guard !object.objectID.isTemporaryID else {
            throw Unidentified(description: "a save has \(object.objectID), whose ID is temporary")
        }
        return number(object.objectID)
    }

    private func write(_ save: NSSaveChangesRequest) throws {
        failedRead = nil
        var rows = database.rows
        for object in save.deletedObjects ?? [] {
            let number = try number(of: object)
            if rows.removeValue(forKey: number) == nil { database.report("a save deletes \(number), which is gone") }
        }
        for object in save.insertedObjects ?? [] {
            let number = try number(of: object)
            if rows[number] != nil { database.report("a save inserts \(number), which there is") }
            rows[number] = try row(of: object, replacing: nil)
        }
        for object in save.updatedObjects ?? [] {
            let number = try number(of: object)
            // A merge policy may restore a row that another context has deleted.
            rows[number] = try row(of: object, replacing: rows[number])
        }
        if let failedRead { throw failedRead }
        try onCall?(.commit)
        database.rows = rows
    }

    private func row(of object: NSManagedObject, replacing old: RowDatabase.Row?) throws -> RowDatabase.Row {
        var row = old ?? RowDatabase.Row(entity: object.entity.name ?? "")
        row.version += 1
        let names = old == nil ? nil : writtenNames(of: object)
        func isWritten(_ property: NSPropertyDescription) -> Bool {
            !property.isTransient && names?.contains(property.name) != false
        }
        for (name, attribute) in object.entity.attributesByName where isWritten(attribute) {
            row.attributes[name] = object.value(forKey: name)
        }
        for (name, relationship) in object.entity.relationshipsByName where isWritten(relationship) {
            row.related[name] = try relatedNumbers(of: object, relationship)
        }
        return row
    }

    /// Returns the names of the properties that an update writes; nil for all.
    func writtenNames(of object: NSManagedObject) -> Set<String>? { nil }

    private func relatedNumbers(of object: NSManagedObject, _ relationship: NSRelationshipDescription) throws -> [Int] {
        let related: [NSManagedObject] =
            switch object.value(forKey: relationship.name) {
            case let one as NSManagedObject: [one]
            case let list as NSOrderedSet: list.array.compactMap { $0 as? NSManagedObject }
            case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
            default: []
            }
        let numbers = try related.map(number(of:))
        return relationship.isOrdered ? numbers : numbers.sorted()
    }
}

/// A store that passes as little as it can: fetches return object IDs, nodes have attributes only,
/// and a save writes the changed values of an object.
final class SparseDictionaryStore: DictionaryStore, @unchecked Sendable {
    override class var storeType: String { "Dictionary.sparse" }

    override func found(_ objectIDs: [NSManagedObjectID], _ context: NSManagedObjectContext?) -> [Any] { objectIDs }

    override func values(of row: RowDatabase.Row, _ entity: NSEntityDescription) -> [String: Any] { row.attributes }

    override func collection(_ objectIDs: [NSManagedObjectID], _ relationship: NSRelationshipDescription) -> Any {
        relationship.isOrdered ? NSOrderedSet(array: objectIDs) : Set(objectIDs) as Any
    }

    override func writtenNames(of object: NSManagedObject) -> Set<String>? { Set(object.changedValues().keys) }
}
