import SwiftUI

/// A catalog of houseplants. Each window comes back as it was left: the open plant, the selected
/// tab, and a half-finished edit.
@main
struct ProductsApp: App {
    @State private var store = ProductStore()

    var body: some Scene {
        WindowGroup("Products") {
            CatalogView().environment(store)
        }
        .handlesExternalEvents(matching: [])

        WindowGroup("Product", id: "product", for: Product.ID.self) { $id in
            ProductWindow(id: $id).environment(store)
        }
        .handlesExternalEvents(matching: [Product.contentPrefix])
    }
}
