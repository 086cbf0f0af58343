import CoreData
import Foundation
import Observation

/// Imports earthquakes from a feed into the store, and merges the changes of the store into the
/// view context.
@MainActor @Observable
final class QuakesProvider {
    /// The result of an import: the numbers of earthquakes imported and of features skipped.
    struct Summary: Equatable {
        let imported: Int
        let skipped: Int
    }

    /// The origin of the earthquakes that were imported last.
    enum Source: Equatable {
        case feed(name: String)
        /// The bundled sample, because the host of the feed could not be reached.
        case sample(instead: String)

        fileprivate var isSample: Bool {
            if case .sample = self { true } else { false }
        }
    }

    let container: NSPersistentContainer
    /// The feed that was imported last, or the sample; nil before the first import since the launch of
    /// a store with another feed, whose name the store does not keep.
    private(set) var source: Source?
    /// The progress of the running import, from 0 to 1; nil if none is running.
    private(set) var progress: Double?
    /// Whether the store was empty or had the sample at the launch, and no import has ended since: the
    /// first page imports the feed.
    private(set) var awaitsFirstImport = false
    private(set) var lastUpdated: Date?
    private(set) var lastSummary: Summary?

    private let feed: Feed
    private let timeout: TimeInterval
    /// The last transaction of the store's history that the view context has merged.
    @ObservationIgnored private var lastToken: NSPersistentHistoryToken?
    @ObservationIgnored private var merging: Task<Void, Never>?
    @ObservationIgnored private var storeObserver: (any NSObjectProtocol)?

    /// The number of rows per transaction: small enough that the list fills while an import is
    /// running.
    private static let batchSize = 1000
    /// The authors of the imports of feeds and of the sample, which the store's history keeps.
    private static let feedAuthor = "import"
    private static let sampleAuthor = "sample"
    /// The seconds to wait for a connection to the default feed, which the sample replaces.
    private static let connectTimeout = 3.0

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - storeURL: The store's location; nil for the container's default.
    ///   - feed: The feed to import.
    ///   - timeout: The seconds to wait for a feed that does not answer.
    /// - Throws: The store's error if it cannot be opened.
    init(storeURL: URL?, feed: Feed, timeout: TimeInterval) throws {
        self.feed = feed
        self.timeout = timeout
        container = NSPersistentContainer(name: "Earthquakes")
        for description in container.persistentStoreDescriptions {
            if let storeURL { description.url = storeURL }
            description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
            description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        }

        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }

