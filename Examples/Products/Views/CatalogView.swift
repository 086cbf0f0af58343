import SwiftUI

/// The catalog, and the product that is opened from it.
struct CatalogView: View {
    @Environment(ProductStore.self) private var store
    @SceneStorage("Catalog.product") private var selectedProduct: Product.ID?

    /// The path of the stack: the open product, or nothing.
    private var path: Binding<[Product.ID]> {
        Binding(
            get: { selectedProduct.map { [$0] } ?? [] },
            set: { selectedProduct = $0.last })
    }

    var body: some View {
        NavigationStack(path: path) {
            ProductGrid()
                .navigationDestination(for: Product.ID.self) { id in
                    if let product = store.product(id) {
                        ProductDetail(product: product)
                    } else {
                        MissingProduct()
                    }
                }
        }
        .onContinueUserActivity(Product.activityType) { activity in
            if let id = Product.productID(in: activity) { selectedProduct = id }
        }
        .handlesExternalEvents(preferring: [], allowing: ["*"])
    }
}
