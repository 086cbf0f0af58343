import CoreData
import SwiftUI

/// The recipes of the folder, and the recipe that is opened from it.
struct RecipeList: View {
    @Environment(RecipeLibrary.self) private var library
    @FetchRequest(sortDescriptors: [SortDescriptor(\.name)]) private var recipes: FetchedResults<Recipe>
    @State private var name = ""
    @State private var failure: String?

    var body: some View {
        NavigationStack {
            VStack {
                ProblemList(failure: $failure)
                HStack {
                    TextField("New recipe", text: $name).onSubmit(add).accessibilityIdentifier("new")
                    Button("Add", action: add).disabled(name.isEmpty).accessibilityIdentifier("add")
                }
                .padding()
                List {
                    ForEach(recipes) { recipe in
                        NavigationLink {
                            RecipeDetail(recipe: recipe)
                        } label: {
                            RecipeRow(recipe: recipe)
                        }
                        .accessibilityIdentifier("recipe.\(recipe.file ?? "")")
                    }
                    .onDelete { offsets in
                        for recipe in offsets.map({ recipes[$0] }) { attempt { try library.delete(recipe) } }
                    }
                }
            }
            .navigationTitle("Recipes")
        }
    }

    private func add() {
        guard !name.isEmpty else { return }
        attempt {
            try library.add(name)
            name = ""
        }
    }

    private func attempt(_ action: () throws -> Void) {
        do {
            try action()
            failure = nil
        } catch {
            failure = error.localizedDescription
        }
    }
}

/// A recipe in the list.
struct RecipeRow: View {
    @ObservedObject var recipe: Recipe

    var body: some View {
        HStack {
            Text(recipe.name ?? "")
            Spacer()
            if recipe.minutes > 0 { Text("\(recipe.minutes) min").foregroundStyle(.secondary) }
        }
    }
}

/// The files that cannot be read, and the change that was not saved.
struct ProblemList: View {
    @Environment(RecipeLibrary.self) private var library
    @Binding var failure: String?

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            if let failure {
                HStack {
                    Text(failure).accessibilityIdentifier("failure")
                    Button("Dismiss") { self.failure = nil }
                }
            }
            ForEach(library.problems.sorted { $0.key < $1.key }, id: \.key) { file, reason in
                Text("“\(file).json” cannot be read. \(reason)").accessibilityIdentifier("problem.\(file)")
            }
        }
        .foregroundStyle(.orange)
        .padding(.horizontal)
    }
}
