import Foundation
import SwiftData
public import SwiftUI

public struct RecipeList: View {
    @Query(filter: #Predicate<Recipe> { !$0.name.isEmpty }, sort: \Recipe.created, order: .reverse)
    private var recipes: [Recipe]
    @Query private var steps: [Step]
    @Environment(\.modelContext) private var context

    public init() {}

    public var body: some View {
        List {
            ForEach(recipes) { recipe in
                NavigationLink(recipe.name) { RecipePage(recipe: recipe) }
            }
            .onDelete { offsets in
                for offset in offsets { context.delete(recipes[offset]) }
            }
        }
        Text("\(steps.count) steps")
        Button("Add") { context.insert(Recipe(name: "New")) }
    }
}

public struct RecipePage: View {
    @Bindable private var recipe: Recipe
    @Query private var steps: [Step]

    public init(recipe: Recipe) {
        self.recipe = recipe
        let id = recipe.persistentModelID
        _steps = Query(filter: #Predicate { $0.recipe?.persistentModelID == id }, sort: \.text)
    }

    public var body: some View {
        TextField("Name", text: $recipe.name)
        Picker("Kind", selection: $recipe.kind) {
            ForEach(Recipe.Kind.allCases, id: \.self) { Text($0.rawValue).tag($0) }
        }
        ForEach(steps) { Text($0.text) }
    }
}

#Preview {
    RecipeList().modelContainer(for: [Recipe.self, Step.self], inMemory: true)
}

public struct RecipeScene: Scene {
    public init() {}

    public var body: some Scene { WindowGroup { RecipeList() }.modelContainer(for: Recipe.self) }
}
