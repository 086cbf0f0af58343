import CoreData
import StrataTestSupport

/// Increments the balances of a ledger while other processes do the same.
struct Counting {
    private let ledger: Ledger
    /// A read-only context that merges the saves of other contexts automatically.
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

    /// Increments balances until the test sends a line, and prints the totals. Then it reads the
    /// expected sum of all processes, and waits until the merged objects show it.
    ///
    /// Prints "enough" after `seconds` if a save has conflicted with another process by then, and
    /// after five more minutes otherwise. It continues after that, so that the other process can
    /// have a conflict, too.
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

    /// Returns the sum of the balances in the view context, from its merged objects.
    private func seen() throws -> Int {
        let view = view
        return try view.performAndWait { try accounts(view).reduce(0) { $0 + ($1.value(forKey: "balance") as? Int ?? 0) } }
    }

    /// Increments a balance, and retries with the current row after each conflict. Returns the
    /// number of retries.
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
                    // The row cache may have values from before the other process's save.
                    context.stalenessInterval = 0
                    context.refresh(account, mergeChanges: false)
                }
            }
        }
    }
}
