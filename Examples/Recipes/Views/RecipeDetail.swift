import SwiftUI

/// A recipe. It changes while it is open if a person edits its file.
struct RecipeDetail: View {
    @ObservedObject var recipe: Recipe
    @Environment(RecipeLibrary.self) private var library
    @State private var failure: String?

    var body: some View {
        VStack(alignment: .leading) {
            ProblemList(failure: $failure)
            List {
                Section("Ingredients") {
                    ForEach(recipe.ingredientList) { ingredient in IngredientRow(ingredient: ingredient) }
                }
                Section("Instructions") {
                    Text(recipe.instructions ?? "").accessibilityIdentifier("instructions")
                }
                Section("Time") {
                    HStack {
                        Text("\(recipe.minutes) min").accessibilityIdentifier("minutes")
                        Spacer()
                        Button("Less") { change(by: -5) }.disabled(recipe.minutes < 5).accessibilityIdentifier("less")
                        Button("More") { change(by: 5) }.accessibilityIdentifier("more")
                    }
                }
            }
        }
        .navigationTitle(recipe.name ?? "")
    }

    private func change(by minutes: Int64) {
        recipe.minutes += minutes
        do {
            try library.save()
            failure = nil
        } catch {
            failure = error.localizedDescription
        }
    }
}

/// An ingredient with its amount.
struct IngredientRow: View {
    @ObservedObject var ingredient: Ingredient

    var body: some View {
        HStack {
            Text(ingredient.amount ?? "").foregroundStyle(.secondary)
            Text(ingredient.name ?? "")
        }
    }
}
