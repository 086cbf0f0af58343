import CoreData
import Foundation
import SwiftData
import Testing

/// Containers over files that are no store of their models: section 1.5 and complaint 40.
@Suite struct StoreErrorTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// Expects the container's error to name the file, the code and the reason.
    private func expect(
        _ code: Int, _ reason: String, _ configuration: ModelConfiguration? = nil, keepsFile: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let configuration = configuration ?? ModelConfiguration(url: folder.store)
        let before = storedBytes(configuration.url)
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer, sourceLocation: sourceLocation) {
            try ModelContainer(for: Trip.self, configurations: configuration)
        }
        let text = error?.localizedDescription ?? ""
        #expect(
            text.contains(configuration.url.isFileURL ? configuration.url.path : "\(configuration.url)"), "\(text)",
            sourceLocation: sourceLocation)
        #expect(text.contains("(\(code))"), "\(text)", sourceLocation: sourceLocation)
        #expect(text.contains(reason), "\(text)", sourceLocation: sourceLocation)
        #expect(String(describing: error).contains(reason), sourceLocation: sourceLocation)
        if keepsFile { #expect(storedBytes(configuration.url) == before, sourceLocation: sourceLocation) }
    }

    private func createStore() throws {
        let context = ModelContext(try folder.container())
        context.insert(Trip(name: "t"))
        try context.save()
    }

    @Test func `a file that is no database`() throws {
        try Data("this is text, and longer than the header of a database would be: 100 bytes at the least, as it is now".utf8)
            .write(to: folder.store)
        expect(259, "not a database")
    }

    @Test func `a database of another program`() throws {
        try StoreSQL(folder.store).run("CREATE TABLE songs (id INTEGER)")
        expect(256, "'songs'")
    }

    @Test func `a damaged store`() throws {
        try createStore()
        var bytes = try Data(contentsOf: folder.store)
        try #require(bytes.count > 8192)
        for place in 100..<bytes.count { bytes[place] = 0xA5 }
        for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.store.path + end) }
        try bytes.write(to: folder.store)
        expect(259, "damaged")
    }

    @Test func `a store that was cut off`() throws {
        try createStore()
        let bytes = try Data(contentsOf: folder.store)
        for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.store.path + end) }
        try bytes.prefix(5000).write(to: folder.store)
        expect(259, "malformed")
    }

    @Test func `a store without metadata`() throws {
        try createStore()
        try StoreSQL(folder.store).run("DELETE FROM Z_METADATA")
        expect(NSPersistentStoreIncompatibleVersionHashError, "Z_METADATA table is empty or damaged", keepsFile: false)
    }

    @Test func `a damaged stored model is no obstacle`() throws {
        try createStore()
        try StoreSQL(folder.store).run("UPDATE Z_MODELCACHE SET Z_CONTENT = x'0011223344'")
        #expect(try ModelContext(try folder.container()).fetchCount(FetchDescriptor<Trip>()) == 1)
    }

    @Test func `a folder at the store's place`() throws {
        try FileManager.default.createDirectory(at: folder.store, withIntermediateDirectories: false)
        expect(NSPersistentStoreOpenError, "is a folder")
    }

    @Test func `a file in the place of the store's folder`() throws {
        let file = folder.url.appending(path: "file")
        try Data([1]).write(to: file)
        let configuration = ModelConfiguration(url: file.appending(path: "a.store"))
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
            try ModelContainer(for: Trip.self, configurations: configuration)
        }
        #expect(error?.localizedDescription.contains(configuration.url.path) == true)
    }

    @Test func `an address that is no file`() throws {
        let url = try #require(URL(string: "https://example.com/a.store"))
        expect(CocoaError.fileReadUnsupportedScheme.rawValue, "not a file URL", ModelConfiguration(url: url))
    }

    @Test(.enabled(if: getuid() != 0, "root may read every file"))
    func `a file without permissions`() throws {
        try createStore()
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.store.path)
        expect(CocoaError.fileReadNoPermission.rawValue, "permission", keepsFile: false)
    }

    @Test func `a read-only store that does not exist`() throws {
        let configuration = ModelConfiguration(url: folder.store, allowsSave: false)
        expect(CocoaError.fileReadNoSuchFile.rawValue, "read-only", configuration)
        #expect(!FileManager.default.fileExists(atPath: folder.store.path))
    }

    @Test func `an empty file becomes a store`() throws {
        try Data().write(to: folder.store)
        try createStore()
        #expect(try ModelContext(try folder.container()).fetchCount(FetchDescriptor<Trip>()) == 1)
    }
}
