import Foundation
import GRDB
import Testing

@testable import CoreData

/// A many-to-many relationship that is its own inverse. In an ordered one, each of two friends has a
/// position in the other's list.
@Suite struct ReflexiveRelationshipTests {
    /// Returns the text of a model with people and their friends.
    private static func people(_ friends: String = #"name="friends" inverseName="friends" ordered="YES""#) -> String {
        """
        <entity name="Person"><attribute name="name" attributeType="String"/>
            <relationship optional="YES" toMany="YES" destinationEntity="Person" \(friends)/></entity>
        """
    }

    private let store: VersionedStore

    init() throws {
        store = try VersionedStore()
    }

    /// Returns the names of everyone's friends, by name.
    private func friends(_ context: NSManagedObjectContext) throws -> [String: [String]] {
        let names = try context.texts("Person", "name")
        return Dictionary(uniqueKeysWithValues: zip(names, try context.members("Person", "friends")))
    }

    private func person(_ name: String, _ context: NSManagedObjectContext) throws -> NSManagedObject {
        try #require(try context.all("Person").first { $0.value(forKey: "name") as? String == name })
    }

    /// Makes three people who are all friends.
    private func makeFriends(_ context: NSManagedObjectContext) {
        let people = ["ann", "bob", "cid"].map { context.insert("Person", ["name": $0]) }
        people[0].setValue(NSOrderedSet(array: [people[2], people[1]]), forKey: "friends")
        people[1].mutableOrderedSetValue(forKey: "friends").add(people[2])
    }

