import Foundation
import StrataTestSupport
import SwiftData
import Testing

/// Models in every condition, read at random: in no context, new, stored, deleted, rolled back, of a
/// context or container that was released, of a row that another context or an `erase` deleted, and
/// of another container. A read never ends the process.
struct RandomReadsTests {
    private final class World {
        private var containers: [ModelContainer] = []
        private var contexts: [ModelContext] = []
        private var models: [any Numbered] = []
        /// The models that were never inserted.
        private var new: [any Numbered] = []
        private var identifiers: [PersistentIdentifier] = []
        private var lastNumber = 0
        private(set) var reads = 0

        init() throws {
            for _ in 0..<2 { try addContainer() }
        }

        private func addContainer() throws {
            let container = try ModelContainer(
                for: Schema(EditKind.types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            containers.append(container)
            contexts += [ModelContext(container), ModelContext(container)]
        }

        func step(_ random: inout SeededGenerator) throws {
            let value = EditValue(number: Int.random(in: 0..<1_000, using: &random))
            let context = contexts[value.number % contexts.count]
            switch Int.random(in: 0..<24, using: &random) {
            case 0..<3:
                lastNumber += 1
                let model = EditKind.allCases[lastNumber % EditKind.allCases.count].make(lastNumber, value)
                models.append(model)
                new.append(model)
            case 3..<6: if let model = models.randomElement(using: &random) { insert(model, context) }
            case 6, 7: connect(models.randomElement(using: &random), models.randomElement(using: &random), value)
            case 8: if let model = models.randomElement(using: &random) { delete(model) }
            case 9, 10:
                // Ignored: a deny rule may refuse it, and the changes stay.
                try? context.save()
            case 11: context.rollback()
            case 12: try context.delete(model: EditNode.self, where: #Predicate { $0.rank < 500 })
            case 13, 14: models += try fetch(EditKind.allCases[value.small], context)
            case 15:
                if let identifier = identifiers.randomElement(using: &random),
                    let model = context.model(for: identifier) as? any Numbered
                {
                    models.append(model)
                }
            case 16: if let node = models.randomElement(using: &random) as? EditNode { change(node, value) }
            case 17 where value.number < 200: try containers[value.number % containers.count].erase()
            case 18 where value.number < 200: contexts[value.number % contexts.count] = ModelContext(context.container)
            case 19 where value.number < 60:
                containers.removeFirst()
                contexts.removeFirst(2)
                try addContainer()
            case 20: if models.count > 60 { models.removeFirst(30) }
            case 21: identifiers = identifiers.suffix(20)
            default:
                for _ in 0..<10 { if let model = models.randomElement(using: &random) { read(model, context) } }
            }
        }

        /// Inserts a new model, or does so again with a model that is in a context.
        private func insert(_ model: any Numbered, _ context: ModelContext) {
            func insert<Model: PersistentModel>(_ model: Model) { (model.modelContext ?? context).insert(model) }
            guard model.modelContext != nil || isNew(model) else { return }
            insert(model)
            // Those that it refers to were inserted with it.
            new.removeAll { $0.modelContext != nil }
        }

        private func isNew(_ model: any Numbered) -> Bool { new.contains { $0 === model } }

        /// Connects two models of one context, or two new ones: others cannot be connected.
        private func connect(_ one: (any Numbered)?, _ other: (any Numbered)?, _ value: EditValue) {
            guard let one, let other, one.modelContext === other.modelContext else { return }
            guard one.modelContext != nil || isNew(one) && isNew(other) else { return }
            guard !one.isDeleted, !other.isDeleted else { return }
            switch (one, other) {
            case (let node as EditNode, let other as EditNode): node.parent = other
            case (let node as EditNode, let mark as EditMark): node.marks.append(mark)
            case (let box as EditBox, let node as EditNode): box.nodes?.append(node)
            case (let node as EditNode, let seal as EditSeal): node.seal = seal
            case (let leaf as EditLeaf, let guardian as EditGuard): leaf.guards.append(guardian)
            default: break
            }
        }

        private func delete(_ model: any Numbered) {
            func delete<Model: PersistentModel>(_ model: Model) { (model.modelContext ?? contexts[0]).delete(model) }
            delete(model)
        }

        /// Sets attributes, which has no effect on a deleted model.
        private func change(_ node: EditNode, _ value: EditValue) {
            node.name = value.text
            node.rank = value.number
            node.place = value.place
            node.tags = value.tags
            node.level = value.level
            node.day = value.day
        }

        private func fetch(_ kind: EditKind, _ context: ModelContext) throws -> [any Numbered] {
            func fetch<Model: Numbered>(_ type: Model.Type) throws -> [any Numbered] {
                var descriptor = FetchDescriptor<Model>(sortBy: [SortDescriptor(\.number, order: .reverse)])
                descriptor.fetchLimit = 5
                return try context.fetch(descriptor)
            }
            return try fetch(kind.type)
        }

        private func read(_ model: any Numbered, _ context: ModelContext) {
            reads += 1
            // All properties, and the models that the relationships lead to.
            _ = ModelSide.line(model)
            for related in neighbors(model).prefix(3) { _ = ModelSide.line(related) }
            let identifier = model.persistentModelID
            identifiers.append(identifier)
            _ = (identifier.storeIdentifier, identifier.entityName, identifier.id, identifier.hashValue)
            _ = (model.modelContext, model.hasChanges, model.isDeleted, model.hashValue, "\(model)")
            // Ignored: all that counts is that it ends.
            let data = try? JSONEncoder().encode(identifier)
            let decoded = data.flatMap { try? JSONDecoder().decode(PersistentIdentifier.self, from: $0) }
            #expect(decoded == identifier)
            func compare<Model: Numbered>(_ model: Model) {
                #expect(model == model)
                for other in models.suffix(5) { if let other = other as? Model { _ = model == other } }
                let registered: Model? = context.registeredModel(for: identifier)
                if let registered { #expect(registered.modelContext === context) }
                let found = try? context.fetchCount(
                    FetchDescriptor<Model>(predicate: #Predicate { $0.persistentModelID == identifier }))
                #expect((found ?? 0) <= 1)
            }
            compare(model)
        }

        private func neighbors(_ model: any Numbered) -> [any Numbered] {
            switch model {
            case let node as EditNode:
                let one: [(any Numbered)?] = [node.parent, node.box, node.seal]
                return one.compactMap { $0 } + node.children + node.marks
            case let box as EditBox: return box.nodes ?? []
            case let mark as EditMark: return mark.nodes
            case let seal as EditSeal: return seal.node.map { [$0] } ?? []
            case let guardian as EditGuard: return guardian.leaf.map { [$0] } ?? []
            default: return []
            }
        }
    }

    @Test func `reading a model in any condition never traps`() throws {
        let soak = ProcessInfo.processInfo.environment["STRATA_SOAK"] != nil
        print("RandomReads: STRATA_SEED=\(testSeed())")
        var reads = 0
        for number in 0..<UInt64(soak ? 400 : 12) {
            let seed = testSeed() &+ number
            // The seed of a world that ends the process is the last one printed.
            if soak { print("RandomReads: STRATA_SEED=\(seed)") }
            var random = SeededGenerator(seed: seed)
            let world = try World()
            for _ in 0..<300 { try world.step(&random) }
            reads += world.reads
        }
        #expect(reads > 500)
    }
}
