import Foundation
import Testing

@testable import CoreData

/// One meaning for every predicate and sort, in SQL and in memory: random ones, on random rows.
@Suite struct TwoEvaluatorsTests {
    @Test func theStoreAndMemoryAgree() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("TwoEvaluatorsTests: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let model = NSManagedObjectModel()
        let entity = NSEntityDescription()
        entity.name = "Sample"
        entity.properties = Self.types.map { NSManagedObjectModel.attribute("\($0.key)", $0.value) }
        model.entities = [entity]
        let container = try NSPersistentContainer.inMemory(model)
        let store = try container.persistentStoreCoordinator.requireStore()

        nonisolated(unsafe) let rows: [[String: Any]] = (0..<200).map { _ in
            Self.types.mapValues { _ in NSNull() as Any }.merging(
                Self.types.compactMapValues { Bool.random(using: &random) ? Self.value($0, &random) : nil }
            ) { $1 }
        }
        let context = container.newBackgroundContext()
        try context.performAndWait { _ = try context.execute(NSBatchInsertRequest(entityName: "Sample", objects: rows)) }

        let all = try store.fetch(StoreQuery(entity.layout, predicate: nil, sortDescriptors: nil))
        #expect(all.count == 200)
        for index in 0..<600 {
            let predicate = Self.predicate(depth: 2, &random)
            let sorts = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                NSSortDescriptor(key: Self.key(&random), ascending: .random(using: &random))
            }
            let query = try StoreQuery(entity.layout, predicate: predicate, sortDescriptors: sorts)
            let inStore = try store.fetch(query).map(\.number)
            let inMemory = all.filter(query.matches).sorted(by: query.precedes).map(\.number)
            try #require(inStore == inMemory, "seed \(seed), \(index): \(predicate.predicateFormat) \(sorts)")
            try #require(try store.count(query) == inMemory.count, "seed \(seed), \(index): \(predicate.predicateFormat)")
        }
    }

    private static let types: [String: NSAttributeDescription.AttributeType] = [
        "i16": .integer16, "i64": .integer64, "d": .double, "f": .float, "dec": .decimal, "s": .string, "t": .string,
        "b": .boolean,
        "date": .date, "data": .binaryData, "uuid": .uuid, "uri": .uri,
    ]

    private static let uuids = (0..<3).map { _ in UUID() }

    private static func key(_ random: inout SeededGenerator) -> String {
        types.keys.sorted().randomElement(using: &random) ?? "s"
    }

    private static func value(_ type: NSAttributeDescription.AttributeType, _ random: inout SeededGenerator) -> Any {
        let number = Int.random(in: -3...3, using: &random)
        return switch type {
        case .integer16, .integer64: number
        case .double: Double(number) / 2
        case .float: Float(number) / 2
        case .decimal: Decimal(number) / 4
        case .boolean: number > 0
        case .date: Date(timeIntervalSinceReferenceDate: Double(number) / 2)
        case .binaryData: Data((0..<abs(number)).map { UInt8($0) })
        case .uuid: uuids[abs(number) % 3]
        case .uri: URL(filePath: "/\(number)")
        default: ["", "a", "A", "ä", "abc", "Älmhult", "z*", "%_"].randomElement(using: &random) ?? ""
        }
    }

    private static func predicate(depth: Int, _ random: inout SeededGenerator) -> NSPredicate {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &random) {
        case 4:
            return NSCompoundPredicate(notPredicateWithSubpredicate: predicate(depth: depth - 1, &random))
        case 5, 6:
            let parts = [predicate(depth: depth - 1, &random), predicate(depth: depth - 1, &random)]
            return NSCompoundPredicate(type: Bool.random(using: &random) ? .and : .or, subpredicates: parts)
        default:
            return comparison(&random)
        }
    }

    private static func comparison(_ random: inout SeededGenerator) -> NSPredicate {
        let key = key(&random)
        let options = ["", "[c]", "[d]", "[cd]"].randomElement(using: &random) ?? ""
        // Now and then a value of another attribute's type: they must not meet in the store either.
        let type = types[Int.random(in: 0..<5, using: &random) == 0 ? self.key(&random) : key] ?? .string
        let isNull = Int.random(in: 0..<8, using: &random) == 0
        let argument: Any = isNull ? NSNull() : value(type, &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return NSPredicate(format: "%K == %K", argumentArray: [key, self.key(&random)])
        case 1: return NSPredicate(format: "%K < %K", argumentArray: [key, self.key(&random)])
        case 2: return NSPredicate(format: "%K IN %@", argumentArray: [key, [argument, value(types[key] ?? .string, &random)]])
        case 3:
            return NSPredicate(format: "%K BETWEEN %@", argumentArray: [key, [argument, value(types[key] ?? .string, &random)]])
        case 4:
            let operation = ["CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE"].randomElement(using: &random) ?? "LIKE"
            return NSPredicate(format: "%K \(operation)\(options) %@", argumentArray: [key, value(.string, &random)])
        default:
            let operation = ["==", "!=", "<", "<=", ">", ">="].randomElement(using: &random) ?? "=="
            return NSPredicate(format: "%K \(operation)\(options) %@", argumentArray: [key, argument])
        }
    }
}
