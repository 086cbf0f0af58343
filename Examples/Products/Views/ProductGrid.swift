import SwiftUI

/// All products as a grid of cards, with a search and an order.
struct ProductGrid: View {
    @Environment(ProductStore.self) private var store
    @Environment(\.horizontalSizeClass) private var sizeClass
    @SceneStorage("Catalog.search") private var searchText = ""
    @AppStorage("productOrder") private var order = ProductOrder.name

    private var products: [Product] { order.sorted(store.products.filter { $0.matches(searchText) }) }

    private var columns: [GridItem] {
        sizeClass == .compact
            ? [GridItem(.adaptive(minimum: 145), spacing: 14)]
            : [GridItem(.adaptive(minimum: 205), spacing: 20)]
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 16) {
                if let report = store.report {
                    ReportBanner(report: report, dismiss: store.dismissReport)
                }
                if products.isEmpty {
                    ContentUnavailableView.search(text: searchText)
                } else {
                    LazyVGrid(columns: columns, spacing: sizeClass == .compact ? 18 : 26) {
                        ForEach(products) { product in
                            ProductLink(product: product)
                        }
                    }
                }
            }
            .padding(.horizontal, 16)
            .padding(.vertical, sizeClass == .compact ? 16 : 24)
        }
        .navigationTitle("Houseplants")
        .searchable(text: $searchText, prompt: "Find a plant")
        .toolbar {
            Menu {
                Picker("Order", selection: $order) {
                    ForEach(ProductOrder.allCases) { Text($0.title) }
                }
                .pickerStyle(.inline)
            } label: {
                Label("Order", systemImage: "arrow.up.arrow.down")
            }
            .help("Sort the plants")
            .accessibilityIdentifier("catalog.order")
        }
    }
}
