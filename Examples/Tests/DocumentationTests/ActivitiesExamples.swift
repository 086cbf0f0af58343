import SwiftUI

// The examples of docs/activities.md.

struct Product: Codable, Identifiable {
    static let activityType = "com.example.shop.product"

    let id: UUID
    var name: String
}

struct Shop: View {
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

struct ProductPage: View {
    let product: Product

    var body: some View {
        Text(product.name)
            .userActivity(Product.activityType, element: product) { product, activity in
                activity.title = product.name
                activity.keywords = ["shop", "product"]
                activity.persistentIdentifier = product.id.uuidString
                activity.isEligibleForSearch = true
                try? activity.setTypedPayload(product)
            }
    }
}

extension Shop {
    /// Creates the view for tests in other files, for which its initializer is private.
    static func showing(_ products: [Product]) -> Shop { Shop(products: products) }
}
