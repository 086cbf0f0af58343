import Foundation
import GRDB
import Testing

@testable import CoreData

/// The caches of fetched results controllers, which persist by name from one run of an app to the
/// next. Each call of `open` here stands for one run.
///
/// To detect whether the store was read, the tests change a title with SQL, which the persistent
/// history does not record: cached sections have the previous title.
@Suite final class ResultsCacheTests {
    private let folder: TemporaryFolder
    private let name = "Books / \(UUID().uuidString)"

    init() throws {
        folder = try TemporaryFolder()
    }

    deinit {
        NSFetchedResultsController<Book>.deleteCache(withName: name)
    }

    private var url: URL { folder.url.appending(path: "Test.sqlite") }

    private func context(history: Bool) throws -> NSManagedObjectContext {
        try NSPersistentContainer.loaded(url, model: .library(), history: history).newBackgroundContext()
    }

    private func save(history: Bool = true, _ edit: (NSManagedObjectContext) throws -> Void) throws {
        let context = try context(history: history)
        try context.run {
            try edit(context)
            try context.save()
        }
    }

    private func fill(history: Bool = true, _ titles: [String] = ["a", "b", "c"]) throws {
        try save(history: history) { context in
            for title in titles { Book(context: context).title = title }
        }
    }

    /// Waits until the store is closed: its last connection removes the write-ahead log. A
    /// container is deallocated when the last task that uses it ends, on any thread.
    private func waitUntilClosed() throws {
        let deadline = ContinuousClock.now + .seconds(600)
        while FileManager.default.fileExists(atPath: url.path + "-wal") {
            try #require(ContinuousClock.now < deadline, "The store is still open.")
            usleep(1_000)
        }
    }

    private static func book(_ title: String, _ context: NSManagedObjectContext) throws -> Book {
        let request = NSFetchRequest<Book>(entityName: "Book")
        request.predicate = NSPredicate(format: "title == %@", title)
        return try #require(try context.fetch(request).first)
    }

    /// Changes a title with SQL, without Core Data.
    private func rename(_ title: String, _ other: String) throws {
        // The container that wrote last may be closing the store, on any thread.
        var configuration = Configuration()
        configuration.busyMode = .timeout(600)
        try DatabaseQueue(path: url.path, configuration: configuration).write { database in
            try database.execute(sql: "UPDATE ZBOOK SET ZTITLE = ? WHERE ZTITLE = ?", arguments: [other, title])
        }
    }

