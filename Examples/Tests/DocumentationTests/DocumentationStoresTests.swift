import CoreData
import Foundation
import StrataViewTesting
import SwiftUI
import Testing

@testable import Earthquakes
@testable import TeamNotes

/// The examples of `docs/` that read a store, with a store.
@MainActor
struct DocumentationStoresTests {
    /// A folder that is removed at the end of the test.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "documentation-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    /// Returns a container whose store is a file in a folder and keeps a history.
    private func opened(_ container: NSPersistentContainer, in folder: Folder) throws -> NSPersistentContainer {
        let description = NSPersistentStoreDescription(url: folder.url.appending(path: "test.sqlite"))
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        return container
    }

    // MARK: docs/live-results.md

    private func quakes(in folder: Folder) throws -> NSManagedObjectContext {
        try opened(NSPersistentContainer(name: "Earthquakes"), in: folder).viewContext
    }

    private func save(_ place: String, day: String = "2018-06-14", _ magnitude: Float, in context: NSManagedObjectContext) throws
    {
        let quake = Quake(context: context)
        (quake.code, quake.place, quake.day) = (place, place, day)
        (quake.magnitude, quake.time) = (magnitude, .now)
        try context.save()
    }

    private var byDay: NSFetchRequest<Quake> {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.sortDescriptors = [NSSortDescriptor(key: "day", ascending: true), NSSortDescriptor(key: "code", ascending: true)]
        return request
    }

    @Test func `a list shows the ten strongest of a day, also after a new one`() throws {
        let folder = try Folder()
        let context = try quakes(in: folder)
        for number in 1...12 { try save("quake \(number)", Float(number), in: context) }
        try save("on another day", day: "2018-06-15", 20, in: context)
        let window = TestWindow(Strongest(on: "2018-06-14").environment(\.managedObjectContext, context))
        #expect(window.texts == (3...12).reversed().map { "quake \($0)" })
        try save("new", 19, in: context)
        #expect(window.texts.first == "new")
    }

    @Test func `sections by a computed property follow the order that a button sets`() throws {
        let folder = try Folder()
        let context = try quakes(in: folder)
        for (place, magnitude) in [("a", 5), ("b", 3), ("c", 7), ("d", 5.5)] as [(String, Float)] {
            try save(place, magnitude, in: context)
        }
        let window = TestWindow(ByStrength().environment(\.managedObjectContext, context))
        #expect(window.texts == ["light", "b", "moderate", "a", "d", "strong", "c", "Strongest first"])
        try window.find(.button, "Strongest first").tap()
        #expect(window.texts == ["strong", "c", "moderate", "d", "a", "light", "b", "Strongest first"])
    }

    @Test func `a loop over positions that saves deletes the rows that were shown`() throws {
        let folder = try Folder()
        let context = try quakes(in: folder)
        for place in ["a", "b", "c", "d"] { try save(place, 5, in: context) }
        let window = TestWindow(Places().environment(\.managedObjectContext, context))
        let places = window.texts.dropLast()
        try window.find(.button, "Delete the first two").tap()
        #expect(window.texts.dropLast() == places.dropFirst(2))
        try window.find(.row, window.texts[1]).delete()
        #expect(window.texts.dropLast() == [places[2]])
    }

    @Test func `the changes of a controller arrive, and observed sections are those of the store`() async throws {
        let folder = try Folder()
        let context = try quakes(in: folder)
        let request = byDay
        PrintedResults.lines = []
        let task = Task { try await waiting(request, context) }
        var number = 0
        // The first of them may be saved before the controller fetches.
        while PrintedResults.lines.isEmpty {
            number += 1
            try save("quake \(number)", 4, in: context)
            await Task.yield()
        }
        #expect(PrintedResults.lines.first?.hasPrefix("insert ") == true)
        task.cancel()
        try await task.value

        try save("of the next day", day: "2018-06-15", 6, in: context)
        PrintedResults.lines = []
        try observing(request, context)
        #expect(PrintedResults.lines == ["2018-06-14 \(number)", "2018-06-15 1"])
        // The cache is written into a file, and deleted.
        try keeping(request, context)
    }

    // MARK: docs/predicates.md

    @Test func `a predicate follows relationships and finds members`() throws {
        let folder = try Folder()
        let context = try opened(
            NSPersistentContainer(name: "Reports", managedObjectModel: Reports.model), in: folder
        ).viewContext
        func insert(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
            let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
            object.setValuesForKeys(values)
            return object
        }
        let (peru, chile) = (insert("Country", ["name": "Peru"]), insert("Country", ["name": "Chile"]))
        let (ada, ben) = (insert("Author", ["name": "Ada"]), insert("Author", ["name": "Ben"]))
        for (region, country, author) in [
            ("Lima 10", peru, ada), ("Lima 9", peru, ada), ("Cusco", peru, ben), ("Arica", chile, ada),
        ] {
            let place = insert("Region", ["name": region, "country": country])
            let quake = insert("Quake", ["region": place])
            _ = insert("Report", ["quake": quake, "author": author])
        }
        try context.save()
        let found = try context.fetch(predicates([ada]))
        let regions = found.map { $0.value(forKey: "region") as? NSManagedObject }
        #expect(regions.map { $0?.value(forKey: "name") as? String } == ["Lima 9", "Lima 10"])
        #expect(try context.count(for: predicates([ada, ben])) == 3)
        #expect(try context.count(for: predicates([])) == 0)
    }

