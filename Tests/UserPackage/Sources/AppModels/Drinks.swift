import Foundation
import SwiftData

// The shape of a recipe book: models that are Codable and have an equality of their own, composite
// attributes, indexes, and a search whose conditions count the members of a relationship.

public struct Garnish: Codable, Hashable, Sendable {
    public var name: String
    public var isOptional: Bool

    public init(name: String, isOptional: Bool = false) {
        self.name = name
        self.isOptional = isOptional
    }
}

public enum Glass: String, Codable, CaseIterable, Sendable {
    case coupe, highball, rocks
}

@Model
public final class Drink: Codable, Hashable {
    #Index<Drink>([\.name], [\.name, \.collection])

    @Attribute(.unique) public var name: String
    public var collection: String
    public var glass: Glass
    public var garnish: Garnish?
    @Attribute(.externalStorage) public var photo: Data?
    @Relationship(deleteRule: .cascade, inverse: \Portion.drink) public var spec: [Portion] = []

    public init(name: String, collection: String = "", glass: Glass = .coupe, garnish: Garnish? = nil, spec: [Portion] = []) {
        self.name = name
        self.collection = collection
        self.glass = glass
        self.garnish = garnish
        self.spec = spec
    }

    private enum CodingKeys: CodingKey {
        case name, collection, glass, garnish, spec
    }

    public required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        collection = try container.decodeIfPresent(String.self, forKey: .collection) ?? ""
        glass = try container.decode(Glass.self, forKey: .glass)
        garnish = try container.decodeIfPresent(Garnish.self, forKey: .garnish)
        spec = try container.decode([Portion].self, forKey: .spec)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(collection, forKey: .collection)
        try container.encode(glass, forKey: .glass)
        try container.encodeIfPresent(garnish, forKey: .garnish)
        try container.encode(spec, forKey: .spec)
    }

    public static func == (lhs: Drink, rhs: Drink) -> Bool { lhs.name == rhs.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The drinks that need every wanted ingredient and no unwanted one.
    public static func predicate(with wanted: [String], without unwanted: [String]) -> Predicate<Drink> {
        let count = wanted.count
        let wantedPortions = #Expression<[Portion], Int> { portions in
            portions.filter { wanted.contains($0.ingredient) }.count
        }
        let unwantedPortions = #Expression<[Portion], Int> { portions in
            portions.filter { unwanted.contains($0.ingredient) }.count
        }
        return #Predicate<Drink> { drink in
            wantedPortions.evaluate(drink.spec) == count && unwantedPortions.evaluate(drink.spec) == 0
        }
    }

    /// The drinks that need a number of the strong and the sour ingredients together.
    public static func predicate(strong: [String], sour: [String], count: Int) -> Predicate<Drink> {
        let strongPortions = #Expression<[Portion], Int> { portions in
            portions.filter { strong.contains($0.ingredient) }.count
        }
        let sourPortions = #Expression<[Portion], Int> { portions in portions.filter { sour.contains($0.ingredient) }.count }
        return #Predicate<Drink> { drink in
            strongPortions.evaluate(drink.spec) + sourPortions.evaluate(drink.spec) >= count
        }
    }
}

@Model
public final class Portion: Codable {
    public var ingredient: String
    public var amount: Double
    public var drink: Drink?

    public init(_ ingredient: String, _ amount: Double = 1) {
        self.ingredient = ingredient
        self.amount = amount
    }

    private enum CodingKeys: CodingKey {
        case ingredient, amount
    }

    public required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        ingredient = try container.decode(String.self, forKey: .ingredient)
        amount = try container.decode(Double.self, forKey: .amount)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(ingredient, forKey: .ingredient)
        try container.encode(amount, forKey: .amount)
    }
}
