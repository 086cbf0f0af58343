import CoreData
import Foundation
import StrataTestSupport
import Testing

/// Random events on a graph with every kind of relationship: undone to the beginning and redone to
/// the end, each state is the one that was there before.
@Suite(.eachStore) struct RandomUndoTests {
    /// An operation, with numbers that choose its objects.
    struct Operation: CustomStringConvertible {
        enum Kind: CaseIterable {
            case insert, insertRelated, delete, value, name, relate, unrelate, clear, replace, reorder, endEvent, save, back,
                refresh
        }

        let kind: Kind
        let choices: [Int]

        init(_ random: inout SeededGenerator) {
            let kinds = Kind.allCases + [.relate, .relate, .insert, .endEvent, .endEvent, .value]
            kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
            choices = (0..<6).map { _ in Int.random(in: 0..<1_000, using: &random) }
        }

        var description: String { "\(kind) \(choices)" }
    }

    @Test(.ownThread) func `every state returns`() {
        let run = RandomRun(name: "RandomUndo", operationsPerWorld: 120, operation: { Operation(&$0) }) {
            operations, seed, didOne in
            let world = try UndoWorld(seed: seed)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
            try world.finish()
        }
        run(SoakSettings.operations.map { $0 / 10 } ?? 6_000, seed: testSeed())
    }

    /// Between the steps, another context changes and deletes the same objects. The former states do not
    /// return then. But both sides of each relationship agree, and the store has what the context has.
    @Test(.ownThread) func `undo beside another context leaves a whole graph`() {
        let run = RandomRun(name: "RandomSharedUndo", operationsPerWorld: 120, operation: { Operation(&$0) }) {
            operations, seed, didOne in
            let world = try SharedUndoWorld(seed: seed)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
            try world.finish()
        }
        run(SoakSettings.operations.map { $0 / 10 } ?? 4_000, seed: testSeed())
    }
}

/// A context with an undo manager, and the states after each of its steps.
class UndoWorld {
    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    let bench: UndoBench
    final var context: NSManagedObjectContext { bench.context }
    final var manager: UndoManager { bench.manager }
    /// All objects that were ever inserted, by key.
    private var objects: [NSManagedObject] = []
    /// The states before and after each step.
    private var states: [[Int: String]] = [[:]]

    init(seed: UInt64) throws { bench = try UndoBench(.graph()) }

    // MARK: States

    final func key(_ object: NSManagedObject) -> Int { (object.value(forKey: "key") as? NSNumber)?.intValue ?? -1 }

    final var living: [NSManagedObject] { objects.filter { $0.managedObjectContext === context && !$0.isDeleted } }

