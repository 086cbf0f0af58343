import SwiftUI

/// The picture of a product, with its name and price.
struct ProductCard: View {
    let product: Product

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            ProductPicture(product: product, cornerRadius: 18)
            VStack(alignment: .leading, spacing: 2) {
                Text(product.name).font(.headline).foregroundStyle(.primary).lineLimit(1)
                HStack(alignment: .firstTextBaseline) {
                    Text(product.price, format: .currency(code: "EUR"))
                    Spacer(minLength: 4)
                    if product.stock <= 3 {
                        Text(product.availability).font(.caption).lineLimit(1)
                    }
                }
                .font(.subheadline)
                .foregroundStyle(.secondary)
            }
            .padding(.horizontal, 4)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}
