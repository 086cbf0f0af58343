import FaultInjection
import Foundation
import Testing

@testable import CoreData

/// Files of external data that cannot be read or written, and folders that cannot be listed.
@Suite struct ExternalDataFaultTests {
    private static let large = Data(repeating: 7, count: 200_000)

    private static func model() throws -> NSManagedObjectModel {
        try ModelSource.model(
            """
            <entity name="Photo">
                <attribute name="name" attributeType="String" optional="YES"/>
                <attribute name="image" attributeType="Binary" allowsExternalBinaryDataStorage="YES" optional="YES"/>
            </entity>
            """)
    }

    private let store: TestStore
    private let objectID: NSManagedObjectID

    init() throws {
        store = try TestStore(model: Self.model())
        let context = store.context()
        objectID = try context.performAndWait {
            let photo = NSEntityDescription.insertNewObject(forEntityName: "Photo", into: context)
            photo.setValue("a", forKey: "name")
            photo.setValue(Self.large, forKey: "image")
            try context.save()
            return photo.objectID
        }
        // Reads of this test shall come from the file.
        store.container.persistentStoreCoordinator.cache.forgetAll()
    }

    private var data: URL { store.folder.url.appending(path: ".Test_SUPPORT/_EXTERNAL_DATA") }

    private func file() throws -> URL {
        data.appending(path: try #require(try FileManager.default.contentsOfDirectory(atPath: data.path).first))
    }

    /// Puts a folder in the place of the file, which even root cannot read, while a closure runs.
    private func whileUnreadable(_ body: () throws -> Void) throws {
        let file = try file()
        let aside = store.folder.url.appending(path: "aside")
        try FileManager.default.moveItem(at: file, to: aside)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        try body()
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: aside, to: file)
    }

