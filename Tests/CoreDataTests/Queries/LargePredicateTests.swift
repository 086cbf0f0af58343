import CoreData
import Foundation
import Testing

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
}
