import Foundation
import Testing

@testable import CoreData

/// Rows that are read by their IDs, in the order of these. SQLite reads a range where the IDs follow
/// each other, and finds all others one by one.
@Suite struct RowsInOrderTests: Sendable {
    private let store: TestStore

    /// Quakes with the keys 1 to 20, whose magnitudes are their keys, without those that are deleted.
    init() throws {
        store = try TestStore()
        let context = store.context()
        nonisolated(unsafe) let insertion = NSBatchInsertRequest(
            entityName: "Quake", objects: (1...20).map { ["code": "us\($0)", "magnitude": $0] })
        nonisolated(unsafe) let deletion = NSBatchDeleteRequest(
            fetchRequest: {
                let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Quake")
                request.predicate = NSPredicate(format: "magnitude IN %@", [5, 12, 20])
                return request
            }())
        try context.performAndWait {
            try context.execute(insertion)
            try context.execute(deletion)
        }
    }

    private func magnitudes(_ keys: some Sequence<Int64>) throws -> [Double?] {
        let coordinator = store.container.persistentStoreCoordinator
        let layout = try #require(coordinator.managedObjectModel.entitiesByName["Quake"]).layout
        let slot = layout.requiredSlot(of: "magnitude")
        return try coordinator.stores.rows(layout, inOrder: keys.map { RowID($0) }).map { row in
            guard case .double(let magnitude)? = row?.values[slot] else { return nil }
            return magnitude
        }
    }

    @Test func `rows with ascending keys`() throws {
        #expect(try magnitudes(3...8) == [3, 4, nil, 6, 7, 8])
        #expect(try magnitudes(18...23) == [18, 19, nil, nil, nil, nil])
    }

    @Test func `rows with descending keys`() throws {
        #expect(try magnitudes((3...8).reversed()) == [8, 7, 6, nil, 4, 3])
        #expect(try magnitudes((10...13).reversed()) == [13, nil, 11, 10])
        #expect(try magnitudes((18...22).reversed()) == [nil, nil, nil, 19, 18])
    }

    @Test func `rows with other keys`() throws {
        #expect(try magnitudes([9, 2, 12, 30, 1]) == [9, 2, nil, nil, 1])
        #expect(try magnitudes([7, 8, 9, 7]) == [7, 8, 9, 7])
        #expect(try magnitudes([9, 8, 8, 7]) == [9, 8, 8, 7])
        #expect(try magnitudes([6, 6]) == [6, 6])
        #expect(try magnitudes([4]) == [4])
        #expect(try magnitudes([5]) == [nil])
        #expect(try magnitudes([]) == [])
    }
}
