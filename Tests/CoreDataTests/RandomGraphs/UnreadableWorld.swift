import Foundation
import StrataTestSupport
import Testing

@testable import CoreData

/// A graph of objects that is edited while some reads of its store fail, and a picture of what it
/// must be. An edit never throws. So each time that the store can be read, the objects must have
/// all edits, and a save must write them.
final class UnreadableWorld {
    private let folder: TemporaryFolder
    private let container: NSPersistentContainer
    private let context: NSManagedObjectContext
    private let failures = EngineFailures()
    private var picture = Picture()
    /// The picture of the last save.
    private var saved = Picture()
    private let books: [NSManagedObjectID]
    private let authors: [NSManagedObjectID]
    private let tags: [NSManagedObjectID]
    private let chapters: [NSManagedObjectID]

    /// The objects that exist, by their places in the lists of IDs.
    struct Picture: Equatable {
        var titles: [Int: String] = [:]
        var authors: [Int: Int] = [:]
        var tags: [Int: Set<Int>] = [:]
        var prequels: [Int: Int] = [:]
        /// The books of the chapters that exist; -1 for none.
        var chapters: [Int: Int] = [:]
    }

    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    init(_ kind: StoreUnderTest) throws {
        folder = try TemporaryFolder()
        container = try kind.container(.library(), in: folder)
        let writing = container.newBackgroundContext()
        var identifiers: [[NSManagedObjectID]] = []
        try writing.run {
            let books = (0..<6).map { _ in Book(context: writing) }
            let authors = (0..<3).map { _ in Author(context: writing) }
            let tags = (0..<3).map { _ in Tag(context: writing) }
            let chapters = (0..<10).map { _ in Chapter(context: writing) }
            for (number, book) in books.enumerated() {
                (book.title, book.author) = ("\(number)", authors[number % 3])
                book.tags = [tags[number % 3]]
            }
            for (number, chapter) in chapters.enumerated() { books[number % 5].addToChapters(chapter) }
            books[1].prequel = books[0]
            try writing.save()
            identifiers = [books, authors, tags, chapters].map { (objects: [NSManagedObject]) in objects.map(\.objectID) }
        }
        (books, authors, tags, chapters) = (identifiers[0], identifiers[1], identifiers[2], identifiers[3])
        for number in 0..<6 {
            picture.titles[number] = "\(number)"
            picture.authors[number] = number % 3
            picture.tags[number] = [number % 3]
        }
        for number in 0..<10 { picture.chapters[number] = number % 5 }
        picture.prequels[1] = 0
        saved = picture
        container.forgetRows()
        context = container.newBackgroundContext()
        failures.install(in: container.persistentStoreCoordinator)
    }

    private func book(_ number: Int) -> Book? { context.object(with: books[number]) as? Book }
    private func chapter(_ number: Int) -> Chapter? { context.object(with: chapters[number]) as? Chapter }
    private func tag(_ number: Int) -> Tag? { context.object(with: tags[number]) as? Tag }
    private func author(_ number: Int) -> Author? { context.object(with: authors[number]) as? Author }

    func perform(_ operation: UnreadableOperation) throws {
        try context.run {
            let numbers = operation.numbers
            switch operation.kind {
            case .fail:
                let (first, length) = (numbers[0] % 6 + 1, [1, 2, 4, 1_000, 1_000][numbers[1] % 5])
                // Most often only reads fail, which cannot throw.
                let kinds: Set<EngineCall.Kind> = [[.read], [.read], [.read, .transaction], [.transaction]][numbers[2] % 4]
                failures.fail(kinds) { (first..<first + length).contains($0) }
            case .recover: try recover()
            case .save:
                do {
                    try context.save()
                    saved = picture
                } catch  where EngineFailures.caused(error) {
                    // The changes stay.
                }
            case .rollback:
                context.rollback()
                picture = saved
            case .forget:
                container.forgetRows()
                for object in context.registeredObjects where !object.hasChanges {
                    context.refresh(object, mergeChanges: false)
                }
            case .refresh: context.refreshAllObjects()
            case .look: _ = try? look(in: context)
            case .process: context.processPendingChanges()
            default: edit(operation)
            }
        }
    }

    /// Checks that everything is as it must be once the store can be read, also after a save.
    func finish() throws {
        try context.run {
            try recover()
            try context.save()
        }
        container.forgetRows()
        let other = container.newBackgroundContext()
        try other.run {
            let found = try look(in: other)
            if found != picture { throw Mistake(description: "saved \(found)\ninstead of \(picture)") }
        }
    }

    private func recover() throws {
        failures.recover()
        context.processPendingChanges()
        let found = try look(in: context)
        if found != picture { throw Mistake(description: "has \(found)\ninstead of \(picture)") }
    }

