import SwiftUI

// The activity of looking at a product, by which a window finds the product again, another device
// continues, and a search leads to the product.
extension Product {
    static let activityType = "com.example.products.product"
    /// The start of the content identifiers of all products.
    static let contentPrefix = "product/"
    private static let activityKey = "product"

    /// The identifier by which windows say that they show the product.
    static func contentIdentifier(of id: Product.ID) -> String { contentPrefix + id }

    /// The ID of the product that an activity is about; nil if it names none.
    static func productID(in activity: NSUserActivity) -> Product.ID? { activity.userInfo?[activityKey] as? String }

    /// A new activity about the product.
    @MainActor var activity: NSUserActivity {
        let activity = NSUserActivity(activityType: Self.activityType)
        describe(in: activity)
        return activity
    }

    /// Sets the content of an activity about the product.
    @MainActor
    func describe(in activity: NSUserActivity) {
        activity.title = name
        activity.userInfo = [Self.activityKey: id]
        activity.requiredUserInfoKeys = [Self.activityKey]
        activity.targetContentIdentifier = Self.contentIdentifier(of: id)
        activity.keywords = [name, botanicalName, "plant"]
        activity.isEligibleForHandoff = true
        activity.isEligibleForSearch = true
    }
}
