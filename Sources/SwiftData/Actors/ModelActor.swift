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
/// The macro adds the two properties and an initializer. The actor runs on the executor's queue,
/// never on the main thread.
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

    /// Returns the model with an identifier; nil if there is none, or if it is of another type.
    public subscript<T: PersistentModel>(id: PersistentIdentifier, as as: T.Type) -> T? {
        modelContext.existingModel(for: id) as? T
    }
}

/// An executor with a model context that its work uses.
public protocol ModelExecutor: Executor {
    /// The context. Use it in work of this executor only.
    var modelContext: ModelContext { get }
}

/// A model executor that runs one job at a time.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// The executor of a model actor: a serial queue.
// Safe to share: the context is used by the jobs of the queue only.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
    /// The context, which belongs to the queue.
    public let modelContext: ModelContext
    private let queue = DispatchQueue(label: "SwiftData.ModelExecutor")

    /// Creates an executor for work with a context.
    public init(modelContext: ModelContext) { self.modelContext = modelContext }

    /// Runs a job on the queue, and processes its changes.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in
            job.runSynchronously(on: asUnownedSerialExecutor())
            modelContext.processPendingChanges()
        }
    }

    /// Returns a reference to this executor.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
