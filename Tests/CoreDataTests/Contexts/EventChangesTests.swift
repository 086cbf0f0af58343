import Foundation
import Testing

@testable import CoreData

/// The changes of an event, and the values that objects had before it.
@Suite(.eachStore) struct EventChangesTests {
    private let context: NSManagedObjectContext

    init() throws {
        context = try NSPersistentContainer.inMemory().newBackgroundContext()
    }

    @Test func aChangeIsFoundByItsObject() {
        context.performAndWait {
            let quakes = (0..<5).map { _ in Quake(context: context) }
            func change(_ index: Int, isEdit: Bool = false) -> NSManagedObjectContext.EventChange {
                NSManagedObjectContext.EventChange(object: quakes[index], row: nil, state: [], isEdit: isEdit)
            }
            var changes: NSManagedObjectContext.EventChanges = [change(0), change(1)]
            #expect(changes.first(of: quakes[1])?.object === quakes[1])
            #expect(changes.first(of: quakes[2]) == nil)
            changes.append(change(2))
            changes.append(change(2, isEdit: true))
            #expect(changes.first(of: quakes[2])?.isEdit == false)
            changes.removeAll { $0.object === quakes[0] || !$0.isEdit && $0.object === quakes[2] }
            #expect(changes.map(\.object) == [quakes[1], quakes[2]])
            #expect(changes.first(of: quakes[0]) == nil)
            #expect(changes.first(of: quakes[2])?.isEdit == true)
        }
    }

    /// Source: Apple's documentation of `changedValuesForCurrentEvent()`, which is meant for observers
    /// of the objects-did-change notification.
    @Test func anObserverSeesTheFormerValuesOfAllObjects() throws {
        try context.performAndWait {
            nonisolated(unsafe) let quakes = (0..<100).map { number in
                let quake = Quake(context: context)
                quake.magnitude = Float(number)
                return quake
            }
            try context.save()
            nonisolated(unsafe) var former: [Float] = []
            let observer = NotificationCenter.default.addObserver(
                forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
            ) { _ in
                former = quakes.compactMap { $0.changedValuesForCurrentEvent()["magnitude"] as? Float }
                // Belongs to the next event.
                quakes[0].magnitude = -1
            }
            for quake in quakes { quake.magnitude += 1_000 }
            context.processPendingChanges()
            NotificationCenter.default.removeObserver(observer)
            #expect(former == (0..<100).map(Float.init))
            #expect(quakes[0].changedValuesForCurrentEvent()["magnitude"] as? Float == 1_000)
            #expect(quakes[1].changedValuesForCurrentEvent().isEmpty)
        }
    }
}
