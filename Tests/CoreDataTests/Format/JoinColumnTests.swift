import Foundation
import GRDB
import Testing

@testable import CoreData

/// The names of the columns of join tables, and files that have others.
@Suite struct JoinColumnTests {
    /// Two relationships that are their own inverse.
    private static func people(_ fields: String = "") -> String {
        """
        <entity name="Person"\(fields)><attribute name="name" attributeType="String"/>
            <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Person" inverseName="friends"/>
            <relationship name="peers" optional="YES" toMany="YES" destinationEntity="Person" inverseName="peers"/></entity>
        """
    }

    /// Two relationships with one name, of which the second is ordered.
    private static let boxes = """
        <entity name="Box"><attribute name="name" attributeType="String"/>
            <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="boxes"/></entity>
        <entity name="Crate"><attribute name="name" attributeType="String"/>
            <relationship name="tags" optional="YES" toMany="YES" ordered="YES" destinationEntity="Tag" inverseName="crates"/></entity>
        <entity name="Tag"><attribute name="name" attributeType="String"/>
            <relationship name="boxes" optional="YES" toMany="YES" destinationEntity="Box" inverseName="tags"/>
            <relationship name="crates" optional="YES" toMany="YES" destinationEntity="Crate" inverseName="tags"/></entity>
        """

    private let store: VersionedStore

    init() throws {
        store = try VersionedStore()
    }

    private func columns(_ table: String) throws -> [String] {
        try store.read { database in
            try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info(?) ORDER BY cid", arguments: [table])
        }
    }

    /// Changes the file with a statement of SQL.
    private func change(_ sql: String) throws {
        let queue = try DatabaseQueue(path: store.url.path)
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    private func makePeers(_ context: NSManagedObjectContext) throws {
        let people = ["ann", "bob"].map { context.insert("Person", ["name": $0]) }
        people[0].setValue(NSSet(array: [people[1]]), forKey: "peers")
        people[1].setValue(NSSet(array: [people[1]]), forKey: "friends")
    }

    @Test func `each table of a reflexive relationship has the column of Apple's stores`() throws {
        try store.open(Self.people()) { _ in }
        #expect(try columns("Z_1FRIENDS") == ["Z_1FRIENDS", "REFLEXIVE"])
        #expect(try columns("Z_1PEERS") == ["Z_1PEERS", "REFLEXIVE"])
    }

    @Test func `a position has a number only if its own name is taken`() throws {
        try store.open(Self.boxes) { _ in }
        #expect(try columns("Z_1TAGS") == ["Z_1BOXES", "Z_3TAGS"])
        #expect(try columns("Z_2TAGS") == ["Z_2CRATES", "Z_3TAGS1", "Z_FOK_3TAGS"])
    }

    @Test(arguments: [false, true])
    func `a store with the earlier name of a reflexive column is read and written`(_ isReadOnly: Bool) throws {
        try store.open(Self.people(), makePeers)
        try change("ALTER TABLE Z_1PEERS RENAME COLUMN REFLEXIVE TO REFLEXIVE1")
        let container = try NSPersistentContainer.loaded(
            store.url, model: ModelSource.model(Self.people()), readOnly: isReadOnly)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            #expect(try context.members("Person", "peers") == [["bob"], ["ann"]])
            #expect(try context.members("Person", "friends") == [[], ["bob"]])
            guard !isReadOnly else { return }
            let people = try context.all("Person")
            people[0].setValue(NSSet(array: people), forKey: "peers")
            try context.save()
        }
        let names = isReadOnly ? ["bob"] : ["ann", "bob"]
        let other = try NSPersistentContainer.loaded(store.url, model: ModelSource.model(Self.people())).newBackgroundContext()
        let peers = try other.performAndWait { try other.members("Person", "peers") }
        #expect(peers == [names, ["ann"]])
    }

    @Test func `a store with the earlier name of a position is read and written`() throws {
        try store.open(Self.boxes) { context in
            let tags = ["x", "y"].map { context.insert("Tag", ["name": $0]) }
            context.insert("Crate", ["name": "a", "tags": NSOrderedSet(array: [tags[1], tags[0]])])
        }
        try change("ALTER TABLE Z_2TAGS RENAME COLUMN Z_FOK_3TAGS TO Z_FOK_3TAGS1")
        try store.open(Self.boxes) { (context) throws in
            #expect(try context.members("Crate", "tags") == [["y", "x"]])
            let tags = try #require(try context.all("Crate").first).mutableOrderedSetValue(forKey: "tags")
            tags.moveObjects(at: IndexSet(integer: 0), to: 1)
        }
        try store.open(Self.boxes) { (context) throws in #expect(try context.members("Crate", "tags") == [["x", "y"]]) }
    }

    @Test func `a migration gives the columns their present names`() throws {
        try store.open(Self.people(), makePeers)
        try change("ALTER TABLE Z_1PEERS RENAME COLUMN REFLEXIVE TO REFLEXIVE1")
        let age = #"<attribute name="age" optional="YES" attributeType="String"/></entity>"#
        let next = Self.people().replacing("</entity>", with: age)
        try store.open(next) { (context) throws in
            #expect(try context.members("Person", "peers") == [["bob"], ["ann"]])
        }
        try store.expectSchema(of: ModelSource.model(next))
    }

    @Test func `a copy keeps the earlier name`() throws {
        try store.open(Self.people(), makePeers)
        try change("ALTER TABLE Z_1PEERS RENAME COLUMN REFLEXIVE TO REFLEXIVE1")
        let copy = store.folder.url.appending(path: "Copy.sqlite")
        let container = try NSPersistentContainer.loaded(store.url, model: ModelSource.model(Self.people()))
        let coordinator = container.persistentStoreCoordinator
        let original = try #require(coordinator.persistentStores.first)
        _ = try coordinator.migratePersistentStore(original, to: copy, type: .sqlite)
        let context = container.newBackgroundContext()
        let peers = try context.performAndWait { try context.members("Person", "peers") }
        #expect(peers == [["bob"], ["ann"]])
    }

    /// The hashes differ, so the tables decide.
    @Test(arguments: [
        ("ALTER TABLE Z_1PEERS RENAME COLUMN REFLEXIVE TO OTHER", "no column REFLEXIVE in Z_1PEERS"),
        ("ALTER TABLE Z_1PEERS ADD COLUMN Z_FOK_1PEERS INTEGER", "Z_1PEERS has columns the model does not know: Z_FOK_1PEERS"),
    ])
    func `columns that do not fit are an error at opening`(_ sql: String, _ difference: String) throws {
        try store.open(Self.people(), makePeers)
        try change(sql)
        let other = Self.people(#" versionHashModifier="2""#)
        let error = try store.failure(other, options: [NSMigratePersistentStoresAutomaticallyOption: false])
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(error?.localizedDescription.contains(difference) == true)
    }
}
