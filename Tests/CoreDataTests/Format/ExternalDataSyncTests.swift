import FaultInjection
import Foundation
import Glibc
import Testing

@testable import CoreData

/// The order in which commits and files of external data reach the disk.
@Suite struct ExternalDataSyncTests {
    private static func model() throws -> NSManagedObjectModel {
        try ModelSource.model(
            """
            <entity name="Photo">
                <attribute name="image" attributeType="Binary" allowsExternalBinaryDataStorage="YES" optional="YES"/>
            </entity>
            """)
    }

    private static func image(_ byte: UInt8) -> Data { Data(repeating: byte, count: 200_000) }

    private func support(_ store: URL) -> URL { ExternalData.supportFolder(of: store) }
    private func data(_ store: URL) -> URL { support(store).appending(path: "_EXTERNAL_DATA") }

    private func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func hasMarker(_ store: URL) throws -> Bool {
        try names(support(store)).contains { $0.hasPrefix("unfinished") }
    }

    // MARK: Files that a commit replaces

    /// Puts a device that cannot be synced in the place of the write-ahead log, which SQLite has open,
    /// while a closure runs.
    private func withoutSyncing(_ store: URL, _ body: () throws -> Void) throws {
        let log = URL(filePath: store.path + "-wal")
        let aside = URL(filePath: store.path + "-aside")
        try FileManager.default.moveItem(at: log, to: aside)
        try FileManager.default.createSymbolicLink(atPath: log.path, withDestinationPath: "/dev/null")
        try body()
        try FileManager.default.removeItem(at: log)
        try FileManager.default.moveItem(at: aside, to: log)
    }

    /// A power failure could undo the commits, and the row would have the name of the removed file.
    @Test func `files that earlier commits need stay until the commit is on the disk`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Test.sqlite")
        let container = try NSPersistentContainer.loaded(url, model: Self.model())
        let context = container.newBackgroundContext()
        let first = try context.performAndWait {
            context.insert("Photo", ["image": Self.image(1)])
            try context.save()
            // The connections that the test uses are open from here on.
            #expect(try context.all("Photo").count == 1)
            return try names(data(url))
        }
        #expect(first.count == 1)
        func save(_ byte: UInt8) throws {
            try context.performAndWait {
                try #require(try context.all("Photo").first).setValue(Self.image(byte), forKey: "image")
                try context.save()
            }
        }
        try withoutSyncing(url) {
            try save(2)
            #expect(try names(data(url)).count == 2)
            #expect(try hasMarker(url))
            // Looks for orphans first, and keeps them, too.
            try save(3)
            #expect(Set(first).isSubset(of: try names(data(url))))
            #expect(try names(data(url)).count == 3)
        }
        try save(4)
        #expect(try names(data(url)).count == 1)
        #expect(try !hasMarker(url))
    }

    @Test(arguments: ["DELETE", "TRUNCATE", "PERSIST"])
    func `a store without a write-ahead log removes them, too`(_ mode: String) throws {
        let folder = try TemporaryFolder()
        let container = NSPersistentContainer(name: "Test", managedObjectModel: try Self.model())
        let description = NSPersistentStoreDescription(url: folder.url.appending(path: "Test.sqlite"))
        description.setValue(mode as NSString, forPragmaNamed: "journal_mode")
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        #expect(failure == nil)
        let url = folder.url.appending(path: "Test.sqlite")
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let photo = context.insert("Photo", ["image": Self.image(1)])
            try context.save()
            photo.setValue(Self.image(2), forKey: "image")
            try context.save()
            #expect(try names(data(url)).count == 1)
            #expect(try !hasMarker(url))
        }
    }

    // MARK: Copies

    /// Writes files of a store that has no rows, and returns their names.
    private static func write(_ count: UInt8, _ external: ExternalData) throws -> [String] {
        var written: [String] = []
        for byte in 0..<count { _ = try external.column(for: image(byte), written: &written) }
        try external.finishWriting()
        return written
    }

    /// Returns the number of names that a file has.
    private func links(_ file: URL) -> Int {
        var status = stat()
        return stat(file.path, &status) == 0 ? Int(status.st_nlink) : 0
    }

    /// - Parameter links: Whether the source is about to be deleted.
    @Test(arguments: [false, true]) func `the files of a copy are those of the source`(_ links: Bool) throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.url.appending(path: "Old.sqlite"), folder.url.appending(path: "New.sqlite"))
        let written = try Self.write(3, ExternalData(store: old))
        try ExternalData(store: new).copyFiles(of: ExternalData(store: old), links: links)
        #expect(try names(data(new)) == written.sorted())
        for (byte, name) in written.enumerated() {
            let (source, copy) = (data(old).appending(path: name), data(new).appending(path: name))
            // A link needs no room for a second copy.
            #expect(self.links(source) == (links ? 2 : 1))
            #expect(try Data(contentsOf: copy) == Self.image(UInt8(byte)))
        }
        try FileManager.default.removeItem(at: support(old))
        for (byte, name) in written.enumerated() {
            #expect(try Data(contentsOf: data(new).appending(path: name)) == Self.image(UInt8(byte)))
        }
    }

    /// A file that is there already is not copied again, so a part must not have its name.
    @Test func `on a full disk no part of a file has the name of the whole`() async {
        await #expect(processExitsWith: .success) {
            let test = ExternalDataSyncTests()
            let folder = try TemporaryFolder()
            let (old, new) = (folder.url.appending(path: "Old.sqlite"), folder.url.appending(path: "New.sqlite"))
            let written = try ExternalDataSyncTests.write(2, ExternalData(store: old))
            let copy = ExternalData(store: new)
            try Faults.onFullDisk {
                #expect(throws: (any Error).self) { try copy.copyFiles(of: ExternalData(store: old)) }
            }
            #expect(try Set(test.names(test.data(new))).isDisjoint(with: written))
            #expect(try test.names(test.data(old)) == written.sorted())
            try copy.copyFiles(of: ExternalData(store: old))
            for (byte, name) in written.enumerated() {
                #expect(
                    try Data(contentsOf: test.data(new).appending(path: name)) == ExternalDataSyncTests.image(UInt8(byte)))
            }
        }
    }
}
