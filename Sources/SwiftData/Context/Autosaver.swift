internal import CoreData
internal import Foundation
internal import StrataTraps

/// Saves the main context after each turn of the main loop in which a model changed.
///
/// Several changes of a turn are one save. If a save fails, the error is logged, the changes stay,
/// and the next change tries again.
@MainActor
final class Autosaver {
    weak var context: ModelContext?
    nonisolated(unsafe) var isEnabled = true
    private var isScheduled = false
    private nonisolated(unsafe) var observer: (any NSObjectProtocol)?

    nonisolated init() {}

    func start(_ managed: NSManagedObjectContext) {
        observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: managed, queue: nil
        ) { [weak self] _ in
            onMainActor { [weak self] in self?.schedule() }
        }
    }

    /// Saves the changes of the context after the current turn of the main loop, if there are any.
    func schedule() {
        guard isEnabled, !isScheduled, context?.hasChanges == true else { return }
        isScheduled = true
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.save() }
        }
    }

    private func save() {
        isScheduled = false
        guard isEnabled, let context, context.hasChanges else { return }
        do {
            try context.save()
        } catch {
            StandardStream.error.write("The changes of the main context could not be saved: \(error)\n")
        }
    }

    deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }
}
