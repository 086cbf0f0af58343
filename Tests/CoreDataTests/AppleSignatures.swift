import CoreData
import Foundation

// Uses of Core Data as apps write them for Apple's framework. This file is compiled but never run:
// a missing name or a different type fails the build.

final class SomeItem: NSManagedObject {
    override func awakeFromFetch() { super.awakeFromFetch() }
    override func awakeFromInsert() { super.awakeFromInsert() }
    override func awake(fromSnapshotEvents flags: NSSnapshotEventType) { super.awake(fromSnapshotEvents: flags) }
    override func prepareForDeletion() { super.prepareForDeletion() }
    override func willSave() { super.willSave() }
    override func didSave() { super.didSave() }
    override func willTurnIntoFault() { super.willTurnIntoFault() }
    override func didTurnIntoFault() { super.didTurnIntoFault() }
    override func validateForInsert() throws { try super.validateForInsert() }
    override func validateForUpdate() throws { try super.validateForUpdate() }
    override func validateForDelete() throws { try super.validateForDelete() }
    override func willChangeValue(forKey key: String) { super.willChangeValue(forKey: key) }
    override func didChangeValue(forKey key: String) { super.didChangeValue(forKey: key) }
    override class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { false }
}

func contextSignatures(
    _ context: NSManagedObjectContext, _ coordinator: NSPersistentStoreCoordinator, _ object: NSManagedObject,
    _ id: NSManagedObjectID
) async throws {
    _ = (
        NSManagedObjectContext(.mainQueue), NSManagedObjectContext(.privateQueue),
        NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType),
        NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    )
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = context
    child.undoManager = nil
    await child.perform {}
    child.performAndWait {}
    let n: Int = child.performAndWait { 1 }
    let m = await child.perform { 2 }
    let k = try await child.perform(schedule: .immediate) {
        try child.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))
    }
    let l = await child.perform(schedule: .enqueued) { 1 }
    _ = (n, m, k, l)
    context.retainsRegisteredObjects = true
    _ = (context.registeredObjects, context.insertedObjects, context.updatedObjects, context.deletedObjects, context.hasChanges)
    context.refresh(object, mergeChanges: true)
    context.refreshAllObjects()
    context.reset()
    context.rollback()
    _ = try (context.object(with: id), context.existingObject(with: id), context.registeredObject(for: id))
    try context.obtainPermanentIDs(for: [object])
    context.assign(object, to: coordinator.persistentStores[0])
    context.shouldDeleteInaccessibleFaults = true

    context.name = "x"
    context.transactionAuthor = "me"
    context.userInfo["a"] = 1
    context.stalenessInterval = 1
    context.automaticallyMergesChangesFromParent = true
    context.propagatesDeletesAtEndOfEvent = true
    context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    context.mergePolicy = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    context.processPendingChanges()
    context.insert(object)
    context.delete(object)
    context.detectConflicts(for: object)
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSInsertedObjectsKey: [id]], into: [context])
    try context.setQueryGenerationFrom(.current)
    try context.setQueryGenerationFrom(nil)
    _ = (context.queryGenerationToken, context.concurrencyType)

    for name in [
        Notification.Name.NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextWillSave, .NSManagedObjectContextDidSave,
        .NSPersistentStoreRemoteChange, .NSPersistentStoreCoordinatorStoresDidChange,
        .NSPersistentStoreCoordinatorStoresWillChange, .NSPersistentStoreCoordinatorWillRemoveStore,
        NSManagedObjectContext.didChangeObjectsNotification, NSManagedObjectContext.willSaveObjectsNotification,
        NSManagedObjectContext.didSaveObjectsNotification, NSManagedObjectContext.didSaveObjectIDsNotification,
        NSManagedObjectContext.didMergeChangesObjectIDsNotification,
    ] {
        _ = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { note in
            _ = (
                note.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>, note.userInfo?[NSUpdatedObjectsKey],
                note.userInfo?[NSDeletedObjectsKey], note.userInfo?[NSRefreshedObjectsKey],
                note.userInfo?[NSInvalidatedObjectsKey], note.userInfo?[NSInvalidatedAllObjectsKey],
                note.userInfo?[NSManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue],
                note.userInfo?[NSManagedObjectContext.NotificationKey.insertedObjects.rawValue],
                note.userInfo?[NSManagedObjectContext.NotificationKey.queryGeneration.rawValue],
                note.userInfo?[NSManagedObjectContext.NotificationKey.sourceContext.rawValue]
            )
            context.mergeChanges(fromContextDidSave: note)
        }
    }
    _ = NSManagedObjectContextQueryGenerationKey
}

