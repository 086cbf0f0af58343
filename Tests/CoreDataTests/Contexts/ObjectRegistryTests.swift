import Foundation
import Testing

@testable import CoreData

/// What a context knows of its objects without keeping them.
@Suite struct ObjectRegistryTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        let context = store.context()
        self.context = context
        nonisolated(unsafe) let request = NSBatchInsertRequest(
            entityName: "Quake", objects: (0..<100).map { ["code": "us\(100 + $0)", "magnitude": $0] })
        try context.performAndWait { _ = try context.execute(request) }
    }

    private func quakes() throws -> [Quake] {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
        return try context.fetch(request)
    }

    /// Hands objects to another thread, which lets go of them.
    private final class Held: @unchecked Sendable {
        private var quakes: [Quake]

        init(_ quakes: [Quake]) { self.quakes = quakes }

        func letGo() { quakes = [] }
    }

    @Test func objectsLeaveWithTheirLastHolder() throws {
        try context.performAndWait {
            var quakes = try quakes()
            #expect(context.registeredObjects.count == 100)
            quakes.removeLast(40)
            #expect(context.registeredObjects == Set(quakes))
        }
        context.performAndWait { #expect(context.registeredObjects.isEmpty) }
    }

    @Test func objectsMayEndOnAnotherThreadWhileTheyAreLookedUp() throws {
        let group = DispatchGroup()
        for _ in 0..<300 {
            let held = try context.performAndWait { Held(try quakes()) }
            DispatchQueue.global().async(group: group) { held.letGo() }
            try context.performAndWait {
                let quakes = try quakes()
                #expect(quakes.map(\.magnitude) == (0..<100).map(Float.init))
                #expect(quakes.allSatisfy { context.registeredObject(for: $0.objectID) === $0 })
            }
        }
        group.wait()
        context.performAndWait { #expect(context.registeredObjects.isEmpty) }
    }

    @Test func anObjectWhoseContextIsGoneBelongsToNone() throws {
        func orphan() -> Quake {
            // Confined, so that nothing else holds it for a moment.
            let other = NSManagedObjectContext()
            other.persistentStoreCoordinator = store.container.persistentStoreCoordinator
            let quake = Quake(context: other)
            #expect(quake.managedObjectContext === other)
            return quake
        }
        #expect(orphan().managedObjectContext == nil)
    }
}
