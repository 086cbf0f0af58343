internal import Foundation
internal import StrataPredicates

// The three passes
//
// 1. `createInstances`: for each entity mapping, its source expression gives the source objects. The
//    policy creates destination objects and associates them. They have their attributes and no
//    relationships, so they are saved without validation.
// 2. `createRelationships`: for each associated destination object, the policy evaluates the
//    expressions of the relationships. They look up what became of the related source objects, which
//    all have their associations by now, whatever the order of the mappings is.
// 3. `validate`: the policies check what they want, then each object that the migration created is
//    validated by the rules of the destination model.
//
// Each pass handles objects in batches and saves after each of them. A context keeps only objects
// that are in use or have changes, so a batch is released after its save.
//
// The invariant: between two batches, the tables of associations have permanent references only.
extension NSMigrationManager {
    /// The number of objects that are in memory at a time.
    static let batchSize = 1_000

    /// Migrates from one store to another, and closes both. Removes a new destination if that fails.
    func run(
        _ mappings: NSMappingModel, from source: NSPersistentStoreDescription, to destination: NSPersistentStoreDescription
    ) throws {
        if let url = source.url, url.path != "/dev/null",
            url.resolvingSymlinksInPath() == destination.url?.resolvingSymlinksInPath()
        {
            throw MigrationError.failed(
                "The destination is the source, \(url.path). Migrate into another file, and replace the store with it afterwards.",
                code: NSMigrationManagerDestinationStoreError)
        }
        mappings.resolve(sourceSide.model, destinationSide.model)
        // The bindings of the expressions retain the manager.
        defer { (migrations, related) = ([:], nil) }
        let ordered = try mappings.entityMappings.map { mapping in
            let migration = try EntityMigration(mapping, self, in: mappings)
            migrations[ObjectIdentifier(mapping)] = migration
            return migration
        }
        let isNew = destination.url.map { !Self.hasStore(at: $0) } ?? true
        let from = try open(source, as: sourceSide.coordinator, readOnly: true, NSMigrationManagerSourceStoreError)
        defer { close(from, sourceSide.context) }
        var isDone = false
        let to = try open(destination, as: destinationSide.coordinator, readOnly: false, NSMigrationManagerDestinationStoreError)
        defer {
            close(to, destinationSide.context)
            if !isDone, isNew { to.kind.removeRemains(of: destination) }
        }
        let stores = [from.uuid, to.uuid]
        if stores != associatedStores { associations = [:] }
        associatedStores = stores
        do {
            // A value that could not be read looks like one that is missing.
            try sourceSide.context.throwingFailedReads {
                try destinationSide.context.throwingFailedReads { try migrate(ordered) }
            }
            isDone = true
        } catch {
            destinationSide.context.rollback()
            throw error
        }
    }

    // MARK: Stores

    private static func hasStore(at url: URL) -> Bool {
        // Ignored: a file without attributes does not exist.
        let size = try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber
        return (size ?? nil).map { $0.intValue > 0 } ?? false
    }

    private func open(
        _ description: NSPersistentStoreDescription, as coordinator: NSPersistentStoreCoordinator, readOnly: Bool, _ code: Int
    ) throws -> NSPersistentStore {
        do {
            let description = description.copied()
            for key in Self.migrationOptions { description.setOption(nil, forKey: key) }
            if readOnly {
                description.isReadOnly = true
                // Opening would create a source that does not exist.
                let kind = try StoreKinds.kind(of: description)
                if kind.place(of: description) != .memory { _ = try kind.metadata(of: description) }
            }
            return try coordinator.add(description)
        } catch {
            let path = description.url?.path ?? ""
            throw MigrationError.failed(
                "The \(readOnly ? "source" : "destination") store \(path) cannot be opened: \(error.localizedDescription)",
                code: code, underlying: error)
        }
    }

    /// The options that would start another migration.
    private static var migrationOptions: [String] {
        [
            NSMigratePersistentStoresAutomaticallyOption, NSInferMappingModelAutomaticallyOption,
            NSPersistentStoreStagedMigrationManagerOptionKey,
        ]
    }

    private func close(_ store: NSPersistentStore, _ context: NSManagedObjectContext) {
        context.reset()
        do {
            try store.persistentStoreCoordinator?.remove(store)
        } catch {
            CoreDataLog.error("A store could not be closed after its migration: \(error.localizedDescription)")
        }
    }

    // MARK: Passes

    private func migrate(_ migrations: [EntityMigration]) throws {
        let all = migrations.filter { $0.mapping.mappingType != .removeEntityMappingType }
        var created: ContiguousArray<ObjectReference> = []
        try each(all, pass: 0) { migration, report in
            try migration.policy.begin(migration.mapping, with: self)
            try createInstances(migration, &created, report)
            try migration.policy.endInstanceCreation(forMapping: migration.mapping, manager: self)
            try save(&created)
        }
        try each(all, pass: 1) { migration, report in
            if migration.isCustom || !migration.relationships.isEmpty { try createRelationships(migration, &created, report) }
            try migration.policy.endRelationshipCreation(forMapping: migration.mapping, manager: self)
            try save(&created)
        }
        try each(all, pass: 2) { migration, _ in
            try migration.policy.performCustomValidation(forMapping: migration.mapping, manager: self)
            try save(&created)
        }
        try validate(created)
        for migration in all {
            currentMapping = migration.mapping
            try checkCancellation()
            try migration.policy.end(migration.mapping, manager: self)
            try save(&created)
        }
    }

