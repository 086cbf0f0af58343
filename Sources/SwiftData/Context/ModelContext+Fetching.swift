package import CoreData
internal import StrataPredicates
internal import Foundation
internal import StrataTraps

extension ModelContext {
    /// Returns the models that a descriptor selects, in its order.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate`, `unsupportedSortDescriptor` or
    ///   `unsupportedKeyPath`, with the part that cannot be evaluated, `unknownSchema` for a type
    ///   that the schema lacks, and the errors of the store.
    public func fetch<T>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        try onQueue {
            let request = try request(descriptor, NSManagedObject.self)
            return models(of: try evaluating { try managed.fetch(request) })
        }
    }

    /// Returns the models of fetched objects. Those that the app does not use yet are created.
    private func models<T: PersistentModel>(of objects: consuming [NSManagedObject]) -> [T] {
        models(of: objects, through: ModelBackingData<T.Root>.self)
    }

    /// Returns the models of fetched objects, which are created through a type of backing.
    ///
    /// Starts at the end, so that the objects can be moved out of the array. Retaining and releasing
    /// each of them would cost two cache misses.
    // Generic over the backing and never specialized. Otherwise the metadata of the backing is looked
    // up for each model.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    private func models<T: PersistentModel, Backing: AnchorBackingData>(
        of objects: consuming [NSManagedObject], through backing: Backing.Type
    ) -> [T] where Backing.Model == T.Root {
        // All empty arrays share one static buffer, which the initializer below would write a count
        // into.
        if objects.isEmpty { return [] }
        // The layout of all of them, unless the class has subclasses. Not retained: see `ModelAnchor`.
        let layout = storage.layout(of: T.self).flatMap { $0.hasSubclasses ? nil : Unmanaged.passUnretained($0) }
        let (keeper, count) = (keeper, objects.count)
        let models = [AnyObject](unsafeUninitializedCapacity: count) { models, initialized in
            var start = count
            while let object = objects.popLast() {
                guard let object = object as? _ModelObject else { continue }
                if let layout, !object.hasModel {
                    let anchor = ModelAnchor(object, layout, keeper: keeper)
                    let model = T(backingData: Backing(anchor))
                    anchor.attach(model)
                    start -= 1
                    models.initializeElement(at: start, to: model)
                } else if let model = object.madeModel as? T {
                    start -= 1
                    models.initializeElement(at: start, to: model)
                }
            }
            if start > 0, let base = models.baseAddress { base.moveInitialize(from: base + start, count: count - start) }
            initialized = count - start
        }
        // All arrays of objects have the same layout.
        return unsafeBitCast(models, to: [T].self)
    }

    /// Returns the models that a descriptor selects. The fetch reads their identifiers. The values of
    /// `batchSize` neighbors are read together, when one of them is first used.
    ///
    /// - Throws: `SwiftDataError.includePendingChangesWithBatchSize` unless the descriptor excludes
    ///   pending changes; otherwise as `fetch(_:)`.
    public func fetch<T>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws -> FetchResultsCollection<T> {
        try requireStored(descriptor)
        let objects = try onQueue {
            let request = try request(descriptor, NSManagedObject.self)
            request.fetchBatchSize = max(batchSize, 0)
            return try evaluating { try managed.fetch(request) }
        }
        return FetchResultsCollection(count: objects.count) { position in
            guard let model = (objects[position] as? _ModelObject)?.madeModel as? T else {
                trap("The fetched model is no \(T.self).")
            }
            return model
        }
    }

    private func requireStored<T>(_ descriptor: FetchDescriptor<T>) throws {
        guard !descriptor.includePendingChanges else {
            throw SwiftDataError.includePendingChangesWithBatchSize.because(
                "Set the descriptor's includePendingChanges to false.")
        }
    }

    /// Returns the number of models that a descriptor selects. Throws as `fetch(_:)`.
    public func fetchCount<T>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        try onQueue {
            let request = try request(descriptor, NSManagedObject.self)
            return try evaluating { try managed.count(for: request) }
        }
    }

    /// Returns the identifiers of the models that a descriptor selects, in its order.
    ///
    /// - Throws: `SwiftDataError.sortingPendingChangesWithIdentifiers` if the context has changes
    ///   that would have to be sorted; otherwise as `fetch(_:)`.
    public func fetchIdentifiers<T>(_ descriptor: FetchDescriptor<T>) throws -> [PersistentIdentifier] {
        if !descriptor.sortBy.isEmpty, descriptor.includePendingChanges, hasChanges {
            throw SwiftDataError.sortingPendingChangesWithIdentifiers.because(
                "Save first, or set includePendingChanges to false.")
        }
        return try onQueue {
            let request = try request(descriptor, NSManagedObjectID.self)
            request.resultType = .managedObjectIDResultType
            return try evaluating { try managed.fetch(request) }.map { id in
                let new = id.isTemporaryID ? managed.registeredObject(withTemporaryID: id) as? _ModelObject : nil
                return new?.identifier ?? PersistentIdentifier(id)
            }
        }
    }

    /// Returns the identifiers of the models that a descriptor selects. One statement reads the keys of
    /// their rows, which take 16 bytes each, so that later changes of the store neither repeat nor hide
    /// a model. An identifier is made when it is used.
    ///
    /// - Parameter batchSize: Has no effect.
    /// - Throws: As `fetch(_:batchSize:)`.
    public func fetchIdentifiers<T>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<PersistentIdentifier> {
        try requireStored(descriptor)
        let ids = try onQueue {
            let request = try request(descriptor, NSManagedObjectID.self)
            request.resultType = .managedObjectIDResultType
            return try evaluating { try managed.fetchIdentifiers(request) }
        }
        return FetchResultsCollection(count: ids.count) { PersistentIdentifier(ids[$0]) }
    }

    /// Calls a closure with each model that a descriptor selects, in its order. Reads the identifiers
    /// of all of them, and the values of one batch at a time. Models that the closure neither keeps
    /// nor changes are released after each batch. A model that was deleted meanwhile is left out.
    ///
    /// - Parameter allowEscapingMutations: Has no effect: changes are allowed. The context keeps
    ///   changed models until they are saved, so a closure that changes many has to save in between.
    /// - Throws: The error of the closure, which ends the enumeration; otherwise as `fetch(_:)`.
    public func enumerate<T>(
        _ fetch: FetchDescriptor<T>, batchSize: Int = 5_000, allowEscapingMutations: Bool = false, block: (T) throws -> Void
    ) throws {
        try onQueue {
            let request = try request(fetch, NSManagedObjectID.self)
            request.resultType = .managedObjectIDResultType
            let ids = try evaluating { try managed.fetch(request) }
            let size = max(batchSize, 1)
            for start in stride(from: 0, to: ids.count, by: size) {
                for model in try models(ids[start..<min(start + size, ids.count)], request) {
                    guard let model = model as? T, !model.isDeleted, model.modelContext != nil else { continue }
                    try block(model)
                }
            }
        }
    }

    /// Returns the models with some IDs that a request has found, in their order. Those of rows are
    /// read with one statement, and those that were deleted since are left out.
    private func models(
        _ ids: ArraySlice<NSManagedObjectID>, _ request: NSFetchRequest<NSManagedObjectID>
    ) throws -> [any PersistentModel] {
        let rows = NSFetchRequest<NSManagedObject>(entityName: request.entityName ?? "")
        rows.predicate = NSPredicate(format: "SELF IN %@", argumentArray: [ids.filter { !$0.isTemporaryID }])
        rows.includesPendingChanges = false
        rows.propertiesToFetch = request.propertiesToFetch
        rows.relationshipKeyPathsForPrefetching = request.relationshipKeyPathsForPrefetching
        let found = Dictionary(
            try managed.fetch(rows).map { ($0.objectID, $0) }, uniquingKeysWith: { first, _ in first })
        return ids.compactMap { ((found[$0] ?? registered($0)) as? _ModelObject)?.madeModel }
    }

    /// Calls a closure that fetches, and replaces the error of a predicate that a store cannot evaluate.
    func evaluating<Result>(_ fetch: () throws -> Result) throws -> Result {
        do {
            let result = try fetch()
            if !storage.bridges.isEmpty { pull() }
            return result
        } catch let error as NSError where error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreOperationError {
            throw SwiftDataError.unsupportedPredicate.because(error.localizedDescription)
        }
    }

    /// Returns the request of a descriptor.
    package func request<T, Result>(_ descriptor: FetchDescriptor<T>, _ type: Result.Type) throws -> NSFetchRequest<Result> {
        pull()
        guard let layout = storage.layout(of: T.self) else {
            throw SwiftDataError.unknownSchema.because(
                "\(T.self) is not in the container's schema. Name it in `ModelContainer(for:)` or its Schema.")
        }
        let request = NSFetchRequest<Result>(entityName: layout.modelClass.name)
        if let entity = storage.coordinator.managedObjectModel.entitiesByName[layout.modelClass.name] {
            request.predicate = try descriptor.predicate.map { try predicate($0, entity) }
            request.sortDescriptors = try descriptor.sortBy.map { try Self.sortDescriptor($0, entity) }
        }
        if let limit = descriptor.fetchLimit { request.fetchLimit = limit }
        if let offset = descriptor.fetchOffset { request.fetchOffset = offset }
        request.includesPendingChanges = descriptor.includePendingChanges
        if !descriptor.propertiesToFetch.isEmpty {
            request.propertiesToFetch = descriptor.propertiesToFetch.compactMap { ModelKeyPaths.names(of: $0)?.first }
        }
        if !storage.bridges.isEmpty { request.source = DescribedFetch(descriptor, request) }
        request.relationshipKeyPathsForPrefetching = descriptor.relationshipKeyPathsForPrefetching
            .compactMap { ModelKeyPaths.names(of: $0)?.joined(separator: ".") }
        return request
    }

    private func predicate<T: PersistentModel>(_ predicate: Predicate<T>, _ entity: NSEntityDescription) throws -> NSPredicate {
        do {
            return try PersistentIdentifier.$storage.withValue(storage) {
                try NSPredicate.ofModels(predicate, entity, in: managed)
            }
        } catch {
            throw SwiftDataError.unsupportedPredicate.because("\(error)")
        }
    }

    private static func sortDescriptor<T>(
        _ descriptor: SortDescriptor<T>, _ entity: NSEntityDescription
    ) throws -> NSSortDescriptor {
        guard let keyPath = descriptor.keyPath else {
            throw SwiftDataError.unsupportedSortDescriptor.because(
                "A descriptor without a key path cannot be sorted by in a store.")
        }
        guard let names = ModelKeyPaths.names(of: keyPath) else {
            throw SwiftDataError.unsupportedKeyPath.because(
                "\(KeyPathSymbols.description(of: keyPath)) is no path of stored properties of \(T.self), so a store cannot sort by it."
            )
        }
        // Ignored: the error is about predicates.
        guard let sorted = try? ModelPredicateResolver(entity).columns(along: names) else {
            throw SwiftDataError.unsupportedSortDescriptor.because(
                """
                \(KeyPathSymbols.description(of: keyPath)) has no column of its own that a store can sort by: sort by one of its \
                properties, or give an enumeration raw values.
                """)
        }
        let valueType = type(of: keyPath).valueType
        if let cases = RawCases.of(valueType), !cases.areOrderedByRawValue {
            throw SwiftDataError.unsupportedSortDescriptor.because(
                """
                \(OptionalTypes.unwrapped(valueType)) orders its cases otherwise than their raw values, which the store has. Sort by \
                the raw value, or change the raw values.
                """)
        }
        return NSSortDescriptor(descriptor, names: sorted.isEmpty ? ["self"] : sorted)
    }
}
