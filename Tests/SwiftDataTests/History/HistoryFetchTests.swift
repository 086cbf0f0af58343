import Foundation
import SwiftData
import Testing

struct HistoryFetchTests {
    /// Returns a context whose history has five transactions, by a, b, no author, a and b.
    private func makeContext() throws -> ModelContext {
        let context = ModelContext(try makeItemContainer())
        for (index, author) in ["a", "b", nil, "a", "b"].enumerated() { try context.save(Item(index), as: author) }
        return context
    }

    @Test func `a predicate selects by token, author, time and store`() throws {
        let context = try makeContext()
        let all = try context.allHistory()
        let (second, fourth) = (all[1].token, all[3].token)
        let time = all[2].timestamp
        let (author, store) = ("b", all[0].storeIdentifier)
        #expect(try context.numbers(#Predicate { $0.token > second }) == [3, 4, 5])
        #expect(try context.numbers(#Predicate { $0.token >= second }) == [2, 3, 4, 5])
        #expect(try context.numbers(#Predicate { $0.token < second }) == [1])
        #expect(try context.numbers(#Predicate { $0.token <= second }) == [1, 2])
        #expect(try context.numbers(#Predicate { $0.token == second }) == [2])
        #expect(try context.numbers(#Predicate { second < $0.token && $0.token <= fourth }) == [3, 4])
        #expect(try context.numbers(#Predicate { $0.author == "a" }) == [1, 4])
        #expect(try context.numbers(#Predicate { $0.author == author }) == [2, 5])
        #expect(try context.numbers(#Predicate { author == $0.author }) == [2, 5])
        #expect(try context.numbers(#Predicate { $0.author == nil }) == [3])
        #expect(try context.numbers(#Predicate { $0.author == "c" }) == [])
        #expect(try context.numbers(#Predicate { $0.token > second && $0.author == author }) == [5])
        #expect(try context.numbers(#Predicate { $0.timestamp < time }) == [1, 2])
        #expect(try context.numbers(#Predicate { $0.timestamp >= time }) == [3, 4, 5])
        #expect(try context.numbers(#Predicate { $0.storeIdentifier == store }) == [1, 2, 3, 4, 5])
        #expect(try context.numbers(#Predicate { $0.storeIdentifier == "none" }) == [])
    }

    @Test func `any other predicate is evaluated in memory, together with the conditions of stores`() throws {
        let context = try makeContext()
        let all = try context.allHistory()
        let second = all[1].token
        let authors: Set<String?> = ["a", nil]
        #expect(try context.numbers(#Predicate { $0.author != "a" }) == [2, 3, 5])
        #expect(try context.numbers(#Predicate { $0.author == "a" || $0.transactionIdentifier == 5 }) == [1, 4, 5])
        #expect(try context.numbers(#Predicate { $0.token > second && $0.transactionIdentifier != 4 }) == [3, 5])
        #expect(try context.numbers(#Predicate { $0.token > second && !($0.author == "a") }) == [3, 5])
        #expect(try context.numbers(#Predicate { authors.contains($0.author) }) == [1, 3, 4])
        #expect(try context.numbers(#Predicate { $0.changes.count == 1 && $0.author == "b" }) == [2, 5])
    }

