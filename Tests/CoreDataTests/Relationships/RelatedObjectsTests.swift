import StrataTestSupport
import Testing

@testable import CoreData
@testable import StrataPredicates

@Suite struct RelatedObjectsTests {
    /// The same with arrays, which are compared as a whole.
    private struct Model {
        let isOrdered: Bool
        var stored: [Int64] = []
        var current: [Int64] = []
        var atEventStart: [Int64]?

        mutating func recordEventStart() { atEventStart = atEventStart ?? current }

        mutating func add(_ number: Int64) {
            recordEventStart()
            if !current.contains(number) { current.append(number) }
        }

        mutating func remove(_ number: Int64) {
            recordEventStart()
            current.removeAll { $0 == number }
        }

        func areEqual(_ a: [Int64], _ b: [Int64]) -> Bool { isOrdered ? a == b : Set(a) == Set(b) }
    }

    private let layout: EntityLayout

    init() throws {
        layout = try #require(NSManagedObjectModel.quakes().entities.first).layout
    }

    private func reference(_ number: Int64) -> ObjectReference { ObjectReference(layout, RowID(number)) }

    private func numbers(_ references: some Sequence<ObjectReference>) -> [Int64] { references.map(\.rowID.rawValue) }

    @Test(arguments: [false, true]) func `members, and what changed of them, are those of a model with arrays`(isOrdered: Bool) {
        for run in 0..<200 {
            let seed = testSeed(run)
            var random = SeededGenerator(seed: seed)
            edit(isOrdered, seed, &random)
        }
    }

    private func edit(_ isOrdered: Bool, _ seed: UInt64, _ random: inout SeededGenerator) {
        let related = RelatedObjects(isOrdered: isOrdered)
        var model = Model(isOrdered: isOrdered, stored: [1, 2, 3, 4, 5], current: [1, 2, 3, 4, 5])
        related.fire(model.stored.map(reference))
        var lastPermanent: Int64 = 100
        for step in 0..<60 {
            let number = Int64.random(in: 1...9, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<4:
                // Some are new.
                let number = number > 7 ? -Int64(step) - 1 : number
                related.apply(.add(reference(number)))
                model.add(number)
            case 4..<7:
                let number = model.current.randomElement(using: &random) ?? number
                related.apply(.remove(reference(number)))
                model.remove(number)
            case 7:
                model.recordEventStart()
                model.current.shuffle(using: &random)
                if Bool.random(using: &random) { _ = model.current.popLast() }
                related.apply(.replace(ReferenceList(model.current.map(reference), isOrdered: isOrdered)))
            case 8:
                related.endEvent()
                model.atEventStart = nil
            case 9:
                // A save, which ends the event first.
                related.endEvent()
                model.atEventStart = nil
                let gone = model.current.filter { $0 > 0 }.randomElement(using: &random)
                model.current.removeAll { $0 == gone }
                var permanent: [Int64: Int64] = [:]
                for temporary in model.current where temporary < 0 {
                    lastPermanent += 1
                    permanent[temporary] = lastPermanent
                }
                model.current = model.current.map { permanent[$0] ?? $0 }
                model.stored = model.current
                related.commit(without: gone.map { [reference($0)] } ?? []) { permanent[$0.rowID.rawValue].map(reference) }
            case 10:
                related.revert()
                model.recordEventStart()
                model.current = model.stored
            default:
                related.turnIntoFault()
                model.atEventStart = nil
                related.fire(model.stored.map(reference))
            }
            compare(related, model, "seed \(seed), step \(step)")
        }
    }

    private func compare(_ related: RelatedObjects, _ model: Model, _ place: String) {
        let comment = Comment(rawValue: place)
        #expect(model.areEqual(numbers(related.members.references), model.current), comment)
        #expect(model.areEqual(numbers(related.stored?.references ?? []), model.stored), comment)
        #expect(related.isChanged == !model.areEqual(model.stored, model.current), comment)
        let changes = related.changes
        #expect(Set(numbers(changes.added)) == Set(model.current).subtracting(model.stored), comment)
        #expect(Set(numbers(changes.removed)) == Set(model.stored).subtracting(model.current), comment)
        #expect(changes.order.map(numbers) == (model.isOrdered ? model.current : nil), comment)
        let before = model.atEventStart.flatMap { model.areEqual($0, model.current) ? nil : $0 }
        #expect((related.membersAtEventStart != nil) == (before != nil), comment)
        #expect(model.areEqual(related.membersAtEventStart.map { numbers($0.references) } ?? [], before ?? []), comment)
        let some = Set((1...4).map(reference))
        #expect(Set(numbers(related.stored(among: some))) == Set(model.stored).intersection(1...4), comment)
        #expect(Set(numbers(related.added(some))) == Set(model.current).subtracting(model.stored).intersection(1...4), comment)
        #expect(related.hasStored == !model.stored.isEmpty, comment)
    }
}
