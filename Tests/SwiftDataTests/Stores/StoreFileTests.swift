import Foundation
import SwiftData
import Testing

@Suite struct StoreFileTests {
    typealias Product = OutShop.Product
    typealias Book = OutLibrary.Book

    @Test func `a configuration for types has their schema`() throws {
        let configuration = ModelConfiguration(for: Product.self, isStoredInMemoryOnly: true)
        #expect(configuration.schema?.entities.map(\.name) == ["Product"])
        #expect(configuration.isStoredInMemoryOnly)
        try configuration.validate()
        #expect(!configuration.debugDescription.isEmpty)
        let container = try ModelContainer(
            for: Product.self, OutShop.Order.self, configurations: configuration,
            ModelConfiguration(for: OutShop.Order.self, isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        context.insert(Product(name: "p"))
        context.insert(OutShop.Order(number: 1))
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<OutShop.Order>()) == 1)
    }

    @Test func `related models of one configuration are stored beside each other`() throws {
        let folder = try StoreFolder()
        func open() throws -> ModelContext {
            ModelContext(
                try ModelContainer(
                    for: Book.self, Product.self,
                    configurations: ModelConfiguration("books", schema: Schema([Book.self]), url: folder.store),
                    ModelConfiguration(
                        "products", schema: Schema([Product.self]), url: folder.url.appending(path: "products.store"))))
        }
        let context = try open()
        OutLibrary.fill(context)
        context.insert(Product(name: "p"))
        try context.save()
        let next = try open()
        #expect(try next.fetch(.longer(than: 500)).first?.author?.agent?.name == "Curtis")
        #expect(try next.fetchCount(FetchDescriptor<Product>()) == 1)
        let history = try next.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(Set(history.map(\.storeIdentifier)).count == 2)
    }

    @Test func `a read-only container reads relationships, sorts, counts and batches`() throws {
        let folder = try StoreFolder()
        do {
            let context = ModelContext(
                try ModelContainer(for: Book.self, configurations: ModelConfiguration(url: folder.store)))
            OutLibrary.fill(context)
            try context.save()
        }
        let bytes = try Data(contentsOf: folder.store)
        let context = ModelContext(
            try ModelContainer(for: Book.self, configurations: ModelConfiguration(url: folder.store, allowsSave: false)))
        var descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pages)])
        descriptor.includePendingChanges = false
        #expect(try context.fetch(descriptor, batchSize: 2).map(\.title) == ["notes", "Emma", "Dune"])
        #expect(try context.fetchCount(FetchDescriptor<Book>(predicate: #Predicate { $0.chapters.count > 1 })) == 2)
        let dune = try #require(try context.fetch(.longer(than: 500)).first)
        #expect(dune.chapters.count == 3)
        context.delete(dune)
        #expect(throws: (any Error).self) { try context.save() }
        context.rollback()
        #expect(dune.title == "Dune")
        #expect(try Data(contentsOf: folder.store) == bytes)
    }

    @Test func `a store of a version that the plan does not know fails to load`() throws {
        let folder = try StoreFolder()
        do {
            let context = ModelContext(
                try ModelContainer(for: OutNotesV2.Note.self, configurations: ModelConfiguration(url: folder.store)))
            context.insert(OutNotesV2.Note(body: "b"))
            try context.save()
        }
        #expect(throws: SwiftDataError.self) {
            try ModelContainer(
                for: Schema(versionedSchema: OutNotesV1.self), migrationPlan: OutNotesOldPlan.self,
                configurations: ModelConfiguration(url: folder.store))
        }
        let context = ModelContext(
            try ModelContainer(for: OutNotesV2.Note.self, configurations: ModelConfiguration(url: folder.store)))
        #expect(try context.fetchCount(FetchDescriptor<OutNotesV2.Note>()) == 1)
    }

    enum OutNotesOldPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [OutNotesV1.self] }
        static var stages: [MigrationStage] { [] }
    }

    enum DuplicatePlan: SchemaMigrationPlan {
        enum Copy: VersionedSchema {
            static var versionIdentifier: Schema.Version { Schema.Version(1, 1, 0) }
            static var models: [any PersistentModel.Type] { OutNotesV1.models }
        }

        static var schemas: [any VersionedSchema.Type] { [OutNotesV1.self, Copy.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: OutNotesV1.self, toVersion: Copy.self)] }
    }

    @Test func `a plan with two versions of the same models opens a store or throws, and does not trap`() throws {
        let folder = try StoreFolder()
        do {
            let container = try ModelContainer(
                for: Schema(versionedSchema: DuplicatePlan.Copy.self), migrationPlan: DuplicatePlan.self,
                configurations: ModelConfiguration(url: folder.store))
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<OutNotesV1.Note>()) == 0)
        } catch is SwiftDataError {}
    }

    @Test func `an error of a container says what is wrong`() throws {
        let folder = try StoreFolder()
        try Data(repeating: 1, count: 9000).write(to: folder.store)
        do {
            _ = try folder.container()
            Issue.record("opened a file that is no store")
        } catch {
            #expect(SwiftDataError.loadIssueModelContainer ~= error)
            #expect("\(error)".contains("trips.store"))
        }
    }

    @Test func `a container whose folder is missing either makes it or fails to load`() throws {
        let folder = try StoreFolder()
        let url = folder.url.appending(path: "a/b/c.store")
        do {
            let context = ModelContext(try ModelContainer(for: Product.self, configurations: ModelConfiguration(url: url)))
            context.insert(Product(name: "p"))
            try context.save()
            #expect(FileManager.default.fileExists(atPath: url.path))
        } catch SwiftDataError.loadIssueModelContainer {}
    }

    @MainActor @Test func `a container opened twice on one file shares its saved rows`() async throws {
        let folder = try StoreFolder()
        let one = try folder.container()
        let two = try folder.container()
        let first = ModelContext(one)
        let second = ModelContext(two)
        let trip = Trip(name: "a")
        first.insert(trip)
        try first.save()
        let same = try #require(try second.fetch(FetchDescriptor<Trip>()).first)
        #expect(same.persistentModelID == trip.persistentModelID)
        same.note = "second"
        try second.save()
        // The first container learns of it as of the save of another process.
        try await eventually { try first.fetch(FetchDescriptor<Trip>()).first?.note == "second" }
        #expect(trip.note == "second")
    }

    @Test func `deleteAllData removes the contents`() throws {
        let folder = try StoreFolder()
        do {
            let container = try folder.container()
            let context = ModelContext(container)
            context.insert(Trip(name: "a"))
            try context.save()
            container.deleteAllData()
        }
        #expect(try ModelContext(try folder.container()).fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    @Test func `a structure is a composite attribute of the schema`() throws {
        let schema = Schema([Book.self])
        let book = try #require(schema.entity(for: Book.self))
        let cover = try #require(book.attributesByName["cover"] as? Schema.CompositeAttribute)
        #expect(Set(cover.properties.map(\.name)) == ["color", "width"])
        #expect(book.attributesByName["origin"]?.isOptional == true)
        #expect(book.relationshipsByName["labels"]?.isToOneRelationship == false)
        #expect(book.attributesByName["isLent"]?.isAttribute == true)
        #expect(book.relationshipsByName["author"]?.isRelationship == true)
    }

    @Test func `a decoded schema opens a container`() throws {
        let data = try JSONEncoder().encode(Schema([Product.self]))
        let schema = try JSONDecoder().decode(Schema.self, from: data)
        do {
            let container = try ModelContainer(
                for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            #expect(container.schema.entities.map(\.name) == ["Product"])
        } catch is SwiftDataError {}
    }
}
