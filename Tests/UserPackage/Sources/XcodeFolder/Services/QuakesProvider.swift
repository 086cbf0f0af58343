import CoreData

/// Imports quakes in the background, and merges what the store's history says into the context of
/// the views.
final class QuakesProvider: @unchecked Sendable {
    nonisolated(unsafe) static var shared = QuakesProvider(storeURL: URL(fileURLWithPath: "/dev/null"))

    let container: NSPersistentContainer
    private var notificationToken: NSObjectProtocol?
    private let lock = NSLock()
    private var token: NSPersistentHistoryToken?
    private var lastToken: NSPersistentHistoryToken? {
        get { lock.withLock { token } }
        set { lock.withLock { token = newValue } }
    }

    init(storeURL: URL) {
        let container = NSPersistentContainer(name: "Journal")
        let description = NSPersistentStoreDescription(url: storeURL)
        description.setOption(
            true as NSNumber,
            forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        description.setOption(
            true as NSNumber,
            forKey: NSPersistentHistoryTrackingKey)
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in
            if let error { fatalError("The store cannot be opened: \(error)") }
        }
        container.viewContext.automaticallyMergesChangesFromParent = false
        self.container = container
        notificationToken = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: nil, queue: nil
        ) { [weak self] _ in
            Task {
                await self?.fetchPersistentHistory()
            }
        }
    }

    deinit {
        if let observer = notificationToken {
            NotificationCenter.default.removeObserver(observer)
        }
    }

    private func newBatchInsertRequest(with propertiesList: [[String: Any]]) -> NSBatchInsertRequest {
        var index = 0
        let total = propertiesList.count
        return NSBatchInsertRequest(
            entity: Quake.entity(),
            dictionaryHandler: { dictionary in
                guard index < total else { return true }
                dictionary.addEntries(from: propertiesList[index])
                index += 1
                return false
            })
    }

    func importQuakes(from propertiesList: [[String: Any]]) async throws {
        let taskContext = container.newBackgroundContext()
        taskContext.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        try await taskContext.perform {
            let batchInsertRequest = self.newBatchInsertRequest(with: propertiesList)
            if let fetchResult = try? taskContext.execute(batchInsertRequest),
                let batchInsertResult = fetchResult as? NSBatchInsertResult,
                let success = batchInsertResult.result as? Bool, success
            {
                return
            }
            throw CocoaError(.coreData)
        }
    }

    func fetchPersistentHistory() async {
        do {
            try await fetchPersistentHistoryTransactionsAndChanges()
        } catch {
            print("The history cannot be read: \(error.localizedDescription)")
        }
    }

    private func fetchPersistentHistoryTransactionsAndChanges() async throws {
        let taskContext = container.newBackgroundContext()
        try await taskContext.perform {
            let changeRequest = NSPersistentHistoryChangeRequest.fetchHistory(after: self.lastToken)
            let historyResult = try taskContext.execute(changeRequest) as? NSPersistentHistoryResult
            if let history = historyResult?.result as? [NSPersistentHistoryTransaction],
                !history.isEmpty
            {
                self.mergePersistentHistoryChanges(from: history)
                return
            }
        }
    }

    private func mergePersistentHistoryChanges(from history: [NSPersistentHistoryTransaction]) {
        let viewContext = container.viewContext
        viewContext.perform {
            for transaction in history {
                viewContext.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                self.lastToken = transaction.token
            }
        }
    }
}