func objectSignatures(_ object: NSManagedObject, _ context: NSManagedObjectContext) throws {
    _ = (
        object.isFault, object.hasFault(forRelationshipNamed: "x"), object.faultingState, object.isInserted, object.isUpdated,
        object.isDeleted, object.hasChanges, object.hasPersistentChangedValues, object.managedObjectContext, object.entity,
        object.objectID, object.objectIDs(forRelationshipNamed: "things"), object.changedValues(),
        object.committedValues(forKeys: ["a"]), object.changedValuesForCurrentEvent()
    )
    object.willAccessValue(forKey: "a")
    object.didAccessValue(forKey: "a")
    object.willAccessValue(forKey: nil)
    object.willChangeValue(forKey: "a")
    object.setPrimitiveValue(1, forKey: "a")
    object.didChangeValue(forKey: "a")
    object.willChangeValue(forKey: "a", withSetMutation: .union, using: [object])
    object.didChangeValue(forKey: "a", withSetMutation: NSKeyValueSetMutationKind.minus, using: [])
    object.willChange(.insertion, valuesAt: IndexSet(integer: 0), forKey: "a")
    object.didChange(NSKeyValueChange.replacement, valuesAt: [0], forKey: "a")
    object.willChangeValue(for: \.hasChanges)
    object.didChangeValue(for: \NSManagedObject.hasChanges)
    _ = (object.primitiveValue(forKey: "a"), object.value(forKey: "a"), object.value(forKeyPath: "a.@sum.b"))
    object.setValue(1, forKey: "a")
    object.setValue(1, forKeyPath: "a.b")
    _ = (
        object.mutableSetValue(forKey: "a"), object.mutableOrderedSetValue(forKey: "b"),
        object.dictionaryWithValues(forKeys: ["a"])
    )
    object.setValuesForKeys(["a": 1])
    let dictionary = NSMutableDictionary()
    dictionary.setValue(1, forKey: "a")
    _ = (dictionary.value(forKey: "a"), dictionary.value(forKeyPath: "a.b"))
    _ = object.objectWillChange
    var value: AnyObject? = nil
    try object.validateValue(&value, forKey: "a")

    let id = object.objectID
    _ = (
        id.uriRepresentation(), id.isTemporaryID, id.entity, id.persistentStore,
        context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: id.uriRepresentation()), SomeItem.entity(),
        id.copy() as? NSManagedObjectID, NSQueryGenerationToken.current.copy()
    )
    let r: NSFetchRequest<any NSFetchRequestResult> = SomeItem.fetchRequest()
    _ = (r, SomeItem(context: context), SomeItem(entity: SomeItem.entity(), insertInto: nil))
    ValueTransformer.setValueTransformer(NSSecureUnarchiveFromDataTransformer(), forName: .secureUnarchiveFromDataTransformerName)
}