    /// Returns the sections that a run of the app shows, with the titles of their books.
    private func open(
        history: Bool = true, _ format: String = "TRUEPREDICATE", ascending: Bool = true, section: String? = "title",
        limit: Int = 0,
        beforehand: (NSManagedObjectContext) throws -> Void = { _ in }
    ) throws -> [String] {
        let context = try context(history: history)
        nonisolated(unsafe) var shown: [String] = []
        try context.run {
            try beforehand(context)
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.predicate = NSPredicate(format: format)
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: ascending)]
            request.fetchLimit = limit
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: section, cacheName: name)
            try controller.performFetch()
            shown = (controller.sections ?? []).map { section in
                "\(section.name): \((section.objects as? [Book] ?? []).map { $0.title ?? "-" }.joined(separator: " "))"
            }
        }
        ResultsCache.finishWriting()
        return shown
    }

    @Test func `what a process that ended during a write left is replaced`() throws {
        try fill()
        let cache = ResultsCache(name: name)
        try FileManager.default.createDirectory(
            at: cache.file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("half".utf8).write(to: cache.temporaryFile)
        _ = try open()
        #expect(!FileManager.default.fileExists(atPath: cache.temporaryFile.path))
        #expect(FileManager.default.fileExists(atPath: cache.file.path))
    }

    @Test func `deleting a cache deletes what an unfinished write left`() throws {
        try fill()
        _ = try open()
        let cache = ResultsCache(name: name)
        try Data("half".utf8).write(to: cache.temporaryFile)
        NSFetchedResultsController<Book>.deleteCache(withName: name)
        #expect(!FileManager.default.fileExists(atPath: cache.temporaryFile.path))
    }

    @Test func whatWasKeptIsShown() throws {
        try fill()
        #expect(try open() == ["a: a", "b: b", "c: c"])
        try rename("b", "x")
        #expect(try open() == ["a: a", "b: x", "c: c"])
        NSFetchedResultsController<Book>.deleteCache(withName: "another")
        #expect(try open() == ["a: a", "b: x", "c: c"])
        NSFetchedResultsController<Book>.deleteCache(withName: name)
        #expect(try open() == ["a: a", "c: c", "x: x"])
    }

    @Test func whatWasWrittenSinceIsApplied() throws {
        try fill()
        _ = try open()
        try save { context in
            try Self.book("a", context).title = "d"
            context.delete(try Self.book("c", context))
            Book(context: context).title = "0"
        }
        try rename("b", "x")
        #expect(try open() == ["0: 0", "b: x", "d: d"])
        // Each opening applies the changes since the previous one.
        try save { try Self.book("d", $0).title = "a" }
        #expect(try open() == ["0: 0", "a: a", "b: x"])
    }

    @Test func moreThanAQuarterIsReadAnew() throws {
        try fill((0..<600).map { String(format: "%03d", $0) })
        #expect(try open().count == 600)
        try rename("000", "000 renamed")
        try save { context in
            for book in try context.fetch(NSFetchRequest<Book>(entityName: "Book")).suffix(300) { book.title? += "!" }
        }
        #expect(try open().first == "000 renamed: 000 renamed")
    }

    @Test func anotherQuestionIsAsked() throws {
        try fill()
        _ = try open()
        try rename("b", "x")
        #expect(try open("title > 'a'") == ["c: c", "x: x"])
        #expect(try open("title > 'a'", ascending: false) == ["x: x", "c: c"])
        #expect(try open("title > 'a'", section: nil) == [": c x"])
        #expect(try open() == ["a: a", "c: c", "x: x"])
    }

    @Test func aHistoryThatWasDeletedTellsNothing() throws {
        try fill()
        _ = try open()
        try rename("b", "x")
        try save { context in
            Book(context: context).title = "d"
            try context.save()
            _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture))
        }
        #expect(try open() == ["a: a", "c: c", "d: d", "x: x"])
    }

    /// The older copy has the same store identifier, and a save into it gets the transaction number
    /// that a save into the newer file had.
    @Test func anOlderCopyThatWasPutBackIsAnotherStore() throws {
        try fill()
        let copy = folder.url.appending(path: "copy.sqlite")
        try waitUntilClosed()
        try FileManager.default.copyItem(at: url, to: copy)
        try save { Book(context: $0).title = "d" }
        _ = try open()
        try waitUntilClosed()
        try FileManager.default.removeItem(at: url)
        try FileManager.default.moveItem(at: copy, to: url)
        try save { Book(context: $0).title = "e" }
        #expect(try open() == ["a: a", "b: b", "c: c", "e: e"])
        try save { Book(context: $0).title = "f" }
        #expect(try open() == ["a: a", "b: b", "c: c", "e: e", "f: f"])
    }

    @Test func anotherStoreIsAnotherQuestion() throws {
        try fill()
        _ = try open()
        // A container that closes the store later would remove the write-ahead log of the next
        // store, which has the same name.
        try waitUntilClosed()
        try FileManager.default.removeItem(at: url)
        try fill(["y", "z"])
        #expect(try open() == ["y: y", "z: z"])
    }

    @Test func withoutAHistoryNothingIsKept() throws {
        try fill(history: false)
        #expect(try open(history: false) == ["a: a", "b: b", "c: c"])
        #expect(!FileManager.default.fileExists(atPath: kept(ResultsCache(name: name)).path))
        try rename("b", "x")
        #expect(try open(history: false) == ["a: a", "c: c", "x: x"])
    }

    @Test func whatStillHoldsIsNotWrittenAgain() throws {
        try fill()
        _ = try open()
        let cache = ResultsCache(name: name)
        let file = try FileManager.default.attributesOfItem(atPath: kept(cache).path)[.systemFileNumber] as? Int
        _ = try open()
        #expect(try FileManager.default.attributesOfItem(atPath: kept(cache).path)[.systemFileNumber] as? Int == file)
        NSFetchedResultsController<Book>.deleteCache(withName: name)
        #expect(!FileManager.default.fileExists(atPath: cache.file.path))
    }

    /// Returns the cache's file, after all pending writes have finished.
    private func kept(_ cache: ResultsCache) -> URL {
        ResultsCache.finishWriting()
        return cache.file
    }

    @Test func damagedFilesAreOfNoUse() throws {
        try fill()
        _ = try open()
        try rename("b", "x")
        let cache = ResultsCache(name: name)
        let whole = try Data(contentsOf: kept(cache))
        for damage in 0..<24 {
            var data = whole
            switch damage {
            case 0: data = Data()
            case 1: data = Data(whole.prefix(whole.count / 2))
            default: data[damage * (whole.count - 1) / 24] ^= 4
            }
            try data.write(to: kept(cache))
            #expect(try open() == ["a: a", "c: c", "x: x"], "damage \(damage)")
        }
    }

    @Test func whatIsNotSavedIsNotKept() throws {
        try fill()
        let edit: (NSManagedObjectContext) throws -> Void = { context in
            Book(context: context).title = "aa"
            try Self.book("b", context).title = "bb"
            context.delete(try Self.book("c", context))
        }
        #expect(try open(beforehand: edit) == ["a: a", "aa: aa", "bb: bb"])
        #expect(!FileManager.default.fileExists(atPath: kept(ResultsCache(name: name)).path))
        #expect(try open() == ["a: a", "b: b", "c: c"])
        // The unsaved changes are applied on top of the cached results.
        try rename("a", "x")
        #expect(try open(beforehand: edit) == ["a: x", "aa: aa", "bb: bb"])
        #expect(try open() == ["a: x", "b: b", "c: c"])
    }

    @Test func partsAreNotKept() throws {
        try fill()
        #expect(try open(limit: 2) == ["a: a", "b: b"])
        #expect(!FileManager.default.fileExists(atPath: kept(ResultsCache(name: name)).path))
    }

    /// Two files with the same store identifier, both open.
    @Test func aCopyIsAnotherStore() throws {
        try fill()
        let copy = try TemporaryFolder()
        try waitUntilClosed()
        let other = copy.url.appending(path: "Test.sqlite")
        try FileManager.default.copyItem(at: url, to: other)
        let context = try NSPersistentContainer.loaded(other, model: .library(), history: true).newBackgroundContext()
        try context.run {
            Book(context: context).title = "d"
            try context.save()
        }
        try save { Book(context: $0).title = "e" }
        #expect(try open() == ["a: a", "b: b", "c: c", "e: e"])
        #expect(try titles(in: context) == ["a", "b", "c", "d"])
    }

    /// Returns the titles that a controller in the context fetches.
    private func titles(in context: NSManagedObjectContext, _ predicate: NSPredicate? = nil) throws -> [String?] {
        nonisolated(unsafe) var titles: [String?] = []
        let name = name
        try context.run {
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.predicate = predicate
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "title", cacheName: name)
            try controller.performFetch()
            titles = controller.fetchedObjects?.map(\.title) ?? []
        }
        ResultsCache.finishWriting()
        return titles
    }

    /// A read-only store records no history, whatever its options are.
    @Test func aStoreThatIsOnlyReadIsReadAnew() throws {
        try fill(history: false)
        func open() throws -> [String?] {
            let container = try NSPersistentContainer.loaded(url, model: .library(), history: true, readOnly: true)
            return try titles(in: container.newBackgroundContext())
        }
        #expect(try open() == ["a", "b", "c"])
        try save(history: false) { Book(context: $0).title = "d" }
        #expect(try open() == ["a", "b", "c", "d"])
    }

    @Test func predicatesWithOtherTypesAreOthers() throws {
        try fill(["a", "ab", "abc"])
        func count(_ divisor: NSNumber) throws -> Int {
            try titles(in: context(history: true), NSPredicate(format: "title.length / %@ > 1", divisor)).count
        }
        // Integers use integer division: 3 / 2 is 1.
        #expect(try count(NSNumber(value: 2.0)) == 1)
        #expect(try count(NSNumber(value: 2)) == 0)
    }

    @Test func computedSectionsAreNotKept() throws {
        try fill()
        let context = try context(history: true)
        let name = name
        try context.run {
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: \.initial, cacheName: name)
            try controller.performFetch()
            #expect(controller.sections?.map(\.name) == ["a", "b", "c"])
        }
        #expect(!FileManager.default.fileExists(atPath: kept(ResultsCache(name: name)).path))
    }
}