        container.viewContext.name = "view"
        container.viewContext.transactionAuthor = "app"
        container.viewContext.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        try readHistory()
        observeStore()
        awaitsFirstImport = isEmpty || showsSample
    }

    // Ignored: a store that cannot be counted does not await its first import.
    var isEmpty: Bool { (try? container.viewContext.count(for: NSFetchRequest<Quake>(entityName: "Quake"))) == 0 }

    /// Whether the store has the bundled sample in place of the feed.
    var showsSample: Bool { source?.isSample ?? false }

    // MARK: Importing

    /// The name of the feed.
    var feedName: String { feed.name }

    /// Whether an import runs or is about to begin.
    var isImporting: Bool { progress != nil || awaitsFirstImport }

    /// Imports the feed; does nothing if an import is running.
    ///
    /// The import continues if the calling task is canceled, for example because its window closes,
    /// because other windows show its progress, too.
    ///
    /// - Throws: ``FeedError``.
    func refresh() async throws {
        guard progress == nil else { return }
        progress = 0
        try await Task { try await importFeed() }.value
    }

    private func importFeed() async throws {
        defer {
            progress = nil
            awaitsFirstImport = false
        }
        let (data, source) = try await load()
        let collection = try await Task.detached { try QuakeCollection(geoJSON: data) }.value
        if showsSample {
            // The sample is there already, without what was deleted of it.
            if source.isSample, !isEmpty { return }
            try await deleteSample()
        }
        try await store(collection.quakes, author: source.isSample ? Self.sampleAuthor : Self.feedAuthor)
        self.source = source
        lastUpdated = Date()
        lastSummary = Summary(imported: collection.quakes.count, skipped: collection.skipped)
    }

    /// Returns the feed's data and origin. If the default feed cannot be reached and the store has none
    /// of its earthquakes, returns the bundled sample instead; a feed that the user named is never
    /// replaced.
    private func load() async throws -> (Data, Source) {
        guard feed == .usgs else { return (try await feed.load(timeout: timeout), .feed(name: feed.name)) }
        do {
            return (
                try await feed.load(timeout: timeout, connectTimeout: min(timeout, Self.connectTimeout)), .feed(name: feed.name)
            )
        } catch let error as FeedError where error.isUnreachable {
            guard isEmpty || showsSample, let sample = Feed.sample else { throw error }
            return (try await sample.load(timeout: timeout), .sample(instead: Feed.usgsHost))
        }
    }

    /// Deletes the earthquakes of the sample. Called before the feed is stored: after a crash in
    /// between, the store is empty, and the next launch imports the feed.
    private func deleteSample() async throws {
        guard let sample = Feed.sample else { return }
        let data = try await sample.load(timeout: timeout)
        let codes = try QuakeCollection(geoJSON: data).quakes.map(\.code)
        let context = importContext(author: Self.sampleAuthor)
        do {
            try await context.perform {
                let quakes = NSFetchRequest<any NSFetchRequestResult>(entityName: "Quake")
                quakes.predicate = NSPredicate(format: "code IN %@", codes)
                _ = try context.execute(NSBatchDeleteRequest(fetchRequest: quakes))
            }
        } catch {
            throw FeedError.notStored(reason: error.localizedDescription)
        }
        source = nil
    }

    private func importContext(author: String) -> NSManagedObjectContext {
        let context = container.newBackgroundContext()
        context.name = "import"
        context.transactionAuthor = author
        // An earthquake that is already stored gets the feed's newer values.
        context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        return context
    }

    private func store(_ quakes: [QuakeFeature], author: String) async throws {
        let context = importContext(author: author)
        for start in stride(from: 0, to: quakes.count, by: Self.batchSize) {
            let batch = quakes[start..<min(start + Self.batchSize, quakes.count)]
            do {
                try await context.perform { _ = try context.execute(Self.insertRequest(for: batch)) }
            } catch {
                throw FeedError.notStored(reason: error.localizedDescription)
            }
            progress = Double(batch.endIndex) / Double(quakes.count)
        }
    }

    private nonisolated static func insertRequest(for quakes: ArraySlice<QuakeFeature>) -> NSBatchInsertRequest {
        var rest = quakes.makeIterator()
        return NSBatchInsertRequest(entity: Quake.entity()) { (values: NSMutableDictionary) in
            guard let quake = rest.next() else { return true }
            values.addEntries(from: quake.dictionaryValue)
            return false
        }
    }

    // MARK: History

    /// Observes the store, and merges every save into the view context, also those of other
    /// processes.
    private func observeStore() {
        storeObserver = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: container.persistentStoreCoordinator, queue: nil
        ) { [weak self] _ in
            Task { @MainActor in self?.mergeHistory() }
        }
    }

    /// Reads the history in a background context and merges it into the view context, one merge at
    /// a time. A transaction that arrives during a merge is merged by the next one.
    private func mergeHistory() {
        let before = merging
        merging = Task { [weak self] in
            await before?.value
            guard let self else { return }
            let context = container.newBackgroundContext()
            let token = lastToken
            do {
                let transactions = try await context.perform {
                    try Self.history(after: token, .transactionsAndChanges, in: context)
                }
                for transaction in transactions {
                    container.viewContext.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                    lastToken = transaction.token
                }
            } catch {
                // Merging a change twice is harmless: the next merge starts from the beginning of
                // the history.
                lastToken = nil
                let message = "The store's history could not be read: \(error.localizedDescription)\n"
                // Ignored: there is no other place for the message.
                try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
            }
        }
    }

    /// Reads the last token, and the time and the origin of the last import. Deletes history older than
    /// a week and than that import. Called at launch.
    private func readHistory() throws {
        let context = container.viewContext
        let transactions = try Self.history(after: nil, .transactionsOnly, in: context)
        let last = transactions.last { $0.author == Self.feedAuthor || $0.author == Self.sampleAuthor }
        if last?.author == Self.feedAuthor { lastUpdated = last?.timestamp }
        if last?.author == Self.sampleAuthor, !isEmpty { source = .sample(instead: Feed.usgsHost) }

        let weekAgo = Date(timeIntervalSinceNow: -7 * 86_400)
        let oldest = min(weekAgo, last?.timestamp ?? weekAgo)
        try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: oldest))
        lastToken = transactions.last { $0.timestamp >= oldest }?.token
    }

    private nonisolated static func history(
        after token: NSPersistentHistoryToken?, _ resultType: NSPersistentHistoryResultType, in context: NSManagedObjectContext
    ) throws -> [NSPersistentHistoryTransaction] {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
        request.resultType = resultType
        let result = try context.execute(request) as? NSPersistentHistoryResult
        return result?.result as? [NSPersistentHistoryTransaction] ?? []
    }
}

extension Feed {
    /// The feed's name in the page.
    var name: String {
        switch self {
        case .usgs: "\(Self.usgsHost), past month"
        case .remote(let url): url.host().map { $0 + url.path() } ?? url.absoluteString
        case .file(let url): url.lastPathComponent
        }
    }
}
