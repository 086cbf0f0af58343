import Foundation
import Testing

@testable import CoreData

/// Positions in a store's history, which files keep while the store is closed.
@Suite struct StorePositionTests {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(history: true)
        context = store.context()
    }

    private var engine: any StoreEngine {
        get throws { try #require(store.container.persistentStoreCoordinator.stores.stores.first).engine }
    }

    private func insert(_ code: String) throws -> RowID {
        try context.performAndWait {
            let quake = Quake(context: context)
            quake.code = code
            try context.save()
            return quake.objectID.rowID
        }
    }

    @Test func `a position that was encoded has the changes after it`() throws {
        _ = try insert("before")
        let position = try #require(try engine.currentPosition())
        let decoded = try JSONDecoder().decode(StorePosition.self, from: JSONEncoder().encode(position))
        guard case .nothing = try engine.changes(since: decoded, atMost: 10) else {
            Issue.record("Something has changed since the present position.")
            return
        }
        let after = try insert("after")
        guard case .changes(let changes) = try engine.changes(since: decoded, atMost: 10) else {
            Issue.record("The changes are not known.")
            return
        }
        #expect(changes.entities.map(\.inserted) == [[after]])
        #expect(try engine.currentPosition() != position)
    }

    @Test(arguments: [0, 15, 16, 17, 1_000], [0, 0xff] as [UInt8])
    func `the changes since a damaged position are unknown`(_ count: Int, _ byte: UInt8) throws {
        _ = try insert("a")
        let position = StorePosition(bytes: Data(repeating: byte, count: count))
        guard case .unknown = try engine.changes(since: position, atMost: 10) else {
            Issue.record("The bytes are taken for a position.")
            return
        }
    }
}
