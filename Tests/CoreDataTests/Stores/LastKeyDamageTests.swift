import CoreData
import Foundation
import GRDB
import StrataTestSupport
import Testing

/// Stores whose last used keys, in the column Z_MAX, are not ones that a save writes.
@Suite struct LastKeyDamageTests {
    private let store: TestStore

    init() throws {
        store = try TestStore(history: true, notices: true)
        try Self.insert("a", in: store.context())
    }

    private static func insert(_ code: String, in context: NSManagedObjectContext) throws {
        try context.performAndWait {
            Quake(context: context).code = code
            try context.save()
        }
    }

    private static func codes(_ context: NSManagedObjectContext) throws -> [String?] {
        try context.performAndWait {
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
            return try context.fetch(request).map(\.code)
        }
    }

    private func setLastKeys(_ sql: String, of table: String) throws {
        let condition = table == "history" ? "Z_ENT >= 16001" : "Z_ENT < 16001"
        try DatabaseQueue(path: store.url.path).write {
            try $0.execute(sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = \(sql) WHERE \(condition)")
        }
    }

    private func opened() throws -> NSManagedObjectContext {
        try NSPersistentContainer.loaded(store.url, history: true, notices: true).newBackgroundContext()
    }

    @Test(
        arguments: ["9223372036854775807", "-9223372036854775808", "-1", "9e99", "-9e99"].flatMap { key in
            ["quakes", "history"].map { (key, $0) }
        } + [("140737488355327", "quakes")])
    func `a save is an error, and the rows can be read`(key: String, table: String) throws {
        Trial.begin(#fileID, seed: testSeed(), number: 1, input: Data("\(table) \(key)".utf8))
        try setLastKeys(key, of: table)
        for context in [store.context(), try opened()] {
            // Reads what others have written, and posts the notification of it.
            try context.performAndWait {
                _ = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
            }
            let error = #expect(throws: NSError.self) { try Self.insert("b", in: context) }
            #expect(error?.domain == NSCocoaErrorDomain)
            #expect(error?.code == CocoaError.fileReadCorruptFile.rawValue)
            context.performAndWait { context.rollback() }
            #expect(try Self.codes(context) == ["a"])
        }
    }

    @Test func `saves are seen after the history's keys were repaired`() throws {
        Trial.begin(#fileID, seed: testSeed(), number: 1)
        try setLastKeys("Z_MAX - 9223372036854775807 - 1", of: "history")
        let context = try opened()
        #expect(try Self.codes(context) == ["a"])
        try setLastKeys("Z_MAX + 9223372036854775807 + 1", of: "history")
        try Self.insert("b", in: context)
        try Self.insert("c", in: store.context())
        try Self.insert("d", in: context)
        for context in [context, store.context()] {
            #expect(try Self.codes(context) == ["a", "b", "c", "d"])
        }
    }
}
