import CoreData
import Foundation
import Testing

/// Rows of dictionary results that are cast to Swift's dictionaries, by the spellings that have no
/// warning.
@Suite struct DictionaryRowCastTests {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        let context = store.context()
        self.context = context
        try context.performAndWait {
            Quake(context: context).magnitude = 2.5
            try context.save()
        }
    }

    private func request<Result>(_ result: Result.Type) -> NSFetchRequest<Result> {
        let request = NSFetchRequest<Result>(entityName: "Quake")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["magnitude"]
        return request
    }

    @Test func `all rows are cast at once`() throws {
        try context.performAndWait {
            let rows = try context.fetch(request((any NSFetchRequestResult).self))
            #expect(rows as? [[String: Double]] == [["magnitude": 2.5]])
            #expect((rows as? [[String: Any]])?.first?["magnitude"] as? Double == 2.5)
            #expect(rows as? [[String: String]] == nil)
        }
    }

    @Test func `one row is cast as a value of any type`() throws {
        try context.performAndWait {
            let row = try #require(try context.fetch(request((any NSFetchRequestResult).self)).first)
            #expect((row as Any) as? [String: Double] == ["magnitude": 2.5])
            #expect((row as? NSDictionary) as? [String: Double] == ["magnitude": 2.5])
        }
    }

    @Test func `a row of a typed request is cast to a dictionary`() throws {
        try context.performAndWait {
            let row = try #require(try context.fetch(request(NSDictionary.self)).first)
            #expect(row as? [String: Double] == ["magnitude": 2.5])
        }
    }

    /// The compiler warns about this cast only where it knows both types.
    private func cast<Value>(_ row: any NSFetchRequestResult, _ type: Value.Type) -> Value? { row as? Value }

    @Test func `the cast that the compiler warns about succeeds`() throws {
        try context.performAndWait {
            let row = try #require(try context.fetch(request((any NSFetchRequestResult).self)).first)
            #expect(cast(row, [String: Double].self) == ["magnitude": 2.5])
            #expect(cast(row, [String: String].self) == nil)
        }
    }
}
