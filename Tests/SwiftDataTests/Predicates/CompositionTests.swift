import Foundation
import SwiftData
import Testing

/// Predicates that evaluate other predicates and expressions.
@Suite struct CompositionTests {
    @Test(arguments: PlantStage.allCases) func `a predicate evaluates captured predicates`(stage: PlantStage) throws {
        let garden = try Garden(stage)
        let late = #Predicate<Plant> { $0.number > 2 }
        let wild = #Predicate<Plant> { $0.isWild }
        #expect(try garden.names(#Predicate { late.evaluate($0) }) == "CD")
        #expect(try garden.names(#Predicate<Plant> { late.evaluate($0) || wild.evaluate($0) }) == "ACD")
        #expect(try garden.names(#Predicate<Plant> { !late.evaluate($0) && $0.weight > 4 }) == "B")
        #expect(try garden.names(#Predicate<Plant> { plant in late.evaluate(plant) == wild.evaluate(plant) }) == "B")
        #expect(
            try garden.names(
                #Predicate<Plant> { plant in
                    if wild.evaluate(plant) { plant.isWild } else { late.evaluate(plant) }
                }) == "ACD")
    }

    @Test(arguments: PlantStage.allCases) func `composition nests`(stage: PlantStage) throws {
        let garden = try Garden(stage)
        let late = #Predicate<Plant> { $0.number > 1 }
        let early = #Predicate<Plant> { $0.number < 4 }
        let both = #Predicate<Plant> { late.evaluate($0) && early.evaluate($0) }
        let neither = #Predicate<Plant> { !both.evaluate($0) }
        #expect(try garden.names(both) == "BC")
        #expect(try garden.names(#Predicate<Plant> { neither.evaluate($0) || $0.number == 2 }) == "ABD")
    }

    @Test(arguments: PlantStage.allCases) func `predicates of related models are evaluated`(stage: PlantStage) throws {
        let garden = try Garden(stage)
        let late = #Predicate<Plant> { $0.number > 2 }
        let costly = #Predicate<PlantGift> { $0.price > 20 }
        #expect(try garden.names(#Predicate<Plant> { $0.children.contains { late.evaluate($0) } }) == "B")
        #expect(try garden.names(#Predicate<Plant> { $0.children.filter { late.evaluate($0) }.count == 1 }) == "B")
        #expect(try garden.names(#Predicate<Plant> { $0.gifts?.contains { costly.evaluate($0) } ?? false }) == "A")
        #expect(
            try garden.names(#Predicate<Plant> { plant in plant.parent.flatMap { late.evaluate($0) } ?? (plant.number == 4) })
                == "D")
        // The inner predicate has a closure over a list of its own.
        let rich = #Predicate<Plant> { $0.children.contains { $0.weight > 4 } }
        #expect(try garden.names(#Predicate<Plant> { rich.evaluate($0) && !$0.children.contains { late.evaluate($0) } }) == "A")
        #expect(try garden.names(#Predicate<Plant> { $0.children.allSatisfy { !rich.evaluate($0) } }) == "ABCD")
    }

    @Test(arguments: PlantStage.allCases) func `expressions are evaluated to values`(stage: PlantStage) throws {
        let garden = try Garden(stage)
        let total = #Expression<Plant, Int> { $0.number + ($0.rank ?? 0) }
        let twice = #Expression<Plant, Int> { total.evaluate($0) * 2 }
        let costly = #Expression<Plant, Int> { $0.gifts?.filter { $0.price > 20 }.count ?? 0 }
        #expect(try garden.names(#Predicate<Plant> { total.evaluate($0) > 10 }) == "AB")
        #expect(try garden.names(#Predicate<Plant> { total.evaluate($0) == $0.number }) == "CD")
        #expect(try garden.names(#Predicate<Plant> { twice.evaluate($0) == 44 }) == "B")
        #expect(try garden.names(#Predicate<Plant> { costly.evaluate($0) == 1 && total.evaluate($0) + 1 == 12 }) == "A")
        let model = garden.b
        #expect(try twice.evaluate(model) == 44)
    }

    @Test(arguments: PlantStage.allCases) func `predicates and expressions of two values are evaluated`(stage: PlantStage) throws
    {
        let garden = try Garden(stage)
        let above = #Predicate<Plant, Int> { $0.number > $1 }
        let after = #Predicate<Plant, Plant> { $0.number > $1.number }
        let sum = #Expression<Plant, Int, Int> { $0.number + $1 }
        let bound = 2
        #expect(try garden.names(#Predicate<Plant> { above.evaluate($0, bound) }) == "CD")
        #expect(try garden.names(#Predicate<Plant> { above.evaluate($0, $0.rank ?? 0) }) == "CD")
        #expect(try garden.names(#Predicate<Plant> { plant in plant.children.contains { after.evaluate($0, plant) } }) == "AB")
        #expect(try garden.names(#Predicate<Plant> { sum.evaluate($0, 10) == 12 }) == "B")
        #expect(try garden.names(#Predicate<Plant> { above.evaluate($0, 1) && sum.evaluate($0, $0.number) < 8 }) == "BC")
    }

    @Test(arguments: PlantStage.allCases) func `static and optional predicates are evaluated`(stage: PlantStage) throws {
        let garden = try Garden(stage)
        let none: Predicate<Plant>? = nil
        let some: Predicate<Plant>? = #Predicate<Plant> { $0.number == 3 }
        #expect(try garden.names(Plant.heavy) == "B")
        let heavy = Plant.heavy
        #expect(try garden.names(#Predicate<Plant> { heavy.evaluate($0) || $0.number == 4 }) == "BD")
        #expect(try garden.names(#Predicate<Plant> { plant in none.flatMap { $0.evaluate(plant) } ?? true }) == "ABCD")
        #expect(try garden.names(#Predicate<Plant> { plant in some.flatMap { $0.evaluate(plant) } ?? true }) == "C")
    }

    private func combined(_ all: [Predicate<Plant>]) -> Predicate<Plant> {
        all.reduce(#Predicate { _ in true }) { whole, next in #Predicate<Plant> { whole.evaluate($0) && next.evaluate($0) } }
    }

    @Test func `predicates are combined in a loop`() throws {
        let garden = try Garden(.stored)
        #expect(try garden.names(combined([])) == "ABCD")
        let bounds = (0..<4).map { bound in #Predicate<Plant> { $0.number != bound } }
        #expect(try garden.names(combined(bounds)) == "D")
    }

    private func named<Model: RefNamed>(_ name: String, and other: Predicate<Model>) -> Predicate<Model> {
        #Predicate<Model> { $0.name == name && other.evaluate($0) }
    }

    @Test func `a generic function composes predicates`() throws {
        let context = ModelContext(try refContainer(RefAuthor.self))
        context.insert(RefAuthor("A", 30))
        context.insert(RefAuthor("A", 40))
        let old = #Predicate<RefAuthor> { $0.age > 35 }
        for _ in 0..<2 {
            let found = try context.fetch(FetchDescriptor(predicate: named("A", and: old)))
            #expect(found.map(\.age) == [40])
            try context.save()
        }
    }

    @Test func `predicates of other types use Foundation's macro`() throws {
        let long = #Predicate<String> { $0.count > 3 }
        let sum = #Expression<Int, Int> { $0 + 1 }
        #expect(try long.evaluate("four"))
        #expect(try sum.evaluate(1) == 2)
    }

    @Test func `equal compositions make equal descriptors`() {
        func descriptor(_ bound: Int) -> FetchDescriptor<Plant> {
            let above = #Predicate<Plant> { $0.number > bound }
            return FetchDescriptor(predicate: #Predicate { above.evaluate($0) })
        }
        #expect(descriptor(1) == descriptor(1))
        #expect(descriptor(1) != descriptor(2))
    }

    @Test func `what a composed predicate cannot evaluate in a store throws`() throws {
        let garden = try Garden(.stored)
        let computed = #Predicate<Plant> { $0.title == "A!" }
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try garden.fetched(#Predicate<Plant> { computed.evaluate($0) })
        }
    }
}
