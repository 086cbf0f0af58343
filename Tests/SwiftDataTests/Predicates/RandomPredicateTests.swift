import Foundation
import StrataTestSupport
import SwiftData
import Testing

/// Random predicates, each by a fetch and by Foundation's evaluation of all models in memory.
@Suite struct RandomPredicateTests {
    /// A predicate with its text, for the message of a failure.
    private struct Sample {
        let predicate: Predicate<Plant>
        let text: String
    }

    private struct Source {
        var random: SeededGenerator

        mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        mutating func isTrue() -> Bool { Bool.random(using: &random) }
        mutating func text() -> String { ["", "a", "A", "ab", "é", "b2", "B10", "x y"][number(0...7)] }
        mutating func date() -> Date { Date(timeIntervalSinceReferenceDate: Double(number(-2...2)) / 2) }

        // MARK: Models

        mutating func fill(_ context: ModelContext, saving: (ModelContext) throws -> Void) throws {
            var plants: [Plant] = []
            for number in 0..<24 {
                let plant: Plant =
                    switch number % 4 {
                    case 0: PlantTree(text(), self.number(-2...3), height: Double(self.number(0...3)))
                    case 1: PlantFlower(text(), self.number(-2...3), petals: self.number(0...3))
                    case 2: PlantRose(text(), self.number(-2...3), thorns: self.number(0...3))
                    default: Plant(text(), self.number(-2...3))
                    }
                context.insert(plant)
                change(plant)
                if isTrue(), let parent = plants.randomElement(using: &random) { plant.parent = parent }
                plants.append(plant)
            }
            try saving(context)
            for _ in 0..<8 where isTrue() {
                if let plant = plants.randomElement(using: &random) { change(plant) }
            }
        }

        private mutating func change(_ plant: Plant) {
            plant.rank = isTrue() ? number(-2...3) : nil
            plant.weight = Double(number(-4...4)) / 2
            plant.note = isTrue() ? text() : nil
            plant.isWild = isTrue()
            plant.seen = isTrue() ? date() : nil
            plant.size = PlantSize.allCases[number(0...2)]
            plant.maybeSize = isTrue() ? PlantSize.allCases[number(0...2)] : nil
            plant.shade = PlantShade.allCases[number(0...2)]
            plant.maybeShade = isTrue() ? PlantShade.allCases[number(0...2)] : nil
            plant.place = isTrue() ? PlantPlace(city: text(), row: isTrue() ? number(0...2) : nil) : nil
            if isTrue() { plant.gifts = (0..<number(0...2)).map { PlantGift("g\($0)", number(0...3)) } }
        }

        // MARK: Predicates