    private func request(isPartial: Bool = false) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Photo")
        if isPartial { request.fetchLimit = 1 }
        return request
    }

    private func images() throws -> [Data?] {
        let context = store.context()
        return try context.performAndWait { try context.fetch(request()).map { $0.value(forKey: "image") as? Data } }
    }

    @Test(arguments: [false, true])
    func `a fetch of data that cannot be read is an error, and later it is read`(_ isPartial: Bool) throws {
        let context = store.context()
        let name = try file().lastPathComponent
        try whileUnreadable {
            context.performAndWait {
                let error = #expect(throws: NSError.self) { try context.fetch(request(isPartial: isPartial)) }
                #expect(error?.domain == NSCocoaErrorDomain)
                #expect(error?.code == CocoaError.fileReadUnknown.rawValue)
                #expect(error?.localizedDescription.contains(name) == true)
            }
        }
        #expect(try images() == [Self.large])
    }

    @Test func `an object whose data cannot be read is an error`() throws {
        let context = store.context()
        try whileUnreadable {
            context.performAndWait {
                #expect(throws: NSError.self) { try context.existingObject(with: objectID) }
            }
        }
        try context.performAndWait {
            let photo = try context.existingObject(with: objectID)
            #expect(photo.value(forKey: "image") as? Data == Self.large)
        }
    }

    @Test func `a dictionary with data that cannot be read is an error`() throws {
        let context = store.context()
        let request = NSFetchRequest<NSDictionary>(entityName: "Photo")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["image"]
        try whileUnreadable {
            context.performAndWait { #expect(throws: NSError.self) { try context.fetch(request) } }
        }
        let images = try context.performAndWait { try context.fetch(request).map { $0["image"] as? Data } }
        #expect(images == [Self.large])
    }

    @Test func `a store is not copied to memory without its data`() throws {
        let coordinator = store.container.persistentStoreCoordinator
        let old = try #require(coordinator.persistentStores.first)
        try whileUnreadable {
            #expect(throws: (any Error).self) {
                try coordinator.migratePersistentStore(old, to: URL(filePath: "/dev/null"), type: .inMemory)
            }
        }
        #expect(coordinator.persistentStores == [old])
        #expect(try images() == [Self.large])
    }

    @Test func `data whose file does not exist reads as nil`() throws {
        try FileManager.default.removeItem(at: data)
        #expect(try images() == [nil])
    }

    @Test func `without descriptors data is not taken for nil`() async {
        await #expect(processExitsWith: .success) {
            let test = try ExternalDataFaultTests()
            let context = test.store.context()
            try context.performAndWait {
                // The connection that the fetch uses is open.
                _ = try context.count(for: test.request())
                try Faults.withoutDescriptors { #expect(throws: (any Error).self) { try context.fetch(test.request()) } }
            }
            #expect(try test.images() == [ExternalDataFaultTests.large])
        }
    }

    @Test func `on a full disk no data is saved, and no file is left`() async {
        await #expect(processExitsWith: .success) {
            let test = try ExternalDataFaultTests()
            let context = test.store.context()
            try context.performAndWait {
                let photo = try context.existingObject(with: test.objectID)
                photo.setValue(Data(repeating: 8, count: 300_000), forKey: "image")
                try Faults.onFullDisk { #expect(throws: NSError.self) { try context.save() } }
                #expect(try FileManager.default.contentsOfDirectory(atPath: test.data.path).count == 1)
                #expect(try test.images() == [ExternalDataFaultTests.large])
                try context.save()
                #expect(try FileManager.default.contentsOfDirectory(atPath: test.data.path).count == 1)
            }
            #expect(try test.images() == [Data(repeating: 8, count: 300_000)])
        }
    }

    // MARK: Folders that cannot be listed

    /// Creates the files of two stores whose names differ only in the extension, in a folder that an
    /// ordinary user may use but not list, and returns their folder of external data.
    private static func makeNamesakes(in folder: URL) throws -> URL {
        let data = folder.appending(path: ".Quakes_SUPPORT/_EXTERNAL_DATA")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        for file in ["Quakes.sqlite", "Quakes.store"] { try Data().write(to: folder.appending(path: file)) }
        try Self.large.write(to: data.appending(path: UUID().uuidString))
        try Data().write(to: data.deletingLastPathComponent().appending(path: "unfinished"))
        for url in [data, data.deletingLastPathComponent()] { try Faults.setMode(0o777, of: url) }
        try Faults.setMode(0o333, of: folder)
        return data
    }

    @Test(.enabled(if: Faults.canBecomeOrdinaryUser, "\(Faults.onlyRoot)"))
    func `a folder that cannot be listed may have another store, whose files stay`() async throws {
        let folder = try Faults.makePublicFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let folder = URL(filePath: path)
            let data = try ExternalDataFaultTests.makeNamesakes(in: folder)
            try Faults.becomeOrdinaryUser()
            let external = ExternalData(store: folder.appending(path: "Quakes.sqlite"))
            #expect(throws: (any Error).self) { try external.removeAll() }
            try external.removeOrphans { [] }
            #expect(try FileManager.default.contentsOfDirectory(atPath: data.path).count == 1)
            // The marker stays, so that orphans are looked for again.
            #expect(external.mayHaveOrphans)
        }
    }

    @Test(.enabled(if: Faults.canBecomeOrdinaryUser, "\(Faults.onlyRoot)"))
    func `files in a folder that may not be searched are not left out of a copy`() async throws {
        let folder = try Faults.makePublicFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let folder = URL(filePath: path)
            let data = try ExternalDataFaultTests.makeNamesakes(in: folder)
            try Faults.setMode(0o777, of: folder)
            try Faults.setMode(0, of: data.deletingLastPathComponent())
            try Faults.becomeOrdinaryUser()
            let original = ExternalData(store: folder.appending(path: "Quakes.sqlite"))
            let copy = ExternalData(store: folder.appending(path: "Copy.sqlite"))
            #expect(throws: (any Error).self) { try copy.copyFiles(of: original) }
            // Nor are those of a store that is replaced taken for missing.
            #expect(throws: (any Error).self) { try original.copyFiles(of: copy) }
        }
    }

    @Test(.enabled(if: Faults.canBecomeOrdinaryUser, "\(Faults.onlyRoot)"))
    func `orphans that cannot be listed keep their marker`() async throws {
        let folder = try Faults.makePublicFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let folder = URL(filePath: path)
            let data = try ExternalDataFaultTests.makeNamesakes(in: folder)
            try FileManager.default.removeItem(at: folder.appending(path: "Quakes.store"))
            try Faults.setMode(0o777, of: folder)
            try Faults.setMode(0o333, of: data)
            try Faults.becomeOrdinaryUser()
            let external = ExternalData(store: folder.appending(path: "Quakes.sqlite"))
            try external.removeOrphans { [] }
            #expect(external.mayHaveOrphans)
        }
    }
}
