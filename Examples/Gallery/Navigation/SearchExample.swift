import SwiftUI

/// A list with a search field that has suggestions, tokens and scopes.
struct SearchExample: View {
    enum Scope: String, CaseIterable {
        case all = "All", raw = "Raw", cooked = "Cooked"
    }

    @State private var text = ""
    @State private var tokens: [Food.Kind] = []
    @State private var scope = Scope.all
    @State private var submitted = "nothing"

    var body: some View {
        NavigationStack {
            SearchResults(foods: foods, submitted: submitted)
                .navigationTitle("Food")
                .toolbar { Button("Reset") { submitted = "nothing" } }
        }
        .searchable(
            text: $text, tokens: $tokens, suggestedTokens: .constant(suggestedKinds), prompt: "Fruit, vegetables and nuts"
        ) { kind in
            Label(kind.rawValue, systemImage: "tag")
        }
        .searchSuggestions {
            ForEach(text.isEmpty ? [] : foods.prefix(4).map(\.name), id: \.self) { name in
                Label(name, systemImage: "magnifyingglass").searchCompletion(name)
            }
        }
        .searchScopes($scope) {
            ForEach(Scope.allCases, id: \.self) { Text($0.rawValue).tag($0) }
        }
        .onSubmit(of: .search) { submitted = text }
    }

    private var suggestedKinds: [Food.Kind] {
        Food.Kind.allCases.filter { kind in
            !tokens.contains(kind) && (text.isEmpty || kind.rawValue.lowercased().hasPrefix(text.lowercased()))
        }
    }

    private var foods: [Food] {
        Food.all.filter { food in
            (text.isEmpty || food.name.lowercased().contains(text.lowercased()))
                && (tokens.isEmpty || tokens.contains(food.kind))
                && (scope == .all || food.isRaw == (scope == .raw))
        }
    }
}

private struct SearchResults: View {
    let foods: [Food]
    let submitted: String
    @Environment(\.isSearching) private var isSearching

    var body: some View {
        List {
            Section(isSearching ? "\(foods.count) found" : "All food") {
                ForEach(foods) { food in
                    LabeledContent(food.name, value: food.kind.rawValue)
                }
            }
            Text("Submitted: \(submitted)").accessibilityIdentifier("search.submitted")
        }
        .accessibilityIdentifier("search.results")
    }
}

struct Food: Identifiable {
    enum Kind: String, CaseIterable, Identifiable {
        case fruit = "Fruit", vegetable = "Vegetable", nut = "Nut"

        var id: String { rawValue }
    }

    let name: String
    let kind: Kind
    let isRaw: Bool

    var id: String { name }

    static let all = [
        Food(name: "Almond", kind: .nut, isRaw: true), Food(name: "Apple", kind: .fruit, isRaw: true),
        Food(name: "Apricot", kind: .fruit, isRaw: true), Food(name: "Aubergine", kind: .vegetable, isRaw: false),
        Food(name: "Beetroot", kind: .vegetable, isRaw: false), Food(name: "Carrot", kind: .vegetable, isRaw: true),
        Food(name: "Cherry", kind: .fruit, isRaw: true), Food(name: "Chestnut", kind: .nut, isRaw: false),
        Food(name: "Hazelnut", kind: .nut, isRaw: true), Food(name: "Leek", kind: .vegetable, isRaw: false),
        Food(name: "Pear", kind: .fruit, isRaw: true), Food(name: "Potato", kind: .vegetable, isRaw: false),
        Food(name: "Walnut", kind: .nut, isRaw: true),
    ]
}
