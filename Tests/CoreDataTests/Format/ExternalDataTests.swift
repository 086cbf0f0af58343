import Foundation
import GRDB
import Testing

@testable import CoreData

/// Attributes that allow external storage, whose data is in files next to the store.
@Suite struct ExternalDataTests {
    private static func model() throws -> NSManagedObjectModel {
        try ModelSource.model(
            """
            <entity name="Photo">
                <attribute name="name" attributeType="String" optional="YES"/>
                <attribute name="image" attributeType="Binary" allowsExternalBinaryDataStorage="YES" optional="YES"/>
                <attribute name="list" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" \
            allowsExternalBinaryDataStorage="YES" optional="YES"/>
                <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
            </entity>
            """)
    }

    private let large = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
    private let other = Data(repeating: 9, count: 300_000)
    private let small = Data([1, 2, 3])

    private func photo(_ name: String, _ image: Data?, _ context: NSManagedObjectContext) -> NSManagedObject {
        let photo = NSEntityDescription.insertNewObject(forEntityName: "Photo", into: context)
        photo.setValue(name, forKey: "name")
        photo.setValue(image, forKey: "image")
        return photo
    }

    private func files(_ store: TestStore) -> [String] {
        let folder = store.folder.url.appending(path: ".Test_SUPPORT/_EXTERNAL_DATA")
        return (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    /// Returns the images that another coordinator reads, by name.
    private func images(_ store: TestStore, readOnly: Bool = false) throws -> [String: Data] {
        let container = try NSPersistentContainer.loaded(store.url, model: Self.model(), readOnly: readOnly)
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            let photos = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Photo"))
            let pairs = photos.compactMap { photo in
                (photo.value(forKey: "image") as? Data).map { (photo.value(forKey: "name") as? String ?? "", $0) }
            }
            return Dictionary(uniqueKeysWithValues: pairs)
        }
    }

    private func columns(_ store: TestStore) throws -> [String: Data] {
        try DatabaseQueue(path: store.url.path).read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT ZNAME, ZIMAGE FROM ZPHOTO WHERE ZIMAGE IS NOT NULL")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }

    @Test func smallDataStaysInTheRowAndLargeDataGetsAFile() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.performAndWait {
            for (name, image) in [("small", small), ("large", large), ("none", nil), ("empty", Data())] {
                _ = photo(name, image, context)
            }
            try context.save()
        }
        let columns = try columns(store)
        #expect(columns["small"] == Data([1]) + small)
        #expect(columns["empty"] == Data([1]))
        let reference = try #require(columns["large"])
        #expect(reference.count == 38 && reference.first == 2 && reference.last == 0)
        let name = String(decoding: reference.dropFirst().dropLast(), as: UTF8.self)
        #expect(UUID(uuidString: name)?.uuidString == name)
        #expect(files(store) == [name])
        #expect(try Data(contentsOf: store.folder.url.appending(path: ".Test_SUPPORT/_EXTERNAL_DATA/\(name)")) == large)
        #expect(try images(store) == ["small": small, "large": large, "empty": Data()])
        #expect(try images(store, readOnly: true) == ["small": small, "large": large, "empty": Data()])
        #expect(ExternalData.supportFolder(of: store.url).lastPathComponent == ".Test_SUPPORT")
    }

    @Test func filesGoWithTheirRows() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.performAndWait {
            let (a, b) = (photo("a", large, context), photo("b", large, context))
            try context.save()
            let before = Set(files(store))
            #expect(before.count == 2)
            a.setValue(other, forKey: "image")
            try context.save()
            #expect(Set(files(store)).count == 2 && Set(files(store)).intersection(before).count == 1)
            a.setValue(small, forKey: "image")
            context.delete(b)
            try context.save()
            #expect(files(store) == [])
        }
        #expect(try images(store) == ["a": small])
        #expect(try supportNames(store.folder) == ["_EXTERNAL_DATA"])
    }

