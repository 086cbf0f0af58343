import Foundation
import Glibc
import Testing

@testable import CoreData

/// Predicates that a program puts together, longer and deeper than anybody writes them.
@Suite struct LargePredicateTests {
    private let context: NSManagedObjectContext

    init() throws {
        let context = try NSPersistentContainer.inMemory().newBackgroundContext()
        try context.performAndWait {
            for magnitude in [1, 2, 3] as [Float] { Quake(context: context).magnitude = magnitude }
            try context.save()
        }
        self.context = context
    }

    private func magnitudes(_ predicate: NSPredicate) throws -> [Float] {
        nonisolated(unsafe) let predicate = predicate
        return try context.performAndWait {
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.predicate = predicate
            request.sortDescriptors = [NSSortDescriptor(key: "magnitude", ascending: true)]
            return try context.fetch(request).map(\.magnitude)
        }
    }

    @Test(arguments: [2, 201, 1_500, 5_000]) func aChainMayBeLong(count: Int) throws {
        let equal = (1...count).map { NSPredicate(format: "magnitude == %d", $0 + 1) }
        #expect(try magnitudes(NSCompoundPredicate(orPredicateWithSubpredicates: equal)) == [2, 3])
        let unequal = (1...count).map { NSPredicate(format: "magnitude != %d", $0 + 1) }
        #expect(try magnitudes(NSCompoundPredicate(andPredicateWithSubpredicates: unequal)) == [1])
    }

    /// As a loop makes it that adds one condition after the other.
    @Test func aChainMayBeNested() throws {
        var (all, any, not) = (NSPredicate(value: true), NSPredicate(value: false), NSPredicate(format: "magnitude == 1"))
        for number in 2...300 {
            all = NSCompoundPredicate(andPredicateWithSubpredicates: [all, NSPredicate(format: "magnitude != %d", number)])
            any = NSCompoundPredicate(orPredicateWithSubpredicates: [NSPredicate(format: "magnitude == %d", number), any])
            not = NSCompoundPredicate(notPredicateWithSubpredicate: not)
        }
        #expect(try magnitudes(all) == [1] && magnitudes(any) == [2, 3] && magnitudes(not) == [2, 3])
    }

    /// The text is an argument of a condition that the other bound makes constant.
    @Test func anArgumentMayBeLeftOutOfTheSQL() throws {
        try context.performAndWait { () throws in
            let request = NSFetchRequest<NSDictionary>(entityName: "Quake")
            request.predicate = NSPredicate(format: "place BETWEEN {nil, 'i'}")
            #expect(try context.count(for: request) == 0)
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["place"]
            #expect(try context.fetch(request).isEmpty)
        }
    }

    @Test func whatIsTooLargeForSQLiteIsAnErrorOfThePredicate() throws {
        let sum = Array(repeating: "magnitude", count: 200).joined(separator: " + ")
        let error = #expect(throws: NSError.self) { try magnitudes(NSPredicate(format: "\(sum) > 1")) }
        #expect(error?.code == NSPersistentStoreOperationError && error?.localizedDescription.contains("SQLite says") == true)
    }

    @Test func arithmeticThatIsTooDeepIsAnErrorBeforeTheStackEnds() throws {
        let sum = Array(repeating: "magnitude", count: 900).joined(separator: " + ")
        let error = #expect(throws: NSError.self) { try magnitudes(NSPredicate(format: "\(sum) > 1")) }
        #expect(error?.code == NSPersistentStoreOperationError && error?.localizedDescription.contains("too deep") == true)
    }

    /// As a loop makes it that adds one condition after the other, for each of many rows.
    @Test func `a chain may be nested by the thousand`() throws {
        var (any, all) = (NSPredicate(value: false), NSPredicate(value: true))
        for number in 2...3_000 {
            any = NSCompoundPredicate(orPredicateWithSubpredicates: [any, NSPredicate(format: "magnitude == %d", number)])
            all = NSCompoundPredicate(andPredicateWithSubpredicates: [NSPredicate(format: "magnitude != %d", number), all])
        }
        #expect(try magnitudes(any) == [2, 3])
        #expect(try magnitudes(all) == [1])
    }

    private static func pair(_ number: Int) -> NSPredicate {
        NSPredicate(format: "place == %@ AND magnitude == %d", "place \(number)", number)
    }

