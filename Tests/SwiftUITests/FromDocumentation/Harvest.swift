import CoreData
import Foundation
import SwiftUI

/// The managed class of the checks of fetch requests.
final class Harvest: NSManagedObject {
    var amount: Int64 {
        get { value(at: 0, "amount") }
        set { setValue(newValue, at: 0, "amount") }
    }
    var kind: String? {
        get { value(at: 1, "kind") }
        set { setValue(newValue, at: 1, "kind") }
    }
    var name: String? {
        get { value(at: 2, "name") }
        set { setValue(newValue, at: 2, "name") }
    }
}

extension Harvest: Identifiable {}

extension Harvest {
    /// "few" below 10, which no attribute stores.
    var size: String { amount < 10 ? "few" : "many" }

    /// The kind, which is set for all objects of the checks.
    var section: String { kind ?? "" }

    @discardableResult
    static func add(_ name: String, _ kind: String = "fruit", _ amount: Int64 = 1, to context: NSManagedObjectContext) -> Harvest
    {
        let harvest = Harvest(context: context)
        harvest.name = name
        harvest.kind = kind
        harvest.amount = amount
        return harvest
    }

    /// A request for all objects, sorted by name.
    static func byName() -> NSFetchRequest<Harvest> {
        let request = NSFetchRequest<Harvest>(entityName: "Harvest")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return request
    }
}

/// A store in memory with four objects, for one check.
@MainActor
struct Harvests {
    private static let model: NSManagedObjectModel = {
        func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            attribute.isOptional = true
            return attribute
        }
        let entity = NSEntityDescription()
        entity.name = "Harvest"
        entity.managedObjectClassName = NSStringFromClass(Harvest.self)
        entity.properties = [
            attribute("amount", .integer64AttributeType), attribute("kind", .stringAttributeType),
            attribute("name", .stringAttributeType),
        ]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }()

    let container: NSPersistentContainer

    var context: NSManagedObjectContext { container.viewContext }

    /// Apples and Pears (fruit, 5 and 20), Beans and Leeks (greens, 30 and 2).
    init(isEmpty: Bool = false) throws {
        container = NSPersistentContainer(name: "Harvests", managedObjectModel: Self.model)
        let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        guard !isEmpty else { return }
        Harvest.add("Pears", "fruit", 20, to: context)
        Harvest.add("Beans", "greens", 30, to: context)
        Harvest.add("Leeks", "greens", 2, to: context)
        Harvest.add("Apples", "fruit", 5, to: context)
        try context.save()
    }

    /// The object with a name.
    func harvest(_ name: String) throws -> Harvest {
        let request = Harvest.byName()
        request.predicate = NSPredicate(format: "name == %@", name)
        guard let harvest = try context.fetch(request).first else { throw CocoaError(.coderValueNotFound) }
        return harvest
    }
}
