import SwiftUI

/// An edit that is not saved yet. It belongs to the window and is restored with it, so that nothing
/// that was typed is lost.
@MainActor
struct ProductDraft: DynamicProperty {
    /// The product that is edited; nil if none is.
    @SceneStorage("ProductDraft.product") var productID: Product.ID?
    @SceneStorage("ProductDraft.name") var name = ""
    @SceneStorage("ProductDraft.price") var price = 0.0
    @SceneStorage("ProductDraft.stock") var stock = 0
    @SceneStorage("ProductDraft.light") var light = Product.Light.medium
    @SceneStorage("ProductDraft.notes") var notes = ""

    /// Whether the edit can be saved.
    var isValid: Bool { !trimmedName.isEmpty && price >= 0 }

    private var trimmedName: String { name.trimmingCharacters(in: .whitespaces) }

    /// Starts to edit a product.
    func start(with product: Product) {
        name = product.name
        price = product.price
        stock = product.stock
        light = product.light
        notes = product.notes
        productID = product.id
    }

    /// Ends the edit, without saving it.
    func discard() { productID = nil }

    /// Returns the product with the values of the draft.
    func applied(to product: Product) -> Product {
        var product = product
        product.name = trimmedName
        product.price = price
        product.stock = stock
        product.light = light
        product.notes = notes
        return product
    }
}
