import SwiftUI

/// The advice on light, water and soil for a product.
struct ProductCare: View {
    let product: Product

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 16) {
                tip("Light", product.light.symbol, product.light.advice)
                tip(
                    "Water", "drop",
                    """
                    Water it every \(product.wateringInterval) days in summer, and half as often in winter. \
                    Pour away what stays in the saucer.
                    """)
                tip("Soil", "square.stack", soil)
                tip("Repotting", "arrow.up.circle", "Give it a pot one size larger every two years, in spring.")
            }
            .padding()
            .frame(maxWidth: 680)
            .frame(maxWidth: .infinity)
        }
        .accessibilityIdentifier("detail.tips")
    }

    private var soil: String {
        product.wateringInterval > 12
            ? "Mix the soil with a third of sand, so that water runs through."
            : "Plain potting soil is fine. Loosen it with a fork now and then."
    }

    private func tip(_ title: LocalizedStringKey, _ symbol: String, _ text: String) -> some View {
        HStack(alignment: .top, spacing: 16) {
            Image(systemName: symbol)
                .font(.title2)
                .foregroundStyle(.green)
                .frame(width: 36)
                .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 4) {
                Text(title).font(.headline)
                Text(text)
            }
            Spacer(minLength: 0)
        }
        .padding(18)
        .background(.green.opacity(0.1), in: .rect(cornerRadius: 18))
    }
}
