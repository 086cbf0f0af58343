import SwiftUI

struct Product: Codable, Identifiable {
    var id = UUID()
    var name = ""
}

struct ContentView: View {
    @SceneStorage("ContentView.selectedProduct") private var selectedProduct: String?

    var body: some View {
        Text(selectedProduct ?? "none")
            .onContinueUserActivity(DetailView.productUserActivityType) { userActivity in
                if let product = try? userActivity.typedPayload(Product.self) {
                    selectedProduct = product.id.uuidString
                }
            }
    }
}

struct DetailView: View {
    enum Tabs: String {
        case detail, photo
    }

    static let productUserActivityType = "com.example.product"
    let product: Product
    @SceneStorage("DetailView.selectedTab") private var selectedTab = Tabs.detail
    @AppStorage("visits") private var visits = 0
    @AppStorage("note") private var note = "new"

    var body: some View {
        Text("\(selectedTab.rawValue) \(visits) \(note)")
            .userActivity(Self.productUserActivityType) { userActivity in
                userActivity.title = product.name
                try? userActivity.setTypedPayload(product)
            }
        Button("Visit") {
            visits += 1
            note = "visited"
            selectedTab = .photo
        }
    }
}

#Preview {
    ContentView()
        .defaultAppStorage(.standard)
}
