import Foundation
import SwiftData
import Testing

/// The forms of predicates that apps use, each by a fetch and by an evaluation in memory.
@Suite struct PredicateTableTests {
    @Test(arguments: PlantStage.allCases) func `values are compared and computed with`(stage: PlantStage) throws {
        let garden = try Garden(stage)
        let (numbers, open) = (2..<4, 3...)
        let bound = 3
        #expect(try garden.names(#Predicate { $0.number == 2 }) == "B")
        #expect(try garden.names(#Predicate { $0.number != bound && $0.weight <= 2.5 }) == "AD")
        #expect(try garden.names(#Predicate { $0.number * 2 - 1 > 4 }) == "CD")
        #expect(try garden.names(#Predicate { $0.number % 2 == 0 }) == "BD")
        #expect(try garden.names(#Predicate { -$0.number < -3 }) == "D")
        #expect(try garden.names(#Predicate { $0.weight / 2 > 1 }) == "AB")
        #expect(try garden.names(#Predicate { ($0.rank ?? 0) > 15 }) == "B")
        #expect(try garden.names(#Predicate { numbers.contains($0.number) }) == "BC")
        #expect(try garden.names(#Predicate { open.contains($0.number) }) == "CD")
        #expect(try garden.names(#Predicate { $0.isWild || !($0.number < bound) }) == "ACD")
    }

    @Test(arguments: PlantStage.allCases) func `optionals are unwrapped, chained and compared`(stage: PlantStage) throws {
        let garden = try Garden(stage)
        let date = Date(timeIntervalSinceReferenceDate: 500)
        let nothing: Date? = nil
        #expect(try garden.names(#Predicate { $0.seen != nil && $0.seen! < date }) == "A")
        #expect(try garden.names(#Predicate { $0.seen == nothing }) == "BCD")
        #expect(try garden.names(#Predicate { $0.rank.flatMap { $0 > 10 } ?? true }) == "BCD")
        #expect(try garden.names(#Predicate { if let rank = $0.rank { rank > 10 } else { $0.number > 3 } }) == "BD")
        #expect(try garden.names(#Predicate { $0.note?.isEmpty == false }) == "A")
        #expect(try garden.names(#Predicate { $0.parent == nil }) == "AD")
        #expect(try garden.names(#Predicate { $0.parent?.parent?.rank == 10 }) == "C")
        #expect(try garden.names(#Predicate { $0.parent?.parent?.name != "A" }) == "ABD")
        #expect(try garden.names(#Predicate { $0.parent?.isWild == true }) == "B")
    }

    @Test(arguments: PlantStage.allCases) func `enumerations equal captured ones`(stage: PlantStage) throws {
        let garden = try Garden(stage)
        let (size, shade) = (PlantSize.large, PlantShade.blue)
        let sizes = [PlantSize.large, .medium]
        let shades: Set<PlantShade> = [.red, .green]
        let missing: PlantShade? = nil
        #expect(try garden.names(#Predicate { $0.size == size }) == "A")
        #expect(try garden.names(#Predicate { $0.maybeSize != size }) == "ABCD")
        #expect(try garden.names(#Predicate { sizes.contains($0.size) }) == "A")
        #expect(try garden.names(#Predicate { $0.shade == shade }) == "C")
        #expect(try garden.names(#Predicate { $0.shade != shade }) == "ABD")
        #expect(try garden.names(#Predicate { $0.maybeShade == shade }) == "A")
        #expect(try garden.names(#Predicate { $0.maybeShade == nil }) == "BCD")
        #expect(try garden.names(#Predicate { $0.maybeShade == missing }) == "BCD")
        #expect(try garden.names(#Predicate { shades.contains($0.shade) }) == "ABD")
        #expect(try garden.names(#Predicate { $0.parent?.shade == shade }) == "")
        #expect(try garden.names(#Predicate { ($0.maybeShade ?? shade) == shade }) == "ABCD")
        #expect(try garden.names(#Predicate { $0.size.rawValue > 1 }) == "A")
        #expect(try garden.names(#Predicate { $0.maybeSize?.rawValue == 2 }) == "A")
    }