    final func members(_ object: NSManagedObject, _ link: GraphLink) -> [NSManagedObject] {
        switch object.value(forKey: link.name) {
        case let ordered as NSOrderedSet: ordered.array.compactMap { $0 as? NSManagedObject }
        case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }.sorted { key($0) < key($1) }
        case let one as NSManagedObject: [one]
        default: []
        }
    }

    final func kind(_ object: NSManagedObject) -> GraphKind {
        GraphKind(rawValue: object.entity.name ?? "") ?? .item
    }

    private func picture(of objects: [NSManagedObject]) -> [Int: String] {
        var picture: [Int: String] = [:]
        for object in objects {
            let links = (GraphLink.ofKind[kind(object)] ?? []).map { "\($0.name) \(members(object, $0).map(key))" }
            let values = ["value", "name"].map { "\(object.value(forKey: $0) ?? "-")" }
            picture[key(object)] = ([object.entity.name ?? ""] + values + links).joined(separator: ", ")
        }
        return picture
    }

    private var now: [Int: String] { picture(of: living) }

    /// Processes the changes. If they were a step, keeps the state after it.
    func endEvent() throws {
        context.processPendingChanges()
        guard manager.groupingLevel == 0 else { throw Mismatch(description: "the step is still open") }
        let state = now
        if manager.undoCount == states.count {
            states.append(state)
        } else if manager.undoCount < states.count - 1 {
            throw Mismatch(description: "\(manager.undoCount) steps instead of \(states.count - 1)")
        }
        try compare(state, states[manager.undoCount], "after the event")
    }

    func compare(_ state: [Int: String], _ expected: [Int: String], _ place: String) throws {
        if state == expected { return }
        let keys = Set(state.keys).union(expected.keys).filter { state[$0] != expected[$0] }.sorted()
        let lines = keys.map { "  \($0): \(state[$0] ?? "none"), expected \(expected[$0] ?? "none")" }
        throw Mismatch(description: "\(place):\n\(lines.joined(separator: "\n"))")
    }

    private func compareFetched(_ place: String) throws {
        var fetched: [NSManagedObject] = []
        for kind in GraphKind.allCases {
            fetched += try context.fetch(NSFetchRequest<NSManagedObject>(entityName: kind.rawValue))
        }
        try compare(picture(of: fetched), now, "fetched \(place)")
    }

    private func compareStored() throws {
        let other = NSManagedObjectContext()
        other.persistentStoreCoordinator = bench.store.container.persistentStoreCoordinator
        var stored: [NSManagedObject] = []
        for kind in GraphKind.allCases { stored += try other.fetch(NSFetchRequest<NSManagedObject>(entityName: kind.rawValue)) }
        // Without what another context has inserted, which has no key.
        try compare(picture(of: stored.filter { key($0) > 0 }), now, "in the store")
    }

    // MARK: Undo

    func undo(_ count: Int) throws {
        for _ in 0..<count {
            let expected = manager.undoCount - 1
            context.undo()
            guard manager.undoCount == expected else {
                throw Mismatch(description: "\(manager.undoCount) steps, not \(expected)")
            }
            try compare(now, states[expected], "after the undo of step \(expected + 1)")
        }
    }

    func redo(_ count: Int) throws {
        for _ in 0..<count {
            let expected = manager.undoCount + 1
            context.redo()
            guard manager.undoCount == expected else {
                throw Mismatch(description: "\(manager.undoCount) steps, not \(expected)")
            }
            try compare(now, states[expected], "after the redo of step \(expected)")
        }
    }

    func finish() throws {
        try endEvent()
        let count = manager.undoCount
        try undo(count)
        guard living.isEmpty else { throw Mismatch(description: "\(living.count) objects at the beginning") }
        try compareFetched("at the beginning")
        try redo(count)
        try compareFetched("at the end")
        try saveAll()
        try undo(count)
        try saveAll()
        try redo(count)
        try saveAll()
    }

    // MARK: Operations

    final func saveAll() throws {
        do {
            try context.save()
        } catch {
            let error = error as NSError
            // A deny rule protects an object from its deletion, also in an earlier state.
            guard error.code == NSValidationRelationshipDeniedDeleteError || error.code == NSValidationMultipleErrorsError else {
                throw error
            }
            return
        }
        try compareStored()
    }

    private func insert(_ choices: [Int]) -> NSManagedObject {
        let names = GraphKind.allCases.map(\.rawValue) + ["SpecialItem", "Item"]
        let object = NSEntityDescription.insertNewObject(forEntityName: names[choices[0] % names.count], into: context)
        objects.append(object)
        object.setValue(objects.count, forKey: "key")
        return object
    }

    final func pick(_ objects: [NSManagedObject], _ choice: Int) -> NSManagedObject? {
        objects.isEmpty ? nil : objects[choice % objects.count]
    }

    private func pickLink(_ choices: [Int], where isWanted: (GraphLink) -> Bool = { _ in true }) -> (NSManagedObject, GraphLink)?
    {
        guard let owner = pick(living, choices[0]) else { return nil }
        let links = (GraphLink.ofKind[kind(owner)] ?? []).filter(isWanted)
        return links.isEmpty ? nil : (owner, links[choices[1] % links.count])
    }

    private func candidates(_ link: GraphLink) -> [NSManagedObject] { living.filter { kind($0) == link.destination } }

    private func set(_ owner: NSManagedObject, _ link: GraphLink, _ members: [NSManagedObject]) {
        let value: Any? = link.isOrdered ? NSOrderedSet(array: members) : link.isToMany ? NSSet(array: members) : members.first
        owner.setValue(value, forKey: link.name)
    }

    func perform(_ operation: RandomUndoTests.Operation) throws {
        let choices = operation.choices
        switch operation.kind {
        case .insert: _ = insert(choices)
        case .insertRelated:
            let object = insert(choices)
            for link in GraphLink.ofKind[kind(object)] ?? [] where choices[2] % 3 > 0 {
                if let other = pick(candidates(link), choices[3]) { set(object, link, [other]) }
            }
        case .delete:
            guard let object = pick(living, choices[0]) else { return }
            if object.entity.name == "Tag", !members(object, .named("kept", of: .tag)).isEmpty { return }
            context.delete(object)
        case .value: pick(living, choices[0])?.setValue(choices[1] % 5, forKey: "value")
        case .name: pick(living, choices[0])?.setValue(choices[1] % 3 == 0 ? nil : "n\(choices[1] % 5)", forKey: "name")
        case .relate:
            guard let (owner, link) = pickLink(choices), let other = pick(candidates(link), choices[2]) else { return }
            if link.isOrdered {
                owner.mutableOrderedSetValue(forKey: link.name).add(other)
            } else if link.isToMany {
                owner.mutableSetValue(forKey: link.name).add(other)
            } else {
                owner.setValue(other, forKey: link.name)
            }
        case .unrelate:
            guard let (owner, link) = pickLink(choices, where: \.isToMany), let other = pick(members(owner, link), choices[2])
            else { return }
            set(owner, link, members(owner, link).filter { $0 !== other })
        case .clear:
            guard let (owner, link) = pickLink(choices) else { return }
            set(owner, link, [])
        case .replace:
            guard let (owner, link) = pickLink(choices, where: \.isToMany) else { return }
            let all = candidates(link)
            set(owner, link, all.enumerated().filter { choices[2 + $0.offset % 4] % 3 == 0 }.map(\.element))
        case .reorder:
            guard let (owner, link) = pickLink(choices, where: \.isOrdered) else { return }
            set(owner, link, members(owner, link).reversed())
        case .endEvent: try endEvent()
        case .save:
            try endEvent()
            try saveAll()
            try compare(now, states[manager.undoCount], "after the save")
        case .back:
            try endEvent()
            let count = manager.undoCount == 0 ? 0 : choices[0] % min(manager.undoCount + 1, 8)
            try undo(count)
            if choices[1] % 4 == 0 { try saveAll() }
            if choices[2] % 3 > 0 {
                try redo(count)
            } else {
                states.removeLast(states.count - 1 - manager.undoCount)
                // Anything that is done now takes the place of the steps of redo.
                manager.removeRedo(at: insert(choices), in: context)
                states.append(now)
            }
        case .refresh:
            try endEvent()
            context.refreshAllObjects()
            try compare(now, states[manager.undoCount], "after the refresh")
        }
    }
}