func savingSignatures(
    _ coordinator: NSPersistentStoreCoordinator, _ model: NSManagedObjectModel, _ context: NSManagedObjectContext
) throws {
    for policy in [
        NSErrorMergePolicy, NSMergeByPropertyStoreTrumpMergePolicy, NSMergeByPropertyObjectTrumpMergePolicy,
        NSOverwriteMergePolicy, NSRollbackMergePolicy,
    ] { context.mergePolicy = policy }
    for policy in [NSMergePolicy.error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback] {
        context.mergePolicy = policy
    }
    final class Mine: NSMergePolicy, @unchecked Sendable {
        override func resolve(mergeConflicts list: [Any]) throws { try super.resolve(mergeConflicts: list) }
        override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
            for c in list {
                _ = (
                    c.sourceObject, c.objectSnapshot, c.cachedSnapshot, c.persistedSnapshot, c.oldVersionNumber,
                    c.newVersionNumber
                )
            }
            try super.resolve(optimisticLockingConflicts: list)
        }
        override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
            for c in list {
                _ = (
                    c.constraint, c.constraintValues, c.databaseObject, c.databaseSnapshot, c.conflictingObjects,
                    c.conflictingSnapshots
                )
            }
            try super.resolve(constraintConflicts: list)
        }
    }
    context.mergePolicy = Mine(merge: .errorMergePolicyType)
    do { try context.save() } catch {
        let error = error as NSError
        _ = (
            error.userInfo[NSDetailedErrorsKey], error.userInfo[NSValidationObjectErrorKey],
            error.userInfo[NSValidationKeyErrorKey], error.userInfo[NSValidationPredicateErrorKey],
            error.userInfo[NSValidationValueErrorKey], error.userInfo[NSPersistentStoreSaveConflictsErrorKey],
            error.userInfo[NSAffectedStoresErrorKey], error.userInfo[NSAffectedObjectsErrorKey],
            error.userInfo[NSSQLiteErrorDomain]
        )
        _ = [
            NSManagedObjectValidationError, NSValidationMultipleErrorsError, NSValidationMissingMandatoryPropertyError,
            NSValidationRelationshipLacksMinimumCountError, NSValidationRelationshipExceedsMaximumCountError,
            NSValidationRelationshipDeniedDeleteError, NSValidationNumberTooLargeError, NSValidationNumberTooSmallError,
            NSValidationDateTooLateError, NSValidationDateTooSoonError, NSValidationInvalidDateError,
            NSValidationStringTooLongError, NSValidationStringTooShortError, NSValidationStringPatternMatchingError,
            NSManagedObjectReferentialIntegrityError, NSManagedObjectExternalRelationshipError, NSManagedObjectMergeError,
            NSManagedObjectConstraintMergeError, NSPersistentStoreInvalidTypeError, NSPersistentStoreTypeMismatchError,
            NSPersistentStoreIncompatibleSchemaError, NSPersistentStoreSaveError, NSPersistentStoreIncompleteSaveError,
            NSCoreDataError, NSPersistentStoreOperationError, NSPersistentStoreOpenError, NSPersistentStoreTimeoutError,
            NSPersistentStoreUnsupportedRequestTypeError, NSPersistentStoreIncompatibleVersionHashError,
            NSPersistentHistoryTokenExpiredError,
        ]
    }
    let container = NSPersistentContainer(name: "x", managedObjectModel: model)
    let d = NSPersistentStoreDescription()
    d.type = NSSQLiteStoreType
    d.configuration = "Default"
    d.url = NSPersistentContainer.defaultDirectoryURL()
    d.isReadOnly = true
    d.timeout = 10
    d.shouldAddStoreAsynchronously = true
    d.shouldMigrateStoreAutomatically = true
    d.shouldInferMappingModelAutomatically = true
    d.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    d.setValue("WAL" as NSString, forPragmaNamed: "journal_mode")
    _ = (d.sqlitePragmas, d.options)
    container.persistentStoreDescriptions = [d]
    container.loadPersistentStores { description, error in _ = (description, error) }
    container.viewContext.name = "v"
    _ = container.newBackgroundContext()
    container.performBackgroundTask { _ in }
    _ = (container.name, container.managedObjectModel, container.persistentStoreCoordinator)
    let store = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    try coordinator.addPersistentStore(
        type: .sqlite, configuration: nil, at: URL(filePath: "/x"),
        options: [
            NSSQLitePragmasOption: ["journal_mode": "DELETE"], NSSQLiteAnalyzeOption: true, NSSQLiteManualVacuumOption: true,
            NSReadOnlyPersistentStoreOption: true, NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true, NSPersistentStoreTimeoutOption: 3,
            NSIgnorePersistentStoreVersioningOption: true, NSPersistentStoreForceDestroyOption: true,
            NSPersistentStoreRemoteChangeNotificationPostOptionKey: true, NSPersistentStoreConnectionPoolMaxSizeKey: 3,
        ])
    coordinator.addPersistentStore(with: d) { _, _ in }
    _ = (coordinator.persistentStore(for: URL(filePath: "/x")), coordinator.url(for: store), coordinator.metadata(for: store))
    coordinator.setMetadata(["a": 1], for: store)
    let isRelocated: Bool = coordinator.setURL(URL(filePath: "/y"), for: store)
    coordinator.setURL(URL(filePath: "/y"), for: store)
    _ = isRelocated
    try coordinator.remove(store)
    _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: NSSQLiteStoreType, at: URL(filePath: "/x"), options: nil)
    _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: URL(filePath: "/x"))
    try NSPersistentStoreCoordinator.setMetadata(
        [:], forPersistentStoreOfType: NSSQLiteStoreType, at: URL(filePath: "/x"), options: nil)
    coordinator.performAndWait {}
    coordinator.perform {}
    coordinator.name = "c"
    _ = coordinator.managedObjectModel
    _ = (
        coordinator.currentPersistentHistoryToken(fromStores: nil), store.identifier, store.type, store.url, store.isReadOnly,
        store.options, store.configurationName, store.metadata, store.persistentStoreCoordinator, NSStoreUUIDKey, NSStoreTypeKey,
        NSStoreModelVersionHashesKey, NSStoreModelVersionIdentifiersKey
    )

    _ = model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:])
}

