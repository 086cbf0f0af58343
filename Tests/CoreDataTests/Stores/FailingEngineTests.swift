import Dispatch
import Foundation
import Synchronization
import Testing

@testable import CoreData

/// The double that other tests use for a store that cannot be read or written at the moment.
@Suite struct FailingEngineTests {
    private let folder: TemporaryFolder
    private let failures = EngineFailures()
    private let type: String

    init() throws {
        folder = try TemporaryFolder()
        type = try FailingKind.register(failures)
    }

    private func description(_ name: String = "Quakes.sqlite") -> NSPersistentStoreDescription {
        let description = NSPersistentStoreDescription(url: folder.url.appending(path: name))
        description.type = type
        return description
    }

    private func opened(_ description: NSPersistentStoreDescription) throws -> NSManagedObjectContext {
        let container = NSPersistentContainer(name: "Quakes", managedObjectModel: .quakes())
        var failure: (any Error)?
        container.persistentStoreCoordinator.addPersistentStore(with: description) { _, error in failure = error }
        if let failure { throw failure }
        return container.newBackgroundContext()
    }

    private func codes(_ context: NSManagedObjectContext) throws -> [String] {
        try context.performAndWait {
            try context.fetch(NSFetchRequest<Quake>(entityName: "Quake")).compactMap(\.code).sorted()
        }
    }

