import Foundation
import SwiftData
import Testing

enum OutShop {
    @Model final class Product {
        var name: String
        init(name: String) { self.name = name }
    }

    @Model final class Order {
        var number: Int
        init(number: Int) { self.number = number }
    }
}

@Suite struct ConfigurationUseTests {
    typealias Product = OutShop.Product
    typealias Order = OutShop.Order

    @Test func `names and locations of configurations`() {
        let named = ModelConfiguration("Archive")
        #expect(named.name == "Archive")
        #expect(named.url.lastPathComponent == "Archive.store")
        #expect(named.allowsSave)
        #expect(!named.isStoredInMemoryOnly)
        #expect(named.id == named.url)
        #expect(named.schema == nil)
        #expect(ModelConfiguration().url.lastPathComponent == "default.store")
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        #expect(memory.isStoredInMemoryOnly)
        #expect(memory.url.path == "/dev/null")
        let url = URL(filePath: "/tmp/somewhere/else.sqlite")
        #expect(ModelConfiguration(url: url).url == url)
        #expect(ModelConfiguration("n", url: url, allowsSave: false).allowsSave == false)
        #expect(ModelConfiguration(url: url) == ModelConfiguration(url: url))
        #expect(ModelConfiguration("a", url: url) != ModelConfiguration("b", url: url))
    }

    @Test func `CloudKit and group parameters are accepted`() throws {
        let configuration = ModelConfiguration(
            "Local", schema: Schema([Product.self]), isStoredInMemoryOnly: true, allowsSave: true, groupContainer: .none,
            cloudKitDatabase: .none)
        let container = try ModelContainer(for: Product.self, configurations: configuration)
        #expect(container.configurations.count == 1)
        #expect(container.configurations.first?.name == "Local")
        #expect(configuration.cloudKitContainerIdentifier == nil)
    }

    @Test func `two configurations put their models into two files`() throws {
        let folder = try StoreFolder()
        let first = folder.url.appending(path: "products.store")
        let second = folder.url.appending(path: "orders.store")
        do {
            let container = try ModelContainer(
                for: Product.self, Order.self,
                configurations: ModelConfiguration("products", schema: Schema([Product.self]), url: first),
                ModelConfiguration("orders", schema: Schema([Order.self]), url: second))
            #expect(container.configurations.count == 2)
            #expect(Set(container.schema.entities.map(\.name)) == ["Product", "Order"])
            let context = ModelContext(container)
            let product = Product(name: "p")
            let order = Order(number: 1)
            context.insert(product)
            context.insert(order)
            try context.save()
            #expect(product.persistentModelID.storeIdentifier != order.persistentModelID.storeIdentifier)
        }
        let products = ModelContext(
            try ModelContainer(for: Product.self, configurations: ModelConfiguration(url: first)))
        #expect(try products.fetch(FetchDescriptor<Product>()).map(\.name) == ["p"])
        let orders = ModelContext(try ModelContainer(for: Order.self, configurations: ModelConfiguration(url: second)))
        #expect(try orders.fetch(FetchDescriptor<Order>()).map(\.number) == [1])
    }

    @Test func `one configuration in memory, one on disk`() throws {
        let folder = try StoreFolder()
        func open() throws -> ModelContext {
            ModelContext(
                try ModelContainer(
                    for: Schema([Product.self, Order.self]),
                    configurations: [
                        ModelConfiguration("disk", schema: Schema([Product.self]), url: folder.store),
                        ModelConfiguration("cache", schema: Schema([Order.self]), isStoredInMemoryOnly: true),
                    ]))
        }
        let context = try open()
        context.insert(Product(name: "p"))
        context.insert(Order(number: 1))
        try context.save()
        let next = try open()
        #expect(try next.fetchCount(FetchDescriptor<Product>()) == 1)
        #expect(try next.fetchCount(FetchDescriptor<Order>()) == 0)
    }

    @Test func `a read-only store is read, and a save of a change throws`() throws {
        let folder = try StoreFolder()
        do {
            let context = ModelContext(
                try ModelContainer(for: Product.self, configurations: ModelConfiguration(url: folder.store)))
            context.insert(Product(name: "p"))
            try context.save()
        }
        let container = try ModelContainer(
            for: Product.self, configurations: ModelConfiguration(url: folder.store, allowsSave: false))
        let context = ModelContext(container)
        let product = try #require(try context.fetch(FetchDescriptor<Product>()).first)
        #expect(product.name == "p")
        try context.save()
        product.name = "q"
        context.insert(Product(name: "r"))
        #expect(throws: (any Error).self) { try context.save() }
        #expect(context.hasChanges)
        context.rollback()
        #expect(product.name == "p")
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Product>()) == 1)
    }

    @Test func `a read-only store without its file fails to load`() throws {
        let folder = try StoreFolder()
        #expect(throws: SwiftDataError.loadIssueModelContainer) {
            try ModelContainer(
                for: Product.self, configurations: ModelConfiguration(url: folder.store, allowsSave: false))
        }
        #expect(!FileManager.default.fileExists(atPath: folder.store.path))
    }

    @Test func `wrong configurations are refused`() throws {
        let folder = try StoreFolder()
        let url = folder.store
        #expect(throws: SwiftDataError.duplicateConfiguration) {
            try ModelContainer(
                for: Product.self, Order.self,
                configurations: ModelConfiguration("a", schema: Schema([Product.self]), url: url),
                ModelConfiguration("a", schema: Schema([Order.self]), url: url))
        }
        #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
            try ModelContainer(
                for: Product.self,
                configurations: ModelConfiguration("a", schema: Schema([Order.self]), isStoredInMemoryOnly: true))
        }
        #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
            try ModelContainer(for: Product.self, configurations: ModelConfiguration("a/b"))
        }
        #expect(throws: SwiftDataError.configurationFileNameTooLong) {
            try ModelContainer(
                for: Product.self, configurations: ModelConfiguration(String(repeating: "x", count: 400)))
        }
    }

    @Test func `two containers in memory share nothing, and are equal to themselves only`() throws {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        let one = try ModelContainer(for: Product.self, configurations: memory)
        let two = try ModelContainer(for: Product.self, configurations: memory)
        let context = ModelContext(one)
        context.insert(Product(name: "p"))
        try context.save()
        #expect(try ModelContext(two).fetchCount(FetchDescriptor<Product>()) == 0)
        #expect(one == one)
        #expect(one != two)
        #expect(ModelContext(one) != ModelContext(one))
        #expect(ModelContext(one).container == one)
    }

    @Test func `erasing a container deletes the contents and keeps the container in use`() throws {
        let folder = try StoreFolder()
        let container = try ModelContainer(for: Product.self, configurations: ModelConfiguration(url: folder.store))
        let context = ModelContext(container)
        context.insert(Product(name: "p"))
        try context.save()
        try container.erase()
        let next = ModelContext(container)
        #expect(try next.fetchCount(FetchDescriptor<Product>()) == 0)
        next.insert(Product(name: "q"))
        try next.save()
        #expect(try next.fetch(FetchDescriptor<Product>()).map(\.name) == ["q"])
    }

    @Test func `a container of a type that is not in the schema refuses its fetch without ending the program`() throws {
        let context = ModelContext(
            try ModelContainer(for: Product.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        #expect(throws: (any Error).self) { try context.fetch(FetchDescriptor<Order>()) }
    }
}
