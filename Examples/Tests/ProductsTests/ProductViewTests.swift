import Foundation
import StrataViewTesting
import SwiftUI
import Testing

@testable import Products

@MainActor
struct ProductViewTests {
    private let temporary = TemporaryFile()

    private func catalog(_ store: ProductStore) -> TestWindow {
        TestWindow(CatalogView().environment(store).defaultAppStorage(UserDefaults(suiteName: UUID().uuidString) ?? .standard))
    }

    /// Returns a window in which the sheet with the fern is open.
    private func editingFern(_ store: ProductStore) throws -> TestWindow {
        let window = catalog(store)
        try window.find(identifier: "product.fern").tap()
        try window.find(identifier: "detail.edit").tap()
        return window
    }

    @Test func `the catalog shows all products by name`() {
        let window = catalog(ProductStore(file: temporary.file))
        let cards = window.all(.button).compactMap(\.identifier).filter { $0.hasPrefix("product.") }
        #expect(cards == ProductOrder.name.sorted(Product.samples).map { "product.\($0.id)" })
    }

    @Test func `a product opens with its details, and has a second tab`() throws {
        let window = catalog(ProductStore(file: temporary.file))
        try window.find(identifier: "product.aloe").tap()
        #expect(try window.find(identifier: "detail.botanical").text == "Aloe vera")
        #expect(window.all(.tab).map(\.text) == ["Details", "Care"])
        try window.find(.tab, "Care").tap()
        #expect(window.texts.contains("Repotting"))
    }

    @Test func `a saved edit is in the catalog, and closes the sheet`() throws {
        let store = ProductStore(file: temporary.file)
        let window = try editingFern(store)
        try window.find(identifier: "editor.name").type("  Sword Fern ")
        try window.find(identifier: "editor.price").type(19.5.formatted())
        try window.find(identifier: "editor.save").tap()
        #expect(window.all(.dialog).isEmpty)
        #expect(store.product("fern")?.name == "Sword Fern")
        #expect(store.product("fern")?.price == 19.5)
        #expect(try window.find(identifier: "product.fern").texts.first == "Sword Fern")
        #expect(try temporary.text().contains("Sword Fern"))
    }

    @Test func `a canceled edit changes nothing, and the next one starts from the product`() throws {
        let store = ProductStore(file: temporary.file)
        let window = try editingFern(store)
        try window.find(identifier: "editor.name").type("Sword")
        try window.find(identifier: "editor.cancel").tap()
        #expect(window.all(.dialog).isEmpty)
        #expect(store.products == Product.samples)
        try window.find(identifier: "detail.edit").tap()
        #expect(try window.find(identifier: "editor.name").value == "Boston Fern")
    }

    @Test func `a product without a name cannot be saved`() throws {
        let window = try editingFern(ProductStore(file: temporary.file))
        #expect(try window.find(identifier: "editor.save").isEnabled)
        try window.find(identifier: "editor.name").type("  ")
        #expect(try !window.find(identifier: "editor.save").isEnabled)
    }

    @Test func `a save that fails says so, and keeps the sheet with what was typed`() throws {
        try FileManager.default.createDirectory(at: temporary.file.url, withIntermediateDirectories: true)
        let window = try editingFern(ProductStore(file: temporary.file))
        try window.find(identifier: "editor.name").type("Sword Fern")
        try window.find(identifier: "editor.save").tap()
        let words = UnreadableFile(name: "Products.json").localizedDescription
        #expect(window.texts.contains(words))
        try window.find(.button, "OK").tap()
        #expect(!window.texts.contains(words))
        #expect(try window.find(identifier: "editor.name").value == "Sword Fern")
    }

    @Test func `the report of a damaged file is shown until it is dismissed`() throws {
        try temporary.write("damaged")
        let window = catalog(ProductStore(file: temporary.file))
        #expect(try window.find(identifier: "report").text.contains("damaged 1"))
        try window.find(identifier: "report.dismiss").tap()
        #expect(window.all(identifier: "report").isEmpty)
    }

    @Test func `the activity of a product leads another window to it`() throws {
        let store = ProductStore(file: temporary.file)
        let window = catalog(store)
        #expect(window.userActivity == nil)
        try window.find(identifier: "product.aloe").tap()
        let activity = try #require(window.userActivity)
        #expect(activity.title == "Aloe")
        #expect(activity.targetContentIdentifier == "product/aloe")
        #expect(activity.isEligibleForSearch)
        #expect(activity.keywords.contains("Aloe vera"))
        let other = catalog(store)
        #expect(other.continueUserActivity(activity))
        #expect(try other.find(identifier: "detail.botanical").text == "Aloe vera")
    }

    @Test func `a window of its own shows one product, or another one that it continues`() throws {
        struct Window: View {
            @State var id: Product.ID?
            var body: some View { ProductWindow(id: $id) }
        }
        let store = ProductStore(file: temporary.file)
        let window = TestWindow(Window(id: "aloe").environment(store))
        #expect(try window.find(identifier: "detail.botanical").text == "Aloe vera")
        window.continueUserActivity(try #require(store.product("cactus")).activity)
        #expect(try window.find(identifier: "detail.botanical").text == "Carnegiea gigantea")
        #expect(TestWindow(Window(id: "rose").environment(store)).texts.contains("No Such Product"))
    }
}