    private func add(_ code: String, _ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            Quake(context: context).code = code
            try context.save()
        }
    }

    @Test func `a fetch fails while the engine does, and succeeds afterwards`() throws {
        let context = try opened(description())
        try add("a", context)
        failures.failReads()
        let error = failure { _ = try codes(context) }
        #expect(error?.code == CocoaError.fileReadUnknown.rawValue)
        failures.recover()
        #expect(try codes(context) == ["a"])
    }

    @Test func `a save that fails writes nothing, and the next one writes everything`() throws {
        let context = try opened(description())
        failures.fail { $0 == .save ? EngineFailures.unreadable : nil }
        #expect(failure { try add("a", context) } != nil)
        let other = try opened(description())
        #expect(try codes(other) == [])
        failures.recover()
        try context.performAndWait { try context.save() }
        #expect(try codes(other) == ["a"])
    }

    @Test func `the call that fails can be chosen by its number`() throws {
        let context = try opened(description())
        try add("a", context)
        failures.failReads { $0 == 2 }
        let before = failures.count(of: .fetch)
        let failed = (0..<4).map { _ in
            context.performAndWait {
                context.reset()
                return failure { _ = try codes(context) } != nil
            }
        }
        #expect(failed == [false, true, false, false])
        #expect(failures.count(of: .fetch) - before == 4)
    }

    @Test func `a save that fails before its commit is rolled back`() throws {
        let context = try opened(description())
        failures.fail { $0 == .commit ? EngineFailures.unreadable : nil }
        #expect(failure { try add("a", context) } != nil)
        let other = try opened(description())
        #expect(try codes(other) == [])
        #expect(failures.count(of: .commit) == 1)
        failures.recover()
        try context.performAndWait { try context.save() }
        #expect(try codes(other) == ["a"])
    }

    @Test func `only calls of the chosen kinds fail`() throws {
        let description = description()
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        let context = try opened(description)
        failures.fail([.transaction])
        #expect(try codes(context) == [])
        #expect(failure { try add("a", context) } != nil)
        failures.fail([.opening, .history, .change])
        try context.performAndWait { try context.save() }
        #expect(try codes(context) == ["a"])
        #expect(failure { _ = try opened(self.description("Other.sqlite")) }?.code == CocoaError.fileReadUnknown.rawValue)
        failures.fail([.history])
        let error = failure {
            try context.performAndWait {
                _ = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
            }
        }
        #expect(error?.code == CocoaError.fileReadUnknown.rawValue)
    }

    @Test func `the failures of a container can begin after it was opened`() throws {
        let store = try TestStore()
        let context = store.context()
        try add("a", context)
        failures.install(in: store.container.persistentStoreCoordinator)
        failures.failReads()
        #expect(failure { _ = try codes(context) } != nil)
        failures.recover()
        #expect(try codes(context) == ["a"])
    }

    @Test func `a save that does not return keeps no reader waiting`() throws {
        let context = try opened(description())
        try add("a", context)
        let (writer, other) = (try opened(description()), try opened(description()))
        let hold = failures.hold { $0 == .commit }
        let saved = DispatchSemaphore(value: 0)
        writer.perform {
            Quake(context: writer).code = "b"
            // Ignored: the expectation below finds what was not saved.
            try? writer.save()
            saved.signal()
        }
        hold.waitUntilCalled()
        #expect(try codes(other) == ["a"])
        hold.release()
        saved.wait()
        #expect(try codes(other) == ["a", "b"])
    }

    /// A way to read all quakes, and the call of it that waits.
    enum HeldReading: CaseIterable {
        /// With the fetch.
        case withFetch
        /// Several rows at once, when the first of them is needed.
        case inBatches
        /// Each row by itself.
        case oneByOne

        var call: EngineCall {
            switch self {
            case .withFetch: .fetch
            case .inBatches: .rows
            case .oneByOne: .row
            }
        }

        /// The quakes that were read if others were saved during the call: those that there are after it,
        /// those whose IDs were fetched before it, and the first of these in the state of the store
        /// that was chosen before it.
        var found: [String] {
            switch self {
            case .withFetch: ["a 5.0", "b 0.0", "c 0.0"]
            case .inBatches: ["a 5.0", "b 0.0"]
            case .oneByOne: ["a 1.0", "b 0.0"]
            }
        }

        func read(_ context: NSManagedObjectContext) throws -> [String] {
            try context.performAndWait {
                let quakes = NSFetchRequest<Quake>(entityName: "Quake")
                quakes.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
                if self == .inBatches { quakes.fetchBatchSize = 20 }
                guard self == .oneByOne else { return try context.fetch(quakes).map(Self.text) }
                let objectIDs = NSFetchRequest<NSManagedObjectID>(entityName: "Quake")
                objectIDs.sortDescriptors = quakes.sortDescriptors
                objectIDs.resultType = .managedObjectIDResultType
                return try context.fetch(objectIDs).compactMap { context.object(with: $0) as? Quake }.map(Self.text)
            }
        }

        private static func text(_ quake: Quake) -> String { "\(quake.code ?? "-") \(quake.magnitude)" }
    }

    @Test(.ownThread, arguments: HeldReading.allCases)
    func `a read that does not return keeps no other context of its coordinator waiting`(reading: HeldReading) throws {
        // By another coordinator, so that the rows are in no cache.
        let writer = try opened(description())
        try writer.performAndWait {
            for (code, magnitude) in [("a", Float(1)), ("b", 0)] {
                let quake = Quake(context: writer)
                (quake.code, quake.magnitude) = (code, magnitude)
            }
            try writer.save()
        }
        let reader = try opened(description())
        let (other, third) = (sibling(of: reader), sibling(of: reader))
        let hold = failures.hold { $0 == reading.call }
        let found = Mutex<[String]>([])
        let (isRead, isSaved) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        reader.perform {
            // Ignored: the expectation below finds what was not read.
            let quakes = (try? reading.read(reader)) ?? []
            found.withLock { $0 = quakes }
            isRead.signal()
        }
        hold.waitUntilCalled()
        // On a thread of its own, so that a failure is a report and not a deadlock.
        Thread.detachNewThread {
            do {
                try other.performAndWait {
                    let quakes = try other.fetch(NSFetchRequest<Quake>(entityName: "Quake"))
                    quakes.first { $0.code == "a" }?.magnitude = 5
                    Quake(context: other).code = "c"
                    try other.save()
                }
            } catch {
                Issue.record(error)
            }
            isSaved.signal()
        }
        // The limit only ends a hang.
        let isSavedMeanwhile = isSaved.wait(timeout: .now() + 300) == .success
        hold.release()
        isRead.wait()
        if !isSavedMeanwhile { isSaved.wait() }
        #expect(isSavedMeanwhile)
        #expect(found.withLock { $0 } == reading.found)
        // The row cache has not kept a row from before the save.
        #expect(try HeldReading.oneByOne.read(third) == ["a 5.0", "b 0.0", "c 0.0"])
    }

    /// Returns another context of a context's coordinator.
    private func sibling(of context: NSManagedObjectContext) -> NSManagedObjectContext {
        let sibling = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        sibling.persistentStoreCoordinator = context.coordinator
        return sibling
    }

    @Test func `a store that cannot be opened is not added`() throws {
        failures.fail { $0 == .open ? EngineFailures.unreadable : nil }
        #expect(failure { _ = try opened(description()) }?.code == CocoaError.fileReadUnknown.rawValue)
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "Quakes.sqlite").path))
    }

    @Test func `the store is known under its own type, and is copied as one of it`() throws {
        let context = try opened(description())
        try add("a", context)
        let coordinator = context.coordinator
        let store = try #require(coordinator.persistentStores.first)
        #expect(store.type == type)
        #expect(store.metadata[NSStoreTypeKey] as? String == type)
        let copy = try coordinator.migratePersistentStore(store, to: folder.url.appending(path: "Copy.sqlite"), withType: type)
        #expect(copy.type == type)
        failures.failReads()
        #expect(failure { _ = try codes(context) } != nil)
        failures.recover()
        #expect(try codes(context) == ["a"])
        let plain = try coordinator.migratePersistentStore(
            copy, to: folder.url.appending(path: "Plain.sqlite"), withType: NSSQLiteStoreType)
        #expect(plain.type == NSSQLiteStoreType)
        #expect(try codes(context) == ["a"])
    }

    @Test func `a pinned generation fails, too`() throws {
        let context = try opened(description())
        try add("a", context)
        try context.performAndWait { try context.setQueryGenerationFrom(.current) }
        #expect(try codes(context) == ["a"])
        try add("b", opened(description()))
        let columns = NSFetchRequest<NSDictionary>(entityName: "Quake")
        columns.resultType = .dictionaryResultType
        columns.propertiesToFetch = ["code"]
        func pinned() throws -> [String?] {
            try context.performAndWait { try context.fetch(columns).map { $0["code"] as? String } }
        }
        #expect(try pinned() == ["a"])
        failures.failReads()
        #expect(failure { _ = try pinned() } != nil)
        failures.recover()
        #expect(try pinned() == ["a"])
    }

    @Test func `a refresh that fails keeps the pinned generation`() throws {
        let context = try opened(description())
        try add("a", context)
        try context.performAndWait { try context.setQueryGenerationFrom(.current) }
        #expect(try codes(context) == ["a"])
        try add("b", opened(description()))
        let merged = Notices(.NSManagedObjectContextDidMergeChangesObjectIDs, of: context)
        try context.performAndWait {
            let token = context.queryGenerationToken
            let quake = try #require(try context.fetch(NSFetchRequest<Quake>(entityName: "Quake")).first)
            #expect(quake.code == "a")
            failures.failReads()
            context.refresh(quake, mergeChanges: true)
            context.processPendingChanges()
            #expect(merged.received.isEmpty)
            failures.recover()
            context.processPendingChanges()
            #expect(merged.received.count == 1)
            #expect(context.queryGenerationToken == token)
            #expect(quake.code == "a")
        }
        #expect(try codes(context) == ["a"])
    }

    @Test func `two stores count in one group, whatever wraps them`() throws {
        let model = NSManagedObjectModel.quakes()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        for name in ["A.sqlite", "B.sqlite"] {
            var failure: (any Error)?
            coordinator.addPersistentStore(with: description(name)) { _, error in failure = error }
            if let failure { throw failure }
        }
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let request = NSFetchRequest<NSDictionary>(entityName: "Quake")
        request.resultType = .dictionaryResultType
        let count = NSExpressionDescription()
        count.name = "count"
        count.expression = NSExpression(format: "count:(code)")
        request.propertiesToFetch = [count]
        try context.performAndWait {
            for (index, store) in coordinator.persistentStores.enumerated() {
                let quake = Quake(context: context)
                quake.code = "q\(index)"
                context.assign(quake, to: store)
            }
            try context.save()
            #expect(try context.fetch(request).map { $0["count"] as? Int } == [2])
        }
        failures.fail { $0 == .groups ? EngineFailures.unreadable : nil }
        #expect(failure { _ = try context.performAndWait { try context.fetch(request) } } != nil)
    }
}
