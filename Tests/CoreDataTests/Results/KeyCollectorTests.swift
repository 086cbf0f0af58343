import Foundation
import StrataTestSupport
import Testing

@testable import CoreData
@testable import StrataPredicates

/// The row IDs, sort prefixes and sections that are collected when a live result is opened.
@Suite struct KeyCollectorTests {
    private struct Row: Equatable {
        let rowID: RowID
        let sortPrefix: SortPrefix
        let section: Value
    }

    private func rows(_ collector: borrowing KeyCollector) -> [Row] {
        let (keys, sections) = (collector.keys, collector.sections)
        return keys.indices.map { position in
            Row(
                rowID: keys[position], sortPrefix: keys.sortPrefix(at: position),
                section: sections[sections.section(at: position).section].value)
        }
    }

    /// Rows with equal sort prefixes are sorted by row ID, each with its section, even where there
    /// are more of them than the buffer holds.
    @Test(arguments: [1, 3, 20_000]) func sortsAlikeRows(alike: Int) {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        var expected = (1...30_000).map { place in
            Row(
                rowID: RowID(Int64(place)), sortPrefix: SortPrefix(.int(Int64(place / alike)), ascending: true),
                section: .int(Int64.random(in: 0...2, using: &random)))
        }
        var collector = KeyCollector(sortsAlike: true, hasSections: true)
        var given = expected
        for start in stride(from: 0, to: given.count - 1, by: 2) where given[start].sortPrefix == given[start + 1].sortPrefix {
            given.swapAt(start, start + 1)
        }
        for row in given {
            collector.follow(row.section)
            collector.append(row.rowID, row.sortPrefix)
        }
        collector.finish()
        let found = rows(collector)
        var isInOrder = collector.isInOrder
        #expect(isInOrder && found == expected, "seed \(seed)")
        // Again, with a last row that is out of order.
        collector.removeAll()
        expected.append(Row(rowID: 40_000, sortPrefix: SortPrefix(.int(-1), ascending: true), section: .null))
        for row in expected {
            collector.follow(row.section)
            collector.append(row.rowID, row.sortPrefix)
        }
        collector.finish()
        isInOrder = collector.isInOrder
        #expect(!isInOrder)
    }

    // MARK: Reading from a store

    private func model(isIndexed: Bool) -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Event"
        entity.managedObjectClassName = NSStringFromClass(NSManagedObject.self)
        let attributes: [NSAttributeDescription] = [
            NSManagedObjectModel.attribute("time", .date), NSManagedObjectModel.attribute("place", .string),
            NSManagedObjectModel.attribute("level", .integer64), NSManagedObjectModel.attribute("height", .double),
        ]
        for attribute in attributes { attribute.isOptional = true }
        entity.properties = attributes
        if isIndexed {
            let element = NSFetchIndexElementDescription(property: attributes[0], collationType: .binary)
            entity.indexes = [NSFetchIndexDescription(name: "byTime", elements: [element])]
        }
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    /// With an index, SQLite visits the rows in order; without one, it has to sort. Times and
    /// sections include NULL, and times are not unique.
    @Test(arguments: [true, false], [true, false]) func asTheObjectsSay(isIndexed: Bool, ascending: Bool) throws {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        func pick<T>(_ values: [T?]) -> T? { values[Int.random(in: values.indices, using: &random)] }
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let container = NSPersistentContainer(name: "Events", managedObjectModel: model(isIndexed: isIndexed))
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: folder.appending(path: "events.sqlite"))]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        #expect(failure == nil)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for _ in 0..<6_000 {
                let event = NSEntityDescription.insertNewObject(forEntityName: "Event", into: context)
                let time = Int.random(in: 0...4_000, using: &random)
                event.setValue(time == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(time - 2_000) / 2), forKey: "time")
                event.setValue(pick(["", "a", "b\0c", "b\0d", nil]), forKey: "place")
                event.setValue(pick([-1, 0, 1, nil]), forKey: "level")
                event.setValue(pick([-0.5, 0, 1e300, nil]), forKey: "height")
            }
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Event")
            let objects = try context.fetch(request).sorted { a, b in
                let times = [a, b].map { ($0.value(forKey: "time") as? Date) ?? .distantPast }
                if times[0] == times[1] { return a.objectID.rowID < b.objectID.rowID }
                return ascending == (times[0] < times[1])
            }
            request.sortDescriptors = [NSSortDescriptor(key: "time", ascending: ascending)]
            for key in ["place", "level", "height", "time"] {
                let results = try LiveResults.shared(request: request, sectionKey: key, in: context)
                #expect(Array(results.rowIDs) == objects.map(\.objectID.rowID), "seed \(seed)")
                var sections: [String] = []
                for section in results.sections {
                    sections += repeatElement("\(section.value.object ?? "nothing")", count: section.range.count)
                }
                #expect(sections == objects.map { "\($0.value(forKey: key) ?? "nothing")" }, "\(key), seed \(seed)")
            }
        }
    }
}
