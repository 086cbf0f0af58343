import SwiftUI

/// The square drawing of a product, without a label: the product's name stands beside it.
struct ProductPicture: View {
    let product: Product
    let cornerRadius: CGFloat

    var body: some View {
        Image(decorative: product.id)
            .resizable()
            .aspectRatio(1, contentMode: .fit)
            .clipShape(.rect(cornerRadius: cornerRadius))
            .opacity(product.stock > 0 ? 1 : 0.55)
    }
}
