internal import Foundation
package import StrataPredicates

// # Constants that are read before the query runs
//
// The value of two expressions is that of another request:
//
//     code IN FETCH(request, context, NO)     the results of a request, or their number
//     magnitude == max(magnitude)             an aggregate of an attribute over all objects
//
// Apple's store writes a subselect. Here the context executes the request before the query runs, and
// the predicate has the result as a constant. So every engine, memory and the other evaluators see
// one value, in which unsaved changes count as they do in the query.
//
// The context that executes the query also executes a FETCH, as the subselect does: the context in
// the expression is not used, since its queue may be another.
//
// The reference to an object that is not saved is such a constant, too: it changes when the object
// gets its permanent ID, and the predicate keeps the object.
//
// `StoreQuery.given` keeps the predicate without these constants. Live results read them again for
// each change that is passed to them, and run the query again if one differs.
extension StoreQuery {
    /// Returns the query with the present results of the requests within its predicate, and the present
    /// references to objects that were not saved.
    ///
    /// - Parameter pending: Whether unsaved changes count in the results.
    func readingConstants(in context: NSManagedObjectContext, pending: Bool = true) throws -> StoreQuery {
        let given = given ?? predicate
        guard self.given != nil || given.hasNestedRequests(of: layout) else { return self }
        // The parent may have permanent IDs that the context has not applied.
        if given.keepsUnsavedObjects { context.pullPermanentIDs() }
        do {
            let predicate = try given.withReferences.replacingNestedRequests(of: layout) { try $0(self, context, pending) }
            if predicate == self.predicate { return self }
            var query = try with(predicate)
            query.given = given
            return query
        } catch let error as InvalidPredicate {
            throw NSError(error)
        }
    }
}

extension NSManagedObjectContext {
    /// Returns a predicate whose constants keep the registered objects that temporary references in it
    /// mean, as if it had been made with these objects.
    package func keepingUnsavedObjects(of form: PredicateForm) -> PredicateForm {
        func kept(_ value: Value) -> Value {
            switch value {
            case .object(let reference) where reference.rowID.isTemporary:
                return registered(reference).map { .opaque(OpaqueValue($0)) } ?? value
            case .list(let values): return .list(values.map(kept))
            default: return value
            }
        }
        return form.mapExpressions { if case .constant(let value) = $0 { .constant(kept(value)) } else { $0 } }
    }
}

/// Returns the value of an expression that a request determines.
///
/// - Parameters:
///   - query: The query whose predicate has the expression.
///   - pending: Whether unsaved changes count.
private typealias NestedRequest = (_ query: StoreQuery, _ context: NSManagedObjectContext, _ pending: Bool) throws -> Value

extension PredicateForm {
    /// Whether the form has requests within it.
    fileprivate func hasNestedRequests(of layout: EntityLayout) -> Bool { contains { $0.nestedRequest(of: layout) != nil } }

    /// Returns the form with a constant for each request, which is executed once; the form itself if it
    /// has none.
    fileprivate func replacingNestedRequests(
        of layout: EntityLayout, _ execute: (NestedRequest) throws -> Value
    ) throws -> PredicateForm {
        guard hasNestedRequests(of: layout) else { return self }
        var values: [ExpressionForm: Value] = [:]
        var failure: (any Error)?
        let form = mapExpressions { form in
            guard failure == nil, let request = form.nestedRequest(of: layout) else { return form }
            do {
                let value = try values[form] ?? execute(request)
                values[form] = value
                return .constant(value)
            } catch {
                failure = error
                return form
            }
        }
        if let failure { throw failure }
        return form.simplified
    }
}

extension ExpressionForm {
    /// Returns the request that determines the expression's value; nil if none does.
    fileprivate func nestedRequest(of layout: EntityLayout) -> NestedRequest? {
        switch self {
        case .fetch(.constant(.opaque(let constant)), _, let countOnly):
            guard let request = constant.object as? any ComparedRequest else { return nil }
            return { try request.value(in: $1, pending: $2, countOnly: countOnly) }
        case .function(let function, let arguments):
            guard [.min, .max, .sum, .average].contains(function), arguments.count == 1,
                case .keyPath(let names) = arguments[0], names.count == 1, let slot = layout.slot(of: names[0]),
                layout.kinds[slot] == .attribute, layout.isPlain(slot)
            else { return nil }
            return { try $1.value(of: function, slot, $0, pending: $2) }
        default: return nil
        }
    }
}

extension NSManagedObjectContext {
    /// Returns an aggregate of an attribute over all objects of the entity of a query, in the
    /// stores that the query reads.
    fileprivate func value(of function: NamedFunction, _ slot: Int, _ outer: StoreQuery, pending: Bool) throws -> Value {
        let name = outer.layout.names[slot]
        let isExtreme = function == .min || function == .max
        let hasValue = PredicateForm.comparison(.keyPath([name]), PredicateForm.Comparison(.notEqual), .constant(.null))
        // The first of the sorted rows has the least or the greatest value.
        var query = try StoreQuery(
            outer.layout, predicate: NSPredicate.predicate(for: hasValue),
            sortDescriptors: isExtreme ? [NSSortDescriptor(key: name, ascending: function == .min)] : nil,
            limit: isExtreme ? 1 : 0, includesSubentities: outer.includesSubentities)
        query.keySpaces = outer.keySpaces
        return try function.apply([.list(rows(matching: query, pending: pending).map { $0.row.values[slot] })])
    }
}

/// A fetch request with results of any type, as predicates compare it.
private protocol ComparedRequest {
    /// Returns the identifiers of the objects, the values of the only column of dictionaries, or the
    /// number of results.
    func value(in context: NSManagedObjectContext, pending: Bool, countOnly: Bool) throws -> Value
}

extension NSFetchRequest: ComparedRequest {
    fileprivate func value(in context: NSManagedObjectContext, pending: Bool, countOnly: Bool) throws -> Value {
        let request = NSFetchRequest<any NSFetchRequestResult>(self)
        request.includesPendingChanges = includesPendingChanges && pending
        if countOnly { return .int(Int64(try context.count(for: request))) }
        if resultType.contains(.dictionaryResultType) {
            guard propertiesToFetch?.count == 1 else {
                throw InvalidPredicate("FETCH of dictionaries compares one column: set propertiesToFetch of its request to one.")
            }
        } else if !resultType.contains(.countResultType) {
            // No objects, which would be made of all rows.
            request.resultType = .managedObjectIDResultType
        }
        let results = try context.results(of: Fetch(request, in: context))
        return .list(
            try results.map { result in
                guard let dictionary = result as? NSDictionary else { return try Value(converting: result) }
                // A nil value has no entry.
                return try Value(converting: dictionary.allValues.first)
            })
    }
}
