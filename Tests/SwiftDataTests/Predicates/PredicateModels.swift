import Foundation
import SwiftData
import Testing

enum PlantSize: Int, Codable, CaseIterable { case small = 1, medium, large }
enum PlantShade: Codable, Equatable, CaseIterable { case green, red, blue }
enum PlantOrigin: Codable, Equatable { case wild, bought(price: Int) }

struct PlantPlace: Codable, Equatable {
    var city: String
    var row: Int?
}

@Model class Plant {
    var name: String
    var number: Int
    var rank: Int?
    var weight: Double = 0
    var note: String?
    var isWild: Bool = false
    var seen: Date?
    var size: PlantSize = PlantSize.small
    var maybeSize: PlantSize?
    var shade: PlantShade = PlantShade.green
    var maybeShade: PlantShade?
    var origin: PlantOrigin = PlantOrigin.wild
    var home: PlantPlace = PlantPlace(city: "Bonn", row: nil)
    var place: PlantPlace?
    var tags: [String] = []
    var parent: Plant?
    @Relationship(inverse: \Plant.parent) var children: [Plant] = []
    @Relationship(inverse: \PlantGift.plant) var gifts: [PlantGift]?
    @Transient var isSelected = false
    var title: String { name + "!" }
    init(_ name: String, _ number: Int, parent: Plant? = nil) {
        self.name = name
        self.number = number
        self.parent = parent
    }

    static var heavy: Predicate<Plant> { #Predicate { $0.weight > 4 } }
}

extension Plant {
    var summary: String { "\(name) \(number)" }
}

@Model final class PlantTree: Plant {
    var height: Double
    var nest: PlantGift?
    init(_ name: String, _ number: Int, height: Double) {
        self.height = height
        super.init(name, number)
    }
}

@Model class PlantFlower: Plant {
    var petals: Int
    init(_ name: String, _ number: Int, petals: Int) {
        self.petals = petals
        super.init(name, number)
    }
}

@Model final class PlantRose: PlantFlower {
    var thorns: Int
    init(_ name: String, _ number: Int, thorns: Int) {
        self.thorns = thorns
        super.init(name, number, petals: 5)
    }
}

@Model final class PlantGift {
    var name: String
    var price: Int
    var plant: Plant?
    init(_ name: String, _ price: Int) {
        self.name = name
        self.price = price
    }
}

/// Whether the plants of a test are in the store, or inserted only, or changed since.
enum PlantStage: CaseIterable { case stored, pending, changed }

/// A context with four plants.
///
/// A: 1, tree of 9 m with a nest worth 3, two gifts worth 5 and 50. B: 2, child of A, rose with 7
/// thorns. C: 3, child of B, flower with 4 petals. D: 4, a plant of no other class, alone.
struct Garden {
    let context: ModelContext
    let a, b, c, d: Plant

    init(_ stage: PlantStage) throws {
        let container = try refContainer(Plant.self, PlantTree.self, PlantFlower.self, PlantRose.self, PlantGift.self)
        context = ModelContext(container)
        let tree = PlantTree("A", 1, height: stage == .changed ? 0 : 9)
        (a, b) = (tree, PlantRose("B", 2, thorns: stage == .changed ? 0 : 7))
        (c, d) = (PlantFlower("C", 3, petals: 4), Plant("D", 4))
        for plant in [a, b, c, d] { context.insert(plant) }
        if stage == .changed { try context.save() }
        tree.height = 9
        tree.nest = PlantGift("egg", 3)
        (b as? PlantRose)?.thorns = 7
        a.rank = 10
        a.weight = 2.5
        a.note = "Ähre"
        a.isWild = true
        a.seen = Date(timeIntervalSinceReferenceDate: 100)
        a.size = .large
        a.maybeSize = .medium
        a.shade = .red
        a.maybeShade = .blue
        a.origin = .bought(price: 3)
        a.place = PlantPlace(city: "Rome", row: 1)
        a.tags = ["x"]
        a.gifts = [PlantGift("pot", 5), PlantGift("vase", 50)]
        b.parent = a
        b.weight = 5
        b.rank = 20
        b.place = PlantPlace(city: "Oslo", row: nil)
        c.parent = b
        c.shade = .blue
        c.gifts = []
        if stage == .stored { try context.save() }
    }

    /// The names of the plants that a fetch finds, which are those that satisfy the predicate in
    /// memory.
    func names(_ predicate: Predicate<Plant>, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let found = try fetched(predicate)
        let all = try context.fetch(FetchDescriptor<Plant>(sortBy: [SortDescriptor(\.name)]))
        let matching = try all.filter { try predicate.evaluate($0) }.map(\.name).joined()
        #expect(found == matching, "A fetch differs from an evaluation in memory.", sourceLocation: sourceLocation)
        let count = try context.fetchCount(FetchDescriptor(predicate: predicate))
        #expect(count == found.count, sourceLocation: sourceLocation)
        return found
    }

    /// The names of the plants that a fetch finds.
    func fetched(_ predicate: Predicate<Plant>) throws -> String {
        try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])).map(\.name).joined()
    }
}