/// A context with an undo manager, beside another one that saves changes of the same objects.
final class SharedUndoWorld: UndoWorld {
    override func endEvent() throws {
        context.processPendingChanges()
        try checkSides("after the event")
    }

    override func undo(_ count: Int) throws {
        for _ in 0..<count {
            context.undo()
            try checkSides("after an undo")
        }
    }

    override func redo(_ count: Int) throws {
        for _ in 0..<count {
            context.redo()
            try checkSides("after a redo")
        }
    }

    override func finish() throws {
        try endEvent()
        while manager.canUndo { try undo(1) }
        try saveAll()
        while manager.canRedo { try redo(1) }
        try saveAll()
    }

    override func perform(_ operation: RandomUndoTests.Operation) throws {
        let choices = operation.choices
        switch operation.kind {
        case .save:
            try endEvent()
            try saveAll()
        case .back:
            try endEvent()
            let count = choices[0] % 6
            try undo(count)
            if choices[1] % 2 == 0 { try saveAll() }
            if choices[2] % 2 == 0 { try redo(choices[3] % (count + 1)) }
        case .refresh:
            try endEvent()
            try saveAll()
            if !context.hasChanges { try changeElsewhere(choices) }
        default: try super.perform(operation)
        }
    }

    /// Changes an object in another context, saves, and merges.
    private func changeElsewhere(_ choices: [Int]) throws {
        guard let own = pick(living, choices[0]) else { return }
        let kinds = GraphKind.allCases.map(\.rawValue)
        do {
            try bench.elsewhere { other in
                let object = try other.existingObject(with: own.objectID)
                switch choices[1] % 4 {
                case 0: object.setValue(choices[2] % 5, forKey: "value")
                case 1: other.delete(object)
                case 2: _ = NSEntityDescription.insertNewObject(forEntityName: kinds[choices[2] % 3], into: other)
                default:
                    let links = GraphLink.ofKind[kind(own)] ?? []
                    let link = links[choices[2] % links.count]
                    let empty: Any? = link.isOrdered ? NSOrderedSet() : link.isToMany ? NSSet() : nil
                    object.setValue(empty, forKey: link.name)
                }
            }
        } catch {
            let error = error as NSError
            // A deny rule protects the object.
            guard error.code == NSValidationRelationshipDeniedDeleteError else { throw error }
        }
        try checkSides("after a merge")
    }

    /// Checks that both sides of each relationship agree, and that no member is deleted.
    private func checkSides(_ place: String) throws {
        for object in living {
            for link in GraphLink.ofKind[kind(object)] ?? [] {
                for member in members(object, link) {
                    let isSound =
                        member.managedObjectContext === context && !member.isDeleted
                        && members(member, link.opposite).contains { $0 === object }
                    if !isSound {
                        throw Mismatch(
                            description: "\(place): \(key(object)).\(link.name) has \(key(member)), the inverse does not")
                    }
                }
            }
        }
    }
}

extension UndoManager {
    /// Registers the insertion that has just been made.
    fileprivate func removeRedo(at object: NSManagedObject, in context: NSManagedObjectContext) {
        context.processPendingChanges()
        #expect(!canRedo && object.isInserted)
    }
}
