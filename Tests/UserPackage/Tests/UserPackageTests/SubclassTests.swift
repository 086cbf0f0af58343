import CoreData
import Features
import Foundation
import Testing

/// Subclasses that an app makes of Core Data's classes, as they inherit the initializers in its own
/// module.
@Suite struct SubclassTests {
    private class Container: NSPersistentContainer, @unchecked Sendable {
        var label = ""
    }

    /// A container that inherits `init(name:)` because it overrides the designated initializer.
    private final class PreparedContainer: NSPersistentContainer, @unchecked Sendable {
        let label: String

        override init(name: String, managedObjectModel model: NSManagedObjectModel) {
            label = "made for \(name)"
            super.init(name: name, managedObjectModel: model)
        }
    }

    private final class CloudContainer: NSPersistentCloudKitContainer, @unchecked Sendable {}

    private final class Context: NSManagedObjectContext, @unchecked Sendable {}

    private final class LabeledContext: NSManagedObjectContext, @unchecked Sendable {
        let label: String

        override init(concurrencyType: NSManagedObjectContextConcurrencyType) {
            label = "a context"
            super.init(concurrencyType: concurrencyType)
        }

    }

    private final class Request: NSFetchRequest<NSManagedObject> {}

    private final class Controller: NSFetchedResultsController<NSManagedObject> {}

    private final class Insertion: NSBatchInsertRequest {}

    private final class Descriptor: NSSortDescriptor, @unchecked Sendable {
        override init(key: String?, ascending: Bool) { super.init(key: key, ascending: ascending) }

        required init?(coder: NSCoder) { super.init(coder: coder) }
    }

    private final class Sort: NSSortDescriptor, @unchecked Sendable {}

    /// A predicate with the type of the objects that it is for, as public packages have one.
    private final class Comparison<Root>: NSComparisonPredicate, @unchecked Sendable {
        convenience init(_ keyPath: String, _ type: Operator, _ value: Any?) {
            self.init(
                leftExpression: NSExpression(forKeyPath: keyPath), rightExpression: NSExpression(forConstantValue: value),
                modifier: .direct, type: type)
        }
    }

    private final class Compound<Root>: NSCompoundPredicate, @unchecked Sendable {}

    private final class NamedComparison: NSComparisonPredicate, @unchecked Sendable {
        override init(
            leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: Modifier, type: Operator,
            options: Options = []
        ) {
            super.init(leftExpression: lhs, rightExpression: rhs, modifier: modifier, type: type, options: [.caseInsensitive])
        }

        required init?(coder: NSCoder) { super.init(coder: coder) }
    }

    @Test func predicatesInheritTheirInitializers() {
        let ada = Comparison<NSManagedObject>("name", .equalTo, "Ada")
        #expect(ada.predicateFormat == "name == \"Ada\"")
        let adult = Comparison<NSManagedObject>("age", .greaterThan, 17)
        let all = Compound<NSManagedObject>(andPredicateWithSubpredicates: [ada, adult])
        #expect(all.evaluate(with: ["name": "Ada", "age": 40] as [String: Any]))
        let named = NamedComparison(
            leftExpression: NSExpression(forKeyPath: "name"), rightExpression: NSExpression(forConstantValue: "ada"),
            modifier: .direct, type: .equalTo)
        #expect(named.evaluate(with: ["name": "ADA"]))
    }

    @Test func containersAreMadeByName() {
        #expect(Container(name: "Features").managedObjectModel.entitiesByName["Person"] != nil)
        #expect(PreparedContainer(name: "Features").label == "made for Features")
        #expect(CloudContainer(name: "Features").name == "Features")
    }

    @Test func contextsAreMadeForAQueue() {
        #expect(Context(.privateQueue).concurrencyType == .privateQueueConcurrencyType)
        #expect(Context(.mainQueue).concurrencyType == .mainQueueConcurrencyType)
        #expect(LabeledContext(.privateQueue).label == "a context")
    }

    @Test func requestsAreCopiedAndControllersSharedUnderAnotherType() throws {
        nonisolated(unsafe) let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        #expect(Request(request).entityName == "Person")
        let context = try makeContext(model: "Features")
        try context.performAndWait {
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            let shared = Controller(controller)
            #expect(shared.isEqual(controller))
            #expect(shared.fetchRequest.entityName == "Person")
            #expect(shared.fetchedObjects?.isEmpty == true)
        }
    }

    @Test func batchInsertionsAndSortDescriptorsInheritTheirInitializers() {
        let insertion = Insertion(entityName: "Person", objects: [["name": "Ada"]])
        #expect(insertion.entityName == "Person")
        #expect(insertion.objectsToInsert?.count == 1)
        #expect(Descriptor(key: "name", ascending: false).ascending == false)
        #expect(Sort(key: "name", ascending: true).key == "name")
        #expect(Sort(keyPath: \String.count, ascending: true).keyPath == \String.count)
    }
}