    // WWDC25, session 291
    @Test func `a predicate evaluates others`() throws {
        let context = try makeContext()
        let second = try context.allHistory()[1].token
        let tokenPredicate = #Predicate<DefaultHistoryTransaction> { $0.token > second }
        let changesPredicate = #Predicate<DefaultHistoryTransaction> { $0.changes.count > 0 }
        let authorPredicate = #Predicate<DefaultHistoryTransaction> { $0.author == "b" }
        let full = #Predicate<DefaultHistoryTransaction> { tokenPredicate.evaluate($0) && changesPredicate.evaluate($0) }
        #expect(try context.numbers(full) == [3, 4, 5])
        let both = #Predicate<DefaultHistoryTransaction> { authorPredicate.evaluate($0) && tokenPredicate.evaluate($0) }
        #expect(try context.numbers(both) == [5])
        #expect(try context.numbers(#Predicate { !authorPredicate.evaluate($0) }) == [1, 3, 4])
        #expect(try context.numbers(#Predicate { both.evaluate($0) || $0.transactionIdentifier == 1 }) == [1, 5])
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.transactionIdentifier <= 3 }))
        #expect(throws: SwiftDataError.historyTokenExpired) { try context.numbers(full) }
    }

    @Test func `transactions are sorted and limited`() throws {
        let context = try makeContext()
        var descriptor = Descriptor(sortBy: [SortDescriptor(\.timestamp, order: .reverse)])
        #expect(try context.fetchHistory(descriptor).map(\.id) == [5, 4, 3, 2, 1])
        descriptor.fetchLimit = 2
        #expect(try context.fetchHistory(descriptor).map(\.id) == [5, 4])
        descriptor.sortBy = []
        #expect(try context.fetchHistory(descriptor).map(\.id) == [1, 2])
        #expect(try context.fetchHistory(descriptor).map(\.changes.count) == [1, 1])
        descriptor.predicate = #Predicate { $0.author == "b" }
        descriptor.fetchLimit = 1
        #expect(try context.fetchHistory(descriptor).map(\.id) == [2])
        descriptor.predicate = #Predicate { $0.transactionIdentifier > 2 }
        #expect(try context.fetchHistory(descriptor).map(\.id) == [3])
        descriptor.fetchLimit = .max
        #expect(try context.fetchHistory(descriptor).map(\.id) == [3, 4, 5])
    }

    @Test func `history is fetched in pages, each after the last token`() throws {
        let context = try makeContext()
        var descriptor = Descriptor()
        descriptor.fetchLimit = 2
        var pages: [[Int64]] = []
        while true {
            let page = try context.fetchHistory(descriptor)
            guard let last = page.last?.token else { break }
            pages.append(page.map(\.id))
            descriptor.predicate = #Predicate { $0.token > last }
        }
        #expect(pages == [[1, 2], [3, 4], [5]])
    }

    @Test func `a deletion before a token keeps the token valid`() throws {
        let context = try makeContext()
        let token = try context.allHistory()[2].token
        let before = try context.allHistory()[1].token
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token < token }))
        #expect(try context.numbers(nil) == [3, 4, 5])
        #expect(try context.numbers(#Predicate { $0.token > token }) == [4, 5])
        #expect(throws: SwiftDataError.historyTokenExpired) { try context.numbers(#Predicate { $0.token > before }) }
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try context.numbers(#Predicate { $0.token > before && $0.transactionIdentifier > 0 })
        }
        // Another deletion before it deletes nothing.
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token < before }))
        #expect(try context.numbers(nil) == [3, 4, 5])
    }

    @Test func `a deletion before a date, by author, by any condition, and of everything`() throws {
        let context = try makeContext()
        let time = try context.allHistory()[1].timestamp
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.timestamp < time }))
        #expect(try context.numbers(nil) == [2, 3, 4, 5])
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.author == "a" }))
        #expect(try context.numbers(nil) == [2, 3, 5])
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.transactionIdentifier == 3 }))
        #expect(try context.numbers(nil) == [2, 5])
        var oldest = Descriptor()
        oldest.fetchLimit = 1
        try context.deleteHistory(oldest)
        #expect(try context.numbers(nil) == [5])
        try context.deleteHistory(Descriptor())
        #expect(try context.numbers(nil) == [])
        // Numbers are not used again, and models are not touched.
        try context.save(Item(9))
        #expect(try context.numbers(nil) == [6])
        #expect(try context.fetchCount(FetchDescriptor<Item>()) == 6)
    }

    @Test func `a token of another store is expired`() throws {
        let (context, other) = (try makeContext(), try makeContext())
        let token = try #require(try other.allHistory().first).token
        let error = #expect(throws: SwiftDataError.historyTokenExpired) { try context.numbers(#Predicate { $0.token > token }) }
        #expect(error?.localizedDescription.contains("another store") == true)
    }

    @Test func `a descriptor that cannot be evaluated is refused`() throws {
        struct Foreign: HistoryTransaction {
            var author: String?
            var changes: [HistoryChange] = []
            var storeIdentifier = ""
            var timestamp = Date.distantPast
            var token = DefaultToken()
            var transactionIdentifier = 1
            var id = 1
            struct DefaultToken: Comparable, Hashable, Identifiable, Sendable {
                var id = 1
                static func < (lhs: Self, rhs: Self) -> Bool { false }
            }
            static func == (lhs: Self, rhs: Self) -> Bool { true }
            func hash(into hasher: inout Hasher) {}
        }
        let context = try makeContext()
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
            try context.fetchHistory(HistoryDescriptor<Foreign>())
        }
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
            try context.deleteHistory(HistoryDescriptor<Foreign>())
        }
        // The third transaction has no author.
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
            try context.numbers(#Predicate { $0.author!.count == 1 })
        }
    }

    @Test func `the history of a store is there after it was opened again`() throws {
        let folder = try StoreFolder()
        try ModelContext(try folder.openItems()).save(Item(1), as: "first")
        let context = ModelContext(try folder.openItems())
        try context.save(Item(2), as: "second")
        #expect(try context.allHistory().map(\.author) == ["first", "second"])
    }
}