    /// The parts of the progress that a pass has, as thousandths before and after it.
    private static let passes = [(0, 600), (600, 900), (900, 1_000)]

    /// Calls a closure for each mapping, with a function that reports the part of it that is done.
    private func each(
        _ migrations: [EntityMigration], pass: Int, _ body: (EntityMigration, (Double) -> Void) throws -> Void
    ) throws {
        let (start, end) = Self.passes[pass]
        let part = Double(end - start) / Double(max(1, migrations.count))
        for (index, migration) in migrations.enumerated() {
            try checkCancellation()
            currentMapping = migration.mapping
            try body(migration) { done in
                self.cancellableProgress.completedUnitCount = Int64(Double(start) + part * (Double(index) + done))
            }
            cancellableProgress.completedUnitCount = Int64(Double(start) + part * Double(index + 1))
        }
    }

    private func createInstances(
        _ migration: EntityMigration, _ created: inout ContiguousArray<ObjectReference>, _ report: (Double) -> Void
    ) throws {
        let sources = try SourceObjects(migration, self)
        try sources.forEachBatch(self) { objects, done in
            for object in objects {
                try checkCancellation()
                try migration.policy.createDestinationInstances(forSource: object, in: migration.mapping, manager: self)
            }
            try save(&created)
            report(done)
        }
    }

    private func createRelationships(
        _ migration: EntityMigration, _ created: inout ContiguousArray<ObjectReference>, _ report: (Double) -> Void
    ) throws {
        guard let pairs = associations[migration.mapping.name ?? ""]?.firstPairs, !pairs.destinations.isEmpty else { return }
        let count = pairs.destinations.count
        // Without expressions, only an override reads the objects, and most policies have none.
        let readsObjects = !migration.relationships.isEmpty
        var start = 0
        while start < count {
            let range = start..<min(start + Self.batchSize, count)
            let (from, to) = (pairs.sources[range], pairs.destinations[range])
            let destinations = try readsObjects ? objects(to, destinationSide.context, []) : faults(to, destinationSide.context)
            let sources =
                try readsObjects ? objects(from, sourceSide.context, migration.prefetched) : faults(from, sourceSide.context)
            try withExtendedLifetime(sources) {
                for (object, source) in zip(destinations, sources) {
                    try checkCancellation()
                    related = (object, source)
                    try migration.policy.createRelationships(
                        forDestination: object, in: migration.mapping, manager: self)
                }
            }
            related = nil
            try save(&created)
            start = range.upperBound
            report(Double(start) / Double(count))
        }
    }

    /// Saves the destination, and makes its new objects and the associations permanent.
    private func save(_ created: inout ContiguousArray<ObjectReference>) throws {
        // Related objects that were inserted by a policy without being associated are validated too.
        let inserted = destinationSide.context.inserted.objects
        do {
            // A policy may have set them. Stored objects need no such check.
            try NSError.throwTogether((inserted + destinationSide.context.updated.objects).flatMap(\.rangeErrors))
            try destinationSide.context.save()
        } catch {
            throw MigrationError.saving(error)
        }
        for object in inserted where !object.isInaccessible { created.append(object.reference) }
        // An array of the names: a view of the keys would retain the tables, so that each is copied.
        for name in Array(associations.keys) { associations[name]?.commit() }
    }

    /// Validates objects by the rules of the model. Throws the errors of the first batch that has some.
    private func validate(_ created: ContiguousArray<ObjectReference>) throws {
        var start = 0
        let checked = created.filter { !$0.layout.validatedSlots.isEmpty }
        while start < checked.count {
            try checkCancellation()
            let range = start..<min(start + Self.batchSize, checked.count)
            let found = try objects(checked[range], destinationSide.context, [])
            var errors: [any Error] = []
            for object in found where !object.isInaccessible {
                do {
                    try object.validateForMigration()
                } catch {
                    errors += ((error as NSError).userInfo[NSDetailedErrorsKey] as? [NSError]) ?? [error]
                }
            }
            try NSError.throwTogether(errors)
            start = range.upperBound
        }
    }

    /// Returns the objects with the given references. When a fault among them fires, the rows of many
    /// are read together.
    private func faults(_ references: ArraySlice<ObjectReference>, _ context: NSManagedObjectContext) -> [NSManagedObject] {
        let objects = references.map { context.object($0) }
        for (_, group) in Dictionary(grouping: objects, by: { ObjectIdentifier($0.layout) }) {
            context.provideTogether(group, group[0].layout)
        }
        return objects
    }

    /// Returns the objects with the given references, read together.
    func objects(
        _ references: ArraySlice<ObjectReference>, _ context: NSManagedObjectContext, _ prefetched: [[QueryPath.Hop]]
    ) throws -> [NSManagedObject] {
        let objects = references.map { context.object($0) }
        for (_, group) in Dictionary(grouping: objects.lazy.filter(\.isFault), by: { ObjectIdentifier($0.layout) }) {
            try context.provideRows(group[0].layout, group)
        }
        if !prefetched.isEmpty { try context.prefetch(prefetched, of: objects) }
        return objects
    }
}

extension NSManagedObject {
    /// Validates the object by the rules of its model, with the counts of all its relationships.
    fileprivate func validateForMigration() throws {
        _ = try requireRow()
        try validateProperties(countsMembers: true)
    }
}
