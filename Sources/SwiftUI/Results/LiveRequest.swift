import CoreData
import Foundation
import Observation
import ViewGraph

/// What a view's fetch request asks for.
struct RequestConfiguration: Equatable {
    var entity: NSEntityDescription
    var sortDescriptors: [NSSortDescriptor]
    var predicate: NSPredicate?
    /// The attribute that sections rows, where they are sectioned.
    var sectionKey: String?
}

/// What a view keeps for a fetch request: its configuration, and the live results that answer it.
///
/// The results belong to the context and are shared by all requests that ask the same, in whatever window. Reads of them go through
/// Observation, so that the bodies which read them are evaluated again after each change.
@MainActor
final class LiveRequest: Observable {
    private let registrar = ObservationRegistrar()
    /// The configuration in the view's source; the current one may have been set since.
    private var declared: RequestConfiguration?
    private var current: RequestConfiguration?
    private var context: NSManagedObjectContext?
    private var results: LiveResults?
    private var subscription: LiveResults.Subscription?
    private var isOutdated = true

    nonisolated init() {}

    /// Takes the configuration that the view declares, where it is another than last time, and opens results if need be.
    ///
    /// - Returns: Whether it was another.
    @discardableResult
    func update(declared configuration: RequestConfiguration, context: NSManagedObjectContext) -> Bool {
        let isOther = declared != configuration || self.context !== context
        if isOther {
            declared = configuration
            current = configuration
            self.context = context
            isOutdated = true
        }
        if isOutdated { open() }
        return isOther
    }

    var configuration: RequestConfiguration {
        get {
            registrar.access(self, keyPath: \.configuration)
            guard let current else {
                preconditionFailure("A fetch request was read before its view was shown. Read it in body, an action or a task.")
            }
            return current
        }
        set {
            guard newValue != current else { return }
            registrar.withMutation(of: self, keyPath: \.configuration) {
                current = newValue
                isOutdated = true
            }
        }
    }

    /// The results as they are now; empty where they could not be read.
    var snapshot: LiveResults.Snapshot {
        registrar.access(self, keyPath: \.snapshot)
        registrar.access(self, keyPath: \.configuration)
        // After a change of the configuration, actions that go on see what they asked for.
        if isOutdated { open() }
        return results?.snapshot ?? .empty
    }

    private func open() {
        guard let current, let context else { return }
        precondition(
            context.persistentStoreCoordinator != nil,
            """
            A fetch request found no managed object context in its environment. Add \
            .environment(\\.managedObjectContext, container.viewContext) to a view above the one that fetches.
            """)
        isOutdated = false
        do {
            let results = try LiveResults.shared(
                entity: current.entity, predicate: current.predicate, sortDescriptors: current.sortDescriptors,
                sectionKey: current.sectionKey, in: context)
            guard results !== self.results else { return }
            self.results = results
            subscription = results.subscribe { [weak self] _, _ in
                MainActor.assumeIsolated { self?.noteChange() }
            }
        } catch {
            results = nil
            subscription = nil
            let entity = current.entity.name ?? ""
            let message = "A fetch request on \(entity) failed and shows nothing: \(error.localizedDescription)\n"
            try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
        }
    }

    private func noteChange() { registrar.withMutation(of: self, keyPath: \.snapshot) {} }
}