    /// Returns the number of rows whose pair has no row with the sides exchanged.
    private func rowsWithoutMirror() throws -> Int? {
        try store.read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT count(*) FROM Z_1FRIENDS a WHERE NOT EXISTS (SELECT 1 FROM Z_1FRIENDS b WHERE \
                    b.Z_1FRIENDS = a.REFLEXIVE AND b.REFLEXIVE = a.Z_1FRIENDS AND a.FOK_REFLEXIVE IS NOT NULL \
                    AND b.FOK_REFLEXIVE IS a.Z_FOK_1FRIENDS AND b.Z_FOK_1FRIENDS IS a.FOK_REFLEXIVE)
                    """)
        }
    }

    @Test func `the columns are those of Apple's stores`() throws {
        try store.open(Self.people()) { _ in }
        let columns = try store.read { database in
            try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info('Z_1FRIENDS') ORDER BY cid")
        }
        #expect(columns == ["Z_1FRIENDS", "REFLEXIVE", "Z_FOK_1FRIENDS", "FOK_REFLEXIVE"])
    }

    @Test func `each object has its own order`() throws {
        try store.open(Self.people()) { context in
            makeFriends(context)
            try context.save()
            // A context that has read nothing yet.
            let other = NSManagedObjectContext(.privateQueue)
            other.persistentStoreCoordinator = context.persistentStoreCoordinator
            let found = try other.performAndWait { try friends(other) }
            #expect(found == ["ann": ["cid", "bob"], "bob": ["ann", "cid"], "cid": ["ann", "bob"]])
        }
        try store.open(Self.people()) { (context) throws in
            #expect(try friends(context) == ["ann": ["cid", "bob"], "bob": ["ann", "cid"], "cid": ["ann", "bob"]])
            try person("bob", context).mutableOrderedSetValue(forKey: "friends").moveObjects(at: IndexSet(integer: 1), to: 0)
        }
        try store.open(Self.people()) { (context) throws in
            #expect(try friends(context) == ["ann": ["cid", "bob"], "bob": ["cid", "ann"], "cid": ["ann", "bob"]])
        }
        #expect(try rowsWithoutMirror() == 0)
    }

    @Test func `a friend in the middle, oneself, and a deleted friend`() throws {
        try store.open(Self.people(), makeFriends)
        try store.open(Self.people()) { context in
            let (ann, dan) = (try person("ann", context), context.insert("Person", ["name": "dan"]))
            ann.mutableOrderedSetValue(forKey: "friends").insert(dan, at: 1)
            ann.mutableOrderedSetValue(forKey: "friends").add(ann)
        }
        try store.open(Self.people()) { (context) throws in
            #expect(try friends(context)["ann"] == ["cid", "dan", "bob", "ann"])
            #expect(try friends(context)["dan"] == ["ann"])
            context.delete(try person("cid", context))
        }
        try store.open(Self.people()) { (context) throws in
            #expect(try friends(context) == ["ann": ["dan", "bob", "ann"], "bob": ["ann"], "dan": ["ann"]])
        }
        #expect(try rowsWithoutMirror() == 0)
    }

    @Test func `a batch deletion leaves no pair`() throws {
        try store.open(Self.people(), makeFriends)
        try store.open(Self.people()) { context in
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
            request.predicate = NSPredicate(format: "name == 'ann'")
            try context.execute(NSBatchDeleteRequest(fetchRequest: request))
        }
        #expect(try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM Z_1FRIENDS") } == 2)
    }

    @Test func `a copy of the store has the order`() throws {
        let copy = store.folder.url.appending(path: "Copy.sqlite")
        try store.open(Self.people()) { context in
            makeFriends(context)
            try context.save()
            let coordinator = try #require(context.persistentStoreCoordinator)
            let original = try #require(coordinator.persistentStores.first)
            let moved = try coordinator.migratePersistentStore(original, to: copy, type: .sqlite)
            #expect(moved.url == copy)
            let other = NSManagedObjectContext(.privateQueue)
            other.persistentStoreCoordinator = coordinator
            let found = try other.performAndWait { try friends(other) }
            #expect(found["ann"] == ["cid", "bob"])
        }
    }

    @Test func `a renamed relationship keeps the order`() throws {
        try store.open(Self.people(), makeFriends)
        let renamed = Self.people(#"name="buddies" inverseName="buddies" ordered="YES" elementID="friends""#)
        try store.open(renamed) { (context) throws in
            #expect(try context.members("Person", "buddies") == [["cid", "bob"], ["ann", "cid"], ["ann", "bob"]])
        }
        try store.expectSchema(of: ModelSource.model(renamed))
    }

    @Test func `an order that a migration adds is that of the keys`() throws {
        try store.open(Self.people(#"name="friends" inverseName="friends""#)) { context in
            let people = ["ann", "bob", "cid"].map { context.insert("Person", ["name": $0]) }
            for person in people { try context.obtainPermanentIDs(for: [person]) }
            people[2].setValue(NSSet(array: [people[0], people[1]]), forKey: "friends")
        }
        try store.open(Self.people()) { (context) throws in
            #expect(try friends(context) == ["ann": ["cid"], "bob": ["cid"], "cid": ["ann", "bob"]])
        }
        #expect(try rowsWithoutMirror() == 0)
        try store.expectSchema(of: ModelSource.model(Self.people()))
        try store.open(Self.people(#"name="friends" inverseName="friends""#)) { (context) throws in
            #expect(try friends(context) == ["ann": ["cid"], "bob": ["cid"], "cid": ["ann", "bob"]])
        }
    }

    /// Pairs of a relationship without an inverse lead in one direction.
    @Test func `a relationship that becomes its own inverse gets both directions`() throws {
        let fans = """
            <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Person" inverseName="fans"/>
            <relationship name="fans" optional="YES" toMany="YES" destinationEntity="Person" inverseName="friends"/>
            """
        try store.open(
            #"<entity name="Person"><attribute name="name" attributeType="String"/>\#(fans)</entity>"#
        ) { context in
            let (ann, bob) = (context.insert("Person", ["name": "ann"]), context.insert("Person", ["name": "bob"]))
            ann.setValue(NSSet(array: [bob]), forKey: "friends")
        }
        try store.open(Self.people()) { (context) throws in
            #expect(try friends(context) == ["ann": ["bob"], "bob": ["ann"]])
        }
        #expect(try rowsWithoutMirror() == 0)
    }
}
