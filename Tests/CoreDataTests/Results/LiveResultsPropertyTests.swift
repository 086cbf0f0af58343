import Foundation
import StrataTestSupport
import Testing

@testable import CoreData

/// Random edits by several writers. After each one, the live result must equal a fresh fetch,
/// sections included.
@Suite struct LiveResultsPropertyTests {
    private static let requests: [(predicate: String, sorts: [NSSortDescriptor], section: String?)] = [
        ("TRUEPREDICATE", [NSSortDescriptor(key: "time", ascending: false)], "day"),
        (
            "magnitude > 3",
            [NSSortDescriptor(key: "day", ascending: false), NSSortDescriptor(key: "magnitude", ascending: true)], "day"
        ),
        ("place CONTAINS[cd] 'al' OR magnitude < 1", [NSSortDescriptor(key: "place", ascending: true)], "place"),
        ("NOT (magnitude BETWEEN {2, 4})", [NSSortDescriptor(key: "magnitude", ascending: false)], "place"),
        ("place != nil", [], nil),
    ]

    @Test(arguments: 0..<10) func incrementalEqualsFresh(run: Int) throws {
        let seed = testSeed(run)
        print("LiveResultsPropertyTests run \(run): seed \(seed)")
        let store = try TestStore(history: true)
        let context = store.context()
        try context.performAndWait {
            var editor = try Editor(store, context, seed: seed)
            let (predicate, sorts, section) = Self.requests[run % Self.requests.count]
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.predicate = NSPredicate(format: predicate)
            request.sortDescriptors = sorts
            if run >= Self.requests.count { request.fetchLimit = 7 }
            let results = try LiveResults.shared(request: request, sectionKey: section, in: context)
            var shown = ShownList(results.arrangement)
            let subscription = results.subscribe { results, change in shown.apply(change, to: results.arrangement) }
            for step in 0..<300 {
                let edit = try editor.edit()
                context.processPendingChanges()
                // A fetch returns saved changes of other contexts before they are merged. Live
                // results may wait for the merge.
                if editor.isBehind { continue }
                let expected = try context.fetch(request)
                let found = (0..<results.count).map { results.object(at: $0) }
                let comment = Comment("seed \(seed), step \(step), after \(edit)")
                try #require(found.map(\.rowID) == expected.map(\.rowID), comment)
                try #require(shown.mistake == nil, comment)
                try #require(shown.sections == ShownList(results.arrangement).sections, comment)
                if let section { try #require(results.sections.map(describe) == runs(of: expected, by: section), comment) }
            }
            subscription.cancel()
        }
    }

    private func describe(_ section: ResultSection) -> String {
        let value: String =
            switch section.value {
            case .string(let string): string
            case .date(let date): "\(date)"
            default: "nil"
            }
        return "\(value): \(section.range)"
    }

    /// Returns the runs of equal values, computed in the simplest way.
    private func runs(of quakes: [Quake], by key: String) -> [String] {
        var runs: [(value: String, range: Range<Int>)] = []
        for (index, quake) in quakes.enumerated() {
            let value = quake.value(forKey: key).map { "\($0)" } ?? "nil"
            if runs.last?.value == value {
                runs[runs.count - 1].range = runs[runs.count - 1].range.lowerBound..<index + 1
            } else {
                runs.append((value, index..<index + 1))
            }
        }
        return runs.map { "\($0.value): \($0.range)" }
    }
}

/// Makes random changes in the context under test, in another context, and directly in the store.
private struct Editor {
    private let context: NSManagedObjectContext
    private let other: NSManagedObjectContext
    private var random: SeededGenerator
    private var token: NSPersistentHistoryToken?
    /// Whether another context saved changes that are not merged yet.
    private(set) var isBehind = false

    init(_ store: TestStore, _ context: NSManagedObjectContext, seed: UInt64) throws {
        self.context = context
        other = store.context()
        random = SeededGenerator(seed: seed)
        let other = other
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        other.performAndWait { other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump }
        try insertBatch(count: 30)
        token = store.container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
    }

    mutating func edit() throws -> String {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<4:
            change(Quake(context: context), code: true)
            return "insert"
        case 4..<9:
            guard let quake = try any() else { return "nothing to edit" }
            change(quake)
            return "edit"
        case 9..<11:
            guard let quake = try any() else { return "nothing to delete" }
            context.delete(quake)
            return "delete"
        case 11..<14:
            try context.save()
            return "save"
        case 14:
            context.rollback()
            return "rollback"
        case 15:
            guard let quake = try any() else { return "nothing to refresh" }
            context.refresh(quake, mergeChanges: .random(using: &random))
            return "refresh"
        case 16..<18:
            try editInOther()
            if Bool.random(using: &random) {
                isBehind = true
                return "save elsewhere, not merged"
            }
            try mergeHistory()
            return "save elsewhere, merged"
        case 18:
            try insertBatch(count: Int.random(in: 1...5, using: &random))
            try mergeHistory()
            return "batch insert, merged"
        default:
            try deleteBatch()
            try mergeHistory()
            return "batch delete, merged"
        }
    }

    private mutating func any() throws -> Quake? {
        try context.fetch(NSFetchRequest<Quake>(entityName: "Quake")).randomElement(using: &random)
    }

    private mutating func change(_ quake: Quake, code: Bool = false) {
        for (key, value) in values() where code || (key != "code" && Bool.random(using: &random)) {
            quake.setValue(value is NSNull ? nil : value, forKey: key)
        }
    }

    private mutating func values() -> [String: Any] {
        let day = Double(Int.random(in: 0..<5, using: &random)) * 86_400
        let places: [Any] = ["Alaska", "Älmhult", "Bali", "", NSNull(), "Tal", "AL"]
        return [
            "code": "\(random.next() % 1_000)",
            "day": Date(timeIntervalSinceReferenceDate: day),
            "time": Date(timeIntervalSinceReferenceDate: day + Double(Int.random(in: 0..<50, using: &random))),
            "magnitude": Float(Int.random(in: 0..<60, using: &random)) / 10,
            "place": places.randomElement(using: &random) ?? NSNull(),
        ]
    }

    private mutating func insertBatch(count: Int) throws {
        nonisolated(unsafe) let rows = (0..<count).map { _ in values() }
        let other = other
        try other.performAndWait {
            _ = try other.execute(NSBatchInsertRequest(entityName: "Quake", objects: rows))
        }
    }

    private mutating func editInOther() throws {
        nonisolated(unsafe) let values = values()
        let seed = random.next()
        let other = other
        try other.performAndWait {
            var random = SeededGenerator(seed: seed)
            other.reset()
            let quakes = try other.fetch(NSFetchRequest<Quake>(entityName: "Quake"))
            guard let quake = quakes.randomElement(using: &random) else { return }
            if random.next() % 4 == 0 {
                other.delete(quake)
            } else {
                for (key, value) in values where key != "code" { quake.setValue(value is NSNull ? nil : value, forKey: key) }
            }
            try other.save()
        }
    }

    private mutating func deleteBatch() throws {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Quake")
        request.predicate = NSPredicate(format: "magnitude == %f", Double(Float(Int.random(in: 0..<60, using: &random)) / 10))
        nonisolated(unsafe) let deletion = NSBatchDeleteRequest(fetchRequest: request)
        let other = other
        try other.performAndWait { _ = try other.execute(deletion) }
    }

    private mutating func mergeHistory() throws {
        isBehind = false
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
        let result = try context.execute(request) as? NSPersistentHistoryResult
        for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
            context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            token = transaction.token
        }
    }
}
