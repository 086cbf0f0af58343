import Foundation
import Testing

@testable import CoreData

/// The rows that `refresh(_:mergeChanges:)` and `refreshAllObjects()` read, and the values that
/// they keep.
@Suite(.eachStore) struct RefreshingTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
        let writing = store.context()
        try writing.performAndWait {
            for code in ["a", "b", "c", "d"] { Quake(context: writing).code = code }
            try writing.save()
        }
    }

    private func quakes(batchSize: Int = 0) throws -> [Quake] {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
        request.fetchBatchSize = batchSize
        return try context.fetch(request)
    }

    private func setPlaces(_ place: String) throws {
        let other = store.context()
        try other.performAndWait {
            for quake in try other.fetch(NSFetchRequest<Quake>(entityName: "Quake")) { quake.place = place }
            try other.save()
        }
    }

    @Test func `refreshing all objects turns those without changes into faults`() throws {
        try context.performAndWait {
            let quakes = try quakes()
            #expect(quakes.map(\.place) == [nil, nil, nil, nil])
            quakes[0].magnitude = 5
            try setPlaces("new")
            let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: context)
            context.refreshAllObjects()
            #expect(quakes.map(\.isFault) == [false, true, true, true])
            let refreshed = notices.received.compactMap { $0.userInfo?[NSRefreshedObjectsKey] as? Set<NSManagedObject> }
            #expect(Set(refreshed.flatMap(Array.init)).count == 3)
            #expect(quakes.map(\.place) == ["new", "new", "new", "new"])
            #expect(quakes[0].magnitude == 5)
            try context.save()
        }
    }

    @Test func `refreshing all objects keeps new and deleted ones`() throws {
        try context.performAndWait {
            let quakes = try quakes()
            let new = Quake(context: context)
            new.code = "e"
            context.delete(quakes[0])
            context.refreshAllObjects()
            #expect(new.code == "e")
            #expect(new.isInserted)
            #expect(quakes[0].isDeleted)
            try context.save()
            #expect(try self.quakes().map(\.code) == ["b", "c", "d", "e"])
        }
    }

    @Test func `refreshing a fault drops its row and reads none`() throws {
        try context.performAndWait {
            let quake = try #require(try quakes().first)
            #expect(quake.isFault)
            #expect(quake.row != nil)
            try setPlaces("new")
            context.refresh(quake, mergeChanges: true)
            #expect(quake.row == nil)
            #expect(quake.place == "new")
        }
    }

    @Test(arguments: [false, true]) func `a refreshed fault stays in its page`(isForAll: Bool) throws {
        try context.performAndWait {
            let quakes = try quakes(batchSize: 2)
            let last = quakes[3]
            #expect(last.row == nil)
            if isForAll { context.refreshAllObjects() } else { context.refresh(last, mergeChanges: true) }
            guard case .page(let page)? = last.provision else {
                Issue.record("The fault has no page.")
                return
            }
            #expect(page.rowIDs.count == 2)
            // The faults of a page share its state.
            #expect(last.extras === quakes[2].extras)
            #expect(last.code == "d")
        }
    }
}