    /// Sets the places of the quakes to "place 1", "place 2" and "place 3".
    private func namePlaces() throws {
        try context.performAndWait {
            for quake in try context.fetch(NSFetchRequest<Quake>(entityName: "Quake")) {
                quake.place = "place \(Int(quake.magnitude))"
            }
            try context.save()
        }
    }

    @Test(arguments: [2, 60, 1_500, 20_000]) func `an OR may be of many pairs`(count: Int) throws {
        try namePlaces()
        let pairs = (2...count + 1).map(Self.pair)
        #expect(try magnitudes(NSCompoundPredicate(orPredicateWithSubpredicates: pairs)) == (count > 1 ? [2, 3] : [2]))
        let excluded = pairs.map(NSCompoundPredicate.init(notPredicateWithSubpredicate:))
        #expect(try magnitudes(NSCompoundPredicate(andPredicateWithSubpredicates: excluded)) == [1])
    }

    @Test func `many pairs of equalities are one argument`() throws {
        func arguments(_ count: Int) throws -> Int {
            let predicate = NSCompoundPredicate(orPredicateWithSubpredicates: (1...count).map(Self.pair))
            return try QuerySQL(model: .quakes(), entityName: "Quake").argumentCount(predicate)
        }
        #expect(try arguments(49) == 98)
        #expect(try arguments(50) == 1)
        #expect(try arguments(6_000) == 1)
    }

    private func arguments(_ predicate: NSPredicate) throws -> Int {
        try QuerySQL(model: .quakes(), entityName: "Quake").argumentCount(predicate)
    }

    @Test func `many excluded pairs are one argument`() throws {
        let excluded = (1...60).map { NSCompoundPredicate(notPredicateWithSubpredicate: Self.pair($0)) }
        #expect(try arguments(NSCompoundPredicate(andPredicateWithSubpredicates: excluded)) == 1)
        #expect(try arguments(NSCompoundPredicate(andPredicateWithSubpredicates: Array(excluded.prefix(49)))) == 98)
        // The negation of an OR of pairs is the same search.
        let any = NSCompoundPredicate(orPredicateWithSubpredicates: (1...60).map(Self.pair))
        #expect(try arguments(NSCompoundPredicate(notPredicateWithSubpredicate: any)) == 1)
    }

    @Test func `many values of one key are one argument`() throws {
        let equal = (1...60).map { NSPredicate(format: "magnitude == %d", $0) }
        #expect(try arguments(NSCompoundPredicate(orPredicateWithSubpredicates: equal)) == 1)
        let unequal = (1...60).map { NSPredicate(format: "magnitude != %d", $0) }
        #expect(try arguments(NSCompoundPredicate(andPredicateWithSubpredicates: unequal)) == 1)
    }

    @Test func `pairs are one argument in whichever order their parts are written, and beside other conditions`() throws {
        let mixed = (1...60).map { number in
            number.isMultiple(of: 2)
                ? Self.pair(number) : NSPredicate(format: "magnitude == %d AND place == %@", number, "place \(number)")
        }
        #expect(try arguments(NSCompoundPredicate(orPredicateWithSubpredicates: mixed)) == 1)
        let others = [NSPredicate(format: "magnitude > 9"), NSPredicate(format: "place == 'a' AND day == nil")]
        #expect(try arguments(NSCompoundPredicate(orPredicateWithSubpredicates: mixed + others)) == 3)
        // Triples are a search of their own.
        let triples = (1...60).map { NSPredicate(format: "place == 'a' AND magnitude == %d AND code == 'b'", $0) }
        #expect(try arguments(NSCompoundPredicate(orPredicateWithSubpredicates: mixed + triples)) == 2)
    }

    @Test func `pairs with nil are no search, because a list contains no nil`() throws {
        let pairs = (1...60).map { NSPredicate(format: "place == nil AND magnitude == %d", $0) }
        #expect(try arguments(NSCompoundPredicate(orPredicateWithSubpredicates: pairs)) == 60)
    }

    /// No list can replace these conditions, so each is in the SQL.
    @Test(arguments: [60, 1_500, 6_000]) func `an OR may be of many conditions of different kinds`(count: Int) throws {
        try namePlaces()
        let conditions = (2...count + 1).map { number in
            NSPredicate(format: "magnitude BETWEEN {%f, %f} AND place > %@", Double(number) - 0.5, Double(number) + 0.5, "p")
        }
        #expect(try magnitudes(NSCompoundPredicate(orPredicateWithSubpredicates: conditions)) == [2, 3])
        let texts = (2...count + 1).map { NSPredicate(format: "place BEGINSWITH %@ OR place < %@", "place \($0)", "a") }
        #expect(try magnitudes(NSCompoundPredicate(orPredicateWithSubpredicates: texts)) == [2, 3])
    }