    private func edit(_ operation: UnreadableOperation) {
        let numbers = operation.numbers
        let present = picture.titles.keys.sorted()
        guard !present.isEmpty else { return }
        let number = present[numbers[0] % present.count]
        guard let book = book(number) else { return }
        switch operation.kind {
        case .title:
            book.title = "title \(numbers[1])"
            picture.titles[number] = "title \(numbers[1])"
        case .author:
            let chosen = numbers[1] % 4
            book.author = chosen < 3 ? author(chosen) : nil
            picture.authors[number] = chosen < 3 ? chosen : nil
        case .addTag:
            tag(numbers[1] % 3).map(book.addToTags)
            picture.tags[number]?.insert(numbers[1] % 3)
        case .removeTag:
            tag(numbers[1] % 3).map(book.removeFromTags)
            picture.tags[number]?.remove(numbers[1] % 3)
        case .addTagInSet:
            if let tag = tag(numbers[1] % 3) { book.tags.insert(tag) }
            picture.tags[number]?.insert(numbers[1] % 3)
        case .chapter:
            let chosen = numbers[1] % 10
            guard picture.chapters[chosen] != nil else { return }
            chapter(chosen)?.book = numbers[2] % 4 == 0 ? nil : book
            picture.chapters[chosen] = numbers[2] % 4 == 0 ? -1 : number
        case .addChapter:
            let chosen = numbers[1] % 10
            guard picture.chapters[chosen] != nil else { return }
            chapter(chosen).map(book.addToChapters)
            picture.chapters[chosen] = number
        case .prequel:
            let chosen = present[numbers[1] % present.count]
            guard chosen != number else { return }
            book.prequel = self.book(chosen)
            for (other, prequel) in picture.prequels where prequel == chosen { picture.prequels[other] = nil }
            picture.prequels[number] = chosen
        case .delete:
            guard present.count > 2 else { return }
            context.delete(book)
            picture.titles[number] = nil
            picture.authors[number] = nil
            picture.tags[number] = nil
            picture.prequels[number] = nil
            for (other, prequel) in picture.prequels where prequel == number { picture.prequels[other] = nil }
            for (chapter, owner) in picture.chapters where owner == number { picture.chapters[chapter] = nil }
        default: preconditionFailure("\(operation.kind) is no edit.")
        }
    }

    /// Returns the picture of the graph as a context has it. Both sides of each relationship must
    /// agree.
    private func look(in context: NSManagedObjectContext) throws -> Picture {
        var found = Picture()
        let places = Dictionary(
            uniqueKeysWithValues: [books, authors, tags, chapters].flatMap { $0.enumerated().map { ($1, $0) } })
        func place(_ object: NSManagedObject) -> Int { places[object.objectID] ?? -2 }
        func agree(_ holds: Bool?, _ sentence: String) throws {
            if holds != true { throw Mistake(description: sentence) }
        }
        for (number, id) in books.enumerated() {
            guard let book = try? context.existingObject(with: id) as? Book, !book.isDeleted else { continue }
            found.titles[number] = book.title
            found.authors[number] = book.author.map(place)
            try agree(book.author.map { $0.books.contains(book) } ?? true, "The author of \(number) lacks it.")
            found.tags[number] = Set(book.tags.map(place))
            for tag in book.tags { try agree(tag.books?.contains(book), "A tag of \(number) lacks it.") }
            found.prequels[number] = book.prequel.map(place)
            try agree(book.prequel.map { $0.sequel === book } ?? true, "The prequel of \(number) has another sequel.")
            for case let chapter as Chapter in book.chapters?.array ?? [] {
                try agree(chapter.book === book, "A chapter of \(number) has another book.")
            }
        }
        for (number, id) in chapters.enumerated() {
            guard let chapter = try? context.existingObject(with: id) as? Chapter, !chapter.isDeleted else { continue }
            found.chapters[number] = chapter.book.map(place) ?? -1
            try agree(
                chapter.book.map { $0.chapters?.contains(chapter) == true } ?? true, "The book of chapter \(number) lacks it.")
        }
        return found
    }
}

/// One step of a random run. Its numbers choose the objects among those that exist when it runs.
struct UnreadableOperation: Sendable, CustomStringConvertible {
    enum Kind: String, CaseIterable, Sendable {
        case title, author, addTag, removeTag, addTagInSet, chapter, addChapter, prequel, delete
        case fail, recover, save, rollback, forget, refresh, look, process

        /// The frequency of the kind, relative to the others.
        var weight: Int {
            switch self {
            case .fail: 12
            case .forget: 9
            case .title, .author, .chapter, .prequel, .save: 6
            case .addTag, .removeTag, .addTagInSet, .addChapter, .recover, .process: 4
            case .delete, .refresh, .look: 2
            case .rollback: 1
            }
        }
    }

    let kind: Kind
    let numbers: [Int]

    private static let bag = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    init(_ random: inout SeededGenerator) {
        kind = Self.bag[Int.random(in: 0..<Self.bag.count, using: &random)]
        numbers = (0..<3).map { _ in Int.random(in: 0..<1_000_000, using: &random) }
    }

    var description: String { "\(kind) \(numbers)" }
}

/// Random edits of objects that cannot be read.
///
/// `STRATA_OPERATIONS` sets the number of edits, `STRATA_SEED` repeats one world, and
/// `STRATA_TRACE=1` prints each edit before it is performed.
@Suite struct RandomUnreadableObjectsTests {
    private static let operations = SoakSettings.operations ?? 6_000
    private static let seed = testSeed()

    @Test(.ownThread, arguments: StoreUnderTest.withFailingReads)
    func `edits of objects that cannot be read are neither lost nor saved over others`(kind: StoreUnderTest) {
        let name = "UnreadableObjects of \(kind)"
        let run = RandomRun(name: name, operationsPerWorld: 40, operation: { UnreadableOperation(&$0) }) {
            operations, _, didOne in
            let world = try UnreadableWorld(kind)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
            try world.finish()
        }
        run(kind.share(of: Self.operations), seed: Self.seed)
    }
}
