import CoreData
import Foundation
import GRDB
import Testing

/// A file that cannot be opened is an error with Apple's code, and stays as it is.
@Suite struct OpeningTests {
    private func failure(_ url: URL, model: NSManagedObjectModel = .quakes(), migrates: Bool = true) -> NSError? {
        do {
            _ = try NSPersistentContainer.loaded(url, model: model, migrates: migrates)
            return nil
        } catch {
            return error as NSError
        }
    }

    @Test func aFileThatIsNoDatabase() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Notes.sqlite")
        let text = Data(String(repeating: "These are notes. ", count: 100).utf8)
        try text.write(to: url)
        let error = try #require(failure(url))
        #expect(error.domain == NSCocoaErrorDomain)
        #expect(error.code == CocoaError.fileReadCorruptFile.rawValue)
        #expect((error.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue == 26)
        #expect(error.localizedDescription.contains("Notes.sqlite"))
        #expect(try Data(contentsOf: url) == text)
    }

    @Test func aPathThatCannotBeWritten() throws {
        // A file where the folder should be stops root too, whom permissions do not.
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appending(path: "file"))
        let error = try #require(failure(folder.url.appending(path: "file/Store.sqlite")))
        #expect(error.domain == NSCocoaErrorDomain)
        #expect(error.localizedDescription.hasSuffix("/file for the store cannot be created. Choose one that is writable."))
    }

    @Test func aMissingFolderIsMade() throws {
        let folder = try TemporaryFolder()
        #expect(failure(folder.url.appending(path: "a/b/Store.sqlite")) == nil)
    }

    @Test func aConstraintThatTheStoreDoesNotKeep() throws {
        let store = try TestStore()
        let model = NSManagedObjectModel.quakes()
        model.entities[0].uniquenessConstraints = [["code"], ["place"]]
        let error = try #require(failure(store.url, model: model, migrates: false))
        #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(error.localizedDescription.contains("it does not keep place of 'Quake' unique"))
    }

    @Test func aStoreOfAnotherModel() throws {
        let store = try TestStore()
        let model = NSManagedObjectModel.quakes()
        model.entities[0].properties.append(NSManagedObjectModel.attribute("depth", .double))
        let error = try #require(failure(store.url, model: model, migrates: false))
        #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(error.localizedDescription.contains("it has no column ZDEPTH in ZQUAKE"))
        let metadata = try #require(error.userInfo["metadata"] as? [String: Any])
        #expect(metadata["NSStoreUUID"] as? String == store.container.persistentStoreCoordinator.persistentStores[0].identifier)
        #expect(
            metadata[NSStoreModelVersionHashesKey] as? [String: Data] == NSManagedObjectModel.quakes().entityVersionHashesByName)
        #expect(failure(store.url) == nil)
    }

    @Test func aDatabaseOfAnotherKind() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Other.sqlite")
        #expect(failure(url) == nil)
        let model = NSManagedObjectModel()
        let entity = NSEntityDescription()
        entity.name = "Other"
        entity.properties = [NSManagedObjectModel.attribute("name", .string)]
        model.entities = [entity]
        #expect(failure(url, model: model, migrates: false)?.code == NSPersistentStoreIncompatibleVersionHashError)
        // A migration would remove everything.
        #expect(failure(url, model: model)?.code == NSMigrationMissingMappingModelError)
        #expect(failure(url) == nil)
    }

    @Test(arguments: ["delete", "wal"])
    func `a database that is not a Core Data store is named as that and not changed`(_ mode: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Music.sqlite")
        let queue = try DatabaseQueue(path: url.path)
        try queue.writeWithoutTransaction { database in
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = \(mode)")
            try database.execute(
                sql: "CREATE TABLE song (title TEXT); CREATE TABLE album (title TEXT); INSERT INTO song VALUES ('A')")
        }
        try queue.close()
        let before = try Data(contentsOf: url)
        for _ in 0..<2 {
            let error = try #require(failure(url))
            #expect(error.domain == NSCocoaErrorDomain)
            #expect(error.code == CocoaError.fileReadUnknown.rawValue)
            #expect((error.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue == 1)
            #expect(error.localizedDescription.contains("is an SQLite database of another program and not a Core Data store"))
            #expect(error.localizedDescription.contains("Its tables are 'album', 'song'."))
            #expect(error.localizedDescription.contains("Choose another path for the store"))
        }
        #expect(try Data(contentsOf: url) == before)
        let logs = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasSuffix("-wal") }
        for log in logs { #expect(try Data(contentsOf: folder.url.appending(path: log)).isEmpty) }
    }

    @Test func `the write-ahead log of a file that is refused is not copied into it`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Music.sqlite")
        let pool = try DatabasePool(path: url.path)
        try pool.write { try $0.execute(sql: "CREATE TABLE song (title TEXT); INSERT INTO song VALUES ('A')") }
        // As after a process that did not close its connection.
        let left = folder.url.appending(path: "Left.sqlite")
        for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: url.path + end, toPath: left.path + end) }
        func content() throws -> [Data] { try ["", "-wal"].map { try Data(contentsOf: URL(filePath: left.path + $0)) } }
        let before = try content()
        #expect(failure(left)?.code == CocoaError.fileReadUnknown.rawValue)
        #expect(try content() == before)
        #expect(before.allSatisfy { !$0.isEmpty })
    }

    @Test func readingOnly() throws {
        let store = try TestStore()
        let container = try NSPersistentContainer.loaded(store.url, readOnly: true)
        let context = container.newBackgroundContext()
        context.performAndWait {
            #expect((try? context.count(for: NSFetchRequest<Quake>(entityName: "Quake"))) == 0)
            _ = Quake(context: context)
            #expect(throws: NSError.self) { try context.save() }
        }
    }

    @Test func everyRowIsThereAfterOpeningAgain() throws {
        let store = try TestStore()
        let context = store.context()
        let uri = try context.performAndWait {
            let quake = Quake(context: context)
            quake.code = "a"
            try context.save()
            return quake.objectID.uriRepresentation()
        }
        let container = try NSPersistentContainer.loaded(store.url)
        let again = container.newBackgroundContext()
        try again.performAndWait {
            let objectID = try #require(container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri))
            #expect((try again.existingObject(with: objectID) as? Quake)?.code == "a")
            #expect(objectID.uriRepresentation() == uri)
        }
    }

    @Test func aDescriptionNeedsNoMoreThanAType() throws {
        let description = NSPersistentStoreDescription()
        description.type = NSInMemoryStoreType
        let container = NSPersistentContainer(name: "Quakes", managedObjectModel: .quakes())
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        #expect(failure == nil)
        #expect(container.persistentStoreCoordinator.persistentStores.map(\.type) == [NSInMemoryStoreType])
    }

    @Test func theDefaultFolderFollowsXDG() {
        let url = NSPersistentContainer.defaultDirectoryURL()
        let data = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? NSHomeDirectory() + "/.local/share"
        #expect(url.path == data + "/" + ProcessInfo.processInfo.processName)
    }

    /// Apps write files of their own there before they load a store.
    @Test func theDefaultFolderIsThere() async {
        await #expect(processExitsWith: .success) {
            let data = try TemporaryFolder()
            defer { withExtendedLifetime(data) {} }
            setenv("XDG_DATA_HOME", data.url.appending(path: "new").path, 1)
            let folder = NSPersistentContainer.defaultDirectoryURL()
            try Data("here".utf8).write(to: folder.appending(path: "Settings"))
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: "Settings").path))
            // A file in the place of the folder of data: the location is returned all the same.
            setenv("XDG_DATA_HOME", folder.appending(path: "Settings").path, 1)
            #expect(NSPersistentContainer.defaultDirectoryURL().deletingLastPathComponent().lastPathComponent == "Settings")
        }
    }
}
