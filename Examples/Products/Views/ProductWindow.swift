import SwiftUI

/// A window with one product.
struct ProductWindow: View {
    @Binding var id: Product.ID?
    @Environment(ProductStore.self) private var store

    var body: some View {
        NavigationStack {
            if let product = id.flatMap(store.product) {
                ProductDetail(product: product)
            } else {
                MissingProduct()
            }
        }
        .onContinueUserActivity(Product.activityType) { activity in
            if let product = Product.productID(in: activity) { id = product }
        }
        .handlesExternalEvents(preferring: id.map { [Product.contentIdentifier(of: $0)] } ?? [], allowing: [])
    }
}
