import CoreData

/// Counts upwards in a ledger's balances beside other processes that do the same.
struct Counting {
    private let ledger: Ledger
    /// A context that only looks on, and merges what others save by itself.
    private let view: NSManagedObjectContext
    private let name: Int
    private let remoteChanges = DispatchSemaphore(value: 0)

    init(_ path: String, name: Int) throws {
        ledger = try Ledger(path)
        self.name = name
        view = ledger.container.newBackgroundContext()
        view.automaticallyMergesChangesFromParent = true
        view.retainsRegisteredObjects = true
        let remoteChanges = remoteChanges
        _ = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: ledger.container.persistentStoreCoordinator, queue: nil
        ) { _ in remoteChanges.signal() }
    }

    /// Counts until it is told to stop, and says how far it came. Then it waits to be told what all came to, and looks until it sees that.
    ///
    /// It says when it has counted for some seconds and another process was faster once, or for five minutes more where none ever was. It goes
    /// on then, so that the other one can meet a faster process, too.
    func run(seconds: Int, seed: UInt64) throws {
        _ = try seen()
        StoreWriter.say("ready")
        _ = readLine()
        let stop = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            _ = readLine()
            stop.signal()
        }
        var random = SeededGenerator(seed: seed)
        let start = ContinuousClock.now
        var (increments, retries, inserted) = (0, 0, 0)
        var hasEnough = false
        while stop.wait(timeout: .now()) == .timedOut {
            let account = Int.random(in: 0..<8, using: &random)
            let inserts = Int.random(in: 0..<8, using: &random) == 0
            retries += try increment(account, inserting: inserts ? name * 1_000_000 + inserted : nil)
            increments += 1
            inserted += inserts ? 1 : 0
            let needed = seconds + (retries > 0 ? 0 : 300)
            if !hasEnough, ContinuousClock.now - start >= .seconds(needed) {
                hasEnough = true
                StoreWriter.say("enough")
            }
        }
        StoreWriter.say("total \(increments) \(inserted) \(retries)")
        guard let sum = readLine().flatMap({ Int($0) }) else { return }
        while try seen() != sum {
            guard remoteChanges.wait(timeout: .now() + 300) == .success else {
                StoreWriter.fail("The context sees \(try seen()), not \(sum), and hears of nothing more.")
            }
        }
        StoreWriter.say("seen")
    }

    private func accounts(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Account"))
    }

    /// What the looking context has, by its objects as they were merged.
    private func seen() throws -> Int {
        let view = view
        return try view.performAndWait { try accounts(view).reduce(0) { $0 + ($1.value(forKey: "balance") as? Int ?? 0) } }
    }

    /// Adds one, and tries again with the row as it is by then where somebody else was faster. Returns how often that was.
    private func increment(_ number: Int, inserting transfer: Int?) throws -> Int {
        let context = ledger.context
        return try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Account")
            request.predicate = NSPredicate(format: "number == %lld", Int64(number))
            guard let account = try context.fetch(request).first else { StoreWriter.fail("There is no account \(number).") }
            if let transfer {
                let object = NSEntityDescription.insertNewObject(forEntityName: "Transfer", into: context)
                object.setValue(transfer, forKey: "number")
            }
            var retries = 0
            while true {
                account.setValue((account.value(forKey: "balance") as? Int ?? 0) + 1, forKey: "balance")
                do {
                    try context.save()
                    return retries
                } catch let error as NSError where error.code == NSManagedObjectMergeError {
                    retries += 1
                    // The row cache may have what was read before the other process wrote.
                    context.stalenessInterval = 0
                    context.refresh(account, mergeChanges: false)
                }
            }
        }
    }
}
