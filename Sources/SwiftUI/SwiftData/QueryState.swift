#if SwiftData
    internal import CoreData
    internal import Foundation
    internal import StrataTraps
    internal import StrataViewGraph
    internal import SwiftData

    /// The state that a view keeps for a query: a live request for the objects behind the models, and
    /// the array of the models.
    @MainActor
    final class QueryState<Model: PersistentModel> {
        private let request = LiveRequest(keepsResults: true)
        let models = LiveModels<Model>()
        /// The error of a descriptor from which no request can be made.
        private var failure: (any Error)?
        /// The context of the last request; nil if there is none.
        private var context: ModelContext?

        init() {
            request.onOpen = { [models] in models.invalidate() }
        }

        /// The error of the last fetch; nil if it succeeded.
        var error: (any Error)? { failure ?? request.error }

        /// Adopts the descriptor that the view declares.
        func update(
            _ descriptor: FetchDescriptor<Model>, sectionBy keyPath: PartialKeyPath<Model>?, _ transaction: Transaction?,
            _ context: ModelContext
        ) {
            do {
                let configuration: RequestConfiguration
                if let keyPath {
                    let (fetch, key) = try context.request(descriptor, sectionBy: keyPath, NSManagedObject.self)
                    configuration = RequestConfiguration(fetch, sections: SectionSource(key))
                    request.showsChange = { _, change in change.movesRows }
                } else {
                    configuration = RequestConfiguration(try context.request(descriptor, NSManagedObject.self))
                    request.showsChange = { [models] results, change in models.record(change, of: results) }
                }
                failure = nil
                self.context = context
                request.update(declared: configuration, transaction: transaction, context: context.managedObjectContext)
            } catch {
                report(error, context)
                failure = error
                // Those of another context would not be the models that the view asks for.
                if self.context !== context { self.context = nil }
            }
        }

        /// Writes an error to standard error, unless it is that of the last update: there is one before
        /// each evaluation.
        private func report(_ error: any Error, _ context: ModelContext) {
            if let failure, failure.localizedDescription == error.localizedDescription { return }
            let reason =
                context.container.schema.entities.isEmpty
                ? "there is no model container. Add .modelContainer(for: \(Model.self).self) to its scene, or to a view above it."
                : error.localizedDescription
            StandardStream.error.write("A query of \(Model.self) failed: \(reason)\n")
        }

        /// The models that were read last.
        private var seen: [Model] = []

        /// The models as they are now, or as the running action saw them before it changed them. Empty
        /// if nothing was fetched.
        var all: [Model] {
            let snapshot = snapshot
            if !request.isBehind { seen = snapshot.map(models.models) ?? [] }
            return seen
        }

        /// The models in sections, as they are now, or as the running action saw them.
        var sections: SectionedResults<Model, String> { SectionedResults(snapshot ?? .empty) }

        private var snapshot: LiveResults.Snapshot? {
            guard context != nil, case .objects(let snapshot) = request.snapshot else { return nil }
            return snapshot
        }
    }
#endif
