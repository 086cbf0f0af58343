import Foundation
import SwiftData
import Testing

/// Classes for stores of Core Data apps, whose entities they are named after.
enum StoredApps {
    // github.com/kean/Pulse
    @Model final class LoggerMessageEntity {
        var createdAt: Date?
        var level: String?
        var label: String?
        var session: String?
        var text: String?
        var file: String?
        var function: String?
        var line: Int32?
        @Relationship(deleteRule: .cascade, inverse: nil) var request: LoggerNetworkRequestEntity?
        @Relationship(deleteRule: .cascade, inverse: nil) var metadata: [LoggerMetadataEntity]?
        init() {}
    }

    @Model final class LoggerMetadataEntity {
        var key: String?
        var value: String?
        init() {}
    }

    @Model final class LoggerNetworkRequestEntity {
        var createdAt: Date?
        var session: String?
        var url: String?
        var host: String?
        var httpMethod: String?
        var errorDomain: String?
        var errorCode: Int32?
        var statusCode: Int32?
        var duration: Double?
        var isCompleted: Bool?
        var requestBodyKey: String?
        var responseBodyKey: String?
        @Relationship(deleteRule: .cascade, inverse: nil) var message: LoggerMessageEntity?
        @Relationship(deleteRule: .cascade, inverse: nil) var details: LoggerNetworkRequestDetailsEntity?
        init() {}
    }

    @Model final class LoggerNetworkRequestDetailsEntity {
        var request: Data?
        var response: Data?
        var metrics: Data?
        var error: Data?
        var requestBodySize: Int64?
        var responseBodySize: Int64?
        init() {}
    }

    @Model final class JournalEntry {
        var date: Date?
        var height: String?
        var location: String?
        var period: String?
        var rating: Int16?
        var wind: String?
        init() {}
    }
}

/// Stores beside the repository, absent on most machines.
enum SharedStores {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shared/data/stores")

    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }
}

/// Stores that Apple's Core Data wrote, opened by SwiftData.
@Suite(.enabled(if: SharedStores.isPresent, "../shared/data is not here"))
struct CoreDataStoreTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// Copies a store, and returns a container for it.
    private func container(of path: String, _ types: any PersistentModel.Type...) throws -> ModelContainer {
        for end in ["", "-wal"] {
            let source = SharedStores.folder.path + "/" + path + end
            guard FileManager.default.fileExists(atPath: source) else { continue }
            try Data(contentsOf: URL(filePath: source)).write(to: URL(filePath: folder.store.path + end))
        }
        return try ModelContainer(for: Schema(types), configurations: [ModelConfiguration(url: folder.store)])
    }

    @Test func `the logs of an app are read, edited and kept in their layout`() throws {
        let container = try container(of: "pulse-logs-a4a2db6/logs.sqlite", StoredApps.LoggerMessageEntity.self)
        let before = try StoreSQL(folder.store).statements()
        let context = ModelContext(container)
        let messages = try context.fetch(FetchDescriptor<StoredApps.LoggerMessageEntity>(sortBy: [SortDescriptor(\.createdAt)]))
        try #require(messages.count == 23)
        #expect(
            messages.allSatisfy { $0.createdAt != nil && $0.text != nil && $0.session == "FD72CB2A-BCEB-4B23-8AD0-47C059281E13" })
        let first = try #require(
            try context.fetch(FetchDescriptor<StoredApps.LoggerMessageEntity>(predicate: #Predicate { $0.line == 53 })).first)
        #expect(first.label == "network")
        #expect(first.level == "trace")
        #expect(first.function == "_logDataTask(_:didReceive:date:)")
        #expect(first.createdAt == Date(timeIntervalSinceReferenceDate: 637_809_718.538788))
        #expect(first.request == nil)
        #expect(first.metadata == [])
        let login = try #require(
            try context.fetch(
                FetchDescriptor<StoredApps.LoggerNetworkRequestEntity>(
                    predicate: #Predicate { $0.url == "https://github.com/login" })
            ).first)
        #expect(login.isCompleted == true)
        #expect(login.statusCode == 200)
        #expect(login.errorCode == 0)
        #expect(login.duration == 0.23401391506195068)
        #expect(login.message?.request === login)
        #expect(try #require(login.details?.request).count > 100)

        first.text = "edited"
        let metadata = StoredApps.LoggerMetadataEntity()
        metadata.key = "k"
        first.metadata = [metadata]
        try context.save()
        let sql = try StoreSQL(folder.store)
        #expect(try sql.statements() == before)
        #expect(try sql.value("SELECT count(*) FROM ZLOGGERMESSAGEENTITY WHERE ZTEXT = 'edited'") == 1)
        #expect(
            try sql.value("SELECT m.ZLINE FROM ZLOGGERMETADATAENTITY d JOIN ZLOGGERMESSAGEENTITY m ON m.Z_PK = d.Z1METADATA")
                == 53)
        let again = ModelContext(
            try ModelContainer(for: StoredApps.LoggerMessageEntity.self, configurations: ModelConfiguration(url: folder.store)))
        let edited = try again.fetch(
            FetchDescriptor<StoredApps.LoggerMessageEntity>(predicate: #Predicate { $0.text == "edited" }))
        #expect(edited.first?.metadata?.map(\.key) == ["k"])
    }

    @Test func `a store of an old framework without a stored model is read`() throws {
        let container = try container(of: "kodeco-surfjournal/SurfJournalModel.sqlite", StoredApps.JournalEntry.self)
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<StoredApps.JournalEntry>()) == 5000)
        let best = FetchDescriptor<StoredApps.JournalEntry>(
            predicate: #Predicate { $0.rating == 5 && $0.location == "Malibu" }, sortBy: [SortDescriptor(\.date)])
        let number: Int? = try StoreSQL(folder.store).value(
            "SELECT count(*) FROM ZJOURNALENTRY WHERE ZRATING = 5 AND ZLOCATION = 'Malibu'")
        let found = try context.fetch(best)
        #expect(found.count == number)
        #expect(found.contains { $0.height == "0.4" && $0.period == "4" && $0.wind == "0.4" })
    }

    @Test func `classes that a store has none of are refused`() throws {
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
            try container(of: "pulse-logs-a4a2db6/logs.sqlite", StoredApps.JournalEntry.self)
        }
        #expect(error?.localizedDescription.contains("134140") == true)
        #expect(error?.localizedDescription.contains("LoggerMessageEntity was removed") == true)
    }
}
