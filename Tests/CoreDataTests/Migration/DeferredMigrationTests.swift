import Foundation
import GRDB
import Testing

@testable import CoreData

/// A deferred lightweight migration: what is left in the file, and what finishing it does.
@Suite(.timeLimit(.minutes(30))) struct DeferredMigrationTests {
    private static let key = NSPersistentStoreDeferredLightweightMigrationOptionKey
    static var deferred: [String: Any] { [key: true as NSNumber] }

    private static func attribute(_ name: String, _ type: String = "String", _ more: String = "") -> String {
        #"<attribute name="\#(name)" optional="YES" attributeType="\#(type)" \#(more)/>"#
    }

    private static func note(_ content: String) -> String { #"<entity name="Note">\#(content)</entity>"# }

    private static let byName =
        #"<fetchIndex name="byName"><fetchIndexElement property="name" type="Binary" order="ascending"/></fetchIndex>"#

    /// Notes with two attributes, a folder, ordered tags and a draft.
    private static let first =
        note(
            attribute("name") + attribute("old") + attribute("n", "Integer 32")
                + #"<relationship name="folder" optional="YES" maxCount="1" destinationEntity="Folder" inverseName="notes" inverseEntity="Folder"/>"#
                + #"<relationship name="tags" optional="YES" toMany="YES" ordered="YES" destinationEntity="Tag" inverseName="notes" inverseEntity="Tag"/>"#
                + #"<relationship name="marks" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="marked" inverseEntity="Tag"/>"#
                + byName)
        + #"<entity name="Tag">\#(attribute("name"))"#
        + #"<relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note" inverseName="tags" inverseEntity="Note"/>"#
        + #"<relationship name="marked" optional="YES" toMany="YES" destinationEntity="Note" inverseName="marks" inverseEntity="Note"/></entity>"#
        + #"<entity name="Folder">\#(attribute("name"))"#
        + #"<relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note" inverseName="folder" inverseEntity="Note"/></entity>"#
        + #"<entity name="Draft">\#(attribute("text"))</entity>"#

    /// Without the attribute `old`, the folder, the marks and the drafts; tags are not ordered.
    static let second =
        note(
            attribute("name") + attribute("n", "Integer 32")
                + #"<relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="notes" inverseEntity="Tag"/>"#
                + byName)
        + #"<entity name="Tag">\#(attribute("name"))"#
        + #"<relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note" inverseName="tags" inverseEntity="Note"/></entity>"#
        + #"<entity name="Folder">\#(attribute("name"))</entity>"#

    static func filled(_ count: Int = 3, history: Bool = false) throws -> VersionedStore {
        let store = try VersionedStore(history: history)
        try store.open(first) { (context) throws in
            let tags = (0..<3).map { context.insert("Tag", ["name": "t\($0)"]) }
            let folder = context.insert("Folder", ["name": "f"])
            for number in 0..<count {
                let note = context.insert(
                    "Note", ["name": "note \(number)", "old": "old \(number)", "n": number, "folder": folder])
                note.setValue(NSOrderedSet(array: [tags[number % 3], tags[(number + 1) % 3]]), forKey: "tags")
                note.setValue(NSSet(array: tags), forKey: "marks")
                context.insert("Draft", ["text": "draft"])
            }
        }
        return store
    }

    /// Expects the rows that version 2 has.
    static func expectRows(_ context: NSManagedObjectContext, _ count: Int = 3) throws {
        #expect(try context.texts("Note", "name") == (0..<count).map { "note \($0)" })
        #expect(try context.texts("Note", "n") == (0..<count).map { "\($0)" })
        #expect(try context.members("Note", "tags") == (0..<count).map { ["t\($0 % 3)", "t\(($0 + 1) % 3)"].sorted() })
        #expect(try context.texts("Folder", "name") == ["f"])
    }

    private static func isPending(_ context: NSManagedObjectContext) -> Bool? {
        context.persistentStoreCoordinator?.persistentStores.first?.metadata[key] as? Bool
    }

    static func tasks(_ store: VersionedStore, _ model: String) throws -> [String] {
        let model = try ModelSource.model(model)
        return try store.read { try DeferredCleanup(layout: StoreLayout(model), schema: QuerySchema(model)).tasks($0) }.map {
            switch $0 {
            case .dropColumn(_, let table): "column of \(table)"
            case .dropTable: "table"
            case .createIndex(let statement): SQLiteMigration.name(in: statement) ?? statement
            }
        }
    }

    // MARK: What is left

    @Test(arguments: [false, true])
    func `what the new model lacks stays in the file until the work is finished`(history: Bool) throws {
        let store = try Self.filled(history: history)
        try store.open(ModelSource.model(Self.second), options: Self.deferred) { (context) throws in
            #expect(Self.isPending(context) == true)
            try Self.expectRows(context)
            context.insert("Note", ["name": "note 3", "n": 3])
            try context.save()
            context.delete(try #require(try context.all("Note").last))
        }
        // The attribute, the foreign key of the folder, the order of the tags, and the tables of
        // the marks and of the drafts.
        let left = try Self.tasks(store, Self.second)
        #expect(left == ["column of ZNOTE", "column of ZNOTE", "column of Z_2TAGS", "table", "table"])
        #expect(
            try store.read { database in
                try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE name LIKE 'Z%' AND type = 'table'")
            }.filter { ["ZDRAFT", "Z_3MARKS"].contains($0) } == [])
        try store.open(ModelSource.model(Self.second)) { (context) throws in
            #expect(Self.isPending(context) == true)
            try context.persistentStoreCoordinator?.finishDeferredLightweightMigration()
            #expect(Self.isPending(context) == nil)
            try Self.expectRows(context)
        }
        try store.open(ModelSource.model(Self.second)) { (context) throws in
            #expect(Self.isPending(context) == nil)
            try Self.expectRows(context)
        }
        try store.expectSchema(of: ModelSource.model(Self.second))
    }

    @Test func `without the option, and without anything to clean up, nothing is left`() throws {
        let store = try Self.filled()
        try store.open(Self.second) { (context) throws in
            #expect(Self.isPending(context) == nil)
            try context.persistentStoreCoordinator?.finishDeferredLightweightMigration()
        }
        try store.expectSchema(of: ModelSource.model(Self.second))
        let added = Self.second.replacing("<entity name=\"Tag\">", with: "<entity name=\"Tag\">" + Self.attribute("color"))
        try store.open(added, options: Self.deferred) { context in #expect(Self.isPending(context) == nil) }
        try store.expectSchema(of: ModelSource.model(added))
    }

    @Test func `a converted attribute is copied at once, and the old table is left`() throws {
        let store = try VersionedStore()
        let before = Self.note(Self.attribute("name") + Self.attribute("n", "Integer 32") + Self.byName)
        let after = Self.note(Self.attribute("name") + Self.attribute("n", "Double") + Self.byName)
        try store.open(before) { $0.insert("Note", ["name": "a", "n": 7]) }
        try store.open(after, options: Self.deferred) { (context) throws in
            #expect(try context.texts("Note", "n") == ["7.0"])
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            request.predicate = NSPredicate(format: "name == 'a'")
            #expect(try context.count(for: request) == 1)
        }
        #expect(try Self.tasks(store, after) == ["table", "Z_Note_byName"])
        try store.open(after) { context in try context.persistentStoreCoordinator?.finishDeferredLightweightMigration() }
        try store.expectSchema(of: ModelSource.model(after))
    }

    @Test func `unique values are checked at once`() throws {
        let store = try VersionedStore()
        try store.open(Self.note(Self.attribute("name") + Self.attribute("old"))) { (context) throws in
            for _ in 0..<2 { context.insert("Note", ["name": "a"]) }
        }
        let unique =
            #"<uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>"#
        let before = try store.dump()
        let error = try store.failure(Self.note(Self.attribute("name") + unique), options: Self.deferred)
        #expect(error?.code == NSMigrationConstraintViolationError)
        #expect(try store.dump() == before)
    }

    @Test func `files of a removed attribute are removed`() throws {
        let store = try VersionedStore()
        let external = Self.attribute("data", "Binary", #"allowsExternalBinaryDataStorage="YES""#)
        try store.open(Self.note(Self.attribute("name") + external)) { (context) throws in
            context.insert("Note", ["name": "a", "data": Data(repeating: 1, count: 200_000)])
        }
        let folder = store.folder.url.appending(path: ".Test_SUPPORT/_EXTERNAL_DATA").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        // The inspection of the store compares its files with its rows.
        try store.open(Self.note(Self.attribute("name")), options: Self.deferred) { _ in }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    // MARK: Finishing

    @Test func `one task is done at a time`() throws {
        let store = try Self.filled()
        try store.open(ModelSource.model(Self.second), options: Self.deferred) { (context) throws in
            let coordinator = try #require(context.persistentStoreCoordinator)
            for left in (0..<5).reversed() {
                #expect(Self.isPending(context) == true)
                try coordinator.finishDeferredLightweightMigrationTask()
                #expect(try Self.tasks(store, Self.second).count == left)
                try Self.expectRows(context)
            }
            #expect(Self.isPending(context) == nil)
            try coordinator.finishDeferredLightweightMigrationTask()
        }
        try store.expectSchema(of: ModelSource.model(Self.second))
    }

    @Test func `an app's own metadata do not end the work`() throws {
        let store = try Self.filled()
        try store.open(ModelSource.model(Self.second), options: Self.deferred) { (context) throws in
            let own = try #require(context.persistentStoreCoordinator?.persistentStores.first)
            own.metadata = ["mine": 1]
            context.insert("Folder", ["name": "g"])
            try context.save()
            #expect(Self.isPending(context) == true)
            var stale = try #require(own.metadata)
            try context.persistentStoreCoordinator?.finishDeferredLightweightMigration()
            stale["mine"] = 2
            own.metadata = stale
            context.insert("Folder", ["name": "h"])
            try context.save()
            // What the app has written back is corrected.
            try context.persistentStoreCoordinator?.finishDeferredLightweightMigration()
            #expect(Self.isPending(context) == nil)
            #expect(own.metadata["mine"] as? Int == 2)
        }
        try store.open(Self.second) { context in #expect(Self.isPending(context) == nil) }
        try store.expectSchema(of: ModelSource.model(Self.second))
    }

    @Test func `another container reads and writes meanwhile, and a read-only store is left alone`() throws {
        let store = try Self.filled()
        try store.open(ModelSource.model(Self.second), options: Self.deferred) { _ in }
        let model = try ModelSource.model(Self.second)
        let other = try NSPersistentContainer.loaded(store.url, model: model)
        let reader = try NSPersistentContainer.loaded(store.url, model: model, readOnly: true)
        let (view, writing) = (reader.newBackgroundContext(), other.newBackgroundContext())
        try writing.performAndWait { try Self.expectRows(writing) }
        try view.performAndWait { try Self.expectRows(view) }
        try reader.persistentStoreCoordinator.finishDeferredLightweightMigration()
        #expect(try Self.tasks(store, Self.second).count == 5)
        for count in 3..<8 {
            try store.open(ModelSource.model(Self.second)) { (context) throws in
                try context.persistentStoreCoordinator?.finishDeferredLightweightMigrationTask()
            }
            try writing.performAndWait { () throws in
                let tag = try #require(try writing.all("Tag").first { $0.value(forKey: "name") as? String == "t0" })
                let note = writing.insert("Note", ["name": "note \(count)", "n": count])
                note.setValue(NSSet(array: [tag]), forKey: "tags")
                try writing.save()
            }
            try view.performAndWait { () throws in
                view.reset()
                #expect(try view.all("Note").count == count + 1)
                #expect(try view.members("Note", "tags").last == ["t0"])
            }
        }
        // It has not seen the others do the work, and finds none.
        try other.persistentStoreCoordinator.finishDeferredLightweightMigration()
        #expect(other.persistentStoreCoordinator.persistentStores[0].metadata[Self.key] == nil)
        for container in [other, reader] {
            for open in container.persistentStoreCoordinator.persistentStores {
                try container.persistentStoreCoordinator.remove(open)
            }
        }
        try store.expectSchema(of: model)
    }

    // MARK: Migrating again

    @Test(arguments: [false, true])
    func `a store that was not finished is migrated again`(defersAgain: Bool) throws {
        let store = try Self.filled()
        try store.open(ModelSource.model(Self.second), options: Self.deferred) { _ in }
        // The names of what was removed return, and start empty.
        let third =
            Self.note(Self.attribute("name") + Self.attribute("old"))
            + #"<entity name="Draft">\#(Self.attribute("text"))</entity>"#
        try store.open(ModelSource.model(third), options: defersAgain ? Self.deferred : [:]) { (context) throws in
            #expect(Self.isPending(context) == (defersAgain ? true : nil))
            #expect(try context.texts("Note", "name") == ["note 0", "note 1", "note 2"])
            #expect(try context.texts("Note", "old") == ["nil", "nil", "nil"])
            #expect(try context.all("Draft").count == 0)
            context.insert("Draft", ["text": "new"])
        }
        if defersAgain {
            // Three columns of the notes; the order of the tags is in a table that was removed
            // since.
            let left = try Self.tasks(store, third)
            #expect(left.count { $0 == "column of ZNOTE" } == 3)
            #expect(left.count { $0 == "table" } == 5)
        }
        try store.open(ModelSource.model(third)) { (context) throws in
            try context.persistentStoreCoordinator?.finishDeferredLightweightMigration()
            #expect(try context.texts("Draft", "text") == ["new"])
        }
        try store.expectSchema(of: ModelSource.model(third))
    }
}
