import CoreData
import Foundation
import Testing

@Suite(.eachStore) struct BatchInsertTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(history: true)
        context = store.context()
    }

    private func insert(_ rows: [[String: Any]], _ resultType: NSBatchInsertRequestResultType) throws -> Any? {
        nonisolated(unsafe) let rows = rows
        return try context.performAndWait {
            var index = 0
            let request = NSBatchInsertRequest(
                entity: Quake.entity(),
                dictionaryHandler: { dictionary in
                    guard index < rows.count else { return true }
                    dictionary.addEntries(from: rows[index])
                    index += 1
                    return false
                }
            )
            request.resultType = resultType
            return (try context.execute(request) as? NSBatchInsertResult)?.result
        }
    }

    private func quakes() throws -> [String] {
        try context.performAndWait {
            context.reset()
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
            return try context.fetch(request).map { "\($0.code ?? "nil") \($0.magnitude) \($0.place ?? "nil")" }
        }
    }

    @Test func absentKeysGetTheModelsDefaults() throws {
        #expect(try insert([["code": "a"], ["code": "b", "magnitude": 2, "place": "Alaska"]], .count) as? Int == 2)
        #expect(try quakes() == ["a 0.0 nil", "b 2.0 Alaska"])
    }

    @Test func insertedRowsAreNoObjectsOfTheContext() throws {
        let result = try insert([["code": "a"]], .objectIDs) as? [NSManagedObjectID]
        try context.performAndWait {
            #expect(!context.hasChanges)
            let objectID = try #require(result?.first)
            #expect(!objectID.isTemporaryID)
            #expect((try context.existingObject(with: objectID) as? Quake)?.code == "a")
        }
    }

    @Test func aTakenUniqueValueFailsTheWholeRequestUnderTheErrorPolicy() throws {
        _ = try insert([["code": "a", "magnitude": 1]], .statusOnly)
        let error = #expect(throws: NSError.self) { try insert([["code": "b"], ["code": "a"]], .statusOnly) }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
        #expect(try quakes() == ["a 1.0 nil"])
    }

    @Test func theObjectTrumpPolicyOverwritesAllAttributes() throws {
        _ = try insert([["code": "a", "magnitude": 1, "place": "Alaska"], ["code": "b"]], .statusOnly)
        context.performAndWait { context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy }
        #expect(try insert([["code": "c"], ["code": "a", "magnitude": 3]], .count) as? Int == 2)
        #expect(try quakes() == ["a 3.0 nil", "b 0.0 nil", "c 0.0 nil"])
    }

    @Test func theStoreTrumpPolicyKeepsTheRow() throws {
        _ = try insert([["code": "a", "magnitude": 1]], .statusOnly)
        context.performAndWait { context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump }
        #expect(try insert([["code": "a", "magnitude": 3], ["code": "b"]], .count) as? Int == 1)
        #expect(try quakes() == ["a 1.0 nil", "b 0.0 nil"])
    }

    @Test(.ownStore) func historyTellsInsertedFromUpdated() throws {
        _ = try insert([["code": "a"]], .statusOnly)
        context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            context.transactionAuthor = "importer"
        }
        // "b" comes twice: inserted by this transaction, it stays an insertion.
        _ = try insert([["code": "a"], ["code": "b"], ["code": "b", "magnitude": 4]], .statusOnly)
        let transactions = try context.performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
            return (try context.execute(request) as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction]
        }
        #expect(transactions?.map(\.author) == [nil, "importer"])
        #expect(transactions?.map { ($0.changes ?? []).map(\.changeType) } == [[.insert], [.insert, .update]])
        let update = transactions?.last?.changes?.last
        #expect(update?.updatedProperties?.map(\.name).sorted() == ["code", "day", "magnitude", "place", "time"])
        #expect(try quakes() == ["a 0.0 nil", "b 4.0 nil"])
    }

    @Test func aKeyOrValueThatDoesNotFitFailsTheRequest() throws {
        var error = #expect(throws: NSError.self) { try insert([["code": "a"], ["kode": "b"]], .statusOnly) }
        #expect(
            error?.localizedDescription
                == "'Quake' has no attribute 'kode', so nothing was written. Leave the key out; a batch sets no relationships.")
        error = #expect(throws: NSError.self) { try insert([["code": "a", "time": "yesterday"]], .statusOnly) }
        #expect(error?.code == NSManagedObjectValidationError)
        #expect(try quakes() == [])
    }

    @Test func theObjectHandlerFillsInOneObjectForAllRows() throws {
        let count = try context.performAndWait {
            var index = 0
            let request = NSBatchInsertRequest(
                entityName: "Quake",
                managedObjectHandler: { object in
                    guard index < 3, let quake = object as? Quake else { return true }
                    // The values of the row before are gone.
                    #expect(quake.code == nil && quake.magnitude == 0)
                    quake.code = "us\(index)"
                    quake.magnitude = Float(index)
                    index += 1
                    return false
                })
            request.resultType = .count
            return (try context.execute(request) as? NSBatchInsertResult)?.result as? Int
        }
        #expect(count == 3)
        #expect(try quakes() == ["us0 0.0 nil", "us1 1.0 nil", "us2 2.0 nil"])
    }

    @Test func readersNeitherWaitForAnImportNorSeeHalfOfIt() throws {
        let (context, reader) = (context, store.context())
        nonisolated(unsafe) var counts: [Int] = []
        func count() throws {
            counts.append(try reader.performAndWait { try reader.count(for: NSFetchRequest<Quake>(entityName: "Quake")) })
        }
        nonisolated(unsafe) let request = NSBatchInsertRequest(
            entityName: "Quake",
            dictionaryHandler: { row in
                // import: in the middle of its transaction     | reader: reads to the end
                if counts.count < 3 { try? count() }
                row["code"] = "us\(counts.count)"
                return counts.count == 3
            })
        try context.performAndWait { _ = try context.execute(request) }
        try count()
        #expect(counts == [0, 0, 0, 2])
    }

    @Test func dictionariesInAnArrayAreInserted() throws {
        try context.performAndWait {
            _ = try context.execute(
                NSBatchInsertRequest(entityName: "Quake", objects: [["code": "a"], ["code": "b", "place": NSNull()]]))
        }
        #expect(try quakes() == ["a 0.0 nil", "b 0.0 nil"])
    }

    @Test func `a dictionary handler sets values by key-value coding`() throws {
        try context.performAndWait {
            var count = 0
            let request = NSBatchInsertRequest(
                entity: Quake.entity(),
                dictionaryHandler: { dictionary in
                    guard count < 2 else { return true }
                    dictionary.setValue("\(count)", forKey: "code")
                    dictionary.setValue(5, forKey: "magnitude")
                    dictionary.setValue("Peru", forKey: "place")
                    // The row has the model's default again.
                    dictionary.setValue(nil, forKey: "magnitude")
                    if count == 1 { dictionary.addEntries(from: ["place": "Fiji"]) }
                    #expect(dictionary.value(forKey: "code") as? String == "\(count)")
                    #expect(dictionary.value(forKey: "magnitude") == nil)
                    count += 1
                    return false
                })
            _ = try context.execute(request)
        }
        #expect(try quakes() == ["0 0.0 Peru", "1 0.0 Fiji"])
    }

    // `place as Any` is NSNull in an Objective-C dictionary if `place` is nil.
    @Test func anOptionalAsAnyIsItsContent() throws {
        func row(_ code: String, _ place: String?, _ time: Date?, _ magnitude: Float?) -> [String: Any] {
            ["code": code, "place": place as Any, "time": time as Any, "magnitude": magnitude as Any]
        }
        let rows = [row("a", nil, nil, 1), row("b", "Peru", Date(timeIntervalSinceReferenceDate: 0), nil)]
        nonisolated(unsafe) let request = NSBatchInsertRequest(entityName: "Quake", objects: rows)
        try context.performAndWait { _ = try context.execute(request) }
        #expect(try insert([row("c", nil, nil, nil), row("d", "Fiji", nil, 2)], .count) as? Int == 2)
        let stored = try context.performAndWait {
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
            return try context.fetch(request).map { quake in
                "\(quake.value(forKey: "magnitude") ?? "nil") \(quake.place ?? "nil") \(quake.time == nil ? "nil" : "time")"
            }
        }
        #expect(stored == ["1.0 nil nil", "nil Peru time", "nil nil nil", "2.0 Fiji nil"])
    }
}
