import SwiftUI

/// A card that opens its product: here by a click, and in a window of its own by its context menu or
/// by dragging it out.
struct ProductLink: View {
    let product: Product
    @Environment(\.openWindow) private var openWindow
    @Environment(\.supportsMultipleWindows) private var supportsMultipleWindows

    var body: some View {
        NavigationLink(value: product.id) {
            ProductCard(product: product)
        }
        .buttonStyle(.plain)
        .onDrag {
            NSItemProvider(object: product.activity)
        } preview: {
            ProductPicture(product: product, cornerRadius: 16).frame(width: 120, height: 120)
        }
        .accessibilityIdentifier("product.\(product.id)")
        .contextMenu {
            if supportsMultipleWindows {
                Button("Open in New Window", systemImage: "macwindow.badge.plus") { openWindow(value: product.id) }
            }
        }
    }
}