    @Test(arguments: PlantStage.allCases) func `structures and their properties are compared`(stage: PlantStage) throws {
        let garden = try Garden(stage)
        let (rome, oslo) = (PlantPlace(city: "Rome", row: 1), PlantPlace(city: "Oslo", row: nil))
        let missing: PlantPlace? = nil
        #expect(try garden.names(#Predicate { $0.home.city == "Bonn" }) == "ABCD")
        #expect(try garden.names(#Predicate { $0.home.row == nil }) == "ABCD")
        #expect(try garden.names(#Predicate { $0.place?.city == "Rome" }) == "A")
        #expect(try garden.names(#Predicate { $0.place?.row == nil }) == "BCD")
        #expect(try garden.names(#Predicate { $0.place == nil }) == "CD")
        #expect(try garden.names(#Predicate { $0.place != nil }) == "AB")
        #expect(try garden.names(#Predicate { $0.place == missing }) == "CD")
        #expect(try garden.names(#Predicate { $0.place == rome }) == "A")
        #expect(try garden.names(#Predicate { $0.place != oslo }) == "ACD")
        #expect(try garden.names(#Predicate { $0.parent?.place == rome }) == "B")
        #expect(try garden.names(#Predicate { $0.parent?.place == nil }) == "AD")
        #expect(try garden.names(#Predicate { $0.parent?.home == nil }) == "AD")
    }

    @Test(arguments: PlantStage.allCases) func `lists of models are searched, filtered and counted`(stage: PlantStage) throws {
        let garden = try Garden(stage)
        #expect(try garden.names(#Predicate { $0.children.isEmpty == false }) == "AB")
        #expect(try garden.names(#Predicate { $0.children.contains { $0.children.count == 1 } }) == "A")
        #expect(try garden.names(#Predicate { $0.children.allSatisfy { $0.weight > 3 } }) == "ACD")
        #expect(try garden.names(#Predicate { $0.children.filter { $0.number > 1 }.count == 1 }) == "AB")
        #expect(try garden.names(#Predicate { $0.gifts == nil }) == "")
        #expect(try garden.names(#Predicate { $0.gifts != nil }) == "ABCD")
        #expect(try garden.names(#Predicate { $0.gifts?.isEmpty == false }) == "A")
        #expect(try garden.names(#Predicate { $0.gifts?.count == 2 }) == "A")
        #expect(try garden.names(#Predicate { $0.gifts?.contains { $0.price > 20 } ?? false }) == "A")
        #expect(try garden.names(#Predicate { $0.gifts?.contains { $0.name == "pot" } == true }) == "A")
        #expect(try garden.names(#Predicate { $0.gifts.flatMap { $0.allSatisfy { $0.price > 20 } } ?? false }) == "BCD")
        #expect(try garden.names(#Predicate { $0.parent?.gifts == nil }) == "AD")
        #expect(try garden.names(#Predicate { $0.parent?.gifts?.isEmpty == false }) == "B")
        #expect(try garden.names(#Predicate { plant in plant.children.contains { $0.number > plant.number } }) == "AB")
    }

