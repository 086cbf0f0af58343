import Foundation
import SwiftData
import Testing

/// Configurations of containers and their stores: sections 1.4 and 1.5.
@Suite struct ConfigurationTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private func container(_ configurations: ModelConfiguration...) throws -> ModelContainer {
        try ModelContainer(for: Schema([Wheel.self, Stop.self]), configurations: configurations)
    }

    private func file(_ name: String) -> URL { folder.url.appending(path: name) }

    // MARK: Files

    @Test func `missing folders are created`() throws {
        let url = file("new/and deeper/a.store")
        let context = ModelContext(try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: url)))
        context.insert(Trip(name: "t"))
        try context.save()
        #expect(FileManager.default.fileExists(atPath: url.path))
    }

    @Test(arguments: ["with space.store", "100%.store", "größe ☃.store", "a+b#c?d.store"])
    func `a file may have any name`(name: String) throws {
        let configuration = ModelConfiguration(url: file(name))
        let context = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
        context.insert(Trip(name: "t"))
        try context.save()
        #expect(FileManager.default.fileExists(atPath: folder.url.path + "/" + name))
        #expect(configuration.debugDescription.contains(name))
        let again = ModelContext(try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: file(name))))
        #expect(try again.fetch(FetchDescriptor<Trip>()).map(\.name) == ["t"])
    }

    @Test func `the null device is a store in memory`() throws {
        let configuration = ModelConfiguration(url: URL(filePath: "/dev/null"))
        #expect(configuration.isStoredInMemoryOnly)
        let container = try ModelContainer(for: Trip.self, configurations: configuration)
        let context = ModelContext(container)
        context.insert(Trip(name: "t"))
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
        #expect(try ModelContext(try makeContainer()).fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    @Test func `a container without configurations has the default one`() throws {
        let defaults = try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        #expect(defaults.configurations.map(\.name) == ["default"])
        #expect(defaults.configurations.first?.isStoredInMemoryOnly == true)
    }

    // MARK: Reading only

    @Test func `a store in a folder without write permission is read`() throws {
        do {
            let context = ModelContext(try folder.container())
            context.insert(Trip(name: "t"))
            try context.save()
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path) }
        let before = try Data(contentsOf: folder.store)
        do {
            let container = try ModelContainer(
                for: Trip.self, configurations: ModelConfiguration(url: folder.store, allowsSave: false))
            let context = ModelContext(container)
            let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
            #expect(trip.name == "t")
            trip.name = "u"
            #expect(throws: (any Error).self) { try context.save() }
            context.rollback()
            #expect(trip.name == "t")
            #expect(throws: (any Error).self) { try container.erase() }
        }
        #expect(try Data(contentsOf: folder.store) == before)
        #expect(files.contains("trips.store"))
    }

    // MARK: Names

    @Test func `a name is checked only if it names the file`() throws {
        #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
            try ModelConfiguration("a/b").validate()
        }
        #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
            try ModelConfiguration("a\0b").validate()
        }
        try ModelConfiguration("a/b", url: file("a.store")).validate()
        try ModelConfiguration("a/b", isStoredInMemoryOnly: true).validate()
        let long = String(repeating: "n", count: 300)
        #expect(throws: SwiftDataError.configurationFileNameTooLong) { try ModelConfiguration(long).validate() }
        #expect(throws: SwiftDataError.configurationFileNameTooLong) {
            try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: file(long)))
        }
        try ModelConfiguration(long, url: file("a.store")).validate()
        // Characters of several bytes count as several.
        #expect(throws: SwiftDataError.configurationFileNameTooLong) {
            try ModelConfiguration(String(repeating: "é", count: 130)).validate()
        }
        let error = #expect(throws: SwiftDataError.self) { try ModelConfiguration(long).validate() }
        #expect(error?.localizedDescription.contains("306 bytes") == true)
    }

    @Test func `two configurations of one file are refused, also by another path`() throws {
        try FileManager.default.createSymbolicLink(at: file("link"), withDestinationURL: folder.url)
        for other in [file("a.store"), file("x/../a.store"), file("link/a.store")] {
            let error = #expect(throws: SwiftDataError.duplicateConfiguration) {
                try container(ModelConfiguration("a", url: file("a.store")), ModelConfiguration("b", url: other))
            }
            #expect(error?.localizedDescription.contains("a.store") == true)
        }
        #expect(!FileManager.default.fileExists(atPath: file("a.store").path))
    }

    @Test func `a configuration's class is the container's, and not one of the same name`() throws {
        let error = #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
            try ModelContainer(
                for: NotesV1.Note.self,
                configurations: ModelConfiguration(schema: Schema([NotesV3.Note.self]), url: file("a.store")))
        }
        #expect(error?.localizedDescription.contains("NotesV3") == true)
        let foreign = #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
            try ModelContainer(for: NotesV1.Note.self, configurations: ModelConfiguration(for: Stop.self))
        }
        #expect(foreign?.localizedDescription.contains("default") == true)
    }

    // MARK: Several stores

    private func two() throws -> ModelContainer {
        try container(
            ModelConfiguration("wheels", schema: Schema([Wheel.self]), url: file("wheels.store")),
            ModelConfiguration("stops", schema: Schema([Stop.self]), url: file("stops.store")))
    }

    @Test func `each type is in the file of its configuration`() throws {
        let container = try two()
        let context = ModelContext(container)
        context.insert(Wheel(size: 1))
        context.insert(Stop(place: "p"))
        try context.save()
        #expect(try StoreSQL(file("wheels.store")).value("SELECT count(*) FROM ZWHEEL") == 1)
        #expect(try StoreSQL(file("wheels.store")).columns("ZSTOP").isEmpty)
        #expect(try StoreSQL(file("stops.store")).value("SELECT count(*) FROM ZSTOP") == 1)
        #expect(try StoreSQL(file("stops.store")).columns("ZWHEEL").isEmpty)
        let again = ModelContext(try two())
        #expect(try again.fetchCount(FetchDescriptor<Wheel>()) == 1)
        #expect(try again.fetchCount(FetchDescriptor<Stop>()) == 1)
    }

    @Test func `erasing empties every store and keeps the files`() throws {
        let container = try two()
        let context = ModelContext(container)
        context.insert(Wheel(size: 1))
        context.insert(Stop(place: "p"))
        try context.save()
        try container.erase()
        #expect(try StoreSQL(file("wheels.store")).value("SELECT count(*) FROM ZWHEEL") == 0)
        #expect(try StoreSQL(file("stops.store")).value("SELECT count(*) FROM ZSTOP") == 0)
        #expect(try context.fetchCount(FetchDescriptor<Wheel>()) == 0)
        context.insert(Stop(place: "q"))
        try context.save()
        container.deleteAllData()
        #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
    }

    @Test func `a configuration alone may have fewer types than the container`() throws {
        let container = try container(ModelConfiguration(schema: Schema([Stop.self]), url: file("a.store")))
        let context = ModelContext(container)
        context.insert(Stop(place: "p"))
        try context.save()
        #expect(try StoreSQL(file("a.store")).columns("ZWHEEL").isEmpty)
        // A type that no store has is an error of the save, and not the end of the program.
        context.insert(Wheel(size: 1))
        #expect(throws: (any Error).self) { try context.save() }
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 1)
    }

    @Test func `a relationship to a type of another store is refused`() throws {
        let whole = Schema([Stop.self])
        let stops = try #require(whole.entitiesByName["Stop"])
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
            try ModelContainer(
                for: whole,
                configurations: [
                    ModelConfiguration("stops", schema: Schema(stops), url: file("stops.store")),
                    ModelConfiguration("trips", schema: whole, url: file("trips.store")),
                ])
        }
        let text = error?.localizedDescription ?? ""
        #expect(text.contains("134020"))
        #expect(text.contains("'trip'"))
        #expect(text.contains("'Trip'"))
    }

    @Test func `erasing also deletes what deny rules protect`() throws {
        let container = try ModelContainer(
            for: Schema([Layouts.Shelf.self, Layouts.Reader.self]), configurations: [ModelConfiguration(url: folder.store)])
        let context = ModelContext(container)
        let reader = Layouts.Reader()
        let shelf = Layouts.Shelf(owner: reader)
        shelf.keeper = reader
        context.insert(shelf)
        try context.save()
        try container.erase()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Layouts.Shelf>()) == 0)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Layouts.Reader>()) == 0)
    }
}
