internal import Foundation
internal import Predicates

extension NSManagedObjectContext {
    /// The objects (or identifiers, dictionaries, or one count) that match, in the order of the sort descriptors and then of
    /// insertion. Unsaved changes of this context count as if they were saved.
    ///
    /// Objects come as faults whose rows were read with the fetch. One that the context has already keeps its values.
    public func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
        checkQueue("fetch(_:)")
        let query = try request.query(in: self)
        let results: [Any]
        if request.resultType.contains(.countResultType) {
            results = [NSNumber(value: try count(query, pending: request.includesPendingChanges))]
        } else if request.resultType.contains(.dictionaryResultType) {
            results = try coordinator.requireStore().fetch(query).map { resultDictionary($0.row) }
        } else {
            let rows = try rows(matching: query, pending: request.includesPendingChanges)
            if request.resultType.contains(.managedObjectIDResultType) {
                let store = coordinator.store
                results = rows.map { NSManagedObjectID(entity: $0.row.layout.entity, number: $0.number, store: store) }
            } else {
                results = rows.map { object($0.row.layout, $0.number, row: $0.row) }
            }
        }
        return results.map { result in
            guard let result = result as? T else {
                preconditionFailure("The fetch request returns \(T.self), but its resultType makes \(type(of: result)).")
            }
            return result
        }
    }

    /// How many objects a fetch would return.
    public func count<T>(for request: NSFetchRequest<T>) throws -> Int {
        checkQueue("count(for:)")
        return try count(request.query(in: self), pending: request.includesPendingChanges)
    }

    func count(_ query: StoreQuery, pending: Bool) throws -> Int {
        let affected = pending ? try objectsAffected(query) : [:]
        return affected.isEmpty
            ? try source.count(query) : try merged(query, affected: affected).count
    }

    /// The matching rows of the store with this context's changes laid over.
    func rows(matching query: StoreQuery, pending: Bool) throws -> [NumberedRow] {
        let affected = pending ? try objectsAffected(query) : [:]
        return affected.isEmpty
            ? try source.fetch(query) : try merged(query, affected: affected)
    }

    /// Carries out a fetch, batch or history request.
    @discardableResult
    public func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        guard let request = request as? any ExecutableRequest else {
            throw NSError(
                code: NSPersistentStoreUnsupportedRequestTypeError,
                "\(type(of: request)) cannot be executed; call fetch(_:) for a fetch request."
            )
        }
        return try request.execute(in: self)
    }
}

/// A request that a context can carry out.
protocol ExecutableRequest: NSPersistentStoreRequest {
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult
}

extension NSManagedObjectContext {
    /// A row as a dictionary result: attributes by value, to-one relationships by identifier; what has no value is left out.
    private func resultDictionary(_ row: Row) -> NSDictionary {
        let result = NSMutableDictionary()
        let layout = row.layout
        for slot in layout.kinds.indices {
            if case .object(let reference) = row.values[slot] {
                let objectID = NSManagedObjectID(
                    entity: reference.layout.entity, number: reference.number, store: coordinator.store)
                result.setObject(objectID, forKey: layout.names[slot] as NSString)
            } else if layout.kinds[slot].isAttribute, let object = layout.object(row.values[slot], at: slot) {
                result.setObject(object, forKey: layout.names[slot] as NSString)
            }
        }
        return result
    }
}
