import CoreData
import Foundation
import Testing

@testable import SwiftData

/// The values of a data store's models that are kept.
@Suite struct KnownSnapshotsTests {
    @Test func `a model that is no longer kept has its version when it returns, and another with other values`() throws {
        let entity = NSEntityDescription()
        entity.name = "Thing"
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let container = NSPersistentContainer(name: "Things", managedObjectModel: model)
        let context = container.newBackgroundContext()
        let ids = context.performAndWait {
            (0...4).map { _ in NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context).objectID }
        }
        let known = KnownSnapshots(capacity: 2)
        func set(_ index: Int, _ text: String, _ list: [Int] = []) -> KnownSnapshots.Novelty {
            known.set(
                KnownSnapshots.Entry(
                    id: ids[index], values: ["text": text, "parts": ["a": 1], "none": NSNull()],
                    members: ["others": list.map { ids[$0] }]))
        }
        func setOthers() { for index in 1...4 { _ = set(index, "other") } }
        #expect(set(0, "a") == .model)
        let version = try #require(known[ids[0]]?.version)
        setOthers()
        #expect(known[ids[0]] == nil)
        #expect(set(0, "a") == .nothing)
        #expect(known[ids[0]]?.version == version)
        setOthers()
        #expect(set(0, "b") == .values)
        let next = try #require(known[ids[0]]?.version)
        #expect(next != version)
        setOthers()
        #expect(set(0, "b", [1]) == .values)
        #expect(known[ids[0]]?.version != next)
        known.remove(ids[0])
        #expect(set(0, "b", [1]) == .model)
    }
}
