import Foundation
import GRDB
import Testing

@testable import CoreData

/// The parts of a store that survive a migration besides rows: unique values, files, history,
/// derived values, metadata.
@Suite struct MigrationStoreTests {
    private let name = "<attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"

    private func note(_ content: String, _ more: String = "") -> String { "<entity name=\"Note\" \(more)>\(content)</entity>" }

    private func unique(_ names: String...) -> String {
        let values = names.map { "<constraint value=\"\($0)\"/>" }.joined()
        return "<uniquenessConstraints><uniquenessConstraint>\(values)</uniquenessConstraint></uniquenessConstraints>"
    }

    private func index(_ name: String, _ property: String) -> String {
        "<fetchIndex name=\"\(name)\"><fetchIndexElement property=\"\(property)\" type=\"Binary\" order=\"ascending\"/></fetchIndex>"
    }

    // MARK: Options

    @Test func `a store is not migrated without the option`() throws {
        let store = try VersionedStore()
        try store.open(note(name)) { $0.insert("Note", ["name": "a"]) }
        let before = try store.dump()
        let off = [NSMigratePersistentStoresAutomaticallyOption: false]
        #expect(try store.failure(note(""), options: off)?.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(try store.dump() == before)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try ModelSource.model(note("")))
        #expect(throws: NSError.self) {
            try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: store.url, options: [:])
        }
        #expect(try store.dump() == before)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: store.url,
            options: [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true])
    }

    @Test func `a mapping model is missing if none is to be inferred`() throws {
        let store = try VersionedStore()
        try store.open(note(name)) { $0.insert("Note", ["name": "a"]) }
        let error = try store.failure(note(""), options: [NSInferMappingModelAutomaticallyOption: false])
        #expect(error?.code == NSMigrationMissingMappingModelError)
        #expect(error?.userInfo["reason"] as? String == "Can't find mapping model for migration")
    }

    @Test func `a store without its model is an error that says so`() throws {
        let store = try VersionedStore()
        try store.open(note(name)) { $0.insert("Note", ["name": "a"]) }
        let queue = try DatabaseQueue(path: store.url.path)
        try queue.write { try $0.execute(sql: "UPDATE Z_MODELCACHE SET Z_CONTENT = x'00'") }
        try queue.close()
        let before = try store.dump()
        let error = try store.failure(note(""))
        #expect(error?.code == NSMigrationMissingSourceModelError)
        #expect(try store.dump() == before)
    }

    @Test func `a store for reading only is not migrated`() throws {
        let store = try VersionedStore()
        try store.open(note(name)) { $0.insert("Note", ["name": "a"]) }
        let error = try store.failure(note(""), options: [NSReadOnlyPersistentStoreOption: true])
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    }

    // MARK: Constraints and indexes

    @Test func `a new constraint that objects violate is an error with the values`() throws {
        let store = try VersionedStore()
        let stars = "<attribute name=\"stars\" optional=\"YES\" attributeType=\"Integer 16\"/>"
        try store.open(note(name + stars)) { (context) throws in
            for (name, stars) in [("a", 1), ("b", 2), ("a", 1)] { context.insert("Note", ["name": name, "stars": stars]) }
        }
        let before = try store.dump()
        let error = try store.failure(note(name + stars + unique("name", "stars")))
        #expect(error?.code == NSMigrationConstraintViolationError)
        #expect(error?.userInfo["entity"] as? String == "Note")
        #expect(error?.localizedDescription.contains("2 objects of 'Note' have name = \"a\", stars = 1") == true)
        #expect(try store.dump() == before)
    }

    @Test func `a new constraint holds from then on, and a removed one does not`() throws {
        let store = try VersionedStore()
        try store.open(note(name)) { (context) throws in for name in ["a", nil, nil] { context.insert("Note", ["name": name]) } }
        let constrained = note(name + unique("name"))
        try store.open(constrained) { _ in }
        try store.expectSchema(of: ModelSource.model(constrained))
        #expect(throws: NSError.self) { try store.open(constrained) { $0.insert("Note", ["name": "a"]) } }
        try store.open(note(name)) { $0.insert("Note", ["name": "a"]) }
        try store.expectSchema(of: ModelSource.model(note(name)))
    }

    @Test func `indexes follow their properties, and R-trees have all rows`() throws {
        let number = "<attribute name=\"x\" optional=\"YES\" attributeType=\"Double\"/>"
        let renamed = "<attribute name=\"y\" optional=\"YES\" attributeType=\"Double\" elementID=\"x\"/>"
        let tree = "<fetchIndex name=\"byY\"><fetchIndexElement property=\"y\" type=\"RTree\" order=\"ascending\"/></fetchIndex>"
        let store = try VersionedStore()
        try store.open(note(name + number + index("byName", "name") + index("byX", "x"))) { (context) throws in
            for x in [1.5, 2.5, nil] { context.insert("Note", ["x": x]) }
        }
        let new = note(name + renamed + index("byName", "name") + tree)
        try store.open(new) { (context) throws in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            request.predicate = NSPredicate(format: "y BETWEEN {2, 3}")
            #expect(try context.fetch(request).count == 1)
            context.insert("Note", ["y": 2.75])
        }
        try store.expectSchema(of: ModelSource.model(new))
    }

    // MARK: Files

    private let data = "<attribute name=\"data\" optional=\"YES\" attributeType=\"Binary\" "

    @Test func `external files survive, and become values of the row where these are wanted`() throws {
        let store = try VersionedStore()
        let large = Data((0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let external = "allowsExternalBinaryDataStorage=\"YES\"/>"
        let folder = ExternalData.supportFolder(of: store.url).appending(path: "_EXTERNAL_DATA")
        func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
        try store.open(note(data + external)) { (context) throws in
            for data in [large, Data([1, 2]), nil] { context.insert("Note", ["data": data]) }
        }
        let before = try files()
        #expect(before.count == 1)
        func check(_ context: NSManagedObjectContext) throws {
            #expect(try context.all("Note").map { $0.value(forKey: "data") as? Data } == [large, Data([1, 2]), nil])
        }
        try store.open(note(name + data + external)) { try check($0) }
        #expect(try files() == before)
        try store.open(note(name + data + "/>")) { try check($0) }
        #expect(try files() == [])
        try store.open(note(data + external)) { try check($0) }
    }

    @Test func `the files of a removed attribute are removed`() throws {
        let store = try VersionedStore()
        try store.open(note(name + data + "allowsExternalBinaryDataStorage=\"YES\"/>")) { (context) throws in
            context.insert("Note", ["data": Data(count: 300_000)])
        }
        try store.open(note(name)) { _ in }
        let folder = ExternalData.supportFolder(of: store.url).appending(path: "_EXTERNAL_DATA")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    // MARK: History

    @Test func `the history describes the same changes in terms of the new model`() throws {
        let store = try VersionedStore(history: true)
        let kept = "<attribute name=\"code\" optional=\"YES\" attributeType=\"String\" preserveAfterDeletion=\"YES\" "
        let key = "<attribute name=\"a\" optional=\"YES\" attributeType=\"String\" preserveAfterDeletion=\"YES\"/>"
        let token = try store.open(note(name + kept + "/>") + "<entity name=\"Tag\"/>") {
            (context) throws -> NSPersistentHistoryToken? in
            let first = context.insert("Note", ["name": "a", "code": "x"])
            context.insert("Tag")
            try context.save()
            let token = context.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil)
            first.setValue("b", forKey: "name")
            try context.save()
            context.delete(first)
            try context.save()
            return token
        }
        let number = try store.read { try Int64.fetchOne($0, sql: "SELECT max(Z_PK) FROM ATRANSACTION") }
        let renamed = "<attribute name=\"title\" optional=\"YES\" attributeType=\"String\" elementID=\"name\"/>"
        let new =
            "<entity name=\"Album\"/>" + note(key + renamed + kept.replacing("code\"", with: "zcode\" elementID=\"code\"") + "/>")
        try store.open(new) { (context) throws in
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
            #expect(transactions.map { $0.changes?.count ?? 0 } == [1, 1, 0])
            let update = try #require(transactions[0].changes?.first)
            #expect(update.changeType == .update)
            #expect(update.changedObjectID.entity.name == "Note")
            #expect(update.updatedProperties?.map(\.name) == ["title"])
            let deletion = try #require(transactions[1].changes?.first)
            #expect(deletion.tombstone?["zcode"] as? String == "x")
            #expect(deletion.tombstone?["a"] == nil)
            #expect(transactions[2].author == "com.apple.coredata.schemamigrator")
            #expect(transactions[2].transactionNumber == number.map { $0 + 1 })
        }
        try store.expectSchema(of: ModelSource.model(new))
        #expect(try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM ACHANGE WHERE ZENTITY <> 2") } == 0)
        let fewer = note(name)
        try store.open(fewer) { _ in }
        try store.expectSchema(of: ModelSource.model(fewer))
    }

    // MARK: Derived attributes and composites

    @Test func `derived attributes are computed, and times stay`() throws {
        func shelf(_ derived: String) -> String {
            """
            <entity name="Shelf">\(name)
            <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item" inverseName="shelf" inverseEntity="Item"/>
            <attribute name="changed" optional="YES" attributeType="Date" derived="YES" derivationExpression="now()"/>\(derived)</entity>
            <entity name="Item"><attribute name="price" optional="YES" attributeType="Integer 32"/>
            <relationship name="shelf" optional="YES" maxCount="1" destinationEntity="Shelf" inverseName="items" inverseEntity="Shelf"/></entity>
            """
        }
        let count =
            "<attribute name=\"count\" optional=\"YES\" attributeType=\"Integer 64\" derived=\"YES\" derivationExpression=\"items.@count\"/>"
        let sum =
            "<attribute name=\"sum\" optional=\"YES\" attributeType=\"Integer 64\" derived=\"YES\" derivationExpression=\"items.@sum.price\"/>"
        let store = try VersionedStore()
        let changed = try store.open(shelf(count)) { (context) throws -> Date? in
            let shelf = context.insert("Shelf", ["name": "a"])
            for price in [1, 2] { context.insert("Item", ["price": price, "shelf": shelf]) }
            try context.save()
            context.refresh(shelf, mergeChanges: false)
            return shelf.value(forKey: "changed") as? Date
        }
        try store.open(shelf(count + sum)) { (context) throws in
            #expect(try context.texts("Shelf", "sum") == ["3"])
            #expect(try context.texts("Shelf", "count") == ["2"])
            #expect(try context.all("Shelf")[0].value(forKey: "changed") as? Date == changed)
            #expect(changed != nil)
        }
        try store.expectSchema(of: ModelSource.model(shelf(count + sum)))
    }

    private func keyed(_ expression: String, _ constraint: String) -> String {
        note(
            """
            \(name)<attribute name="other" optional="YES" attributeType="String"/>
            <attribute name="key" optional="YES" attributeType="String" derived="YES" derivationExpression="\(expression)"/>\(constraint)
            """)
    }

    /// The values of the two expressions are exchanged between the objects.
    @Test func `a unique derived attribute is computed before it is compared`() throws {
        let store = try VersionedStore()
        try store.open(keyed("canonical:(name)", unique("key"))) { (context) throws in
            for (name, other) in [("A", "B"), ("B", "A")] { context.insert("Note", ["name": name, "other": other]) }
        }
        let new = keyed("canonical:(other)", unique("key"))
        try store.open(new) { (context) throws in #expect(try context.texts("Note", "key") == ["b", "a"]) }
        try store.expectSchema(of: ModelSource.model(new))
    }

    @Test func `derived values that are not unique are an error with the values`() throws {
        let store = try VersionedStore()
        try store.open(keyed("canonical:(name)", "")) { (context) throws in
            for (name, other) in [("A", "C"), ("B", "c")] { context.insert("Note", ["name": name, "other": other]) }
        }
        let before = try store.dump()
        let error = try store.failure(keyed("canonical:(other)", unique("key")))
        #expect(error?.code == NSMigrationConstraintViolationError)
        #expect(error?.localizedDescription.contains("key = \"c\"") == true, "\(error?.localizedDescription ?? "")")
        #expect(try store.dump() == before)
    }

    @Test func `the elements of a composite keep their values, and new ones have their default`() throws {
        func person(_ elements: String, _ name: String = "home") -> String {
            "<entity name=\"Person\"><attribute name=\"\(name)\" optional=\"YES\" attributeType=\"Composite\" elementID=\"home\">\(elements)</attribute></entity>"
        }
        let street = "<attribute name=\"street\" optional=\"YES\" attributeType=\"String\"/>"
        let zip = "<attribute name=\"zip\" optional=\"YES\" attributeType=\"Integer 32\" defaultValueString=\"7\"/>"
        let road = "<attribute name=\"road\" optional=\"YES\" attributeType=\"String\" elementID=\"street\"/>"
        let store = try VersionedStore()
        try store.open(person(street)) { $0.insert("Person", ["home": ["street": "s"]]) }
        try store.open(person(zip + road, "address")) { (context) throws in
            let address = try context.all("Person")[0].value(forKey: "address") as? [String: Any]
            #expect(address?["road"] as? String == "s")
            #expect(address?["zip"] as? Int == 7)
        }
        try store.expectSchema(of: ModelSource.model(person(zip + road, "address")))
    }

    // MARK: Metadata

    @Test func `the app's own metadata stays`() throws {
        let store = try VersionedStore()
        try store.open(note(name)) { (context) throws in
            let own = try #require(context.persistentStoreCoordinator?.persistentStores.first)
            own.metadata = (own.metadata ?? [:]).merging(["mine": 7]) { $1 }
            context.insert("Note")
        }
        try store.open(note("")) { (context) throws in
            #expect(context.persistentStoreCoordinator?.persistentStores.first?.metadata["mine"] as? Int == 7)
        }
    }

    @Test func `keys are not used again`() throws {
        let store = try VersionedStore()
        try store.open(note(name)) { (context) throws in
            let last = ["a", "b"].map { context.insert("Note", ["name": $0]) }[1]
            try context.save()
            context.delete(last)
        }
        try store.open("<entity name=\"Base\"/>" + note("", "parentEntity=\"Base\"")) { $0.insert("Note") }
        #expect(try store.read { try Int64.fetchAll($0, sql: "SELECT Z_PK FROM ZBASE ORDER BY Z_PK") } == [1, 3])
    }

    @Test func `a progress is a child of the thread's, and cancels the migration`() throws {
        let store = try VersionedStore()
        try store.open(note(name)) { (context) throws in for _ in 0..<10 { context.insert("Note", ["name": "a"]) } }
        let before = try store.dump()
        let progress = Progress(totalUnitCount: 1)
        progress.cancel()
        progress.becomeCurrent(withPendingUnitCount: 1)
        let error = try store.failure(note(""))
        progress.resignCurrent()
        #expect(error?.code == NSMigrationCancelledError)
        #expect(try store.dump() == before)
        let other = Progress(totalUnitCount: 1)
        other.becomeCurrent(withPendingUnitCount: 1)
        try store.open(note("")) { _ in }
        other.resignCurrent()
        #expect(other.fractionCompleted == 1)
    }
}
