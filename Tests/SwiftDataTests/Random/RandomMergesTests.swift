import Foundation
import StrataTestSupport
import SwiftData
import Testing

/// Several contexts of one container: one edits and saves, the others keep their models, which must
/// show the committed values as soon as their context is used.
struct RandomMergesTests {
    private final class World {
        let container: ModelContainer
        let contexts: [ModelContext]
        /// The models that the app uses, by context.
        private var held: [[any Numbered]]
        private var lastNumber = 0
        /// The edits, for the message of a failure.
        private(set) var log = ""

        init() throws {
            let container = try ModelContainer(
                for: Schema(EditKind.types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            self.container = container
            contexts = (0..<3).map { _ in ModelContext(container) }
            held = contexts.map { _ in [] }
        }

        private func all(_ context: ModelContext) throws -> [any Numbered] {
            func all<Model: Numbered>(_ type: Model.Type) throws -> [any Numbered] {
                try context.fetch(FetchDescriptor<Model>(sortBy: [SortDescriptor(\.number)]))
            }
            return try EditKind.allCases.filter { $0 != .leaf }.flatMap { try all($0.type) }
        }

        /// Edits models of a context, and saves them.
        func write(_ writer: Int, _ random: inout SeededGenerator) throws {
            let context = contexts[writer]
            log += "\n  context \(writer) writes"
            var models = try all(context)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let value = EditValue(number: Int.random(in: 0..<1_000, using: &random))
                guard models.count > 3, Int.random(in: 0..<4, using: &random) > 0 else {
                    lastNumber += 1
                    let kind = EditKind.allCases.filter { $0 != .code }[lastNumber % 6]
                    let model = kind.make(lastNumber, value)
                    context.insert(model)
                    models.append(model)
                    continue
                }
                let (one, other) = (models.randomElement(using: &random), models.randomElement(using: &random))
                guard let one, let other, one.modelContext != nil, other.modelContext != nil, !one.isDeleted, !other.isDeleted
                else { continue }
                edit(one, other, value, context)
            }
            do {
                try context.save()
            } catch SwiftDataError.modelValidationFailure {
                // A leaf with guards was deleted.
                context.rollback()
                log += ", rolled back"
            }
        }

        private func edit(_ one: any Numbered, _ other: any Numbered, _ value: EditValue, _ context: ModelContext) {
            log += ", edited \(one.number) with \(other.number) by \(value.number)"
            func delete<Model: PersistentModel>(_ model: Model) { context.delete(model) }
            switch (one, other) {
            case _ where value.number < 100: delete(one)
            case (let node as EditNode, let other as EditNode) where value.number < 500: node.parent = other
            case (let node as EditNode, let mark as EditMark): node.marks.append(mark)
            case (let mark as EditMark, let node as EditNode): mark.nodes.append(node)
            case (let node as EditNode, let box as EditBox): node.box = box
            case (let box as EditBox, let node as EditNode): box.nodes?.append(node)
            case (let node as EditNode, let seal as EditSeal): node.seal = seal
            case (let leaf as EditLeaf, let guardian as EditGuard): leaf.guards.append(guardian)
            case (let guardian as EditGuard, _): guardian.leaf = nil
            case (let mark as EditMark, _): mark.nodes = []
            case (let node as EditNode, _):
                node.name = value.text
                node.rank = value.number
                node.place = value.place
                node.tags = value.tags
                node.day = value.day
            default: break
            }
        }

        func storedPicture() throws -> [String] { try ModelSide.picture(ModelContext(container)) }

        private func rows(_ number: Int, _ lines: Set<String>) -> [String] {
            lines.filter { $0.split(separator: " ").dropFirst().first == "\(number)" }
        }

        /// Uses a context, and compares its models with what a new context reads.
        func read(_ reader: Int, _ stored: [String]) throws {
            let context = contexts[reader]
            log += "; context \(reader) reads"
            context.processPendingChanges()
            let lines = Set(stored)
            for model in held[reader] {
                let line = ModelSide.line(model)
                if model.modelContext == nil {
                    if lines.contains(line) { throw EditMismatch("a deleted model shows a stored row: \(line)") }
                } else if !lines.contains(line) {
                    throw EditMismatch("a model in use shows \(line) instead of \(rows(model.number, lines))")
                }
            }
            let seen = try ModelSide.picture(context)
            guard seen == stored else {
                throw EditMismatch("a context shows \(lines.symmetricDifference(seen).sorted()) differently from the store")
            }
            guard !context.hasChanges else { throw EditMismatch("a merge has made changes") }
            held[reader] = try all(context)
        }
    }

    @Test func `models of other contexts show what one has saved, when their context is used`() throws {
        let soak = ProcessInfo.processInfo.environment["STRATA_SOAK"] != nil
        print("RandomMerges: STRATA_SEED=\(testSeed())")
        for number in 0..<UInt64(soak ? 500 : 10) {
            let seed = testSeed() &+ number
            var random = SeededGenerator(seed: seed)
            let world = try World()
            for step in 0..<30 {
                let writer = Int.random(in: 0..<3, using: &random)
                do {
                    try world.write(writer, &random)
                    let stored = try world.storedPicture()
                    for reader in 0..<3 where Int.random(in: 0..<3, using: &random) > 0 { try world.read(reader, stored) }
                } catch {
                    Issue.record("RandomMerges, STRATA_SEED=\(seed), step \(step): \(error), after:\(world.log)")
                    return
                }
            }
        }
    }
}