        mutating func sample(_ depth: Int) -> Sample {
            guard depth > 0 else { return leaf() }
            let (first, second) = (sample(depth - 1), sample(depth - 1))
            let (a, b) = (first.predicate, second.predicate)
            switch number(0...7) {
            case 0, 1:
                return Sample(
                    predicate: #Predicate { a.evaluate($0) && b.evaluate($0) }, text: "(\(first.text) && \(second.text))")
            case 2, 3:
                return Sample(
                    predicate: #Predicate { a.evaluate($0) || b.evaluate($0) }, text: "(\(first.text) || \(second.text))")
            case 4: return Sample(predicate: #Predicate { !a.evaluate($0) }, text: "!\(first.text)")
            case 5:
                return Sample(
                    predicate: #Predicate { if a.evaluate($0) { b.evaluate($0) } else { $0.isWild } },
                    text: "(\(first.text) ? \(second.text) : isWild)")
            case 6:
                return Sample(
                    predicate: #Predicate { $0.children.contains { a.evaluate($0) } }, text: "children.contains(\(first.text))")
            default:
                return Sample(
                    predicate: #Predicate { $0.parent.flatMap { a.evaluate($0) } ?? false }, text: "parent.flatMap(\(first.text))"
                )
            }
        }

        private mutating func leaf() -> Sample {
            switch number(0...3) {
            case 0: numbers()
            case 1: texts()
            case 2: values()
            default: relationships()
            }
        }

        private mutating func numbers() -> Sample {
            let n = number(-2...3)
            let x = Double(number(-4...4)) / 2
            switch number(0...11) {
            case 0: return Sample(predicate: #Predicate { $0.number == n }, text: "number == \(n)")
            case 1: return Sample(predicate: #Predicate { $0.rank == n }, text: "rank == \(n)")
            case 2: return Sample(predicate: #Predicate { $0.rank != n }, text: "rank != \(n)")
            case 3: return Sample(predicate: #Predicate { ($0.rank ?? n) < $0.number }, text: "(rank ?? \(n)) < number")
            case 4: return Sample(predicate: #Predicate { $0.number + n <= $0.number * 2 }, text: "number + \(n) <= number * 2")
            case 5: return Sample(predicate: #Predicate { $0.weight > x }, text: "weight > \(x)")
            case 6: return Sample(predicate: #Predicate { $0.weight / 2 - x >= 0 }, text: "weight / 2 - \(x) >= 0")
            case 7: return Sample(predicate: #Predicate { $0.number % 2 == 1 }, text: "number % 2 == 1")
            case 8: return Sample(predicate: #Predicate { $0.number / 2 == n }, text: "number / 2 == \(n)")
            case 9:
                return Sample(
                    predicate: #Predicate { $0.rank.flatMap { $0 > n } ?? true }, text: "rank.flatMap { > \(n) } ?? true")
            case 10:
                let numbers = [n, 0, 2]
                return Sample(predicate: #Predicate { numbers.contains($0.number) }, text: "\(numbers).contains(number)")
            default:
                let range = min(n, 0)..<3
                return Sample(predicate: #Predicate { range.contains($0.number) }, text: "\(range).contains(number)")
            }
        }

        private mutating func texts() -> Sample {
            let t = text()
            switch number(0...9) {
            case 0: return Sample(predicate: #Predicate { $0.name == t }, text: "name == '\(t)'")
            case 1: return Sample(predicate: #Predicate { $0.note == t }, text: "note == '\(t)'")
            case 2: return Sample(predicate: #Predicate { $0.note == nil }, text: "note == nil")
            case 3: return Sample(predicate: #Predicate { ($0.note ?? t) != $0.name }, text: "(note ?? '\(t)') != name")
            case 4: return Sample(predicate: #Predicate { $0.name.contains(t) }, text: "name.contains('\(t)')")
            case 5: return Sample(predicate: #Predicate { $0.name.starts(with: t) }, text: "name.starts(with: '\(t)')")
            case 6:
                return Sample(predicate: #Predicate { $0.name.localizedStandardContains(t) }, text: "name.lsContains('\(t)')")
            case 7: return Sample(predicate: #Predicate { $0.note?.contains(t) == true }, text: "note?.contains('\(t)') == true")
            case 8: return Sample(predicate: #Predicate { $0.name.isEmpty }, text: "name.isEmpty")
            default: return Sample(predicate: #Predicate { $0.name.count == 2 }, text: "name.count == 2")
            }
        }

        private mutating func values() -> Sample {
            let date = date()
            let (size, shade) = (PlantSize.allCases[number(0...2)], PlantShade.allCases[number(0...2)])
            let place = PlantPlace(city: text(), row: isTrue() ? number(0...2) : nil)
            switch number(0...13) {
            case 0: return Sample(predicate: #Predicate { $0.isWild }, text: "isWild")
            case 1: return Sample(predicate: #Predicate { $0.seen != nil && $0.seen! < date }, text: "seen! < \(date)")
            case 2: return Sample(predicate: #Predicate { $0.seen == date }, text: "seen == \(date)")
            case 3: return Sample(predicate: #Predicate { $0.size == size }, text: "size == \(size)")
            case 4: return Sample(predicate: #Predicate { $0.maybeSize != size }, text: "maybeSize != \(size)")
            case 5: return Sample(predicate: #Predicate { $0.shade == shade }, text: "shade == \(shade)")
            case 6: return Sample(predicate: #Predicate { $0.maybeShade != shade }, text: "maybeShade != \(shade)")
            case 7: return Sample(predicate: #Predicate { $0.maybeShade == nil }, text: "maybeShade == nil")
            case 8: return Sample(predicate: #Predicate { $0.place == nil }, text: "place == nil")
            case 9: return Sample(predicate: #Predicate { $0.place == place }, text: "place == \(place)")
            case 10: return Sample(predicate: #Predicate { $0.place?.row == nil }, text: "place?.row == nil")
            case 11: return Sample(predicate: #Predicate { $0.place?.city != "a" }, text: "place?.city != 'a'")
            case 12: return Sample(predicate: #Predicate { $0 is PlantFlower }, text: "is PlantFlower")
            default:
                return Sample(predicate: #Predicate { ($0 as? PlantRose)?.thorns != 1 }, text: "(as? PlantRose)?.thorns != 1")
            }
        }

        private mutating func relationships() -> Sample {
            let n = number(-2...3)
            switch number(0...11) {
            case 0: return Sample(predicate: #Predicate { $0.parent == nil }, text: "parent == nil")
            case 1: return Sample(predicate: #Predicate { $0.parent?.number == n }, text: "parent?.number == \(n)")
            case 2: return Sample(predicate: #Predicate { $0.parent?.parent?.rank != n }, text: "parent?.parent?.rank != \(n)")
            case 3: return Sample(predicate: #Predicate { $0.parent is PlantTree }, text: "parent is PlantTree")
            case 4: return Sample(predicate: #Predicate { $0.children.isEmpty }, text: "children.isEmpty")
            case 5: return Sample(predicate: #Predicate { $0.children.count > 1 }, text: "children.count > 1")
            case 6:
                return Sample(
                    predicate: #Predicate { plant in plant.children.contains { $0.number > plant.number } },
                    text: "children.contains { number > own }")
            case 7:
                return Sample(predicate: #Predicate { $0.children.allSatisfy { $0.isWild } }, text: "children.allSatisfy isWild")
            case 8:
                return Sample(
                    predicate: #Predicate { $0.children.filter { $0.rank == nil }.count == 1 }, text: "children.filter.count == 1"
                )
            case 9: return Sample(predicate: #Predicate { $0.gifts?.isEmpty == false }, text: "gifts?.isEmpty == false")
            case 10:
                return Sample(
                    predicate: #Predicate { $0.gifts?.contains { $0.price == n } ?? false }, text: "gifts.contains \(n)")
            default: return Sample(predicate: #Predicate { $0.parent?.gifts?.count == 2 }, text: "parent?.gifts?.count == 2")
            }
        }
    }

    @Test(arguments: [true, false]) func `a fetch finds the models that satisfy the predicate`(isSaved: Bool) throws {
        let seed = testSeed(isSaved ? 0 : 1)
        print("Random predicates: STRATA_SEED=\(seed)")
        var source = Source(random: SeededGenerator(seed: seed))
        for world in 0..<6 {
            let context = ModelContext(
                try refContainer(Plant.self, PlantTree.self, PlantFlower.self, PlantRose.self, PlantGift.self))
            try source.fill(context) { if isSaved || world % 2 == 0 { try $0.save() } }
            if isSaved { try context.save() }
            let all = try context.fetch(FetchDescriptor<Plant>())
            for _ in 0..<250 {
                let sample = source.sample(source.number(0...3))
                let found = Set(try context.fetch(FetchDescriptor(predicate: sample.predicate)))
                let expected = Set(try all.filter { try sample.predicate.evaluate($0) })
                guard found != expected else { continue }
                let wrong = found.symmetricDifference(expected).map { "\($0.name) \($0.number), found: \(found.contains($0))" }
                Issue.record("STRATA_SEED=\(seed): \(sample.text) differs for \(wrong.sorted())")
                return
            }
        }
    }
}
