#if SwiftData
    internal import CoreData
    internal import Foundation
    internal import StrataViewGraph
    internal import SwiftData

    /// The state that a view keeps for a query: a live request for the objects behind the models, and
    /// the models that were last read.
    @MainActor
    final class QueryState {
        private let request = LiveRequest()
        private(set) var error: (any Error)?
        private var isValid = false
        /// The models of a snapshot of the request, until it has another one.
        private var known: (revision: Int, models: [AnyObject])?

        nonisolated init() {}

        /// Adopts the descriptor that the view declares.
        func update<Model>(_ descriptor: FetchDescriptor<Model>, _ transaction: Transaction?, _ context: ModelContext) {
            do {
                let fetch = try context.request(descriptor, NSManagedObject.self)
                error = nil
                isValid = true
                request.update(
                    declared: RequestConfiguration(fetch), transaction: transaction, context: context.managedObjectContext)
            } catch {
                self.error = error
                isValid = false
            }
        }

        /// The models as they are now; empty after an error.
        func models<Model: PersistentModel>() -> [Model] {
            guard isValid else { return [] }
            let snapshot = request.snapshot
            if let known, known.revision == request.revision, let models = known.models as? [Model] { return models }
            let models: [Model] = (0..<snapshot.count).compactMap { position in
                ModelContext.model(of: snapshot.result(at: position) as NSManagedObject) as? Model
            }
            known = (request.revision, models)
            return models
        }
    }
#endif
