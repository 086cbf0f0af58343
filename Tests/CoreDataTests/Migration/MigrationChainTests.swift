import Foundation
import GRDB
import StrataModelDifference
import StrataModelFormat
import StrataTestSupport
import Testing

@testable import CoreData

/// Public models with several versions: a store of each, with rows, migrated to each later one.
/// Plain SQL on the old file says what the new one must have.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence))) struct MigrationChainTests {
    /// Inserts objects with random values, and links them at random.
    private func fill(_ context: NSManagedObjectContext, _ model: NSManagedObjectModel, _ random: inout SeededGenerator) throws {
        var objects: [NSManagedObject] = []
        for entity in model.entities.sorted(by: { $0.name ?? "" < $1.name ?? "" }) where !entity.isAbstract {
            for number in 0..<12 {
                let object = context.insert(entity.name ?? "")
                objects.append(object)
                for attribute in entity.attributesByName.values.sorted(by: { $0.name < $1.name }) where !attribute.isTransient {
                    if attribute.isOptional, Int.random(in: 0..<4, using: &random) == 0 { continue }
                    object.setValue(value(attribute.attributeType, number, &random), forKey: attribute.name)
                }
            }
        }
        for object in objects {
            for relationship in object.entity.relationshipsByName.values.sorted(by: { $0.name < $1.name }) {
                guard let destination = relationship.destinationEntity, !relationship.isTransient else { continue }
                let others = objects.filter { $0.entity.isKindOf(entity: destination) && $0 !== object }
                guard let other = others.randomElement(using: &random) else { continue }
                if relationship.isToMany {
                    if relationship.isOrdered {
                        object.setValue(NSOrderedSet(array: [other]), forKey: relationship.name)
                    } else {
                        object.setValue(Set([other]), forKey: relationship.name)
                    }
                } else {
                    object.setValue(other, forKey: relationship.name)
                }
            }
        }
    }

    private func value(_ type: NSAttributeType, _ number: Int, _ random: inout SeededGenerator) -> Any? {
        let int = Int.random(in: 0..<1_000, using: &random) * 16 + number
        return switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: int
        case .doubleAttributeType, .floatAttributeType: Double(int) / 4
        case .decimalAttributeType: NSDecimalNumber(value: int)
        case .booleanAttributeType: int % 2 == 0
        case .dateAttributeType: Date(timeIntervalSinceReferenceDate: Double(int))
        case .stringAttributeType: "text \(int)"
        case .UUIDAttributeType: UUID()
        case .URIAttributeType: URL(string: "https://example.org/\(int)")
        case .binaryDataAttributeType: Data([UInt8(int % 256)])
        default: nil
        }
    }

    /// The name that a stored column has: by Core Data's documented rule for the name of an attribute.
    private func column(_ name: String) -> String { "Z" + name.uppercased() }

    private func identity(_ entity: NSEntityDescription) -> String { entity.renamingIdentifier ?? entity.name ?? "" }

    /// Reads a column of an entity without subentities and without a parent, by primary key.
    private func values(_ database: Database, _ entity: String, _ attribute: String) throws -> [Int64: DatabaseValue] {
        let rows = try GRDB.Row.fetchAll(database, sql: "SELECT Z_PK, \(column(attribute)) FROM Z\(entity.uppercased())")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    private func compare(_ old: NSManagedObjectModel, _ new: NSManagedObjectModel, _ before: URL, _ after: URL) throws -> Int {
        var compared = 0
        let queues = [try DatabaseQueue(path: before.path), try DatabaseQueue(path: after.path)]
        defer { for queue in queues { try? queue.close() } }
        for entity in new.entities where entity.superentity == nil && entity.subentities.isEmpty {
            let was =
                old.entities.first { identity($0) == identity(entity) }
                ?? old.entities.first { $0.name == entity.renamingIdentifier }
            guard let was, was.superentity == nil, was.subentities.isEmpty else { continue }
            for attribute in entity.attributesByName.values where !attribute.isTransient {
                guard !(attribute is NSDerivedAttributeDescription) else { continue }
                let candidates = was.attributesByName.values.filter { !$0.isTransient }
                let source =
                    candidates.first { ($0.renamingIdentifier ?? $0.name) == (attribute.renamingIdentifier ?? attribute.name) }
                    ?? candidates.first { $0.name == (attribute.renamingIdentifier ?? attribute.name) }
                let found = try queues[1].read { try values($0, entity.name ?? "", attribute.name) }
                let keys = try queues[0].read {
                    try Int64.fetchSet($0, sql: "SELECT Z_PK FROM Z\((was.name ?? "").uppercased())")
                }
                #expect(Set(found.keys) == keys)
                guard let source else {
                    let hasDefault = attribute.defaultValue != nil
                    #expect(found.values.allSatisfy { $0.isNull != hasDefault }, "\(entity.name ?? "").\(attribute.name)")
                    continue
                }
                let wanted = try queues[0].read { try values($0, was.name ?? "", source.name) }
                for (key, value) in wanted where !(value.isNull && !attribute.isOptional) {
                    #expect(found[key] == value, "\(entity.name ?? "").\(attribute.name) of \(key)")
                    compared += 1
                }
            }
        }
        return compared
    }

    @Test(arguments: ["Moody", "ShoppingList", "BookmarksModel"])
    func `a store of each version is migrated to each later one`(_ name: String) throws {
        let bundle = try ModelBundle(contentsOf: SharedData.folder.appending(path: "models/\(name).xcdatamodeld"))
        let count = bundle.versions.count
        #expect(count > 1)
        let seed = testSeed()
        print("MigrationChainTests: STRATA_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        var (compared, refused) = (0, 0)
        func model(_ place: Int) throws -> NSManagedObjectModel {
            try NSManagedObjectModel(bundle.versions[place].model, module: nil)
        }
        for i in 0..<count {
            for j in (i + 1)..<max(i + 1, count) {
                let store = try VersionedStore()
                let old = try model(i)
                try store.open(old, inspects: false) { (context) throws in
                    try fill(context, old, &random)
                    context.mergePolicy = NSMergePolicy.overwrite
                    for object in context.insertedObjects { fillRequired(object) }
                }
                let copy = store.folder.url.appending(path: "Old.sqlite")
                try FileManager.default.copyItem(at: store.url, to: copy)
                let difference = old.difference(to: try model(j))
                guard difference.changes.allSatisfy({ $0.obstacle == nil }) else {
                    refused += 1
                    #expect(throws: NSError.self) { try store.open(model(j)) { _ in } }
                    continue
                }
                try store.open(model(j)) { _ in }
                try store.expectSchema(of: model(j))
                compared += try compare(old, model(j), copy, store.url)
            }
        }
        print("\(name): \(count) versions, \(compared) values compared, \(refused) pairs refused")
        #expect(compared > 0)
    }

    /// Gives required properties that are still nil a value, so that the object can be saved.
    private func fillRequired(_ object: NSManagedObject) {
        for attribute in object.entity.attributesByName.values where !attribute.isOptional && !attribute.isTransient {
            guard object.value(forKey: attribute.name) == nil else { continue }
            var random = SeededGenerator(seed: testSeed())
            if let value = value(attribute.attributeType, 0, &random) { object.setValue(value, forKey: attribute.name) }
        }
    }

    // The store of SurfJournal is older than Z_MODELCACHE, and no version of its model is here.
    @Test(arguments: [AppleStore.careKit, AppleStore.bookmarks1, AppleStore.bookmarks4, AppleStore.pulse])
    func `a store of Apple's gets one attribute more`(_ path: String) throws {
        let store = try AppleStore(path)
        let model = try #require(try store.cachedModel())
        let entity = try #require(model.entities.first { $0.superentity == nil && !$0.isAbstract })
        let before = try counts(store.database)
        try store.database.close()
        let added = NSAttributeDescription()
        added.name = "strataAdded"
        added.type = .integer16
        added.defaultValue = 5
        entity.properties.append(added)
        let description = NSPersistentStoreDescription(url: store.url)
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        let container = NSPersistentContainer(name: "Apple", managedObjectModel: model)
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        #expect(failure == nil)
        let context = container.newBackgroundContext()
        try context.performAndWait { () throws in
            for object in try context.all(entity.name ?? "") { #expect(object.value(forKey: "strataAdded") as? Int == 5) }
            for entity in model.entities {
                let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
                request.includesSubentities = false
                #expect(try context.count(for: request) == before[entity.name ?? ""] ?? 0, "\(entity.name ?? "")")
            }
        }
    }

    /// The number of rows of each entity.
    private func counts(_ database: DatabaseQueue) throws -> [String: Int] {
        try database.read { database in
            var counts: [String: Int] = [:]
            let rows = try GRDB.Row.fetchAll(database, sql: "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
            var roots: [Int64: String] = [:]
            for row in rows { roots[row[0]] = (row[2] as Int64) == 0 ? row[1] : roots[row[2]] }
            for row in rows {
                let table = "Z" + (roots[row[0]] ?? "").uppercased()
                counts[row[1]] = try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM \(table) WHERE Z_ENT = ?", arguments: [row[0] as Int64])
            }
            return counts
        }
    }

    @Test func `the model in a store is read, Apple's and ours`() throws {
        let apple = try AppleStore(AppleStore.careKit)
        try apple.database.close()
        #expect(try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: apple.url).entitiesByName["OCKCDTask"] != nil)
        let own = try TestStore()
        let model = try NSPersistentStore.cachedModelForPersistentStore(with: own.url)
        #expect(model.entityVersionHashesByName == NSManagedObjectModel.quakes().entityVersionHashesByName)
    }
}
