import CoreData
import Foundation
import Testing

/// Batch insertions into an entity, and updates of one, with attributes that are not optional.
///
/// Apple's answers were recorded by the tutorial "SQLite3 and CoreData" (GitHub, iOS 18.3), section
/// 16, row C: an absent value of a required attribute is error 1570, and nothing is inserted.
@Suite(.eachStore) struct RequiredBatchValuesTests: Sendable {
    /// A model whose `stars` are required, and whose `kind` is required and has a default.
    private static func model() -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Note"
        let unsaved = NSManagedObjectModel.attribute("unsaved", .string, isOptional: false)
        unsaved.isTransient = true
        entity.properties = [
            NSManagedObjectModel.attribute("title", .string),
            NSManagedObjectModel.attribute("stars", .integer64, isOptional: false),
            NSManagedObjectModel.attribute("kind", .string, default: "plain", isOptional: false),
            unsaved,
        ]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: Self.model())
        context = store.context()
    }

    /// Executes a request, and returns its error and the notes that are stored afterwards.
    private func insert(_ request: () -> NSBatchInsertRequest) throws -> (error: NSError?, notes: [String]) {
        nonisolated(unsafe) let request = request()
        return try context.performAndWait {
            let error = failure { _ = try context.execute(request) }
            return (error, try notes())
        }
    }

    private func notes() throws -> [String] {
        try context.performAndWait {
            context.reset()
            return try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")).map {
                "\($0.value(forKey: "title") ?? "") \($0.value(forKey: "stars") ?? "") \($0.value(forKey: "kind") ?? "")"
            }.sorted()
        }
    }

    @Test func `an absent value fails the request`() throws {
        let (error, notes) = try insert {
            NSBatchInsertRequest(entityName: "Note", objects: [["title": "a", "stars": 1], ["title": "b"]])
        }
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSValidationMissingMandatoryPropertyError)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "stars")
        #expect(error?.localizedDescription.contains("Note.stars") == true)
        #expect(notes == [])
    }

    @Test func `so does NSNull in place of a default`() throws {
        let (error, notes) = try insert {
            NSBatchInsertRequest(entityName: "Note", objects: [["stars": 1, "kind": NSNull()]])
        }
        #expect(error?.code == NSValidationMissingMandatoryPropertyError)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "kind")
        #expect(notes == [])
    }

    @Test func `and a row of a handler`() throws {
        var left = [1, 0]
        var (error, notes) = try insert {
            NSBatchInsertRequest(entityName: "Note") { (row: NSMutableDictionary) in
                guard let stars = left.popLast() else { return true }
                if stars > 0 { row["stars"] = stars }
                return false
            }
        }
        #expect(error?.code == NSValidationMissingMandatoryPropertyError)
        #expect(notes == [])
        var isDone = false
        (error, notes) = try insert {
            NSBatchInsertRequest(entityName: "Note") { (note: NSManagedObject) in
                defer { isDone = true }
                if !isDone { note.setValue("c", forKey: "title") }
                return isDone
            }
        }
        #expect(error?.code == NSValidationMissingMandatoryPropertyError)
        #expect(notes == [])
    }

    /// Updates all notes, and returns the error and the notes that are stored afterwards.
    private func update(_ properties: [String: Any]) throws -> (error: NSError?, notes: [String]) {
        nonisolated(unsafe) let properties = properties
        let context = context
        let error = context.performAndWait {
            let request = NSBatchUpdateRequest(entityName: "Note")
            request.propertiesToUpdate = properties
            return failure { _ = try context.execute(request) }
        }
        return (error, try notes())
    }

    @Test func `an update to nil fails, and writes nothing`() throws {
        _ = try insert {
            NSBatchInsertRequest(entityName: "Note", objects: [["title": "1", "stars": 1], ["stars": 2]])
        }
        let (none, before) = (nil as String?, [" 2 plain", "1 1 plain"])
        let values: [Any] = [
            NSNull(), none as Any, NSExpression(forConstantValue: nil), NSExpression(forKeyPath: "title"),
        ]
        for value in values {
            let (error, notes) = try update(["title": "new", "kind": value])
            #expect(error?.domain == NSCocoaErrorDomain)
            #expect(error?.code == NSValidationMissingMandatoryPropertyError)
            #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "kind")
            #expect(error?.localizedDescription.contains("Note.kind") == true)
            #expect(notes == before)
        }
        let (error, notes) = try update(["title": NSNull(), "kind": NSExpression(format: "TERNARY(title == nil, 'none', title)")])
        #expect(error == nil)
        #expect(notes == [" 1 1", " 2 none"])
    }

    // The row at which a handler stops is not inserted, so it needs no values.
    @Test func `complete rows are inserted`() throws {
        let objects = try insert { NSBatchInsertRequest(entityName: "Note", objects: [["title": "a", "stars": 0]]) }
        #expect(objects.error == nil && objects.notes == ["a 0 plain"])
        var left = [2, 1]
        let rows = try insert {
            NSBatchInsertRequest(entityName: "Note") { (row: NSMutableDictionary) in
                guard let stars = left.popLast() else { return true }
                row["stars"] = stars
                return false
            }
        }
        #expect(rows.error == nil && rows.notes == [" 1 plain", " 2 plain", "a 0 plain"])
    }
}
