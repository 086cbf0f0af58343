import Foundation
import GRDB
import StrataTestSupport
import Testing

@testable import CoreData

/// The positions of members in ordered relationships, in the column `Z_FOK_BOOK` of the chapters.
@Suite struct MemberPositionsTests {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: .library())
        context = store.context()
    }

    /// The titles of the stored chapters in order, with their positions.
    private func stored() throws -> [String: Int] {
        try DatabaseQueue(path: store.url.path).read { database in
            let rows = try GRDB.Row.fetchAll(database, sql: "SELECT ZTITLE, Z_FOK_BOOK FROM ZCHAPTER WHERE ZBOOK IS NOT NULL")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }

    private func chapter(_ title: String, _ context: NSManagedObjectContext) -> Chapter {
        let chapter = Chapter(context: context)
        chapter.title = title
        return chapter
    }

    private func book(_ titles: [String], _ context: NSManagedObjectContext) throws -> Book {
        let book = Book(context: context)
        for title in titles { book.addToChapters(chapter(title, context)) }
        try context.save()
        return book
    }

    /// The titles of a book's chapters, read by a context that has not seen them.
    private func titles() throws -> [String] {
        let context = try NSPersistentContainer.loaded(store.url, model: .library()).newBackgroundContext()
        return try context.performAndWait {
            let book = try #require(try context.fetch(NSFetchRequest<Book>(entityName: "Book")).first)
            return book.chapters?.array.compactMap { ($0 as? Chapter)?.title } ?? []
        }
    }

    @Test func `positions are those of Apple's stores`() throws {
        try context.performAndWait {
            _ = try book(["a", "b", "c"], context)
            #expect(try stored() == ["a": 2048, "b": 3072, "c": 4096])
        }
    }

    @Test func `an insertion moves no other member`() throws {
        try context.performAndWait {
            let book = try book(["a", "b", "c"], context)
            book.insertIntoChapters(chapter("x", context), at: 1)
            try context.save()
            #expect(try stored() == ["a": 2048, "x": 2560, "b": 3072, "c": 4096])
            book.insertIntoChapters(chapter("y", context), at: 0)
            try context.save()
            #expect(try stored() == ["y": 1024, "a": 2048, "x": 2560, "b": 3072, "c": 4096])
            book.mutableOrderedSetValue(forKey: "chapters").removeObject(at: 2)
            try context.save()
            #expect(try stored() == ["y": 1024, "a": 2048, "b": 3072, "c": 4096])
        }
    }

    @Test func `a member that moves is the only one that is written`() throws {
        try context.performAndWait {
            let book = try book(["a", "b", "c", "d"], context)
            book.mutableOrderedSetValue(forKey: "chapters").moveObjects(at: [0], to: 3)
            try context.save()
            #expect(try stored() == ["b": 3072, "c": 4096, "d": 5120, "a": 6144])
        }
        #expect(try titles() == ["b", "c", "d", "a"])
    }

    @Test func `members without a position get one`() throws {
        try context.performAndWait { _ = try book(["a", "b", "c"], context) }
        try DatabaseQueue(path: store.url.path).write { try $0.execute(sql: "UPDATE ZCHAPTER SET Z_FOK_BOOK = NULL") }
        let other = try NSPersistentContainer.loaded(store.url, model: .library()).newBackgroundContext()
        try other.performAndWait {
            let book = try #require(try other.fetch(NSFetchRequest<Book>(entityName: "Book")).first)
            book.insertIntoChapters(chapter("x", other), at: 1)
            try other.save()
            #expect(try stored() == ["a": 2048, "x": 3072, "b": 4096, "c": 5120])
        }
    }

    @Test(
        arguments: [("-9e99", 0, 9e99), ("0", 1, 9e99), ("-9e99", 1, 0), ("-9e99", 2, 9e99), ("9e99", 3, 9e99)]
            as [(String, Int, Double)])
    func `members of damaged rows with the greatest positions get others`(first: String, place: Int, last: Double) throws {
        try context.performAndWait { _ = try book(["a", "b", "c"], context) }
        try DatabaseQueue(path: store.url.path).write {
            try $0.execute(sql: "UPDATE ZCHAPTER SET Z_FOK_BOOK = \(first) WHERE ZTITLE = 'a'")
            try $0.execute(sql: "UPDATE ZCHAPTER SET Z_FOK_BOOK = \(last) WHERE ZTITLE = 'c'")
        }
        let other = try NSPersistentContainer.loaded(store.url, model: .library()).newBackgroundContext()
        let expected = try other.performAndWait {
            let book = try #require(try other.fetch(NSFetchRequest<Book>(entityName: "Book")).first)
            book.insertIntoChapters(chapter("x", other), at: place)
            try other.save()
            return book.chapters?.array.compactMap { ($0 as? Chapter)?.title }
        }
        #expect(try titles() == expected)
    }

    @Test(arguments: [[0], [20], [40], [0, 40], [17, 20]])
    func `many insertions at the same places keep the order`(places: [Int]) throws {
        try context.performAndWait {
            let book = try book((0..<40).map { "\($0)" }, context)
            var expected = (0..<40).map { "\($0)" }
            for round in 0..<120 {
                for place in places {
                    expected.insert("\(round) at \(place)", at: place)
                    book.insertIntoChapters(chapter("\(round) at \(place)", context), at: place)
                }
                try context.save()
            }
            #expect(try titles() == expected)
            let positions = try stored()
            #expect(Set(positions.values).count == expected.count)
        }
    }

    @Test func `random edits and saves keep the order`() throws {
        let seed = testSeed()
        try context.performAndWait {
            var random = SeededGenerator(seed: seed)
            let book = try book((0..<10).map { "\($0)" }, context)
            let set = book.mutableOrderedSetValue(forKey: "chapters")
            for round in 0..<300 {
                let count = book.chapters?.count ?? 0
                func place(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
                switch Int.random(in: 0..<6, using: &random) {
                case 0: set.insert(chapter("new \(round)", context), at: place(count + 1))
                case 1: set.add(chapter("last \(round)", context))
                case 2 where count > 3: set.removeObject(at: place(count))
                case 3 where count > 1: set.exchangeObject(at: place(count), withObjectAt: place(count))
                case 4 where count > 1: set.moveObjects(at: [place(count)], to: place(count))
                default:
                    try context.save()
                    let expected = book.chapters?.array.compactMap { ($0 as? Chapter)?.title }
                    #expect(try titles() == expected, "round \(round) with \(seed)")
                }
            }
        }
    }

    @Test func `what moved leaves a longest common subsequence`() throws {
        var random = SeededGenerator(seed: testSeed())
        let layout = try #require(NSManagedObjectModel.library().entitiesByName["Chapter"]).layout
        for _ in 0..<500 {
            let seed = random
            let before = Array(0..<Int.random(in: 0..<9, using: &random)).shuffled(using: &random)
            let after = Array(0..<Int.random(in: 0..<9, using: &random)).shuffled(using: &random)
            func list(_ numbers: [Int]) -> ContiguousArray<ObjectReference> {
                ContiguousArray(numbers.map { ObjectReference(layout, RowID(Int64($0 + 1))) })
            }
            let moved = list(after).moved(since: list(before))
            #expect(moved.allSatisfy { !$0.isEmpty }, "\(seed)")
            #expect(zip(moved, moved.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }, "\(seed)")
            let kept = after.indices.filter { index in !moved.contains { $0.contains(index) } }.map { after[$0] }
            #expect(before.filter(kept.contains) == kept, "\(seed)")
            #expect(kept.count == longestCommonSubsequence(before[...], after[...]), "\(seed)")
        }
    }

    private func longestCommonSubsequence(_ a: ArraySlice<Int>, _ b: ArraySlice<Int>) -> Int {
        var lengths = [Int](repeating: 0, count: b.count + 1)
        for x in a {
            var diagonal = 0
            for (index, y) in b.enumerated() {
                let above = lengths[index + 1]
                lengths[index + 1] = x == y ? diagonal + 1 : max(above, lengths[index])
                diagonal = above
            }
        }
        return lengths[b.count]
    }
}
