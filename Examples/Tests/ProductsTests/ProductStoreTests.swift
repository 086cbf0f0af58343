import Foundation
import Testing

@testable import Products

@MainActor
struct ProductStoreTests {
    private let temporary = TemporaryFile()

    /// A sample product with another name.
    private func renamed(_ name: String) throws -> Product {
        var product = try #require(Product.samples.first)
        product.name = name
        return product
    }

    @Test func `without a file, the catalog has the samples, and writes nothing`() throws {
        let store = ProductStore(file: temporary.file)
        #expect(try temporary.file.load() == nil)
        #expect(store.products == Product.samples)
        #expect(store.report == nil)
        #expect(temporary.names.isEmpty)
    }

    @Test func `a file is loaded as it was saved`() throws {
        let products = [try renamed("Käse “Pflanze” / \n🌱")]
        try temporary.file.save(products)
        #expect(try temporary.file.load() == products)
        #expect(temporary.names == ["Products.json"])
    }

    @Test func `a change is in the store and in the file`() throws {
        let store = ProductStore(file: temporary.file)
        let product = try renamed("Holey")
        try store.update(product)
        #expect(store.product(product.id)?.name == "Holey")
        #expect(ProductStore(file: temporary.file).products == store.products)
        #expect(store.products.dropFirst() == Product.samples.dropFirst())
    }

    @Test(arguments: ["", "{", "[{}]", "null", #"{"products": []}"#])
    func `a damaged file is kept and reported, and a change does not overwrite it`(text: String) throws {
        try temporary.write(text)
        let store = ProductStore(file: temporary.file)
        #expect(store.products == Product.samples)
        #expect(store.report?.contains("Products (damaged 1).json") == true)
        try store.update(renamed("Holey"))
        #expect(try temporary.text("Products (damaged 1).json") == text)
        #expect(temporary.names == ["Products (damaged 1).json", "Products.json"])
        store.dismissReport()
        #expect(store.report == nil)
    }

    @Test func `a second damaged file does not replace the first one`() throws {
        for text in ["first", "second"] {
            try temporary.write(text)
            _ = ProductStore(file: temporary.file)
        }
        #expect(try temporary.text("Products (damaged 1).json") == "first")
        #expect(try temporary.text("Products (damaged 2).json") == "second")
    }

    @Test func `a file that cannot be read stays, and changes are refused`() throws {
        // A folder, because nothing is unreadable to root.
        try FileManager.default.createDirectory(at: temporary.file.url, withIntermediateDirectories: true)
        let store = ProductStore(file: temporary.file)
        #expect(store.report?.contains("could not be read") == true)
        let product = try renamed("Holey")
        #expect(throws: UnreadableFile.self) { try store.update(product) }
        #expect(store.products == Product.samples)
        #expect(temporary.names == ["Products.json"])
    }

    @Test func `a save that fails changes nothing`() throws {
        let blocked = ProductFile(url: temporary.folder.appending(path: "folder/Products.json"))
        let store = ProductStore(file: blocked)
        try FileManager.default.createDirectory(at: temporary.folder, withIntermediateDirectories: true)
        try Data().write(to: temporary.folder.appending(path: "folder"))
        let product = try renamed("Holey")
        #expect(throws: (any Error).self) { try store.update(product) }
        #expect(store.products == Product.samples)
    }
}

struct ProductTests {
    @Test func `each sample has an identifier that no other contains`() {
        let identifiers = Product.samples.map { Product.contentIdentifier(of: $0.id) }
        for identifier in identifiers {
            #expect(identifiers.filter { $0.contains(identifier) } == [identifier])
        }
    }

    @Test(arguments: Product.samples)
    func `each sample has a drawing`(product: Product) {
        let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let drawing = examples.appending(path: "Products/Assets.xcassets/\(product.id).imageset/\(product.id).svg")
        #expect(FileManager.default.fileExists(atPath: drawing.path))
    }

    @Test func `a search finds both names, without regard to case`() {
        #expect(Product.samples.filter { $0.matches("fIg") }.map(\.id) == ["rubberfig"])
        #expect(Product.samples.filter { $0.matches("spathi") }.map(\.id) == ["peacelily"])
        #expect(Product.samples.filter { $0.matches("") } == Product.samples)
    }

    @Test(arguments: [(-1, "Sold out"), (0, "Sold out"), (1, "Only 1 left"), (3, "Only 3 left"), (4, "In stock")])
    func `the availability follows from the stock`(stock: Int, words: String) throws {
        var product = try #require(Product.samples.first)
        product.stock = stock
        #expect(product.availability == words)
    }

    @Test func `the orders sort by name, price and watering`() throws {
        #expect(ProductOrder.name.sorted(Product.samples).first?.id == "aloe")
        #expect(ProductOrder.price.sorted(Product.samples).first?.id == "echeveria")
        #expect(ProductOrder.watering.sorted(Product.samples).first?.id == "cactus")
    }
}
