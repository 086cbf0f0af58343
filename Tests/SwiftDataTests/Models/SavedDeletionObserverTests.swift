import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

@Model final class Harbor {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Ship.harbor) var ships: [Ship] = []

    init(_ name: String) { self.name = name }
}

@Model final class Ship {
    var name: String
    var harbor: Harbor?

    init(_ name: String) { self.name = name }
}

/// The observers of a model whose deletion its own context saves.
@Suite struct SavedDeletionObserverTests {
    private final class Count: Sendable {
        let value = Mutex(0)
    }

    private func observed(_ read: () -> Void) -> Count {
        let count = Count()
        withObservationTracking(read) { count.value.withLock { $0 += 1 } }
        return count
    }

    @Test func `relationships that a saved deletion empties are reported`() throws {
        let context = ModelContext(try refContainer(Harbor.self, Ship.self))
        let (harbor, ship) = (Harbor("h"), Ship("s"))
        context.insert(harbor)
        ship.harbor = harbor
        try context.save()
        context.delete(ship)
        context.processPendingChanges()
        let harborOfShip = observed { _ = ship.harbor }
        let name = observed { _ = ship.name }
        try context.save()
        #expect(harborOfShip.value.withLock { $0 } == 1)
        #expect(ship.harbor == nil)
        #expect(name.value.withLock { $0 } == 0)
        #expect(ship.name == "s")
    }

    @Test func `the notification of a save has the models that delete rules have deleted`() throws {
        let context = ModelContext(try refContainer(Harbor.self, Ship.self))
        let (harbor, ship) = (Harbor("h"), Ship("s"))
        context.insert(harbor)
        ship.harbor = harbor
        try context.save()
        let expected: Set = [harbor.persistentModelID, ship.persistentModelID]
        let deleted = Mutex<[PersistentIdentifier]>([])
        let observer = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
            let key = ModelContext.NotificationKey.deletedIdentifiers.rawValue
            let found = $0.userInfo?[key] as? [PersistentIdentifier] ?? []
            deleted.withLock { $0 = found }
        }
        context.delete(harbor)
        try context.save()
        NotificationCenter.default.removeObserver(observer)
        #expect(Set(deleted.withLock { $0 }) == expected)
    }

    @Test func `relationships of a model that a delete rule deletes are reported`() throws {
        let context = ModelContext(try refContainer(Harbor.self, Ship.self))
        let (harbor, ship) = (Harbor("h"), Ship("s"))
        context.insert(harbor)
        ship.harbor = harbor
        try context.save()
        let ships = observed { _ = harbor.ships }
        let harborOfShip = observed { _ = ship.harbor }
        context.delete(harbor)
        try context.save()
        #expect(ships.value.withLock { $0 } == 1)
        #expect(harborOfShip.value.withLock { $0 } == 1)
        #expect(harbor.ships.isEmpty)
        #expect(ship.harbor == nil)
    }
}
