import SwiftUI

/// Recipes, of which the chosen one is the activity of the window: it is restored, can be continued
/// on another device, and is found by a search.
struct ActivityPage: View {
    private static let type = "com.example.gallery.recipe"

    @State private var recipe: Recipe?
    @State private var servings = 2
    @State private var isEligibleForHandoff = true
    @State private var observer = ActivityObserver()
    @State private var continued = 0
    @State private var deletions = 0
    @State private var hasOwnSearch = false
    @State private var ownSearches = 0

    var body: some View {
        Row {
            ForEach(Recipe.allCases) { each in
                Button(each.title) { recipe = each }.accessibilityIdentifier("activity.\(each.rawValue)")
            }
            Button("None") { recipe = nil }.accessibilityIdentifier("activity.none")
        }
        Row {
            Text("\(recipe?.title ?? "No recipe") for \(servings)").accessibilityIdentifier("activity.state")
            Button("One more") { servings += 1 }.accessibilityIdentifier("activity.more")
            Toggle("On other devices", isOn: $isEligibleForHandoff).accessibilityIdentifier("activity.handoff")
        }
        .userActivity(Self.type, element: recipe) { recipe, activity in
            activity.title = recipe.title
            activity.keywords = recipe.keywords
            activity.persistentIdentifier = recipe.rawValue
            activity.userInfo = ["recipe": recipe.rawValue, "servings": servings]
            activity.isEligibleForHandoff = isEligibleForHandoff
            activity.isEligibleForSearch = true
            activity.delegate = observer
        }
        .onContinueUserActivity(Self.type) { activity in
            recipe = (activity.userInfo?["recipe"] as? String).flatMap(Recipe.init)
            servings = activity.userInfo?["servings"] as? Int ?? servings
            continued += 1
        }
        Row {
            Text("Continued here: \(continued), elsewhere: \(observer.continued)").accessibilityIdentifier("activity.continued")
            Button("Delete soup") { delete([Recipe.soup.rawValue]) }.accessibilityIdentifier("activity.deleteSoup")
            Button("Delete all") { delete(nil) }.accessibilityIdentifier("activity.deleteAll")
            Text("Deletions: \(deletions)").accessibilityIdentifier("activity.deletions")
        }
        Row {
            Toggle("A search of the app", isOn: $hasOwnSearch).accessibilityIdentifier("activity.ownSearch")
            if hasOwnSearch {
                Button("Search") { ownSearches += 1 }.keyboardShortcut("k").accessibilityIdentifier("activity.search")
            }
            Text("Searches: \(ownSearches)").accessibilityIdentifier("activity.searches")
        }
    }

    private func delete(_ identifiers: [NSUserActivityPersistentIdentifier]?) {
        Task {
            if let identifiers {
                await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: identifiers)
            } else {
                await NSUserActivity.deleteAllSavedUserActivities()
            }
            deletions += 1
        }
    }
}

private enum Recipe: String, CaseIterable, Identifiable {
    case custard, pie, soup

    var id: Self { self }

    var title: String {
        switch self {
        case .custard: "Crème brûlée"
        case .pie: "Apple pie"
        case .soup: "Miso soup"
        }
    }

    var keywords: Set<String> { self == .soup ? ["Japanese"] : ["dessert", "sweet"] }
}

/// Counts the times that the activity was continued on another device.
@Observable
private final class ActivityObserver: NSUserActivityDelegate {
    private(set) var continued = 0

    func userActivityWasContinued(_ userActivity: NSUserActivity) { continued += 1 }
}
