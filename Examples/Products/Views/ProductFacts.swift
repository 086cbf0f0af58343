import SwiftUI

/// The details of a product beside its picture, or below it in a narrow window.
struct ProductFacts: View {
    let product: Product
    @Environment(\.horizontalSizeClass) private var sizeClass

    var body: some View {
        ScrollView {
            if sizeClass == .compact {
                VStack(spacing: 20) {
                    ProductPicture(product: product, cornerRadius: 24)
                    facts
                }
                .padding()
            } else {
                HStack(alignment: .top, spacing: 36) {
                    ProductPicture(product: product, cornerRadius: 28).frame(width: 360, height: 360)
                    facts
                }
                .padding(32)
                .frame(maxWidth: 960)
                .frame(maxWidth: .infinity)
            }
        }
    }

    private var facts: some View {
        VStack(alignment: .leading, spacing: 18) {
            VStack(alignment: .leading, spacing: 4) {
                Text(product.price, format: .currency(code: "EUR")).font(.title.bold())
                Text(product.botanicalName).italic().foregroundStyle(.secondary).accessibilityIdentifier("detail.botanical")
            }
            VStack(alignment: .leading, spacing: 12) {
                Label(product.availability, systemImage: "shippingbox")
                Label(product.light.title, systemImage: product.light.symbol)
                Label("Every \(product.wateringInterval) days", systemImage: "drop")
            }
            if !product.notes.isEmpty {
                Divider()
                Text(product.notes)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}
