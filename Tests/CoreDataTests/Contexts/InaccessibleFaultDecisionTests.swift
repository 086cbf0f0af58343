import CoreData
import Foundation
import Testing

/// A context that decides itself what becomes of faults without a row.
private final class DecidingContext: NSManagedObjectContext, @unchecked Sendable {
    var asked: [NSManagedObjectID] = []
    var answer = true

    override func shouldHandleInaccessibleFault(
        _ fault: NSManagedObject, for oid: NSManagedObjectID, triggeredByProperty property: NSPropertyDescription?
    ) -> Bool {
        asked.append(oid)
        return answer
    }
}

@Suite(.eachStore) struct InaccessibleFaultDecisionTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    /// Returns a fault in `context` whose row another context deleted.
    private static func orphan(_ store: TestStore, in context: NSManagedObjectContext) throws -> NSManagedObject {
        let other = store.context()
        let id = try other.performAndWait {
            let quake = Quake(context: other)
            try other.save()
            return quake.objectID
        }
        let fault = context.object(with: id)
        try other.performAndWait {
            other.delete(other.object(with: id))
            try other.save()
        }
        return fault
    }

    private static func deciding(_ store: TestStore) -> DecidingContext {
        let context = DecidingContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = store.container.persistentStoreCoordinator
        return context
    }

    @Test func `an override decides, whatever shouldDeleteInaccessibleFaults says`() throws {
        let context = Self.deciding(store)
        context.shouldDeleteInaccessibleFaults = false
        try context.run {
            let fault = try Self.orphan(store, in: context)
            #expect(fault.value(forKey: "place") == nil)
            #expect(fault.value(forKey: "code") == nil)
            #expect(context.asked == [fault.objectID])
            #expect(context.deletedObjects == [fault])
        }
    }

    @Test func `the method of the superclass returns shouldDeleteInaccessibleFaults`() throws {
        let context = store.context()
        try context.run {
            let fault = try Self.orphan(store, in: context)
            #expect(context.shouldHandleInaccessibleFault(fault, for: fault.objectID, triggeredByProperty: nil))
            context.shouldDeleteInaccessibleFaults = false
            #expect(!context.shouldHandleInaccessibleFault(fault, for: fault.objectID, triggeredByProperty: nil))
        }
    }

    @Test func `existingObject(with:) throws without asking`() throws {
        let context = Self.deciding(store)
        try context.run {
            let fault = try Self.orphan(store, in: context)
            #expect(throws: NSError.self) { try context.existingObject(with: fault.objectID) }
            #expect(context.asked.isEmpty)
        }
    }

    @Test func `a fault that an override refuses traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try TestStore()
            let context = InaccessibleFaultDecisionTests.deciding(store)
            context.answer = false
            try context.performAndWait {
                _ = try InaccessibleFaultDecisionTests.orphan(store, in: context).value(forKey: "place")
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("Core Data could not fulfill a fault"))
    }
}
