import Foundation
import Testing

@testable import CoreData
@testable import SwiftData

/// Values and identifiers from outside that are not what the app has written.
@Suite struct StoredValueTests {
    private func decoded<Value>(_ type: Value.Type, _ stored: [String: Any]) throws -> Value? {
        let kind = try #require(ValueKind.kind(of: type, named: "range"))
        return kind.decode(stored, as: type)
    }

    @Test func `a stored range whose bounds are not in order reads as none`() throws {
        #expect(try decoded(ClosedRange<Int>.self, ["lowerBound": 2, "upperBound": 10]) == 2...10)
        #expect(try decoded(ClosedRange<Int>.self, ["lowerBound": 3, "upperBound": 3]) == 3...3)
        #expect(try decoded(ClosedRange<Int>.self, ["lowerBound": 10, "upperBound": 2]) == nil)
        #expect(try decoded(Range<Int>.self, ["lowerBound": 2, "upperBound": 10]) == 2..<10)
        #expect(try decoded(Range<Int>.self, ["lowerBound": 10, "upperBound": 2]) == nil)
        #expect(try decoded(Range<Double>.self, ["lowerBound": Double.nan, "upperBound": 2.0]) == nil)
        #expect(try decoded(Range<Int>?.self, ["lowerBound": 10, "upperBound": 2]) == nil)
    }

    @Test func `an identifier with a key that no store can have leads to no model`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        try context.save()
        let store = try #require(item.persistentModelID.storeIdentifier)
        for key in [Int64(1) << 47, Int64(1) << 47 + 1, Int64(1) << 62, .max] {
            let id = try PersistentIdentifier.identifier(for: store, entityName: "RefItem", primaryKey: key)
            #expect(id.objectID(in: container.storage.coordinator) == nil)
            #expect(try context.existingModel(for: id) == nil)
            #expect(context.model(for: id).modelContext == nil)
        }
        let last = try PersistentIdentifier.identifier(for: store, entityName: "RefItem", primaryKey: Int64(1) << 47 - 1)
        #expect(last.objectID(in: container.storage.coordinator)?.primaryKey == 1 << 47 - 1)
    }

    // The context of views whose container could not be made.
    @Test func `a context without types takes no model and gives models in no context`() throws {
        let context = ModelContext(
            try ModelContainer(for: Schema(), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]))
        let item = RefItem("a", rank: 3)
        context.insert(item)
        #expect(item.modelContext == nil)
        #expect(item.name == "a")
        #expect(!context.hasChanges)
        try context.save()
        // The model can be inserted into another context then.
        let other = ModelContext(try refContainer(RefItem.self))
        other.insert(item)
        try other.save()
        #expect(item.rank == 3)
        let id = try JSONDecoder().decode(
            PersistentIdentifier.self, from: JSONEncoder().encode(item.persistentModelID))
        for id in [id, item.persistentModelID] {
            let model = context.model(for: id)
            #expect(model is RefItem)
            #expect(model.modelContext == nil)
        }
        let unknown = try PersistentIdentifier.identifier(for: "store", entityName: "NoSuchEntity", primaryKey: 1)
        #expect(context.model(for: unknown).modelContext == nil)
        #expect(context.model(for: unknown) as? RefItem == nil)
    }
}