func requestSignatures(_ context: NSManagedObjectContext, _ model: NSManagedObjectModel, _ entity: NSEntityDescription) throws {
    let r = NSFetchRequest<SomeItem>(entityName: "Item")
    r.fetchLimit = 1
    r.fetchOffset = 1
    r.fetchBatchSize = 20
    r.resultType = .managedObjectResultType
    r.includesPropertyValues = false
    r.includesSubentities = true
    r.includesPendingChanges = true
    r.returnsObjectsAsFaults = false
    r.relationshipKeyPathsForPrefetching = ["a"]
    r.propertiesToFetch = ["a"]
    r.propertiesToGroupBy = ["a"]
    r.havingPredicate = nil
    r.returnsDistinctResults = true
    r.shouldRefreshRefetchedObjects = true
    r.affectedStores = []
    r.predicate = nil
    r.sortDescriptors = []
    r.entity = entity
    _ = try (r.entityName, context.fetch(r), context.count(for: r), r.execute())
    let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
    ids.resultType = .managedObjectIDResultType
    let x: [NSManagedObjectID] = try context.fetch(ids)
    let dicts = NSFetchRequest<NSDictionary>(entityName: "Item")
    dicts.resultType = .dictionaryResultType
    let y: [NSDictionary] = try context.fetch(dicts)
    let counts = NSFetchRequest<NSNumber>(entityName: "Item")
    counts.resultType = .countResultType
    let z: [NSNumber] = try context.fetch(counts)
    _ = (x, y, z)
    let e = NSExpressionDescription()
    e.name = "max"
    e.expression = NSExpression(forFunction: "max:", arguments: [NSExpression(forKeyPath: "a")])
    e.expressionResultType = .doubleAttributeType
    e.resultType = .double
    dicts.propertiesToFetch = [e]
    _ = (model.fetchRequestTemplate(forName: "x"), model.fetchRequestFromTemplate(withName: "x", substitutionVariables: ["A": 1]))
    model.setFetchRequestTemplate(nil, forName: "y")
    _ = model.fetchRequestTemplatesByName
    let async = NSAsynchronousFetchRequest(fetchRequest: r) { result in
        _ = (result.finalResult, result.progress, result.operationError)
    }
    async.estimatedResultCount = 3
    _ = try context.execute(async) as? NSAsynchronousFetchResult<SomeItem>
    let i1 = NSBatchInsertRequest(entity: entity, objects: [["a": 1]])
    _ = NSBatchInsertRequest(entityName: "Item", objects: [])
    let i2 = NSBatchInsertRequest(
        entity: entity,
        dictionaryHandler: { d in
            d["a"] = 1
            return true
        })
    let i3 = NSBatchInsertRequest(
        entity: entity,
        managedObjectHandler: { o in
            o.setValue(1, forKey: "a")
            return true
        })
    let i4 = NSBatchInsertRequest(entityName: "Item") { (d: NSMutableDictionary) -> Bool in true }
    let i5 = NSBatchInsertRequest(entityName: "Item") { (o: NSManagedObject) -> Bool in true }
    i1.resultType = .objectIDs
    i2.resultType = .count
    i3.resultType = .statusOnly
    _ = (i4, i5)
    let result = try context.execute(i1) as? NSBatchInsertResult
    _ = (result?.result, result?.resultType)
    let u = NSBatchUpdateRequest(entityName: "Item")
    _ = NSBatchUpdateRequest(entity: entity)
    u.propertiesToUpdate = ["a": 1, "b": NSExpression(format: "a + 1")]
    u.predicate = nil
    u.resultType = .updatedObjectIDsResultType
    u.includesSubentities = true
    u.affectedStores = nil
    _ = (try context.execute(u) as? NSBatchUpdateResult)?.result
    let d = NSBatchDeleteRequest(fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Item"))
    _ = NSBatchDeleteRequest(objectIDs: x)
    d.resultType = .resultTypeObjectIDs
    d.affectedStores = nil
    _ = d.fetchRequest
    _ = (try context.execute(d) as? NSBatchDeleteResult)?.result
    _ = try context.persistentStoreCoordinator?.execute(d, with: context)
}

func errorSignatures(_ e: CocoaError) {
    _ = (e.code == .managedObjectMerge, e.validationKey, e.persistentStoreSaveConflicts?.first?.sourceObject)
    do { throw e } catch CocoaError.validationMultipleErrors {} catch {}
}
func historySignatures(_ context: NSManagedObjectContext, _ token: NSPersistentHistoryToken?) throws {
    let r = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    _ = (
        NSPersistentHistoryChangeRequest.fetchHistory(after: Date()),
        NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryTransaction?),
        NSPersistentHistoryChangeRequest.deleteHistory(before: token),
        NSPersistentHistoryChangeRequest.deleteHistory(before: Date()),
        NSPersistentHistoryChangeRequest.deleteHistory(before: nil as NSPersistentHistoryTransaction?)
    )
    if let f = NSPersistentHistoryTransaction.fetchRequest {
        f.predicate = NSPredicate(format: "author != %@", "me")
        r.fetchRequest = f
        _ = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: f)
    }
    _ = (
        NSPersistentHistoryChange.fetchRequest, NSPersistentHistoryTransaction.entityDescription,
        NSPersistentHistoryChange.entityDescription(with: context),
        NSPersistentHistoryTransaction.entityDescription(with: context)
    )
    r.resultType = .transactionsAndChanges
    _ = r.token
    let result = try context.execute(r) as? NSPersistentHistoryResult
    for t in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
        _ = (t.author, t.contextName, t.bundleID, t.processID, t.storeID, t.timestamp, t.token, t.transactionNumber)
        context.mergeChanges(fromContextDidSave: t.objectIDNotification())
        for c in t.changes ?? [] {
            _ = (c.changeID, c.changedObjectID, c.changeType, c.tombstone, c.updatedProperties, c.transaction)
            switch c.changeType {
            case .insert, .update, .delete: break
            @unknown default: break
            }
        }
    }
    let data = try NSKeyedArchiver.archivedData(withRootObject: token!, requiringSecureCoding: true)
    _ = try (
        NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data), NSPersistentHistoryTokenKey,
        NSPersistentStoreURLKey, NSStoreUUIDKey
    )
}
