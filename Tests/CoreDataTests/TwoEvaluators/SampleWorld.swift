import CoreData
import Foundation
import StrataPredicates

/// A store of a random model with random objects in it.
struct SampleWorld {
    let seed: UInt64
    private let folder: TemporaryFolder
    private let container: NSPersistentContainer
    private let entities: [NSEntityDescription]
    private let seeds: [UInt64]

    /// - Parameter openStore: Returns a container with a new store of a model, in a folder.
    init(
        seed: UInt64,
        _ openStore: (NSManagedObjectModel, TemporaryFolder) throws -> NSPersistentContainer = {
            try StoreUnderTest.memory.container($0, in: $1)
        }
    ) throws {
        self.seed = seed
        var dice = Dice(seed: seed)
        var maker = SampleModel(seed: dice.seed())
        let model = maker.model()
        folder = try TemporaryFolder()
        container = try openStore(model, folder)
        let entities = model.entities.sorted { $0.name ?? "" < $1.name ?? "" }
        self.entities = entities
        seeds = (0..<2).map { _ in dice.seed() }
        let (writer, filling) = (container.newBackgroundContext(), dice.seed())
        try writer.performAndWait {
            var graph = try SampleGraph(of: writer, entities, seed: filling)
            graph.fill()
            try writer.save()
        }
    }

    /// Compares both evaluators on `count` predicates, a third of them with unsaved changes. Throws
    /// the first disagreement, reduced to a small one.
    ///
    /// - Parameter fixed: Returns predicates over an entity that are asked in each state of the objects,
    ///   before the random ones.
    func ask(
        _ count: Int, after fixed: @Sendable (NSEntityDescription) throws -> [PredicateForm] = { _ in [] }
    ) throws -> Interview.Tally {
        let (context, entities, seed, seeds) = (container.newBackgroundContext(), entities, seed, seeds)
        return try context.performAndWait {
            var graph = try SampleGraph(of: context, entities, seed: seeds[0])
            var interview = Interview(of: context, entities, worldSeed: seed, seed: seeds[1])
            let (first, second) = (count * 2 / 3, count - count * 2 / 3)
            try interview.ask(first, graph, after: fixed)
            for part in 0..<4 {
                graph.edit()
                try interview.ask(second * (part + 1) / 4 - second * part / 4, graph, after: fixed)
            }
            return interview.tally
        }
    }
}
