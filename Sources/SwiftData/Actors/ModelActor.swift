internal import CoreData
internal import Foundation
internal import StrataTraps

/// An actor with a model context of its own, for work outside of the main actor.
///
///     @ModelActor
///     actor Importer {
///         func add(_ names: [String]) throws {
///             for name in names { modelContext.insert(Trip(name: name)) }
///             try modelContext.save()
///         }
///     }
///
/// The macro adds the two properties and an initializer. The actor runs on the executor's queue. An
/// actor whose executor has the main context of a container runs on the main actor's.
public protocol ModelActor: Actor {
    /// The container that the actor's models are stored in.
    nonisolated var modelContainer: ModelContainer { get }
    /// The executor that runs the actor's work, with its context.
    nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
    /// The actor's context.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// The executor that the actor runs on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        guard let executor = modelExecutor as? any SerialModelExecutor else {
            trap("The executor of a model actor must be a SerialModelExecutor.")
        }
        return executor.asUnownedSerialExecutor()
    }

    /// Returns the model with an identifier; nil if there is none, if it is of another type, or if it
    /// cannot be read.
    public subscript<T: PersistentModel>(id: PersistentIdentifier, as as: T.Type) -> T? {
        // Ignored: Apple's subscript has only nil for it.
        (try? modelContext.existingModel(for: id)) as? T
    }
}

/// An executor with a model context that its work uses.
public protocol ModelExecutor: Executor {
    /// The context. Use it in work of this executor only.
    var modelContext: ModelContext { get }
}

/// A model executor that runs one job at a time.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// The executor of a model actor: a serial queue, or that of the main actor for the main context of
/// a container, which is used there only.
// Safe to share: the context is used by the jobs of the executor only.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
    /// The context, which belongs to the executor.
    public let modelContext: ModelContext
    /// The queue; nil for the executor of the main actor.
    private let queue: DispatchQueue?

    /// Creates an executor for work with a context.
    public init(modelContext: ModelContext) {
        self.modelContext = modelContext
        queue = modelContext.managed.isUsedOnMainQueue ? nil : DispatchQueue(label: "SwiftData.ModelExecutor")
    }

    /// Runs a job later. One on the queue processes its changes after it.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard let queue else { return MainActor.shared.enqueue(job) }
        queue.async { [self] in
            job.runSynchronously(on: asUnownedSerialExecutor())
            modelContext.processPendingChanges()
        }
    }

    /// Returns a reference to this executor, or to that of the main actor.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        queue == nil ? MainActor.sharedUnownedExecutor : UnownedSerialExecutor(ordinary: self)
    }
}
