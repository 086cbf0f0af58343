import CoreData
import Foundation
import Testing

@Suite(.eachStore) struct BatchUpdateTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(history: true)
        let context = store.context()
        self.context = context
        nonisolated(unsafe) let request = NSBatchInsertRequest(
            entityName: "Quake",
            objects: [
                ["code": "a", "magnitude": 1], ["code": "b", "magnitude": 2, "place": "Chile"], ["code": "c", "magnitude": 3],
            ])
        try context.performAndWait { _ = try context.execute(request) }
    }

    @discardableResult
    private func update(
        _ properties: [String: Any], _ format: String? = nil,
        _ type: NSBatchUpdateRequestResultType = .updatedObjectsCountResultType
    ) throws -> Any? {
        nonisolated(unsafe) let properties = properties
        return try context.performAndWait {
            let request = NSBatchUpdateRequest(entityName: "Quake")
            request.predicate = format.map { NSPredicate(format: $0) }
            request.propertiesToUpdate = properties
            request.resultType = type
            return (try context.execute(request) as? NSBatchUpdateResult)?.result
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

    @Test func constantsAndExpressionsAreWritten() throws {
        let double = NSExpression(format: "magnitude * 2 + 0.5")
        #expect(try update(["place": "Peru", "magnitude": double], "magnitude > 1") as? Int == 2)
        #expect(try quakes() == ["a 1.0 nil", "b 4.5 Peru", "c 6.5 Peru"])
        #expect(try update(["place": NSNull()], nil, .statusOnlyResultType) as? Bool == true)
        #expect(try quakes() == ["a 1.0 nil", "b 4.5 nil", "c 6.5 nil"])
    }

    // `place as Any` is NSNull in an Objective-C dictionary if `place` is nil.
    @Test func anOptionalAsAnyIsItsContent() throws {
        let (none, peru): (String?, String?) = (nil, "Peru")
        #expect(try update(["place": none as Any, "magnitude": Float(5) as Float? as Any], "code == 'b'") as? Int == 1)
        #expect(try update(["place": peru as Any], "code == 'c'") as? Int == 1)
        #expect(try quakes() == ["a 1.0 nil", "b 5.0 nil", "c 3.0 Peru"])
    }

    @Test func theResultNamesTheObjectsAndLoadedOnesStayAsTheyWere() throws {
        try context.performAndWait {
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.predicate = NSPredicate(format: "code == 'a'")
            let quake = try #require(try context.fetch(request).first)
            #expect(quake.magnitude == 1)
            let updated = try update(["magnitude": 9], "code == 'a'", .updatedObjectIDsResultType) as? [NSManagedObjectID]
            #expect(updated == [quake.objectID])
            #expect(quake.magnitude == 1)
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectIDsKey: updated ?? []], into: [context])
            #expect(quake.magnitude == 9)
        }
    }

    @Test(.ownStore) func historyNamesTheUpdatedProperties() throws {
        context.performAndWait { context.transactionAuthor = "batch" }
        try update(["magnitude": 5, "place": "Peru"], "code == 'b'")
        let last = try context.performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            return (result?.result as? [NSPersistentHistoryTransaction])?.last
        }
        #expect(last?.author == "batch")
        #expect(last?.changes?.map(\.changeType) == [.update])
        #expect(last?.changes?.first?.updatedProperties?.map(\.name).sorted() == ["magnitude", "place"])
    }

    @Test func aTakenUniqueValueFailsTheWholeRequest() throws {
        let error = #expect(throws: NSError.self) { try update(["code": "z", "magnitude": 0]) }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
        #expect(try quakes() == ["a 1.0 nil", "b 2.0 Chile", "c 3.0 nil"])
    }

    @Test func whatDoesNotFitIsAnError() throws {
        var error = #expect(throws: NSError.self) { try update(["kode": "z"]) }
        #expect(error?.localizedDescription.contains("'Quake' has no attribute 'kode'") == true)
        error = #expect(throws: NSError.self) { try update(["time": "noon"]) }
        #expect(error?.code == NSManagedObjectValidationError)
        error = #expect(throws: NSError.self) { try update(["time": NSExpression(forKeyPath: "place")], "place != nil") }
        #expect(error?.code == NSManagedObjectValidationError)
        error = #expect(throws: NSError.self) { try update([:]) }
        #expect(error?.code == NSPersistentStoreOperationError)
    }

    // Documentation: the values of propertiesToUpdate are constants or NSExpressions.
    @Test func aConstantExpressionSetsATransformableAndACompositeAttribute() throws {
        let address = NSCompositeAttributeDescription()
        address.name = "address"
        address.elements = [
            NSManagedObjectModel.attribute("street", .string), NSManagedObjectModel.attribute("number", .integer32),
        ]
        let tags = NSManagedObjectModel.attribute("tags", .transformable)
        tags.valueTransformerName = NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue
        let entity = NSEntityDescription()
        entity.name = "House"
        entity.properties = [address, tags, NSManagedObjectModel.attribute("name", .string)]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let store = try TestStore(model: model)
        let context = store.context()
        try context.performAndWait {
            let house = NSEntityDescription.insertNewObject(forEntityName: "House", into: context)
            house.setValue("a", forKey: "name")
            try context.save()
            func update(_ values: [String: Any]) throws {
                let request = NSBatchUpdateRequest(entityName: "House")
                request.propertiesToUpdate = values
                try context.execute(request)
                context.refresh(house, mergeChanges: false)
            }
            try update([
                "address": NSExpression(forConstantValue: ["street": "Main", "number": 7]),
                "tags": NSExpression(forConstantValue: ["old", "red"]),
            ])
            #expect(house.value(forKeyPath: "address.street") as? String == "Main")
            #expect(house.value(forKeyPath: "address.number") as? Int == 7)
            #expect(house.value(forKey: "tags") as? [String] == ["old", "red"])
            try update(["address": NSExpression(forConstantValue: nil), "tags": NSExpression(forConstantValue: nil)])
            #expect(house.value(forKey: "address") == nil && house.value(forKey: "tags") == nil)
            // Only a value for each row needs SQL.
            #expect(throws: NSError.self) { try update(["tags": NSExpression(forKeyPath: "name")]) }
        }
    }

    @Test func predicatesAndExpressionsFollowRelationships() throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        try context.performAndWait {
            _ = Bookshelf(context)
            try context.save()
            let request = NSBatchUpdateRequest(entityName: "Book")
            request.predicate = NSPredicate(format: "author.agent.name == 'Rex'")
            request.propertiesToUpdate = ["title": NSExpression(forKeyPath: "author.name")]
            request.resultType = .updatedObjectsCountResultType
            #expect((try context.execute(request) as? NSBatchUpdateResult)?.result as? Int == 2)
            context.reset()
            let books = NSFetchRequest<Book>(entityName: "Book")
            #expect(try context.fetch(books).compactMap(\.title).sorted() == ["Ann", "Ann", "Three"])

            let people = NSBatchUpdateRequest(entityName: "Person")
            people.propertiesToUpdate = ["name": "x"]
            people.resultType = .updatedObjectsCountResultType
            #expect((try context.execute(people) as? NSBatchUpdateResult)?.result as? Int == 3)
            people.includesSubentities = false
            #expect((try context.execute(people) as? NSBatchUpdateResult)?.result as? Int == 0)
        }
    }
}
