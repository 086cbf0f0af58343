import Foundation
import StrataTestSupport

struct EditMismatch: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// An edit whose objects are chosen among those that exist when it is performed.
struct EditOperation: CustomStringConvertible {
    enum Action: CaseIterable {
        case insert, insertFamily, setAttribute, setReference, add, remove, setList, setText, delete, deleteRanked, fetch
        case compare, process, forget, save, rollback

        /// The frequency with which the action is chosen.
        var weight: Int {
            switch self {
            case .insert, .setAttribute: 16
            case .setReference, .add, .fetch: 12
            case .remove, .setList, .delete: 6
            case .insertFamily, .setText, .compare, .process: 4
            case .save: 8
            case .forget, .rollback, .deleteRanked: 2
            }
        }
    }

    let action: Action
    /// Random numbers that choose kinds, objects and values.
    let choices: [Int]

    init(_ random: inout SeededGenerator) {
        var ticket = Int.random(in: 0..<Self.tickets, using: &random)
        var chosen = Action.insert
        for action in Action.allCases {
            chosen = action
            ticket -= action.weight
            if ticket < 0 { break }
        }
        action = chosen
        choices = (0..<5).map { _ in Int.random(in: 0..<1_000, using: &random) }
    }

    private static let tickets = Action.allCases.map(\.weight).reduce(0, +)

    var description: String { "\(action) \(choices)" }
}

/// Models and managed objects that are edited alike, each in a store of its own.
final class EditWorld {
    private let folder: StoreFolder
    private let models: ModelSide
    private let objects: ObjectSide
    private let storeOfModels: URL
    /// The kind of each number that was given.
    private var kinds: [EditKind] = []

    init() throws {
        folder = try StoreFolder()
        storeOfModels = folder.url.appending(path: "models.store")
        models = try ModelSide(storeOfModels)
        objects = try ObjectSide(folder.url.appending(path: "objects.store"))
    }

    private func newNumber(_ kind: EditKind) -> Int {
        kinds.append(kind)
        return kinds.count - 1
    }

    /// Returns the number of one of the objects of some kinds; nil if there is none.
    private func choose(_ choice: Int, _ wanted: Set<EditKind>) throws -> Int? {
        let numbers = kinds.indices.filter { wanted.contains(kinds[$0]) }
        guard !numbers.isEmpty else { return nil }
        // Not all numbers are tried, because a look-up of a dead one is a fetch.
        for step in 0..<min(3, numbers.count) {
            let number = numbers[(choice + step * 7) % numbers.count]
            let (left, right) = (models.isAlive(kinds[number], number), objects.isAlive(kinds[number], number))
            // A model whose unique value was in use shows the stored row from its save on. Of the managed
            // objects, only one has the row then.
            guard left == right || kinds[number] == .code && left else {
                throw EditMismatch("\(kinds[number]) \(number) is alive: \(left) as a model, \(right)")
            }
            if left && right { return number }
        }
        return nil
    }

    private func both(_ edit: (any EditSide) throws -> Void) rethrows {
        try edit(models)
        try edit(objects)
    }

