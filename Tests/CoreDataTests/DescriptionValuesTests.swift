import CoreData
import Foundation
import Testing

/// Values of descriptions of a model, of policies and of transformers.
@Suite(.eachStore) struct DescriptionValuesTests {
    @Test func `a type of attributes has the number of its longer name`() {
        typealias AttributeType = NSAttributeDescription.AttributeType
        #expect(AttributeType.string.rawValue == NSAttributeType.stringAttributeType.rawValue)
        #expect(AttributeType(rawValue: 700) == .string)
        #expect(AttributeType(rawValue: 100) == .integer16)
    }

    @Test func `the type of a computed column has two names`() {
        let column = NSExpressionDescription()
        #expect(column.resultType == .undefined)
        column.resultType = .double
        #expect(column.expressionResultType == .doubleAttributeType)
        column.expressionResultType = .dateAttributeType
        #expect(column.resultType == .date)
    }

    private func index(_ name: String, _ property: String, isAscending: Bool = true) -> NSFetchIndexDescription {
        let element = NSFetchIndexElementDescription(
            property: NSManagedObjectModel.attribute(property, .string), collationType: .binary)
        element.isAscending = isAscending
        return NSFetchIndexDescription(name: name, elements: [element])
    }

    @Test func `indexes are equal if their names and elements are`() {
        let indexes: Set = [
            index("one", "a"), index("one", "a"), index("one", "b"), index("two", "a"), index("one", "a", isAscending: false),
        ]
        #expect(indexes.count == 4)
        let elements = Set(indexes.flatMap(\.elements))
        #expect(elements.count == 3)
        #expect(index("one", "a").hash == index("one", "a").hash)
    }

    @Test func `the description of a property has its name`() {
        let relationship = NSRelationshipDescription()
        relationship.name = "author"
        #expect(relationship.description.contains("author"))
        let fetched = NSFetchedPropertyDescription()
        fetched.name = "recent"
        #expect(fetched.description.contains("recent"))
        #expect(fetched.description.contains("fetchRequest (null)"))
    }

    @Test func `the error policy throws conflicts over unique values, and others leave them to the store`() throws {
        let store = try TestStore()
        let context = store.context()
        context.performAndWait {
            let policies = [NSMergePolicy.error, .overwrite, .rollback, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump]
            let results = policies.map { policy in Result { try policy.resolve(constraintConflicts: []) } }
            #expect(results.map { if case .failure = $0 { true } else { false } } == [true, false, false, false, false])
        }
    }

    private final class Plain: ValueTransformer, @unchecked Sendable {
        override class func allowsReverseTransformation() -> Bool { true }
    }

    @Test func `a transformer returns values unchanged unless it overrides a method`() {
        #expect(ObjectIdentifier(ValueTransformer.transformedValueClass()) == ObjectIdentifier(NSObject.self))
        #expect(!ValueTransformer.allowsReverseTransformation())
        #expect(ValueTransformer().transformedValue(3) as? Int == 3)
        #expect(Plain().reverseTransformedValue(3) as? Int == 3)
        #expect(NSSecureUnarchiveFromDataTransformer.allowsReverseTransformation())
    }

    @Test func `a transformer is found by the name under which it was registered`() {
        let name = NSValueTransformerName(rawValue: "Plain-\(UUID().uuidString)")
        #expect(name == NSValueTransformerName(name.rawValue))
        #expect(!ValueTransformer.valueTransformerNames().contains(name))
        let transformer = Plain()
        ValueTransformer.setValueTransformer(transformer, forName: name)
        #expect(ValueTransformer.valueTransformerNames().contains(name))
        #expect(ValueTransformer(forName: name) === transformer)
    }

    @Test func `a copy of a query generation is the generation`() {
        let generation = NSQueryGenerationToken.current
        #expect(generation.copy() as? NSQueryGenerationToken === generation)
    }
}
