import CoreData
import Foundation
import Testing

/// A save that is called by what another save of the same context calls.
@Suite(.eachStore) struct NestedSaveTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        let model = NSManagedObjectModel.quakes()
        model.entities[0].managedObjectClassName = NSStringFromClass(SavingQuake.self)
        store = try TestStore(model: model)
        context = store.context()
    }

    private func count() throws -> Int {
        let other = store.context()
        return try other.performAndWait { try other.count(for: NSFetchRequest<NSManagedObject>(entityName: "Quake")) }
    }

    /// Calls `body` with each notification of this name.
    private func observing(_ name: Notification.Name, _ body: @escaping () -> Void) -> any NSObjectProtocol {
        nonisolated(unsafe) let body = body
        return NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in body() }
    }

    /// Saves, and returns the error. Not one that appends to the errors of a test, because saves that
    /// are nested would access them at once.
    private func saveError() -> NSError? {
        do { try context.save() } catch { return error as NSError }
        return nil
    }

    @Test func `a save in willSave is an error, and the outer save succeeds`() throws {
        try context.performAndWait {
            nonisolated(unsafe) var errors: [NSError] = []
            let quake = SavingQuake(context: context)
            quake.beforeSave = { if let error = saveError() { errors.append(error) } }
            try context.save()
            #expect(errors.map(\.code) == [132_001])
            #expect(errors.first?.domain == NSCocoaErrorDomain)
            #expect(errors.first?.userInfo["message"] as? String == "attempt to recursively call -save: on the context aborted")
            #expect(!context.hasChanges)
            #expect(try count() == 1)
            quake.setValue("a", forKey: "place")
            try context.save()
            #expect(!context.hasChanges)
        }
    }

    @Test func `a save by an observer of the notification before it is an error`() throws {
        try context.performAndWait {
            nonisolated(unsafe) var errors: [NSError] = []
            let token = observing(.NSManagedObjectContextWillSave) { if let error = saveError() { errors.append(error) } }
            defer { NotificationCenter.default.removeObserver(token) }
            _ = SavingQuake(context: context)
            try context.save()
            #expect(errors.map(\.code) == [132_001])
            #expect(try count() == 1)
        }
    }

    @Test func `a failed save leaves the context ready for another one`() throws {
        try context.performAndWait {
            let (first, second) = (SavingQuake(context: context), SavingQuake(context: context))
            for quake in [first, second] { quake.setValue("a", forKey: "code") }
            #expect(throws: NSError.self) { try context.save() }
            second.setValue("b", forKey: "code")
            try context.save()
            #expect(try count() == 2)
        }
    }

    @Test func `observers of a finished save, and didSave, can save again`() throws {
        try context.performAndWait {
            nonisolated(unsafe) var errors: [NSError] = []
            nonisolated(unsafe) var saves = 0
            func insertAndSave() {
                saves += 1
                guard saves <= 2 else { return }
                _ = SavingQuake(context: context)
                if let error = saveError() { errors.append(error) }
            }
            let quake = SavingQuake(context: context)
            let token = observing(.NSManagedObjectContextDidSave) { insertAndSave() }
            try context.save()
            NotificationCenter.default.removeObserver(token)
            #expect(errors.isEmpty)
            #expect(try count() == 3)
            saves = 1
            quake.afterSave = { insertAndSave() }
            quake.setValue("a", forKey: "place")
            try context.save()
            #expect(errors.isEmpty)
            #expect(try count() == 4)
        }
    }
}

/// An object that runs code of the test in a save.
final class SavingQuake: NSManagedObject {
    var beforeSave: (() -> Void)?
    var afterSave: (() -> Void)?

    override func willSave() {
        super.willSave()
        beforeSave?()
    }

    override func didSave() {
        super.didSave()
        afterSave?()
    }
}
