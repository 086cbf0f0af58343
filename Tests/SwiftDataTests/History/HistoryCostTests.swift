import Foundation
import Testing

@testable import CoreData
@testable import SwiftData

/// The rows that fetches of the history read.
@Suite struct HistoryCostTests {
    private let context: ModelContext
    private let failures = EngineFailures()
    private let saves = 200

    init() throws {
        context = ModelContext(try makeItemContainer())
        for index in 0..<saves {
            for _ in 0..<3 { context.insert(Box(label: "\(index)")) }
            context.author = index.isMultiple(of: 2) ? "even" : "odd"
            try context.save()
        }
        failures.install(in: context.storage.coordinator)
    }

    /// Returns the result of a fetch, and the number of transactions and changes that it has read.
    private func fetch(_ descriptor: Descriptor) throws -> (found: [DefaultHistoryTransaction], rows: Int) {
        let before = failures.historyRows
        return (try context.fetchHistory(descriptor), failures.historyRows - before)
    }

    private func numbers(_ found: [DefaultHistoryTransaction]) -> [Int] { found.map { Int($0.id) } }

    // "Fetch the last transaction efficiently", WWDC25, session 291
    @Test func `the last transaction is read alone`() throws {
        var descriptor = Descriptor()
        descriptor.sortBy = [.init(\.transactionIdentifier, order: .reverse)]
        descriptor.fetchLimit = 1
        let (found, rows) = try fetch(descriptor)
        #expect(numbers(found) == [saves])
        #expect(found[0].changes.count == 3)
        #expect(rows == 4)
        descriptor.sortBy = [SortDescriptor(\.token, order: .reverse)]
        descriptor.fetchLimit = 2
        descriptor.predicate = #Predicate { $0.author == "odd" }
        let odd = try fetch(descriptor)
        #expect(numbers(odd.found) == [saves, saves - 2])
        #expect(odd.found.map(\.changes.count) == [3, 3])
        #expect(odd.rows == 8)
    }

    @Test func `pages in an order are read one by one, and all transactions newest first`() throws {
        for order in [SortOrder.forward, .reverse] {
            var descriptor = Descriptor(sortBy: [SortDescriptor(\.transactionIdentifier, order: order)])
            descriptor.fetchLimit = 60
            var pages: [[Int]] = []
            while true {
                let (page, rows) = try fetch(descriptor)
                guard let last = page.last?.token else { break }
                #expect(rows == page.count * 4)
                pages.append(numbers(page))
                if order == .forward {
                    descriptor.predicate = #Predicate { $0.token > last }
                } else {
                    descriptor.predicate = #Predicate { $0.token < last }
                }
            }
            #expect(pages.map(\.count) == [60, 60, 60, 20])
            #expect(Array(pages.joined()) == (order == .forward ? Array(1...saves) : Array(1...saves).reversed()))
        }
        let all = try context.fetchHistory(Descriptor(sortBy: [SortDescriptor(\.id, order: .reverse)]))
        #expect(numbers(all) == Array(1...saves).reversed())
        #expect(all.allSatisfy { $0.changes.count == 3 })
    }

    @Test func `another order reads the changes of the first transactions only`() throws {
        var descriptor = Descriptor(sortBy: [SortDescriptor(\.timestamp, order: .reverse), SortDescriptor(\.id, order: .reverse)])
        descriptor.fetchLimit = 2
        let (found, rows) = try fetch(descriptor)
        #expect(numbers(found) == [saves, saves - 1])
        #expect(found.map(\.changes.count) == [3, 3])
        #expect(rows == saves + 8)
        descriptor.sortBy = [SortDescriptor(\.changes.count), SortDescriptor(\.id)]
        #expect(try numbers(fetch(descriptor).found) == [1, 2])
        descriptor.predicate = #Predicate { $0.changes.count == 3 && $0.author == "even" }
        #expect(try numbers(fetch(descriptor).found) == [1, 3])
    }

    @Test func `the conditions of a predicate that another evaluates are those of the store`() throws {
        let token = try #require(try fetch(Descriptor()).found.dropLast(3).last).token
        let later = #Predicate<DefaultHistoryTransaction> { $0.token > token }
        let full = #Predicate<DefaultHistoryTransaction> { later.evaluate($0) && $0.changes.count > 2 }
        guard case .token(.greater, _)? = HistoryConditions(full).conditions.first else {
            Issue.record("The store gets no token.")
            return
        }
        let (found, rows) = try fetch(Descriptor(predicate: full))
        #expect(numbers(found) == [saves - 2, saves - 1, saves])
        #expect(rows == 12)
    }

    @Test func `a deletion of the newest transactions deletes no others`() throws {
        var descriptor = Descriptor(sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
        descriptor.fetchLimit = 2
        try context.deleteHistory(descriptor)
        #expect(try numbers(context.allHistory()) == Array(1...(saves - 2)))
        descriptor.fetchLimit = 0
        descriptor.predicate = #Predicate { $0.author == "odd" }
        try context.deleteHistory(descriptor)
        #expect(try context.allHistory().allSatisfy { $0.author == "even" })
    }
}
