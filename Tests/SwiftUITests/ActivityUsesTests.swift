import StrataViewTesting
import SwiftUI
import Testing

/// The uses of activities that Apple's documentation and articles about it show, in files that
/// import only SwiftUI, and every initializer and modifier.
@MainActor
struct ActivityUsesTests {
    struct Product: Codable, Identifiable {
        static let activityType = "com.example.shop.product"

        let id: UUID
        var name: String
    }

    private struct Shop: View {
        let products: [Product]
        @State private var selection: Product.ID?

        private var product: Product? { products.first { $0.id == selection } }

        var body: some View {
            NavigationSplitView {
                List(products, selection: $selection) { Text($0.name) }
            } detail: {
                Text(product?.name ?? "No product")
            }
            .userActivity(Product.activityType, element: product) { product, activity in
                activity.title = product.name
                activity.targetContentIdentifier = product.id.uuidString
                try? activity.setTypedPayload(product)
            }
            .onContinueUserActivity(Product.activityType) { activity in
                selection = try? activity.typedPayload(Product.self).id
            }
        }
    }

    @Test func `the example of docs/activities compiles`() {
        let window = TestWindow(Shop(products: [Product(id: UUID(), name: "Tea")]))
        #expect(window.texts.contains("No product"))
    }

    private struct ContactList: View {
        @State private var selectedContact: UUID?

        var body: some View {
            Button("Select") { selectedContact = UUID() }
                .handlesExternalEvents(
                    preferring: selectedContact == nil ? [] : [selectedContact!.uuidString],
                    allowing: selectedContact == nil ? ["*"] : []
                )
                .onContinueUserActivity("com.example.contact") { activity in
                    if let identifier = activity.targetContentIdentifier { selectedContact = UUID(uuidString: identifier) }
                }
                .userActivity("com.example.contact", isActive: selectedContact != nil) { activity in
                    activity.title = "Contact"
                    activity.targetContentIdentifier = selectedContact?.uuidString
                    activity.isEligibleForHandoff = true
                }
                .userActivity("com.example.other", continueContact)
                .onContinueUserActivity("com.example.other", perform: continueContact)
                .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { print($0.webpageURL ?? "") }
                .onOpenURL { url in print(url) }
                .onOpenURL(perform: open)
        }

        private func continueContact(_ activity: NSUserActivity) {}
        private func open(_ url: URL) {}
    }

    private struct Contacts: App {
        var body: some Scene {
            WindowGroup { ContactList() }
            WindowGroup("Photo") { Text("photo") }.handlesExternalEvents(matching: ["photoIdentifier="])
        }
    }

    private final class Owner: NSObject, NSUserActivityDelegate {
        private(set) lazy var activity = NSUserActivity(activityType: "com.example.document")
        var saves = 0

        override init() {
            super.init()
            activity.delegate = self
        }

        func userActivityWillSave(_ userActivity: NSUserActivity) { saves += 1 }
    }

    private final class Reading: NSUserActivity {
        var page = 0
        init(page: Int) {
            super.init(activityType: "com.example.reading")
            self.page = page
            isEligibleForSearch = true
        }
    }

    @Test func `every property and method has Apple's types`() async throws {
        let activity: NSUserActivity = Owner().activity
        activity.title = "Title"
        activity.userInfo = ["page": 1, "names": ["a"]]
        activity.addUserInfoEntries(from: ["date": Date()])
        activity.requiredUserInfoKeys = ["page"]
        activity.targetContentIdentifier = "document 1"
        activity.isEligibleForHandoff = false
        activity.isEligibleForSearch = true
        activity.isEligibleForPublicIndexing = true
        activity.isEligibleForPrediction = true
        activity.keywords = ["a", "b"]
        let identifier: NSUserActivityPersistentIdentifier = "id"
        activity.persistentIdentifier = identifier
        activity.webpageURL = URL(string: "https://example.com")
        activity.referrerURL = URL(string: "https://example.com")
        activity.needsSave = true
        activity.expirationDate = .distantFuture
        activity.resignCurrent()
        activity.invalidate()
        activity.becomeCurrent()
        let keys: Set<String>? = activity.requiredUserInfoKeys
        #expect(keys == ["page"])
        #expect(Reading(page: 2).isEligibleForSearch)
        await NSUserActivity.deleteAllSavedUserActivities()
        await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: [identifier])
        NSUserActivity.deleteAllSavedUserActivities {}
        NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: [identifier]) { print("deleted") }
        do {
            _ = try activity.typedPayload(Product.self)
        } catch NSUserActivity.TypedPayloadError.invalidContent {
        } catch NSUserActivity.TypedPayloadError.encodingError {
        }
        let item = NSItemProvider(object: activity)
        item.registerObject(activity, visibility: .all)
        #expect(item.registeredTypeIdentifiers == ["com.example.document"])
        let window = TestWindow(ContactList())
        try window.find(.button, "Select").tap()
        #expect(window.texts == ["Select"])
    }
}
