import Foundation

/// The content of a recipe's file, as people write it.
struct RecipeFile: Codable, Equatable, Sendable {
    struct Ingredient: Codable, Equatable, Sendable {
        var amount: String
        var name: String
    }

    var name: String
    var minutes: Int
    var ingredients: [Ingredient]
    var instructions: String

    init(name: String, minutes: Int = 0, ingredients: [Ingredient] = [], instructions: String = "") {
        (self.name, self.minutes, self.ingredients, self.instructions) = (name, minutes, ingredients, instructions)
    }

    /// Reads the content. Only the name must be there.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        minutes = try container.decodeIfPresent(Int.self, forKey: .minutes) ?? 0
        ingredients = try container.decodeIfPresent([Ingredient].self, forKey: .ingredients) ?? []
        instructions = try container.decodeIfPresent(String.self, forKey: .instructions) ?? ""
    }

    init(contentsOf url: URL) throws {
        self = try JSONDecoder().decode(RecipeFile.self, from: Data(contentsOf: url))
    }

    /// Replaces the file. If the app ends meanwhile, the file has the old content or the new one.
    func write(to url: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: url, options: .atomic)
    }

    static let sample = RecipeFile(
        name: "Pancakes", minutes: 20,
        ingredients: [
            Ingredient(amount: "200 g", name: "flour"), Ingredient(amount: "3", name: "eggs"),
            Ingredient(amount: "300 ml", name: "milk"),
        ],
        instructions: "Whisk everything, let it rest for ten minutes, and fry thin pancakes.")
}
