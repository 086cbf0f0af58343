import CoreData
import Foundation
import StrataPredicates

/// Compares the results of fetches from a context with those of the same predicates in memory.
///
/// Use it only on the context's queue.
struct Interview {
    struct Tally {
        var asked = 0
        /// The number of predicates that matched some objects, but not all.
        var telling = 0
        /// The number of predicates that the store refused, by the refused construct.
        var refusals: [String: Int] = [:]

        static func += (a: inout Tally, b: Tally) {
            a.asked += b.asked
            a.telling += b.telling
            a.refusals.merge(b.refusals, uniquingKeysWith: +)
        }
    }

    struct Disagreement: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var tally = Tally()
    private let context: NSManagedObjectContext
    private let entities: [NSEntityDescription]
    private let worldSeed: UInt64
    private var dice: Dice

    init(of context: NSManagedObjectContext, _ entities: [NSEntityDescription], worldSeed: UInt64, seed: UInt64) {
        self.context = context
        self.entities = entities
        self.worldSeed = worldSeed
        dice = Dice(seed: seed)
    }

    /// Asks random questions. Throws the first disagreement, shrunk to a small question.
    ///
    /// - Parameter fixed: Returns predicates over an entity that are asked first. They do not count.
    mutating func ask(
        _ count: Int, _ graph: SampleGraph, after fixed: (NSEntityDescription) throws -> [PredicateForm]
    ) throws {
        var all: [String: [NSManagedObject]] = [:]
        for entity in entities {
            let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity.name ?? ""))
            guard Set(found) == Set(graph.objects(of: entity)), Set(found).count == found.count else {
                throw Disagreement(
                    description: "STRATA_SEED=\(worldSeed): a fetch of all \(entity.name ?? "") does not find those there are.")
            }
            all[entity.name ?? ""] = found
            for form in try fixed(entity) {
                let question = SampleQuestion(entity, form)
                switch outcome(question, found) {
                case .agreement: break
                case .refusal(let construct):
                    throw Disagreement(description: "STRATA_SEED=\(worldSeed): \(construct) was refused in\n\(question)")
                case .failure: throw disagreement(question, found)
                }
            }
        }
        for _ in 0..<count {
            let entity = dice.pick(entities)
            let question = SampleQuestion(entity, graph, &dice)
            let objects = all[entity.name ?? ""] ?? []
            if SampleSettings.isTracing { print(question) }
            tally.asked += 1
            switch outcome(question, objects) {
            case .agreement(let found): if found > 0, found < objects.count { tally.telling += 1 }
            case .refusal(let construct): tally.refusals[construct, default: 0] += 1
            case .failure: throw disagreement(question, objects)
            }
        }
    }

    private enum Outcome {
        case agreement(Int)
        case refusal(String)
        case failure(Stage, String)
    }

    /// The stage in which a question failed.
    private enum Stage {
        case reading, printing, memory, store, comparing, counting
    }

    private func outcome(_ question: SampleQuestion, _ objects: [NSManagedObject]) -> Outcome {
        var stage = Stage.reading
        do {
            let predicate = try question.predicate()
            stage = .printing
            let printed = predicate.predicateFormat
            if !question.form.hasReferences {
                let reread = try FormatParser.parse(printed).format
                guard reread == printed else { return .failure(stage, "What is printed reads back as \(reread)") }
            }
            stage = .memory
            let inMemory = try question.answer(among: objects, predicate)
            stage = .store
            let inStore = try context.fetch(question.request(predicate))
            guard inStore == inMemory else { return .failure(.comparing, difference(inStore, inMemory)) }
            stage = .counting
            let count = try context.count(for: question.request(predicate))
            return count == inMemory.count ? .agreement(count) : .failure(stage, "count(for:) is \(count), not \(inMemory.count)")
        } catch {
            if stage == .store, let construct = Refusals.construct(in: question.form) { return .refusal(construct) }
            return .failure(stage, "\(stage): \(error)")
        }
    }

    private func disagreement(_ question: SampleQuestion, _ objects: [NSManagedObject]) -> Disagreement {
        guard case .failure(let stage, _) = outcome(question, objects) else {
            preconditionFailure("A question that failed has been answered when it was asked again: \(question)")
        }
        let small = question.shrunk { if case .failure(stage, _) = outcome($0, objects) { true } else { false } }
        guard case .failure(_, let reason) = outcome(small, objects) else {
            preconditionFailure("A question that failed has been answered when it was asked again: \(small)")
        }
        return Disagreement(
            description: """
                Memory and the store disagree; STRATA_SEED=\(worldSeed) asks again.
                \(small)
                \(reason)
                \(entities.map(Self.outline).joined(separator: "\n"))
                """)
    }

    private func difference(_ inStore: [NSManagedObject], _ inMemory: [NSManagedObject]) -> String {
        let differing = Set(inStore).symmetricDifference(inMemory).sorted { "\($0.objectID)" < "\($1.objectID)" }
        func names(_ objects: [NSManagedObject]) -> String { objects.map(\.shortName).joined(separator: " ") }
        return """
            store:  \(names(inStore))
            memory: \(names(inMemory))
            \((differing.isEmpty ? inStore : differing).prefix(4).map(\.outline).joined(separator: "\n"))
            """
    }

    private static func outline(_ entity: NSEntityDescription) -> String {
        let relationships = entity.relationships { _ in true }.map { relationship in
            "\(relationship.name) -> \(relationship.destinationEntity?.name ?? "")"
                + (relationship.inverseRelationship.map { ".\($0.name)" } ?? "")
        }
        return "entity \(entity.name ?? "")\(entity.superentity.map { ": \($0.name ?? "")" } ?? "") {"
            + (entity.attributes.map(\.name) + relationships).joined(separator: ", ") + "}"
    }
}

extension NSManagedObject {
    fileprivate var shortName: String { objectID.uriRepresentation().pathComponents.suffix(2).joined() }

    /// The values of all properties, on one line.
    fileprivate var outline: String {
        // As literals, because printed text ends at a NUL.
        let attributes = entity.attributes.map { "\($0.name): \(value(forKey: $0.name).map { String(reflecting: $0) } ?? "nil")" }
        let relationships = entity.relationships { _ in true }.map { relationship -> String in
            let members: [Any] =
                switch value(forKey: relationship.name) {
                case let set as NSSet: set.allObjects
                case let ordered as NSOrderedSet: ordered.array
                case let object as NSManagedObject: [object]
                default: []
                }
            return "\(relationship.name): \(members.compactMap { ($0 as? NSManagedObject)?.shortName }.joined(separator: " "))"
        }
        return "\(shortName) {\((attributes + relationships).joined(separator: ", "))}"
    }
}

extension PredicateForm {
    /// Whether the form contains objects, which have no literal.
    fileprivate var hasReferences: Bool {
        contains { if case .constant(let value) = $0 { value.hasReferences } else { false } }
    }
}

extension Value {
    fileprivate var hasReferences: Bool {
        switch self {
        case .object, .opaque: true
        case .list(let values): values.contains(where: \.hasReferences)
        default: false
        }
    }
}
