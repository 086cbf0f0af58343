import CoreData
import Foundation
import Testing

/// Values of expressions in the types that their descriptions declare.
///
/// Apple's answers were recorded by the tutorial "SQLite3 and CoreData" (GitHub, iOS 18.3), section
/// 15: rows E1 to E3, for the stars 1, 2, 3, 1, 2 and 4. A type never fails a fetch there.
@Suite struct ExpressionResultTypeTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        let entity = NSEntityDescription()
        entity.name = "Note"
        entity.properties = [
            NSManagedObjectModel.attribute("stars", .integer64), NSManagedObjectModel.attribute("weight", .double),
            NSManagedObjectModel.attribute("price", .decimal), NSManagedObjectModel.attribute("isRead", .boolean),
            NSManagedObjectModel.attribute("time", .date),
        ]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        store = try TestStore(model: model)
        let context = store.context()
        self.context = context
        try context.performAndWait {
            for (stars, weight) in zip([1, 2, 3, 1, 2, 4], [1e20, 0.5, 0.25, 3e9, 7, 8]) {
                let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
                note.setValue(stars, forKey: "stars")
                note.setValue(weight, forKey: "weight")
                note.setValue(Decimal(string: "70000.5"), forKey: "price")
                note.setValue(true, forKey: "isRead")
                note.setValue(Date(timeIntervalSinceReferenceDate: 1), forKey: "time")
            }
            try context.save()
        }
    }

    /// Returns the value of an expression over the notes with so many stars; with any number for nil.
    private func value(_ format: String, _ type: NSAttributeType, stars: Int? = nil) throws -> Any? {
        let column = NSExpressionDescription()
        column.name = "column"
        column.expression = NSExpression(format: format)
        column.expressionResultType = type
        nonisolated(unsafe) let request = NSFetchRequest<NSDictionary>(entityName: "Note")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = [column]
        request.predicate = stars.map { NSPredicate(format: "stars == %lld", Int64($0)) }
        return try context.performAndWait { try context.fetch(request).first?["column"] }
    }

    @Test func `as Apple's tutorial recorded them`() throws {
        #expect(try value("average:(stars)", .integer64AttributeType) as? Int == 2)
        #expect(try value("average:(stars)", .doubleAttributeType) as? Double == 13.0 / 6)
        #expect(try value("sum:(stars)", .stringAttributeType) as? String == "13.0")
        #expect(try value("@sum.stars", .stringAttributeType) as? String == "13.0")
    }

    @Test(arguments: [NSAttributeType.integer16AttributeType, .integer32AttributeType])
    func `a whole number beyond the type's range has 64 bits`(_ type: NSAttributeType) throws {
        #expect(try value("sum:(stars) * 1000000000", type) as? Int == 13_000_000_000)
        #expect(try value("max:(weight)", type) as? Int == Int.max)
        #expect(try value("0 - max:(weight)", type) as? Int == Int.min)
        #expect(try value("sum:(price) * 100000", type) as? Int == 42_000_300_000)
        #expect(try value("sum:(stars)", type) as? Int == 13)
        #expect(try value("max:(weight)", .integer64AttributeType) as? Int == Int.max)
    }

    @Test func `a number as a string is its text`() throws {
        #expect(try value("stars", .stringAttributeType, stars: 4) as? String == "4")
        #expect(try value("count:(stars)", .stringAttributeType) as? String == "6")
        #expect(try value("weight", .stringAttributeType, stars: 4) as? String == "8.0")
        #expect(try value("max:(weight)", .stringAttributeType) as? String == "1.0e+20")
        #expect(try value("weight", .stringAttributeType, stars: 3) as? String == "0.25")
        #expect(try value("average:(stars)", .stringAttributeType) as? String == "2.16666666666667")
        #expect(try value("price", .stringAttributeType, stars: 3) as? String == "70000.5")
        #expect(try value("isRead", .stringAttributeType, stars: 3) as? String == "1")
    }

    @Test func `what has no form in a type is an error`() throws {
        #expect(throws: NSError.self) { try value("time", .stringAttributeType) }
        #expect(throws: NSError.self) { try value("stars", .UUIDAttributeType) }
    }
}
