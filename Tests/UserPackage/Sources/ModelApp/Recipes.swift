public import Foundation
public import SwiftData

// A small app with models, which `prepare.py` also compiles with other settings.

@Model
public final class Recipe {
    #Index<Recipe>([\.name], [\.created])

    @Attribute(.unique) public var code: UUID
    public var name: String
    public var created: Date
    public var kind = Kind.meal
    public var difficulty: Difficulty?
    public var size = Size(people: 2)
    public var tags: [String] = []
    @Relationship(deleteRule: .cascade, inverse: \Step.recipe) public var steps: [Step] = []
    @Transient public var isOpen = false

    public enum Kind: String, Codable, CaseIterable, Sendable { case meal, drink }
    public enum Difficulty: Codable, Sendable { case easy, hard }

    public struct Size: Codable, Hashable, Sendable {
        public var people: Int
        public var isExact = false

        public init(people: Int) { self.people = people }
    }

    public init(name: String, created: Date = .now, kind: Kind = .meal) {
        code = UUID()
        self.name = name
        self.created = created
        self.kind = kind
    }

    public var isDrink: Bool { kind == .drink }
}

@Model
public final class Step {
    public var text: String
    public var minutes: Int
    public var recipe: Recipe?

    public init(text: String, minutes: Int = 5) {
        self.text = text
        self.minutes = minutes
    }
}

extension Recipe {
    public static func named(_ text: String) -> FetchDescriptor<Recipe> {
        var descriptor = FetchDescriptor<Recipe>(
            predicate: #Predicate { $0.name.localizedStandardContains(text) }, sortBy: [SortDescriptor(\.created)])
        descriptor.fetchLimit = 10
        return descriptor
    }

    public static func long(_ minutes: Int) -> Predicate<Recipe> {
        #Predicate { recipe in recipe.steps.contains { $0.minutes > minutes } }
    }

    /// Returns the recipes of a kind that have a long step.
    public static func long(_ minutes: Int, of kind: Kind, in context: ModelContext) throws -> [Recipe] {
        let isLong = long(minutes)
        return try context.fetch(
            FetchDescriptor(predicate: #Predicate { isLong.evaluate($0) && $0.kind == kind }, sortBy: [SortDescriptor(\.name)]))
    }
}

/// Stores the models of the app.
public func recipeContainer() throws -> ModelContainer {
    try ModelContainer(for: Recipe.self, Step.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
}
