import CoreData
import Foundation
import Testing

/// Batch requests that name their entity by its description, and expressions that fetch.
@Suite(.eachStore) struct EntityRequestsTests {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
    }

    private func entity() throws -> NSEntityDescription {
        try #require(store.container.managedObjectModel.entitiesByName["Quake"])
    }

    private func quakes() throws -> [String] {
        try context.performAndWait {
            context.reset()
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
            return try context.fetch(request).map { "\($0.code ?? "nil") \($0.magnitude)" }
        }
    }

    @Test func `dictionaries are inserted into an entity`() throws {
        let entity = try entity()
        try context.performAndWait {
            let request = NSBatchInsertRequest(entity: entity, objects: [["code": "a", "magnitude": 1], ["code": "b"]])
            request.resultType = .count
            let result = try context.execute(request) as? NSBatchInsertResult
            #expect(result?.result as? Int == 2)
        }
        #expect(try quakes() == ["a 1.0", "b 0.0"])
    }

    @Test func `an object is filled in for each row of an entity`() throws {
        let entity = try entity()
        try context.performAndWait {
            var count = 0
            let request = NSBatchInsertRequest(
                entity: entity,
                managedObjectHandler: { object in
                    guard count < 3, let quake = object as? Quake else { return true }
                    quake.code = "\(count)"
                    quake.magnitude = Float(count)
                    count += 1
                    return false
                })
            _ = try context.execute(request)
            #expect(!context.hasChanges)
        }
        #expect(try quakes() == ["0 0.0", "1 1.0", "2 2.0"])
    }

    @Test func `the rows of an entity are updated`() throws {
        let entity = try entity()
        try context.performAndWait {
            _ = try context.execute(NSBatchInsertRequest(entity: entity, objects: [["code": "a"], ["code": "b"]]))
            let request = NSBatchUpdateRequest(entity: entity)
            #expect(request.entity === entity)
            #expect(request.entityName == "Quake")
            request.predicate = NSPredicate(format: "code == 'b'")
            request.propertiesToUpdate = ["magnitude": 4]
            _ = try context.execute(request)
        }
        #expect(try quakes() == ["a 0.0", "b 4.0"])
    }

    @Test func `a fetch in an expression has the parts that it was made of`() throws {
        let request = NSExpression(forConstantValue: 1)
        let context = NSExpression(forKeyPath: "context")
        let expression = try #require(
            NSFetchRequestExpression.expression(forFetch: request, context: context, countOnly: true)
                as? NSFetchRequestExpression)
        #expect(expression.requestExpression == request)
        #expect(expression.contextExpression == context)
        #expect(expression.isCountOnlyRequest)
        #expect(expression.expressionType == NSFetchRequestExpressionType)
        let objects = NSFetchRequestExpression.expression(forFetch: request, context: context, countOnly: false)
        #expect((objects as? NSFetchRequestExpression)?.isCountOnlyRequest == false)
    }
}
