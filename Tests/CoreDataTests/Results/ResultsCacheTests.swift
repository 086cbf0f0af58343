import Foundation
import GRDB
import Testing

@testable import CoreData

/// What fetched results controllers keep under names, from one run of an app to the next: each opening here is one.
///
/// Whether the store was read shows by a title that is changed past Core Data, of which its history does not know: sections that were kept have the former one.
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

    private static func book(_ title: String, _ context: NSManagedObjectContext) throws -> Book {
        let request = NSFetchRequest<Book>(entityName: "Book")
        request.predicate = NSPredicate(format: "title == %@", title)
        return try #require(try context.fetch(request).first)
    }

    /// Changes a title past Core Data.
    private func rename(_ title: String, _ other: String) throws {
        try DatabaseQueue(path: url.path).write { database in
            try database.execute(sql: "UPDATE ZBOOK SET ZTITLE = ? WHERE ZTITLE = ?", arguments: [other, title])
        }
    }

    /// The sections that a run of the app finds, with their titles.
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
        return shown
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
        // It is kept anew, so that the next run has less to apply.
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

    @Test func anotherStoreIsAnotherQuestion() throws {
        try fill()
        _ = try open()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
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
        try save { Book(context: $0).title = "d" }
        _ = try open()
        #expect(try FileManager.default.attributesOfItem(atPath: kept(cache).path)[.systemFileNumber] as? Int != file)
    }

    /// The file, after what was to be written has been.
    private func kept(_ cache: ResultsCache) -> URL {
        _ = cache.results(of: "")
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
        // But it is laid over what was kept.
        try rename("a", "x")
        #expect(try open(beforehand: edit) == ["a: x", "aa: aa", "bb: bb"])
        #expect(try open() == ["a: x", "b: b", "c: c"])
    }

    @Test func partsAreNotKept() throws {
        try fill()
        #expect(try open(limit: 2) == ["a: a", "b: b"])
        #expect(!FileManager.default.fileExists(atPath: kept(ResultsCache(name: name)).path))
    }

    @Test func computedSectionsAreAskedOnce() throws {
        let name = name
        let entity = NSEntityDescription()
        entity.name = "Word"
        entity.managedObjectClassName = NSStringFromClass(LengthyWord.self)
        entity.properties = [NSManagedObjectModel.attribute("spelling", .string)]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        func open() throws -> [String] {
            LengthyWord.asked = 0
            let context = try NSPersistentContainer.loaded(url, model: model, history: true).newBackgroundContext()
            nonisolated(unsafe) var shown: [String] = []
            try context.run {
                let request = NSFetchRequest<LengthyWord>(entityName: "Word")
                request.sortDescriptors = [NSSortDescriptor(key: "spelling", ascending: true)]
                let controller = NSFetchedResultsController(
                    fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: \.length, cacheName: name)
                try controller.performFetch()
                shown = (controller.sections ?? []).map { "\($0.name) \($0.numberOfObjects)" }
            }
            return shown
        }
        let context = try NSPersistentContainer.loaded(url, model: model, history: true).newBackgroundContext()
        try context.run {
            for spelling in ["a", "bb", "cc"] { LengthyWord(context: context).spelling = spelling }
            try context.save()
        }
        #expect(try open() == ["1 1", "2 2"])
        #expect(LengthyWord.asked == 3)
        #expect(try open() == ["1 1", "2 2"])
        #expect(LengthyWord.asked == 0)
        // What a section is computed of may be anything.
        try context.run {
            LengthyWord(context: context).spelling = "ddd"
            try context.save()
        }
        #expect(try open() == ["1 1", "2 2", "3 1"])
        #expect(LengthyWord.asked == 4)
    }
}

/// Counts how often a word is asked for its length.
final class LengthyWord: NSManagedObject {
    nonisolated(unsafe) static var asked = 0

    var spelling: String? {
        get { value(at: 0, "spelling") }
        set { setValue(newValue, at: 0, "spelling") }
    }

    var length: String {
        // Where the key path leads is tried with an object of no context.
        if managedObjectContext != nil { Self.asked += 1 }
        return "\(spelling?.count ?? 0)"
    }
}
