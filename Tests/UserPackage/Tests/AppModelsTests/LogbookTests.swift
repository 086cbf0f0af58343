import AppModels
import Foundation
import SwiftData
import Testing

/// An app with versions of its schema and fall-backs.
struct LogbookTests {
    private let url = FileManager.default.temporaryDirectory.appending(path: "Logbook-\(UUID().uuidString).store")

    private func remove() {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
    }

    @Test func `a store of the newest version is opened again`() throws {
        defer { remove() }
        do {
            let context = ModelContext(try Logbook.open(at: url))
            let entry = Entry(text: "first")
            entry.mood = Mood(name: "calm")
            context.insert(entry)
            try context.save()
        }
        let context = ModelContext(try Logbook.open(at: url))
        let entry = try #require(try context.fetch(FetchDescriptor<Entry>()).first)
        #expect(entry.mood?.name == "calm")
        #expect(entry.mood?.entries?.map(\.text) == ["first"])
        #expect(!entry.isFavorite)
    }

    @Test func `a store of an earlier version with the same tables is opened by a plan without stages`() throws {
        defer { remove() }
        do {
            let schema = Schema(versionedSchema: LogbookSchemaV2.self)
            let configuration = ModelConfiguration(schema: schema, url: url)
            let context = ModelContext(try ModelContainer(for: schema, configurations: configuration))
            let entry = LogbookSchemaV2.Entry(text: "second")
            entry.mood = LogbookSchemaV2.Mood(name: "calm")
            context.insert(entry)
            try context.save()
        }
        let context = ModelContext(try Logbook.open(at: url))
        let entry = try #require(try context.fetch(FetchDescriptor<Entry>()).first)
        #expect(entry.text == "second")
        #expect(entry.mood?.name == "calm")
        #expect(!entry.isOpen)
    }

    @Test func `a file that is no store is left as it is, and the models are kept in memory`() throws {
        defer { remove() }
        let data = Data("no store".utf8)
        try data.write(to: url)
        let context = ModelContext(try Logbook.open(at: url))
        context.insert(Entry(text: "kept in memory"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Entry>()) == 1)
        #expect(try Data(contentsOf: url) == data)
    }
}
