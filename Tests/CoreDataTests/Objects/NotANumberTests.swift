import Foundation
import Testing

@testable import CoreData

/// Attributes whose value is NaN, which by IEEE's rules is not equal to itself.
@Suite struct NotANumberTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let types = [NSSQLiteStoreType, NSInMemoryStoreType, NSBinaryStoreType, NSXMLStoreType, "PlainNumbers"]

    private static func model() -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Measure"
        let composite = NSCompositeAttributeDescription()
        composite.name = "place"
        composite.isOptional = true
        composite.elements = [NSManagedObjectModel.attribute("x", .double), NSManagedObjectModel.attribute("y", .double)]
        entity.properties =
            [
                NSManagedObjectModel.attribute("name", .string), NSManagedObjectModel.attribute("number", .double),
                NSManagedObjectModel.attribute("ratio", .float), NSManagedObjectModel.attribute("time", .date),
                NSManagedObjectModel.attribute("price", .decimal),
            ] + [composite]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    private func context(_ type: String) throws -> NSManagedObjectContext {
        if type == "PlainNumbers" { StoreKinds.register(PlainKind(type: type), for: type) }
        return try NSPersistentContainer.loaded(folder.url.appending(path: "Store"), model: Self.model(), type: type)
            .newBackgroundContext()
    }

    private func setNumbers(_ measure: NSManagedObject) {
        measure.setValue(Double.nan, forKey: "number")
        measure.setValue(Float.nan, forKey: "ratio")
        measure.setValue(Date(timeIntervalSinceReferenceDate: .nan), forKey: "time")
        measure.setValue(Decimal.nan, forKey: "price")
        measure.setValue(["x": Double.nan, "y": 1], forKey: "place")
    }

    @Test(arguments: types) func `an object with NaN is unchanged after its save`(type: String) throws {
        let context = try context(type)
        try context.run {
            let measure = NSEntityDescription.insertNewObject(forEntityName: "Measure", into: context)
            setNumbers(measure)
            try context.save()
            #expect((measure.value(forKey: "number") as? Double)?.isNaN == true)
            measure.setValue("a", forKey: "name")
            #expect(measure.changedValues().keys.sorted() == ["name"])
            try context.save()
            let version = measure.row?.version
            setNumbers(measure)
            #expect(measure.changedValues().isEmpty)
            #expect(!measure.hasPersistentChangedValues)
            #expect((measure.committedValues(forKeys: ["number"])["number"] as? Double)?.isNaN == true)
            try context.save()
            #expect(measure.row?.version == version)
        }
    }

    @Test(arguments: types) func `a change from NaN and to NaN is one`(type: String) throws {
        let context = try context(type)
        try context.run {
            let measure = NSEntityDescription.insertNewObject(forEntityName: "Measure", into: context)
            measure.setValue(1, forKey: "number")
            try context.save()
            measure.setValue(Double.nan, forKey: "number")
            #expect(measure.changedValues().keys.sorted() == ["number"])
            try context.save()
            measure.setValue(2, forKey: "number")
            #expect(measure.changedValues().keys.sorted() == ["number"])
            try context.save()
            context.reset()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Measure")
            #expect(try context.fetch(request).map { $0.value(forKey: "number") as? Double } == [2])
        }
    }
}
