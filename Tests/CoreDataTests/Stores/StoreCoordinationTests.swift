import Foundation
import Testing

@testable import CoreData

/// Adding, removing, copying and destroying stores, and what they say of themselves.
@Suite struct StoreCoordinationTests {
    private let folder: TemporaryFolder
    private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .shelves())

    init() throws {
        folder = try TemporaryFolder()
    }

    private func url(_ name: String) -> URL { folder.url.appending(path: name) }

    private var context: NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @discardableResult
    private func save(_ titles: String..., in context: NSManagedObjectContext? = nil) throws -> [NSManagedObjectID] {
        let context = context ?? self.context
        return try context.performAndWait {
            let items = titles.map { context.item($0) }
            try context.save()
            return items.map(\.objectID)
        }
    }

    private func titles(_ context: NSManagedObjectContext? = nil) throws -> [String] {
        let context = context ?? self.context
        return try context.performAndWait { try context.titles() }
    }

    // MARK: Adding and removing

    @Test func storesAreAddedAndRemoved() throws {
        let willChange = Notices(.NSPersistentStoreCoordinatorStoresWillChange, of: coordinator)
        let didChange = Notices(.NSPersistentStoreCoordinatorStoresDidChange, of: coordinator)
        let file = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: "Things", at: url("A.sqlite"),
            options: [NSPersistentStoreTimeoutOption: 3])
        let memory = try coordinator.addPersistentStore(type: .inMemory, configuration: "Notes", at: URL(filePath: "/dev/null"))
        #expect(coordinator.persistentStores == [file, memory])
        #expect(file.persistentStoreCoordinator === coordinator)
        #expect(file.options?[NSPersistentStoreTimeoutOption] as? NSNumber == 3)
        #expect(coordinator.url(for: file) == url("A.sqlite") && file.url == url("A.sqlite"))
        #expect(coordinator.persistentStore(for: url("A.sqlite")) === file)
        #expect(coordinator.persistentStore(for: url("B.sqlite")) == nil)
        #expect(willChange.received.count == 2)
        #expect(
            didChange.received.map { $0.userInfo?[NSAddedPersistentStoresKey] as? [NSPersistentStore] } == [[file], [memory]])

        let willRemove = Notices(.NSPersistentStoreCoordinatorWillRemoveStore, of: file)
        try coordinator.remove(file)
        #expect(willRemove.received.count == 1)
        #expect(didChange.received.last?.userInfo?[NSRemovedPersistentStoresKey] as? [NSPersistentStore] == [file])
        #expect(coordinator.persistentStores == [memory])
        #expect(file.persistentStoreCoordinator == nil)
        #expect(failure { try coordinator.remove(file) }?.code == NSPersistentStoreOperationError)
        let unknown = failure {
            _ = try coordinator.addPersistentStore(ofType: "Tape", configurationName: nil, at: url("C.tape"))
        }
        #expect(unknown?.code == NSPersistentStoreInvalidTypeError)
    }

    @Test func aFileIsAddedOnce() throws {
        try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        let again = failure { try coordinator.addPersistentStore(type: .sqlite, at: url("./A.sqlite")) }
        #expect(again?.localizedDescription.contains("has the store at") == true)
        #expect(coordinator.persistentStores.count == 1)
        for _ in 0..<2 { try coordinator.addPersistentStore(type: .inMemory, at: URL(filePath: "/dev/null")) }
        #expect(coordinator.persistentStores.count == 3)
    }

    @Test func aRemovedStoresObjectsAreGoneAndComeBack() throws {
        try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url("B.sqlite"))
        let context = context
        nonisolated(unsafe) var held: [NSManagedObject] = []
        nonisolated(unsafe) var results: LiveResults?
        try context.run { () throws in
            held = [context.item("a"), context.item("b", in: store)]
            try context.save()
            results = try LiveResults.shared(request: context.itemRequest(), sectionKey: nil, in: context)
            #expect(results?.count == 2)
        }
        let identifier = held[1].objectID
        try coordinator.remove(store)
        try context.run { () throws in
            #expect(held.map(\.managedObjectContext) == [context, nil])
            #expect(results?.count == 1)
            #expect(try context.titles() == ["a"])
            #expect(
                failure { _ = try context.existingObject(with: identifier) }?.code == NSManagedObjectReferentialIntegrityError)
        }
        // Another store does not get the numbers of the one that may come back.
        try coordinator.addPersistentStore(type: .inMemory, at: URL(filePath: "/dev/null"))
        let back = try coordinator.addPersistentStore(type: .sqlite, at: url("B.sqlite"))
        try context.run { () throws in
            #expect(try context.existingObject(with: identifier).value(forKey: "title") as? String == "b")
            #expect(coordinator.managedObjectID(forURIRepresentation: identifier.uriRepresentation()) == identifier)
            #expect(results?.count == 2)
            #expect(try context.titles() == ["a", "b"])
        }
        for store in coordinator.persistentStores where store !== back { try coordinator.remove(store) }
        try coordinator.remove(back)
        context.performAndWait {
            #expect(results?.count == 0)
            #expect(failure { _ = try context.titles() }?.code == NSPersistentStoreOperationError)
        }
    }

    @Test func workIsDoneOneAtATime() async throws {
        let coordinator = coordinator
        nonisolated(unsafe) var order: [Int] = []
        // In a function that is not asynchronous, `perform` is the one that does not wait.
        func start() {
            coordinator.perform { order.append(1) }
            coordinator.performAndWait { coordinator.performAndWait { order.append(2) } }
        }
        start()
        #expect(
            await coordinator.perform {
                order.append(3); return order.count
            } == 3)
        #expect(order == [1, 2, 3])
        await #expect(throws: CocoaError.self) { try await coordinator.perform { throw CocoaError(.userCancelled) } }
        try coordinator.addPersistentStore(type: .inMemory, at: URL(filePath: "/dev/null"))
        try save("a")
        let context = context
        try context.run { () throws in
            let found = try coordinator.execute(context.itemRequest(), with: context) as? [NSManagedObject]
            #expect(found?.map { $0.value(forKey: "title") as? String } == ["a"])
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.propertiesToUpdate = ["rank": 1]
            update.resultType = .updatedObjectsCountResultType
            #expect((try coordinator.execute(update, with: context) as? NSBatchUpdateResult)?.result as? Int == 1)
        }
    }

    // MARK: Metadata

    @Test func metadataIsWrittenWithTheNextSave() throws {
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        #expect(store.metadata[NSStoreUUIDKey] as? String == store.identifier)
        #expect(store.metadata[NSStoreTypeKey] as? String == NSSQLiteStoreType)
        coordinator.setMetadata(["lastImport": 7, "tags": ["a", "b"]], for: store)
        #expect(coordinator.metadata(for: store)["lastImport"] as? Int == 7)
        func stored() throws -> [String: Any] {
            try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url("A.sqlite"))
        }
        #expect(try stored()["lastImport"] == nil)
        try save("a")
        #expect(try stored()["lastImport"] as? Int == 7)
        #expect(try stored()["tags"] as? [String] == ["a", "b"])
        #expect(try stored()[NSStoreUUIDKey] as? String == store.identifier)
        #expect(try stored()[NSStoreTypeKey] as? String == NSSQLiteStoreType)

        store.metadata = ["other": true]
        try save("b")
        #expect(try stored()["lastImport"] == nil)
        #expect(try stored()["other"] as? Bool == true)
        store.metadata = ["bad": NSObject()]
        #expect(failure { try save("c") }?.code == NSPersistentStoreSaveError)
        store.metadata = [:]
        store.identifier = "0A0B0C0D-0000-0000-0000-000000000000"
        let saved = try save("c")
        #expect(saved[0].uriRepresentation().host == "0A0B0C0D-0000-0000-0000-000000000000")
        try coordinator.remove(store)
        let again = try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        #expect(again.identifier == "0A0B0C0D-0000-0000-0000-000000000000")
        #expect(try titles() == ["a", "b", "c"])
    }

    @Test(arguments: [NSSQLiteStoreType, NSXMLStoreType, NSBinaryStoreType])
    func `a save of a context without changes writes the metadata`(_ type: String) throws {
        let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url("A"))
        try save("a")
        func stored() throws -> String? {
            let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url("A"))
            return metadata["mine"] as? String
        }
        let context = context
        let saves = [Notices(.NSManagedObjectContextWillSave, of: context), Notices(.NSManagedObjectContextDidSave, of: context)]
        func saveNothing() throws { try context.run { () throws in try context.save() } }
        coordinator.setMetadata(["mine": "one"], for: store)
        #expect(try stored() == nil)
        try saveNothing()
        #expect(try stored() == "one")
        #expect(try titles() == ["a"])

        // A child's save is one to its parent.
        store.metadata = ["mine": "two"]
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = context
        try child.run { () throws in try child.save() }
        #expect(try stored() == "one")
        try saveNothing()
        #expect(try stored() == "two")
        for notices in saves { #expect(notices.received.isEmpty) }

        if type == NSSQLiteStoreType {
            store.metadata = ["mine": "three", "bad": NSObject()]
            for _ in 0..<2 { #expect(failure { try saveNothing() }?.code == NSPersistentStoreSaveError) }
            #expect(try stored() == "two")
        }
        store.metadata = ["mine": "four"]
        try save("b")
        #expect(try stored() == "four")
        #expect(try titles() == ["a", "b"])
    }

    @Test func `a save of a context without changes writes the metadata of each store that can be written`() throws {
        let (a, b, c) = (url("A.sqlite"), url("B.xml"), url("C.sqlite"))
        try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: c))
        let stores = [
            try coordinator.addPersistentStore(type: .sqlite, at: a), try coordinator.addPersistentStore(type: .xml, at: b),
            try coordinator.addPersistentStore(type: .sqlite, at: c, options: [NSReadOnlyPersistentStoreOption: true]),
        ]
        for store in stores { store.metadata = ["mine": 7] }
        let context = context
        try context.run { () throws in try context.save() }
        for (type, place) in [(NSSQLiteStoreType, a), (NSXMLStoreType, b)] {
            let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: place)
            #expect(metadata["mine"] as? Int == 7)
        }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: c)
        #expect(metadata["mine"] == nil)
    }

    @Test(arguments: [NSXMLStoreType, NSBinaryStoreType])
    func `a save of a context without changes writes no file if no metadata were set`(_ type: String) throws {
        try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url("A"))
        try FileManager.default.removeItem(at: url("A"))
        let context = context
        try context.run { () throws in try context.save() }
        #expect(!FileManager.default.fileExists(atPath: url("A").path))
    }

    @Test func metadataOfAFile() throws {
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        try coordinator.remove(store)
        try NSPersistentStore.setMetadata(["mine": "x"], forPersistentStoreAt: url("A.sqlite"))
        #expect(try NSPersistentStore.metadataForPersistentStore(with: url("A.sqlite"))["mine"] as? String == "x")
        let again = try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        #expect(again.metadata["mine"] as? String == "x" && again.identifier == store.identifier)
        let missing = failure { _ = try NSPersistentStore.metadataForPersistentStore(with: url("None.sqlite")) }
        #expect(missing?.code == CocoaError.fileReadNoSuchFile.rawValue)
        #expect(!FileManager.default.fileExists(atPath: url("None.sqlite").path))
    }

    // MARK: Files

    @Test func aDestroyedStoreCanBeMadeAnew() throws {
        try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        try save("a")
        // As many apps do it: without removing it first.
        try coordinator.destroyPersistentStore(at: url("A.sqlite"), ofType: NSSQLiteStoreType, options: nil)
        #expect(coordinator.persistentStores.isEmpty)
        #expect(failure { _ = try NSPersistentStore.metadataForPersistentStore(with: url("A.sqlite")) } != nil)
        try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        #expect(try titles() == [])
        try save("b")
        #expect(try titles() == ["b"])
        try coordinator.destroyPersistentStore(at: url("None.sqlite"), type: .sqlite)
        // Twice is not an error, nor is an empty file.
        try coordinator.destroyPersistentStore(at: url("A.sqlite"), type: .sqlite)
        try coordinator.destroyPersistentStore(at: url("A.sqlite"), type: .sqlite)
        try Data().write(to: url("Empty.sqlite"))
        try coordinator.destroyPersistentStore(at: url("Empty.sqlite"), type: .sqlite)
    }

    @Test func whatIsNoStoreIsNotDestroyed() throws {
        let text = Data(String(repeating: "These are notes. ", count: 100).utf8)
        try text.write(to: url("Notes.txt"))
        let error = failure { try coordinator.destroyPersistentStore(at: url("Notes.txt"), type: .sqlite) }
        #expect(error?.code == CocoaError.fileReadCorruptFile.rawValue)
        #expect(try Data(contentsOf: url("Notes.txt")) == text)
        try coordinator.destroyPersistentStore(
            at: url("Notes.txt"), type: .sqlite, options: [NSPersistentStoreForceDestroyOption: true])
        #expect(!FileManager.default.fileExists(atPath: url("Notes.txt").path))
    }

    @Test func aBackupAndTheWayBack() throws {
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        let identifiers = try save("a", "b")
        // The source is open, and its rows are in the write-ahead log.
        try coordinator.replacePersistentStore(
            at: url("backups/A.sqlite"), withPersistentStoreFrom: url("A.sqlite"), ofType: NSSQLiteStoreType)
        #expect(coordinator.persistentStores == [store])
        try save("c")
        try coordinator.replacePersistentStore(
            at: url("A.sqlite"), withPersistentStoreFrom: url("backups/A.sqlite"), type: .sqlite)
        #expect(coordinator.persistentStores.isEmpty)
        try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        #expect(try titles() == ["a", "b"])
        let context = context
        try context.run { () throws in
            #expect(try context.existingObject(with: identifiers[1]).value(forKey: "title") as? String == "b")
        }
        let missing = failure {
            try coordinator.replacePersistentStore(
                at: url("A.sqlite"), withPersistentStoreFrom: url("None.sqlite"), type: .sqlite)
        }
        #expect(missing?.code == CocoaError.fileReadNoSuchFile.rawValue)
        try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        #expect(try titles() == ["a", "b"])
    }

    private enum Damage: CaseIterable, Sendable {
        case text, header, truncated
    }

    /// Damages a file in place.
    private func damage(_ url: URL, _ damage: Damage) throws {
        let file = try FileHandle(forUpdating: url)
        defer { try? file.close() }
        switch damage {
        case .text:
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: Data(String(repeating: "These are notes. ", count: 100).utf8))
        case .header: try file.write(contentsOf: Data(repeating: 0xEE, count: 100))
        case .truncated: try file.truncate(atOffset: 6_000)
        }
    }

    @Test(arguments: Damage.allCases, [false, true])
    private func `a damaged store is replaced by its backup`(_ damage: Damage, isOpen: Bool) throws {
        let (file, backup) = (url("A.sqlite"), url("backups/A.sqlite"))
        let store = try coordinator.addPersistentStore(type: .sqlite, at: file)
        try save("a", "b")
        try coordinator.replacePersistentStore(at: backup, withPersistentStoreFrom: file, type: .sqlite)
        try coordinator.remove(store)
        if isOpen { try coordinator.addPersistentStore(type: .sqlite, at: file) }
        try self.damage(file, damage)
        try coordinator.replacePersistentStore(at: file, withPersistentStoreFrom: backup, type: .sqlite)
        try coordinator.addPersistentStore(type: .sqlite, at: file)
        #expect(try titles() == ["a", "b"])
        try save("c")
        try coordinator.remove(coordinator.persistentStores[0])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["A.sqlite", "backups"])
    }

    @Test(arguments: Damage.allCases)
    private func `a damaged store remains if its backup is missing or damaged`(_ damage: Damage) throws {
        let (file, backup) = (url("A.sqlite"), url("B.sqlite"))
        for url in [file, backup] {
            let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
            try save("a")
            try coordinator.remove(store)
            try self.damage(url, damage)
        }
        let content = try Data(contentsOf: file)
        let damaged = failure {
            try coordinator.replacePersistentStore(at: file, withPersistentStoreFrom: backup, type: .sqlite)
        }
        #expect(damaged?.code == CocoaError.fileReadCorruptFile.rawValue)
        let missing = failure {
            try coordinator.replacePersistentStore(at: file, withPersistentStoreFrom: url("None.sqlite"), type: .sqlite)
        }
        #expect(missing?.code == CocoaError.fileReadNoSuchFile.rawValue)
        #expect(try Data(contentsOf: file) == content)
        let readOnly = failure {
            let good = try coordinator.addPersistentStore(type: .sqlite, at: url("Good.sqlite"))
            try coordinator.remove(good)
            try coordinator.replacePersistentStore(
                at: file, destinationOptions: [NSReadOnlyPersistentStoreOption: true],
                withPersistentStoreFrom: url("Good.sqlite"), type: .sqlite)
        }
        #expect(readOnly?.code == CocoaError.fileReadCorruptFile.rawValue)
        #expect(try Data(contentsOf: file) == content)
    }

    /// Large data lies in files of its own, which go where the store goes.
    @Test func largeDataComesAlong() throws {
        let picture = NSManagedObjectModel.attribute("picture", .binaryData)
        picture.allowsExternalBinaryDataStorage = true
        let entity = NSEntityDescription()
        entity.name = "Item"
        entity.properties = [NSManagedObjectModel.attribute("title", .string), picture]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let data = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        let identifier = try context.performAndWait {
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            item.setValue(data, forKey: "picture")
            try context.save()
            context.reset()
            return item.objectID
        }
        func stored() throws -> Data? {
            try context.performAndWait {
                context.reset()
                return try context.existingObject(with: identifier).value(forKey: "picture") as? Data
            }
        }
        try coordinator.replacePersistentStore(
            at: url("backups/B.sqlite"), withPersistentStoreFrom: url("A.sqlite"), type: .sqlite)
        let copy = try coordinator.migratePersistentStore(store, to: url("C.sqlite"), type: .sqlite)
        #expect(try stored() == data)
        try coordinator.destroyPersistentStore(at: url("A.sqlite"), type: .sqlite)
        #expect(try stored() == data)
        try coordinator.remove(copy)
        try coordinator.addPersistentStore(type: .sqlite, at: url("backups/B.sqlite"))
        #expect(try stored() == data)
        try coordinator.destroyPersistentStore(at: url("backups/B.sqlite"), type: .sqlite)
        #expect(try FileManager.default.contentsOfDirectory(atPath: url("backups").path) == ["B.sqlite"])
    }

    @Test func aStoreGoesOnInAnotherFile() throws {
        let old = try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        let context = context
        let identifiers = try save("a", "b", in: context)
        try coordinator.replacePersistentStore(at: url("Copy.sqlite"), withPersistentStoreFrom: url("A.sqlite"), type: .sqlite)
        #expect(!coordinator.setURL(url("Missing.sqlite"), for: old))
        #expect(!FileManager.default.fileExists(atPath: url("Missing.sqlite").path))
        #expect(coordinator.persistentStores == [old])

        let didChange = Notices(.NSPersistentStoreCoordinatorStoresDidChange, of: coordinator)
        #expect(coordinator.setURL(url("Copy.sqlite"), for: old))
        let new = coordinator.persistentStores[0]
        #expect(coordinator.url(for: new) == url("Copy.sqlite") && coordinator.persistentStores.count == 1)
        #expect(
            didChange.received.map { $0.userInfo?[NSUUIDChangedPersistentStoresKey] as? [NSPersistentStore] } == [[old, new]])
        try context.run { () throws in
            try context.existingObject(with: identifiers[0]).setValue("changed", forKey: "title")
            try context.save()
        }
        // As the row cache has it, too.
        func firstTitle() -> String? {
            let context = self.context
            return context.performAndWait { context.object(with: identifiers[0]).value(forKey: "title") as? String }
        }
        #expect(try titles() == ["b", "changed"] && firstTitle() == "changed")
        // The old file stays as it was, and can be gone back to.
        #expect(coordinator.setURL(url("A.sqlite"), for: new))
        #expect(try titles() == ["a", "b"] && firstTitle() == "a")
    }

    /// Another store's rows are other objects.
    @Test func aStoreGoesOnInTheFileOfAnother() throws {
        let other = try coordinator.addPersistentStore(type: .sqlite, at: url("Other.sqlite"))
        try save("z")
        try coordinator.remove(other)
        let old = try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        let context = context
        let identifiers = try save("a", "b", in: context)
        #expect(coordinator.setURL(url("Other.sqlite"), for: old))
        #expect(try titles() == ["z"])
        try context.run { () throws in
            #expect(failure { _ = try context.existingObject(with: identifiers[0]) } != nil)
        }
        #expect(!coordinator.setURL(url("A.sqlite"), for: old))
    }

    @Test(arguments: [StoreDeparture.moved, .replaced]) func whoWaitedToWriteIsToldWhereTheStoreWent(
        departure: StoreDeparture
    ) throws {
        try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        let store = try coordinator.requireStores().stores[0].sqlite
        store.giveWay(departure) {}
        let error = try #require(failure { try store.write { _ in } })
        #expect(error.localizedDescription.contains(departure == .moved ? "was moved" : "was replaced"))
    }

    @Test(arguments: [NSPersistentStore.StoreType.sqlite, .inMemory]) func aStoreMoves(from type: NSPersistentStore.StoreType)
        throws
    {
        let origin = type == .sqlite ? url("A.sqlite") : URL(filePath: "/dev/null")
        let old = try coordinator.addPersistentStore(
            type: type, configuration: "Things", at: origin, options: [NSPersistentHistoryTrackingKey: true])
        let context = context
        let identifiers = try save("a", "b", in: context)
        let didChange = Notices(.NSPersistentStoreCoordinatorStoresDidChange, of: coordinator)
        let new = try coordinator.migratePersistentStore(old, to: url("Copy.sqlite"), withType: NSSQLiteStoreType)
        #expect(coordinator.persistentStores == [new])
        #expect(new.identifier == old.identifier && new.configurationName == "Things")
        #expect(
            didChange.received.map { $0.userInfo?[NSUUIDChangedPersistentStoresKey] as? [NSPersistentStore] } == [[old, new]])
        try context.run { () throws in
            let item = try context.existingObject(with: identifiers[0])
            item.setValue("changed", forKey: "title")
            try context.save()
        }
        #expect(try titles() == ["b", "changed"])
        // Not `identifier`, an optional: with that the compiler ends itself in release mode.
        #expect(coordinator.currentPersistentHistoryToken(fromStores: nil)?.transactionNumbers == [new.uuid: 2])
        let taken = failure { _ = try coordinator.migratePersistentStore(new, to: url("Copy.sqlite"), type: .sqlite) }
        #expect(taken?.code == CocoaError.fileWriteFileExists.rawValue)
        try coordinator.migratePersistentStore(new, to: URL(filePath: "/dev/null"), type: .inMemory)
        #expect(try titles() == ["b", "changed"])
        #expect(coordinator.persistentStores.map(\.type) == [NSInMemoryStoreType])
        if type == .sqlite {
            // The old file stays as it was.
            try coordinator.addPersistentStore(
                type: .sqlite, configuration: "Things", at: origin, options: [NSPersistentHistoryTrackingKey: true])
            let ofOld = try context.performAndWait {
                let request = context.itemRequest()
                request.affectedStores = [coordinator.persistentStores[1]]
                return try context.fetch(request).map { $0.value(forKey: "title") as? String }
            }
            #expect(ofOld == ["a", "b"])
        }
    }
}
