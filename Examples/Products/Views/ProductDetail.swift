import SwiftUI

/// A product with its details and its care, and the sheet in which it is edited.
struct ProductDetail: View {
    enum Page: String { case details, care }

    let product: Product
    @SceneStorage("ProductDetail.page") private var page = Page.details
    private var draft = ProductDraft()

    init(product: Product) { self.product = product }

    private var isEditing: Binding<Bool> {
        Binding(
            get: { draft.productID == product.id },
            set: { if !$0 { draft.discard() } })
    }

    var body: some View {
        TabView(selection: $page) {
            ProductFacts(product: product)
                .tabItem { Label("Details", systemImage: "leaf").accessibilityIdentifier("detail.details") }
                .tag(Page.details)
            ProductCare(product: product)
                .tabItem { Label("Care", systemImage: "drop").accessibilityIdentifier("detail.care") }
                .tag(Page.care)
        }
        .navigationTitle(product.name)
        .toolbar {
            Button("Edit") { draft.start(with: product) }.accessibilityIdentifier("detail.edit")
        }
        .sheet(isPresented: isEditing) {
            NavigationStack { ProductEditor(product: product) }
        }
        .userActivity(Product.activityType, element: product) { product, activity in
            product.describe(in: activity)
        }
    }
}