    func perform(_ operation: EditOperation) throws {
        let choices = operation.choices
        let value = EditValue(number: choices[4])
        switch operation.action {
        case .insert:
            let kind = EditKind.allCases[choices[0] % EditKind.allCases.count]
            let number = newNumber(kind)
            both { $0.insert(kind, number, value) }
        case .insertFamily:
            let (node, box, seal) = (newNumber(.node), newNumber(.box), newNumber(.seal))
            let children = (0..<choices[0] % 3).map { _ in newNumber(.node) }
            both { $0.insertFamily(node, children: children, box: box, seal: seal) }
        case .setAttribute:
            guard let number = try choose(choices[0], [.node, .leaf]) else { return }
            let attribute = EditAttribute.allCases[choices[1] % EditAttribute.allCases.count]
            both { $0.set(attribute, of: number, to: value) }
        case .setText:
            guard let number = try choose(choices[0], [.code]) else { return }
            both { $0.setText(ofCode: number, to: value) }
        case .setReference:
            let reference = EditReference.allCases[choices[0] % EditReference.allCases.count]
            guard let number = try choose(choices[1], reference.owners) else { return }
            let other = choices[3] % 4 == 0 ? nil : try choose(choices[2], reference.members)
            both { $0.set(reference, of: number, to: other) }
        case .add, .remove, .setList: try performOnList(operation.action, choices)
        case .delete:
            guard let number = try choose(choices[0], Set(EditKind.allCases)) else { return }
            // A context of Core Data that has a queue propagates a deletion at the end of each block.
            both { side in
                side.delete(number)
                side.processPendingChanges()
            }
        case .deleteRanked:
            try both { side in
                try side.delete(nodesWithRank: choices[0] % 2 == 0 ? choices[1] : 0)
                side.processPendingChanges()
            }
        case .fetch: try compareFetch(EditQuery.allCases[choices[0] % EditQuery.allCases.count], value)
        case .compare: try compare("before a save")
        case .process: both { $0.processPendingChanges() }
        case .forget: both { $0.forget() }
        case .rollback:
            try rollback()
        case .save: try save(rollsBack: choices[0] % 3 > 0)
        }
    }

    private func performOnList(_ action: EditOperation.Action, _ choices: [Int]) throws {
        let list = EditList.allCases[choices[0] % EditList.allCases.count]
        guard let number = try choose(choices[1], list.owners) else { return }
        guard action == .setList else {
            guard let other = try choose(choices[2], list.members) else { return }
            return both { action == .add ? $0.add(other, to: list, of: number) : $0.remove(other, from: list, of: number) }
        }
        let others = try (0..<choices[3] % 4).compactMap { try choose(choices[2] + $0 * 3, list.members) }
        let unique = Array(Set(others)).sorted()
        both { $0.set(list, of: number, to: unique) }
    }

    private func save(rollsBack: Bool) throws {
        func failure(_ side: any EditSide) -> (any Error)? {
            do {
                try side.save()
                return nil
            } catch {
                return error
            }
        }
        let failures = (failure(models), failure(objects))
        guard (failures.0 == nil) == (failures.1 == nil) else {
            throw EditMismatch("the saves end differently: \(String(describing: failures.0)), \(String(describing: failures.1))")
        }
        if failures.0 != nil, rollsBack { return try rollback() }
        try compare(failures.0 == nil ? "after a save" : "after a save that failed")
        try expectEqual(models.storedPicture(), objects.storedPicture(), "the stores after a save")
    }

    private func rollback() throws {
        both { $0.rollback() }
        try expectEqual(models.picture(), models.storedPicture(), "after a rollback")
        try compare("after a rollback")
    }

    // MARK: Comparing

    private func compareFetch(_ query: EditQuery, _ value: EditValue) throws {
        let (left, right) = (try models.numbers(query, value), try objects.numbers(query, value))
        guard left == right else { throw EditMismatch("the query \(query) of \(value.number) finds \(left), not \(right)") }
    }

    private func compare(_ time: String) throws { try expectEqual(models.picture(), objects.picture(), time) }

    private func expectEqual(_ left: [String], _ right: [String], _ time: String) throws {
        guard left != right else { return }
        let (only, missing) = (Set(left).subtracting(right).sorted(), Set(right).subtracting(left).sorted())
        throw EditMismatch(
            "\(time), models show\n    \(only.joined(separator: "\n    "))\n  instead of\n    \(missing.joined(separator: "\n    "))"
        )
    }

    /// Reads the store of the models with Core Data, and compares it with that of the objects.
    func compareFiles() throws {
        let coordinator = try ObjectSide.coordinator(storeOfModels)
        try expectEqual(ObjectSide.picture(ObjectSide.context(coordinator)), objects.storedPicture(), "read by Core Data")
    }
}
