import FaultInjection
import Foundation
import Testing

@testable import CoreData

/// A migration that has no room or meets another process leaves the old store or the new one. Each
/// test compares all rows of the file.
@Suite(.timeLimit(.minutes(30))) struct MigrationFaultTests {
    /// Version 1 has notes with a number, and tags; version 2 converts the number, renames the
    /// title, renumbers the entities and makes the relationship many-to-many.
    static let versions = [
        """
        <entity name="Note"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="n" optional="YES" attributeType="Integer 32"/>
        <relationship name="tag" optional="YES" maxCount="1" destinationEntity="Tag" inverseName="notes" inverseEntity="Tag"/></entity>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note" inverseName="tag" inverseEntity="Note"/></entity>
        """,
        """
        <entity name="Album"/>
        <entity name="Note"><attribute name="title" optional="YES" attributeType="String" elementID="name"/>
        <attribute name="n" optional="YES" attributeType="Double"/>
        <relationship name="tag" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="notes" inverseEntity="Tag"/></entity>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note" inverseName="tag" inverseEntity="Note"/></entity>
        """,
    ]

    static func filled(_ count: Int) throws -> VersionedStore {
        let store = try VersionedStore()
        try store.open(versions[0]) { (context) throws in
            let tags = (0..<10).map { context.insert("Tag", ["name": "t\($0)"]) }
            for number in 0..<count {
                context.insert("Note", ["name": "note \(number)", "n": number, "tag": tags[number % 10]])
            }
            try context.save()
        }
        return store
    }

    static func copy(_ store: VersionedStore, to folder: URL) throws -> URL {
        let url = folder.appending(path: "Copy-\(UUID().uuidString).sqlite")
        try FileManager.default.copyItem(at: store.url, to: url)
        return url
    }

    static func open(_ url: URL, version: Int, migrates: Bool) throws -> NSPersistentContainer {
        try .loaded(url, model: ModelSource.model(versions[version]), migrates: migrates)
    }

    static func migrate(_ url: URL) throws { try close(open(url, version: 1, migrates: true)) }

    private static func close(_ container: NSPersistentContainer) throws {
        for store in container.persistentStoreCoordinator.persistentStores {
            try container.persistentStoreCoordinator.remove(store)
        }
    }

    /// Returns the number of the version that a file has, and expects that it has it wholly.
    static func version(of url: URL, count: Int) throws -> Int {
        let version: Int
        let container: NSPersistentContainer
        if let old = try? open(url, version: 0, migrates: false) {
            (container, version) = (old, 0)
        } else {
            (container, version) = (try open(url, version: 1, migrates: false), 1)
        }
        #expect(try StoreInspection.problems(container) == [])
        let context = container.newBackgroundContext()
        try context.performAndWait { () throws in
            let notes = try context.all("Note")
            #expect(notes.count == count)
            for (number, note) in notes.enumerated() {
                let tags: [NSManagedObject]
                if version == 0 {
                    tags = [note.value(forKey: "tag") as? NSManagedObject].compactMap(\.self)
                } else {
                    tags = Array(note.value(forKey: "tag") as? Set<NSManagedObject> ?? [])
                }
                let isWhole =
                    note.value(forKey: version == 0 ? "name" : "title") as? String == "note \(number)"
                    && (note.value(forKey: "n") as? NSNumber)?.intValue == number
                    && tags.map { $0.value(forKey: "name") as? String } == ["t\(number % 10)"]
                guard isWhole else {
                    Issue.record("note \(number) of version \(version + 1) is not as it was")
                    break
                }
            }
        }
        try close(container)
        return version
    }

    @Test(.enabled(if: SmallDisk.isPossible, "Only root can mount a small disk."))
    func `a migration without room leaves the old store, and succeeds once there is room`() throws {
        let count = 3_000
        let store = try Self.filled(count)
        let disk = try SmallDisk(megabytes: 8)
        var (failures, old) = (0, 0)
        for step in 0..<20 {
            let url = try Self.copy(store, to: disk.url)
            try disk.fill(leaving: 32_768 + step * 40_000)
            do {
                try Self.migrate(url)
            } catch {
                failures += 1
                try disk.empty()
                // What fails may also be what comes after the migration.
                if try Self.version(of: url, count: count) == 0 { old += 1 }
                try Self.migrate(url)
            }
            if FileManager.default.fileExists(atPath: disk.url.appending(path: "filler").path) { try disk.empty() }
            #expect(try Self.version(of: url, count: count) == 1)
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + end) }
        }
        #expect(old > 2)
        #expect(failures < 20)
    }

    @Test(.ownThread) func `of several that open a store at once, one migrates it and all can use it`() throws {
        let count = 1_000
        let store = try Self.filled(count)
        for _ in 0..<5 {
            let url = try Self.copy(store, to: store.folder.url)
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                do {
                    let container = try Self.open(url, version: 1, migrates: true)
                    let context = container.newBackgroundContext()
                    try context.performAndWait { () throws in
                        context.insert("Album")
                        try context.save()
                        #expect(try context.all("Note").count == count)
                    }
                } catch {
                    Issue.record(error)
                }
            }
            #expect(try Self.version(of: url, count: count) == 1)
        }
    }

    @Test func `a program that has the old version open neither reads nor writes the migrated store`() throws {
        let store = try Self.filled(10)
        let old = try Self.open(store.url, version: 0, migrates: true)
        let context = old.newBackgroundContext()
        try context.performAndWait { () throws in #expect(try context.all("Note").count == 10) }
        try Self.migrate(store.url)
        let other = old.newBackgroundContext()
        other.performAndWait {
            let failure = { (body: () throws -> Void) -> Int? in
                do { try body() } catch { return (error as NSError).code }
                return nil
            }
            #expect(failure { _ = try other.all("Note") } == NSPersistentStoreIncompatibleVersionHashError)
            other.insert("Tag", ["name": "late"])
            #expect(failure { try other.save() } == NSPersistentStoreIncompatibleVersionHashError)
        }
    }
}
