import Foundation
import Synchronization
import Testing

@testable import CoreData

/// Observers of a coordinator's stores are the app's code, and no lock is held while they run.
@Suite struct StoreNotificationTests {
    private let folder: TemporaryFolder
    private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .shelves())

    init() throws {
        folder = try TemporaryFolder()
    }

    private func url(_ name: String) -> URL { folder.url.appending(path: name) }

    /// A change of the coordinator's stores, of which there is one at `A.sqlite`.
    enum Change: CaseIterable {
        case add, remove, move, relocate, relocateToOther, destroy, replace
    }

    private func make(_ change: Change) throws {
        switch change {
        case .add: try coordinator.addPersistentStore(type: .sqlite, at: url("B.sqlite"))
        case .remove: try coordinator.remove(try #require(coordinator.persistentStore(for: url("A.sqlite"))))
        case .move:
            try coordinator.migratePersistentStore(
                try #require(coordinator.persistentStore(for: url("A.sqlite"))), to: url("B.sqlite"), type: .sqlite)
        case .relocate, .relocateToOther:
            let store = try #require(coordinator.persistentStore(for: url("A.sqlite")))
            #expect(coordinator.setURL(url(change == .relocate ? "Copy.sqlite" : "Other.sqlite"), for: store))
        case .destroy: try coordinator.destroyPersistentStore(at: url("A.sqlite"), type: .sqlite)
        case .replace:
            try coordinator.replacePersistentStore(
                at: url("A.sqlite"), withPersistentStoreFrom: url("Other.sqlite"), type: .sqlite)
        }
    }

    /// Creates the stores that the changes need: the coordinator's, a copy of it, and another one.
    private func prepare() throws {
        try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        let other = NSPersistentStoreCoordinator(managedObjectModel: .shelves())
        try other.remove(try other.addPersistentStore(type: .sqlite, at: url("Other.sqlite")))
        try other.replacePersistentStore(
            at: url("Copy.sqlite"), withPersistentStoreFrom: url("A.sqlite"), type: .sqlite)
    }

    private static let names: [Notification.Name] = [
        .NSPersistentStoreCoordinatorStoresWillChange, .NSPersistentStoreCoordinatorStoresDidChange,
        .NSPersistentStoreCoordinatorWillRemoveStore,
    ]

    @Test(.ownThread, arguments: Change.allCases)
    func `an observer can change the stores on another thread, and wait`(_ change: Change) throws {
        try prepare()
        // In the observer of each kind of notification, another thread adds a store and removes it again,
        // once: the notifications of that are posted after the observer has returned.
        let answered = Mutex(Set<Notification.Name>())
        let waits = Mutex([Bool]())
        let observers = Self.names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [coordinator] notice in
                let owner = notice.object as? NSPersistentStoreCoordinator
                guard owner === coordinator || (notice.object as? NSPersistentStore)?.persistentStoreCoordinator === coordinator,
                    answered.withLock({ $0.insert(name).inserted })
                else { return }
                let isDone = DispatchSemaphore(value: 0)
                Thread {
                    do {
                        let memory = try coordinator.addPersistentStore(type: .inMemory, at: URL(filePath: "/dev/null"))
                        try coordinator.remove(memory)
                    } catch {
                        Issue.record(error)
                    }
                    isDone.signal()
                }.start()
                let hasEnded = isDone.wait(timeout: .now() + .seconds(120)) == .success
                waits.withLock { $0.append(hasEnded) }
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        try make(change)
        #expect(waits.withLock { !$0.isEmpty })
        #expect(waits.withLock { $0.allSatisfy { $0 } })
    }

    @Test func `an observer can change the stores on its own thread`() throws {
        let didChange = Notices(.NSPersistentStoreCoordinatorStoresDidChange, of: coordinator)
        let coordinator = coordinator
        let hasAdded = Atomic(false)
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreCoordinatorStoresDidChange, object: coordinator, queue: nil
        ) { _ in
            guard !hasAdded.exchange(true, ordering: .acquiringAndReleasing) else { return }
            // Which observer of a notification runs first is not defined.
            let count = didChange.received.count
            #expect(throws: Never.self) { try coordinator.addPersistentStore(type: .inMemory, at: URL(filePath: "/dev/null")) }
            // Its own notification was posted before the call returned.
            #expect(didChange.received.count == count + 1)
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try coordinator.addPersistentStore(type: .sqlite, at: url("A.sqlite"))
        #expect(didChange.received.count == 2)
    }

    @Test func `a store that an observer has added first is an error, and is opened once`() throws {
        let (coordinator, url) = (coordinator, url("A.sqlite"))
        let hasAdded = Atomic(false)
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreCoordinatorStoresWillChange, object: coordinator, queue: nil
        ) { _ in
            guard !hasAdded.exchange(true, ordering: .acquiringAndReleasing) else { return }
            #expect(throws: Never.self) { try coordinator.addPersistentStore(type: .sqlite, at: url) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let error = #expect(throws: NSError.self) { try coordinator.addPersistentStore(type: .sqlite, at: url) }
        #expect(error?.code == 134081)
        #expect(coordinator.persistentStores.map(\.url) == [url])
    }

    @Test func `a store that is being added cannot be destroyed`() throws {
        let (coordinator, url) = (coordinator, url("A.sqlite"))
        let code = Mutex<Int?>(nil)
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreCoordinatorStoresWillChange, object: coordinator, queue: nil
        ) { _ in
            let error = #expect(throws: NSError.self) { try coordinator.destroyPersistentStore(at: url, type: .sqlite) }
            code.withLock { $0 = error?.code }
        }
        try coordinator.addPersistentStore(type: .sqlite, at: url)
        NotificationCenter.default.removeObserver(observer)
        #expect(code.withLock { $0 } == NSPersistentStoreOperationError)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            for entity in coordinator.managedObjectModel.entities {
                let name = try #require(entity.name)
                #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: name)) == 0)
            }
        }
        try coordinator.destroyPersistentStore(at: url, type: .sqlite)
        #expect(coordinator.persistentStores.isEmpty)
    }

    @Test func `a store that an observer adds again each time cannot be destroyed`() throws {
        let (coordinator, url) = (coordinator, url("A.sqlite"))
        try coordinator.addPersistentStore(type: .sqlite, at: url)
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreCoordinatorStoresDidChange, object: coordinator, queue: nil
        ) { notice in
            guard notice.userInfo?[NSRemovedPersistentStoresKey] != nil else { return }
            #expect(throws: Never.self) { try coordinator.addPersistentStore(type: .sqlite, at: url) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let error = #expect(throws: NSError.self) { try coordinator.destroyPersistentStore(at: url, type: .sqlite) }
        #expect(error?.code == NSPersistentStoreOperationError)
        #expect(coordinator.persistentStores.map(\.url) == [url])
    }

    @Test(.ownThread) func `a store is observed as added before it is observed as removed`() throws {
        let coordinator = coordinator
        // The stores that were observed, each added and not removed yet.
        let observed = Mutex<(present: Set<ObjectIdentifier>, mistakes: Int, removals: Int)>(([], 0, 0))
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreCoordinatorStoresDidChange, object: coordinator, queue: nil
        ) { notice in
            let added = notice.userInfo?[NSAddedPersistentStoresKey] as? [NSPersistentStore] ?? []
            let removed = notice.userInfo?[NSRemovedPersistentStoresKey] as? [NSPersistentStore] ?? []
            observed.withLock { observed in
                for store in added { observed.present.insert(ObjectIdentifier(store)) }
                for store in removed {
                    if observed.present.remove(ObjectIdentifier(store)) == nil { observed.mistakes += 1 }
                    observed.removals += 1
                }
            }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        // Two threads add stores, and two remove those that they find.
        let count = 60
        let kept = Mutex([NSPersistentStore]())
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            var own = 0
            while own < count {
                if number < 2 {
                    let store = try? coordinator.addPersistentStore(type: .inMemory, at: URL(filePath: "/dev/null"))
                    // Kept, so that no other store has its address.
                    if let store { kept.withLock { $0.append(store) } }
                    own += 1
                } else if let store = coordinator.persistentStores.last, (try? coordinator.remove(store)) != nil {
                    own += 1
                }
            }
        }
        #expect(coordinator.persistentStores.isEmpty)
        #expect(observed.withLock { $0.mistakes } == 0)
        #expect(observed.withLock { $0.removals } == 2 * count)
        #expect(observed.withLock { $0.present.isEmpty })
    }
}