    // MARK: docs/server.md

    @Test func `a person sees their own notes`() throws {
        let container = StoredNotes.container(notes: ["Ada": ["first", "second"], "Ben": ["his"]])
        let context = container.viewContext
        let window = TestWindow(
            PersonalNotes().environment(\.person, "Ada").environment(\.managedObjectContext, context))
        #expect(window.texts.sorted() == ["first", "second"])
        let note = Note(context: context)
        (note.owner, note.text, note.created) = ("Ada", "newest", .now)
        try context.save()
        #expect(window.texts.first == "newest")
    }

    @Test func `a window that no browser has asked for has no request`() {
        #expect(TestWindow(Visitor()).texts.joined() == "")
    }

    // MARK: docs/storage.md

    @Test func `a shared setting has its default, or what another app has set`() {
        let expected = UserDefaults.shared.string(forKey: "color") ?? "blue"
        #expect(TestWindow(SharedSettings()).texts == [expected])
    }

    @Test func `the settings of a person are a suite of their own`() throws {
        let person = UUID().uuidString
        let name = "settings.\(person)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        let window = TestWindow(PersonalSettings().environment(\.person, person))
        #expect(try window.find(.textField, "Color").value == "blue")
        try window.find(.textField, "Color").type("green")
        #expect(defaults.string(forKey: "color") == "green")
    }

    @Test func `the settings of all people are objects of a store`() throws {
        let folder = try Folder()
        let container = try opened(
            NSPersistentContainer(name: "Settings", managedObjectModel: Reports.settings), in: folder)
        let window = TestWindow(SettingsOfAll(container: container).environment(\.person, "Ada"))
        try window.find(.textField, "Color").type("green")
        #expect(container.userDefaults(of: "Ada").string(forKey: "color") == "green")
        #expect(container.userDefaults(of: "Ben").string(forKey: "color") == nil)
        let other = TestWindow(SettingsOfAll(container: container).environment(\.person, "Ben"))
        #expect(try other.find(.textField, "Color").value == "blue")
    }
}

/// The models of examples whose entities no example app has.
private enum Reports {
    /// Quakes in the regions of countries, with reports of authors.
    static let model: NSManagedObjectModel = {
        let names = ["Country", "Region", "Quake", "Report", "Author"]
        let entities = Dictionary(uniqueKeysWithValues: names.map { ($0, entity($0)) })
        for name in ["Country", "Region", "Author"] { entities[name]?.properties = [attribute("name", .stringAttributeType)] }
        entities["Quake"]?.managedObjectClassName = NSStringFromClass(Quake.self)
        func relate(_ owner: String, _ name: String, to destination: String, inverse: String) {
            let (one, many) = (NSRelationshipDescription(), NSRelationshipDescription())
            (one.name, one.destinationEntity, one.maxCount) = (name, entities[destination], 1)
            (many.name, many.destinationEntity, many.maxCount) = (inverse, entities[owner], 0)
            (one.inverseRelationship, many.inverseRelationship) = (many, one)
            (one.isOptional, many.isOptional) = (true, true)
            entities[owner]?.properties.append(one)
            entities[destination]?.properties.append(many)
        }
        relate("Region", "country", to: "Country", inverse: "regions")
        relate("Quake", "region", to: "Region", inverse: "quakes")
        relate("Report", "quake", to: "Quake", inverse: "reports")
        relate("Report", "author", to: "Author", inverse: "reports")
        let model = NSManagedObjectModel()
        model.entities = names.compactMap { entities[$0] }
        return model
    }()

    /// The settings of people.
    static let settings: NSManagedObjectModel = {
        let setting = entity("UserDefault")
        setting.properties = [
            attribute("owner", .stringAttributeType), attribute("key", .stringAttributeType),
            attribute("value", .binaryDataAttributeType),
        ]
        setting.uniquenessConstraints = [["owner", "key"]]
        let model = NSManagedObjectModel()
        model.entities = [setting]
        return model
    }()

    private static func entity(_ name: String) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        return entity
    }

    private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
        return attribute
    }
}

/// The app of docs/server.md with a store in memory.
struct StoredNotes: App {
    let container: NSPersistentContainer

    init() { self.init(notes: [:]) }

    init(notes: [String: [String]]) { container = Self.container(notes: notes) }

    var body: some Scene {
        WindowGroup {
            VStack {
                Visitor()
                PersonalNotes().environment(\.managedObjectContext, container.viewContext)
            }
        }
    }

    /// Returns a container with the notes of people.
    static func container(notes: [String: [String]]) -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Notes")
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(filePath: "/dev/null"))]
        container.loadPersistentStores { _, error in
            if let error { Issue.record(error) }
        }
        let context = container.viewContext
        for (person, texts) in notes {
            for text in texts {
                let note = Note(context: context)
                (note.owner, note.text, note.created) = (person, text, .now)
            }
        }
        do { try context.save() } catch { Issue.record(error) }
        return container
    }
}