    @Test(arguments: PlantStage.allCases) func `classes are tested for and cast to`(stage: PlantStage) throws {
        let garden = try Garden(stage)
        #expect(try garden.names(#Predicate { $0 is PlantTree }) == "A")
        #expect(try garden.names(#Predicate { !($0 is PlantTree) }) == "BCD")
        #expect(try garden.names(#Predicate { $0 is PlantFlower }) == "BC")
        #expect(try garden.names(#Predicate { $0 is PlantRose || $0.number == 4 }) == "BD")
        #expect(try garden.names(#Predicate { $0.parent is PlantRose }) == "C")
        #expect(try garden.names(#Predicate { !($0.parent is PlantFlower) }) == "ABD")
        #expect(try garden.names(#Predicate { $0.children.contains { $0 is PlantFlower } }) == "AB")
        #expect(try garden.names(#Predicate { ($0 as? PlantTree)?.height == 9 }) == "A")
        #expect(try garden.names(#Predicate { ($0 as? PlantFlower)?.petals == 5 }) == "B")
        #expect(try garden.names(#Predicate { (($0 as? PlantRose)?.thorns ?? 8) > 7 }) == "ACD")
        #expect(try garden.names(#Predicate { ($0 as? PlantTree)?.nest?.price == 3 }) == "A")
        #expect(try garden.names(#Predicate { ($0.parent as? PlantRose)?.thorns == 7 }) == "C")
        #expect(try garden.names(#Predicate { ($0 as? PlantTree) == nil }) == "BCD")
        #expect(try garden.names(#Predicate { $0 is PlantTree && ($0 as! PlantTree).height > 8 }) == "A")
        let roses = try garden.context.fetch(
            FetchDescriptor<PlantFlower>(predicate: #Predicate { $0 is PlantRose && $0.petals == 5 && $0.number == 2 }))
        #expect(roses == [garden.b])
    }

    @Test func `a live change of a subclass's property moves a model into a cast's result`() throws {
        let garden = try Garden(.stored)
        (garden.b as? PlantRose)?.thorns = 9
        (garden.a as? PlantTree)?.nest?.price = 4
        #expect(try garden.names(#Predicate { ($0 as? PlantRose)?.thorns == 9 }) == "B")
        #expect(try garden.names(#Predicate { ($0.parent as? PlantRose)?.thorns == 9 }) == "C")
        #expect(try garden.names(#Predicate { ($0 as? PlantTree)?.nest?.price == 4 }) == "A")
    }

    @Test func `a class that the schema lacks has no models`() throws {
        let context = ModelContext(try refContainer(Plant.self, PlantGift.self))
        context.insert(Plant("D", 4))
        for _ in 0..<2 {
            #expect(try context.fetchCount(FetchDescriptor<Plant>(predicate: #Predicate { $0 is PlantTree })) == 0)
            #expect(try context.fetchCount(FetchDescriptor<Plant>(predicate: #Predicate { !($0 is PlantTree) })) == 1)
            #expect(
                try context.fetchCount(FetchDescriptor<Plant>(predicate: #Predicate { ($0 as? PlantTree)?.height == 9 })) == 0)
            try context.save()
        }
    }

    // A model that is not Codable cannot be captured, as on Apple's platforms.
    @Test(arguments: PlantStage.allCases) func `captured identifiers stand for their models`(stage: PlantStage) throws {
        let garden = try Garden(stage)
        let id = garden.a.persistentModelID
        #expect(try garden.names(#Predicate { $0.parent?.persistentModelID == id }) == "B")
        #expect(try garden.names(#Predicate { $0.parent?.persistentModelID != id }) == "ACD")
        #expect(try garden.names(#Predicate { $0.parent == nil }) == "AD")
    }

    @Test(arguments: PlantStage.allCases) func `what a store cannot evaluate throws`(stage: PlantStage) throws {
        let garden = try Garden(stage)
        let (origin, tags) = (PlantOrigin.wild, ["x"])
        let refused: [Predicate<Plant>] = [
            #Predicate { $0.tags.contains("x") },
            #Predicate { $0.tags.isEmpty },
            #Predicate { $0.tags == tags },
            #Predicate { $0.tags.contains { $0 == "x" } },
            #Predicate { $0.origin == origin },
            #Predicate { $0.title == "A!" },
            #Predicate { $0.summary == "A 1" },
            #Predicate { $0.isSelected },
            #Predicate { $0.parent?.title == "A!" },
        ]
        for predicate in refused {
            #expect(throws: SwiftDataError.unsupportedPredicate) { try garden.fetched(predicate) }
            #expect(throws: SwiftDataError.unsupportedPredicate) {
                try garden.context.fetchCount(FetchDescriptor(predicate: predicate))
            }
            #expect(throws: SwiftDataError.unsupportedPredicate) {
                try garden.context.fetchIdentifiers(FetchDescriptor(predicate: predicate))
            }
        }
    }

    @Test func `an error names a computed property, also one of an extension`() throws {
        let garden = try Garden(.pending)
        func text(_ predicate: Predicate<Plant>) -> String {
            do { return try garden.fetched(predicate) } catch { return "\(error)" }
        }
        #expect(text(#Predicate { $0.title == "" }).contains("\\Plant.title"))
        #expect(text(#Predicate { $0.summary == "" }).contains("\\Plant.summary"))
        #expect(text(#Predicate { $0.isSelected }).contains("isSelected"))
        #expect(throws: SwiftDataError.unsupportedKeyPath) {
            try garden.context.fetch(FetchDescriptor<Plant>(sortBy: [SortDescriptor(\.title)]))
        }
    }
}