    /// An OR of conditions of several kinds, some of which become lists.
    private static func mixed(_ numbers: Range<Int>) -> NSPredicate {
        NSCompoundPredicate(
            orPredicateWithSubpredicates: numbers.map { number in
                switch number % 4 {
                case 0:
                    NSPredicate(format: "magnitude BETWEEN {%f, %f} AND place > %@", Double(number), Double(number) + 0.5, "p")
                case 1: NSPredicate(format: "place BEGINSWITH %@ OR place < %@", "place \(number)", "a")
                case 2: pair(number)
                default: NSPredicate(format: "NOT (magnitude < %d) AND code == %@", number, "code \(number)")
                }
            })
    }

    @Test func `the SQL of a mixed OR grows with its conditions`() throws {
        let query = QuerySQL(model: .quakes(), entityName: "Quake")
        let (size, twice) = (try query.size(Self.mixed(10_000..<12_000)), try query.size(Self.mixed(10_000..<14_000)))
        #expect(twice > size)
        #expect(twice < size * 5 / 2)
    }

    /// Returns the time that the processor spends on this thread, without that of others, for an OR of
    /// so many conditions: the least of three, of which each has its own conditions, so that no cache
    /// knows them.
    private static func cost(_ count: Int, _ body: (NSPredicate) throws -> Void) throws -> UInt64 {
        try (1...3).map { round in
            let predicate = mixed(round * 100_000..<round * 100_000 + count)
            let start = nanoseconds()
            try body(predicate)
            return nanoseconds() - start
        }.min() ?? 0
    }

    private static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Eight times the conditions take eight times as long, and 64 times if each is compared with all
    /// others. A machine that is slow is slow for both, and their threads do not count what it does
    /// otherwise.
    @Test(.ownThread) func `a mixed OR costs as much for each of its conditions, however many there are`() throws {
        let query = QuerySQL(model: .quakes(), entityName: "Quake")
        let body = { (predicate: NSPredicate) in _ = try query.argumentCount(predicate) }
        let (cost, more) = (try Self.cost(1_000, body), try Self.cost(8_000, body))
        #expect(cost > 0)
        #expect(more < 24 * cost)
    }

    @Test(.ownThread) func `a fetch of a mixed OR costs as much for each of its conditions, however many there are`() throws {
        try context.performAndWait {
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            let body = { (predicate: NSPredicate) in
                request.predicate = predicate
                _ = try context.fetch(request)
            }
            let (cost, more) = (try Self.cost(750, body), try Self.cost(6_000, body))
            #expect(cost > 0)
            #expect(more < 24 * cost)
        }
    }

    @Test func `unsaved objects match the same pairs`() throws {
        try namePlaces()
        nonisolated(unsafe) let predicate = NSCompoundPredicate(orPredicateWithSubpredicates: (2...500).map(Self.pair))
        try context.performAndWait {
            let quake = Quake(context: context)
            (quake.place, quake.magnitude) = ("place 7", 7)
            let other = Quake(context: context)
            (other.place, other.magnitude) = ("place 7", 8)
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.predicate = predicate
            request.sortDescriptors = [NSSortDescriptor(key: "magnitude", ascending: true)]
            let found = try context.fetch(request).map(\.magnitude)
            #expect(found == [2, 3, 7])
            context.rollback()
        }
    }

    @Test func `a list may be long`() throws {
        let values = (2...40_000).map { $0 as NSNumber }
        #expect(try magnitudes(NSPredicate(format: "magnitude IN %@", values)) == [2, 3])
        #expect(try magnitudes(NSPredicate(format: "NOT magnitude IN %@", values)) == [1])
    }

    /// SQLite compares each argument of a statement with all others.
    @Test func `a statement has at most a thousand arguments`() throws {
        func arguments(_ count: Int) throws -> Int {
            let conditions = (1...count).map { NSPredicate(format: "magnitude > %d AND place < %@", $0, "a") }
            let predicate = NSCompoundPredicate(orPredicateWithSubpredicates: conditions)
            return try QuerySQL(model: .quakes(), entityName: "Quake").argumentCount(predicate)
        }
        #expect(try arguments(400) == 800)
        #expect(try arguments(500) == 1_000)
        #expect(try arguments(4_000) == 1_001)
    }
}