    /// Returns the names in the support folder of a store, including the markers of unfinished
    /// transactions.
    private func supportNames(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: ".Test_SUPPORT").path)
    }

    @Test func whatIsNotSavedLeavesNoFile() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.performAndWait {
            _ = photo("a", large, context)
            try context.save()
            _ = photo("a", other, context)
            #expect(throws: NSError.self) { try context.save() }
            #expect(files(store).count == 1)
            context.rollback()
            // The existing row wins, and the file of the new one is removed.
            context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            _ = photo("a", other, context)
            try context.save()
            #expect(files(store).count == 1)
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.execute(NSBatchInsertRequest(entityName: "Photo", objects: [["name": "a", "image": other]]))
            #expect(files(store).count == 1)
        }
        #expect(try images(store) == ["a": other])
    }

    @Test func batchRequests() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.performAndWait {
            try context.execute(
                NSBatchInsertRequest(
                    entityName: "Photo", objects: [["name": "a", "image": large], ["name": "b", "image": small]]))
            #expect(files(store).count == 1)
            let update = NSBatchUpdateRequest(entityName: "Photo")
            update.propertiesToUpdate = ["image": other]
            try context.execute(update)
            #expect(files(store).count == 2)
            #expect(try images(store) == ["a": other, "b": other])
            try context.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Photo")))
            #expect(files(store) == [])
        }
    }

    @Test func transformablesToo() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        let list = (0..<40_000).map { "entry \($0)" }
        try context.performAndWait {
            let photo = photo("a", nil, context)
            photo.setValue(list as NSArray, forKey: "list")
            try context.save()
        }
        #expect(files(store).count == 1)
        let again = store.context()
        try again.performAndWait {
            let photo = try #require(try again.fetch(NSFetchRequest<NSManagedObject>(entityName: "Photo")).first)
            #expect(photo.value(forKey: "list") as? [String] == list)
        }
    }

    @Test func whatCrashesLeaveIsRemovedAtTheNextOpening() throws {
        let folder = try TemporaryFolder()
        let kept: [String]
        do {
            let store = try TestStore(model: Self.model(), in: folder)
            let context = store.context()
            try context.performAndWait {
                _ = photo("a", large, context)
                try context.save()
            }
            kept = files(store)
        }
        let support = folder.url.appending(path: ".Test_SUPPORT")
        let orphan = support.appending(path: "_EXTERNAL_DATA/\(UUID().uuidString)")
        try other.write(to: orphan)
        // Opening a store looks for orphaned files only if there is a marker of a crash.
        #expect(try files(TestStore(model: Self.model(), in: folder)).count == 2)
        try Data().write(to: support.appending(path: "unfinished"))
        let store = try TestStore(model: Self.model(), in: folder)
        #expect(files(store) == kept)
        #expect(try images(store) == ["a": large])
        #expect(!FileManager.default.fileExists(atPath: support.appending(path: "unfinished").path))
    }

    /// A process that has the store open removes the files of a process that died, and keeps those
    /// that a live process is writing.
    @Test func whatCrashesLeaveIsRemovedWhileOthersWrite() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        let data = store.folder.url.appending(path: ".Test_SUPPORT/_EXTERNAL_DATA")
        let (dead, alive) = (UUID().uuidString, UUID().uuidString)
        let marker = data.deletingLastPathComponent().appending(path: "unfinished.\(UUID().uuidString)")
        try context.performAndWait {
            _ = photo("a", large, context)
            try context.save()
            let kept = Set(files(store))
            // The state of the other process between writing a file and committing its row, or
            // before it removes a file.
            try other.write(to: data.appending(path: alive))
            try Data().write(to: marker)
            let handle = try FileHandle(forReadingFrom: marker)
            #expect(flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
            _ = photo("b", small, context)
            try context.save()
            let written = photo("c", large, context)
            try context.save()
            #expect(Set(files(store)).isSuperset(of: kept.union([alive])) && files(store).count == 3)
            #expect(try supportNames(store.folder).count == 2)
            // The end of a process releases its lock. Closing the file would not, while a child
            // that another test starts has a copy of the file descriptor.
            #expect(flock(handle.fileDescriptor, LOCK_UN) == 0)
            try handle.close()
            try other.write(to: data.appending(path: dead))
            written.setValue(other, forKey: "image")
            try context.save()
            #expect(files(store).count == 2 && Set(files(store)).isDisjoint(with: [alive, dead]))
            #expect(try supportNames(store.folder) == ["_EXTERNAL_DATA"])
        }
        #expect(try images(store) == ["a": large, "b": small, "c": other])
    }

    @Test func predicatesAskOnlyWhetherThereIsAny() throws {
        let store = try TestStore(model: Self.model())
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            for (name, image) in [("a", small), ("b", nil)] { _ = photo(name, image, context) }
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Photo")
            request.predicate = NSPredicate(format: "image != nil")
            #expect(try context.fetch(request).map { $0.value(forKey: "name") as? String } == ["a"])
            request.predicate = NSPredicate(format: "image == %@", small as NSData)
            let error = #expect(throws: NSError.self) { try context.fetch(request) }
            #expect(error?.localizedDescription.contains("external storage") == true)
        }
    }

    @Test func dictionariesAndPartialFetches() throws {
        let store = try TestStore(model: Self.model())
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            for (name, image) in [("a", small), ("b", large)] { _ = photo(name, image, context) }
            try context.save()
            let request = NSFetchRequest<NSDictionary>(entityName: "Photo")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["image"]
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            #expect(try context.fetch(request).map { $0["image"] as? Data } == [small, large])
            context.reset()
            let partial = NSFetchRequest<NSManagedObject>(entityName: "Photo")
            partial.propertiesToFetch = ["name", "image"]
            partial.sortDescriptors = request.sortDescriptors
            #expect(try context.fetch(partial).map { $0.value(forKey: "image") as? Data } == [small, large])
        }
    }

    @Test func inMemoryEverythingStaysInTheRow() throws {
        let context = try NSPersistentContainer.inMemory(Self.model()).newBackgroundContext()
        try context.performAndWait {
            let photo = photo("a", large, context)
            try context.save()
            context.refresh(photo, mergeChanges: false)
            #expect(photo.value(forKey: "image") as? Data == large)
        }
    }

    // MARK: Operations on the whole store

    private func storeWithAPhoto() throws -> TestStore {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.performAndWait {
            _ = photo("a", large, context)
            try context.save()
        }
        return store
    }

    /// A model without external storage would read the references in the columns as data.
    @Test func whereDataIsKeptIsPartOfTheVersion() throws {
        let store = try storeWithAPhoto()
        let model = try ModelSource.model(
            """
            <entity name="Photo">
                <attribute name="name" attributeType="String" optional="YES"/>
                <attribute name="image" attributeType="Binary" optional="YES"/>
                <attribute name="list" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" \
            allowsExternalBinaryDataStorage="YES" optional="YES"/>
                <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
            </entity>
            """)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let error = #expect(throws: NSError.self) { _ = try coordinator.addPersistentStore(type: .sqlite, at: store.url) }
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(error?.localizedDescription.contains("Photo.image in files of its own") == true)
        #expect(try images(store) == ["a": large])
    }

    @Test func filesAreDestroyedWithTheStore() throws {
        let store = try storeWithAPhoto()
        try store.container.persistentStoreCoordinator.destroyPersistentStore(at: store.url, ofType: NSSQLiteStoreType)
        #expect(!FileManager.default.fileExists(atPath: store.folder.url.appending(path: ".Test_SUPPORT").path))
    }

    @Test func filesAreCopiedWithTheStore() throws {
        let (source, backup) = (try storeWithAPhoto(), try TestStore(model: Self.model()))
        let context = backup.context()
        try context.performAndWait {
            _ = photo("b", other, context)
            try context.save()
        }
        try backup.container.persistentStoreCoordinator.replacePersistentStore(
            at: backup.url, withPersistentStoreFrom: source.url, ofType: NSSQLiteStoreType)
        #expect(try images(backup) == ["a": large])
        // The files of the replaced store were removed when the new one was opened.
        #expect(files(backup) == files(source))
        #expect(try images(source) == ["a": large])
    }

    @Test(arguments: [true, false]) func filesMoveWithTheStore(toMemory: Bool) throws {
        let store = try storeWithAPhoto()
        let coordinator = store.container.persistentStoreCoordinator
        let place = toMemory ? URL(filePath: "/dev/null") : store.folder.url.appending(path: "Other.sqlite")
        try coordinator.migratePersistentStore(
            try #require(coordinator.persistentStores.first), to: place,
            withType: toMemory ? NSInMemoryStoreType : NSSQLiteStoreType)
        try FileManager.default.removeItem(at: ExternalData.supportFolder(of: store.url))
        let context = store.context()
        try context.performAndWait {
            let photo = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Photo")).first)
            #expect(photo.value(forKey: "image") as? Data == large)
        }
    }

    @Test func aMoveWithoutTheFilesIsNone() throws {
        let store = try storeWithAPhoto()
        let coordinator = store.container.persistentStoreCoordinator
        let place = store.folder.url.appending(path: "Other.sqlite")
        // A file is in the place of the support folder.
        let support = ExternalData.supportFolder(of: place)
        try Data().write(to: support)
        let old = try #require(coordinator.persistentStores.first)
        #expect(throws: (any Error).self) { try coordinator.migratePersistentStore(old, to: place, type: .sqlite) }
        #expect(coordinator.persistentStores == [old])
        let context = store.context()
        try context.performAndWait {
            _ = photo("b", other, context)
            try context.save()
        }
        #expect(try images(store) == ["a": large, "b": other])
        // The failed migration leaves nothing behind at the destination, so that a retry succeeds.
        try? FileManager.default.removeItem(at: support)
        try coordinator.migratePersistentStore(old, to: place, type: .sqlite)
        #expect(coordinator.persistentStores.map(\.url) == [place])
    }

    @Test func aNameThatIsNoneLeadsNowhere() {
        #expect(ExternalData.name(in: Data([2]) + Data("../../../../../../../../etc/passwd------".utf8)) == nil)
        #expect(ExternalData.name(in: Data([1]) + Data(UUID().uuidString.utf8)) == nil)
        #expect(ExternalData.name(in: Data([2])) == nil)
    }
}
