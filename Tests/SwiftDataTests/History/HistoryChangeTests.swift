import Foundation
import SwiftData
import Testing

enum OutLog {
    @Model final class Item {
        @Attribute(.preserveValueOnDeletion) var code: String
        var text: String
        var amount: Int

        init(code: String, text: String = "", amount: Int = 0) {
            self.code = code
            self.text = text
            self.amount = amount
        }
    }

    @Model final class Other {
        var name: String

        init(name: String) { self.name = name }
    }

    static func container(_ folder: StoreFolder) throws -> ModelContainer {
        try ModelContainer(for: Item.self, Other.self, configurations: ModelConfiguration(url: folder.store))
    }
}

@Suite struct HistoryChangeTests {
    typealias Item = OutLog.Item

    func kinds(_ transactions: [DefaultHistoryTransaction]) -> [String] {
        transactions.flatMap(\.changes).map {
            switch $0 {
            case .insert: "insert"
            case .update: "update"
            case .delete: "delete"
            @unknown default: "other"
            }
        }
    }

    @Test func `each save is one transaction, in order, with its author`() throws {
        let folder = try StoreFolder()
        let context = ModelContext(try OutLog.container(folder))
        context.author = "app"
        let before = Date.now.addingTimeInterval(-1)
        let item = Item(code: "a")
        context.insert(item)
        context.insert(OutLog.Other(name: "b"))
        try context.save()
        context.author = "widget"
        item.text = "changed"
        try context.save()
        context.delete(item)
        try context.save()
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.count == 3)
        #expect(history.map(\.author) == ["app", "widget", "widget"])
        #expect(kinds(history) == ["insert", "insert", "update", "delete"])
        #expect(history.allSatisfy { $0.timestamp > before && $0.timestamp < .now.addingTimeInterval(1) })
        #expect(history[0].token < history[1].token)
        #expect(history[0].transactionIdentifier < history[1].transactionIdentifier)
        #expect(Set(history.map(\.storeIdentifier)) == [try #require(item.persistentModelID.storeIdentifier)])
    }

    @Test func `a change is cast to the type of its model`() throws {
        let folder = try StoreFolder()
        let context = ModelContext(try OutLog.container(folder))
        let item = Item(code: "a")
        context.insert(item)
        try context.save()
        let id = item.persistentModelID
        item.text = "new"
        item.amount = 4
        try context.save()
        let changes = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(\.changes)
        #expect(changes.map(\.changedPersistentIdentifier) == [id, id])
        guard case .insert(let insert as DefaultHistoryInsert<Item>) = changes[0] else {
            Issue.record("no insert of an item")
            return
        }
        #expect(insert.changedPersistentIdentifier == id)
        guard case .update(let update as DefaultHistoryUpdate<Item>) = changes[1] else {
            Issue.record("no update of an item")
            return
        }
        let attributes = Set(update.updatedAttributes.map { $0 as PartialKeyPath<Item> })
        #expect(attributes == [\Item.text, \Item.amount])
        #expect(update.updatedAttributes.contains(\.text))
    }

    @Test func `a tombstone keeps the preserved values only`() throws {
        let folder = try StoreFolder()
        let context = ModelContext(try OutLog.container(folder))
        let item = Item(code: "keep", text: "lose")
        context.insert(item)
        try context.save()
        let token = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token)
        context.delete(item)
        try context.save()
        let later = try context.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
        #expect(later.count == 1)
        guard case .delete(let delete as DefaultHistoryDelete<Item>)? = later.first?.changes.first else {
            Issue.record("no delete of an item")
            return
        }
        #expect(delete.tombstone[\.code] as? String == "keep")
        #expect(delete.tombstone[\.text] == nil)
        #expect(delete.tombstone.map { $0 as? String } == ["keep"])
    }

    @Test func `history is filtered by author and by token`() throws {
        let folder = try StoreFolder()
        let container = try OutLog.container(folder)
        for (author, code) in [("a", "1"), ("b", "2"), ("a", "3")] {
            let context = ModelContext(container)
            context.author = author
            context.insert(Item(code: code))
            try context.save()
        }
        let context = ModelContext(container)
        let name = "a"
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == name })
        let found = try context.fetchHistory(descriptor)
        #expect(found.count == 2)
        let token = found[0].token
        descriptor.predicate = #Predicate { $0.token > token && $0.author == name }
        #expect(try context.fetchHistory(descriptor).map(\.id) == [found[1].id])
        descriptor.predicate = #Predicate { $0.author != name }
        #expect(try context.fetchHistory(descriptor).map(\.author) == ["b"])
        let future = Date.now.addingTimeInterval(60)
        descriptor.predicate = #Predicate { $0.timestamp > future }
        #expect(try context.fetchHistory(descriptor).isEmpty)
    }

    @Test func `history is sorted and limited`() throws {
        let folder = try StoreFolder()
        let context = ModelContext(try OutLog.container(folder))
        for code in ["1", "2", "3"] {
            context.insert(Item(code: code))
            try context.save()
        }
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
            sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
        descriptor.fetchLimit = 2
        let numbers = try context.fetchHistory(descriptor).map(\.transactionIdentifier)
        #expect(numbers.count == 2)
        #expect(numbers[0] > numbers[1])
    }

    @Test func `a token is stored as JSON and used after the next launch`() throws {
        let folder = try StoreFolder()
        var data = Data()
        do {
            let context = ModelContext(try OutLog.container(folder))
            context.insert(Item(code: "1"))
            try context.save()
            let last = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
            data = try JSONEncoder().encode(last.token)
            context.insert(Item(code: "2"))
            try context.save()
        }
        let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: data)
        let context = ModelContext(try OutLog.container(folder))
        let later = try context.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
        #expect(later.count == 1)
        let id = try #require(later.first?.changes.first?.changedPersistentIdentifier)
        #expect((context.model(for: id) as? Item)?.code == "2")
        #expect(token.tokenValue?.keys.first == id.storeIdentifier)
    }

    @Test func `deleted history is gone, and a token of it has expired`() throws {
        let folder = try StoreFolder()
        let context = ModelContext(try OutLog.container(folder))
        for code in ["1", "2", "3"] {
            context.insert(Item(code: code))
            try context.save()
        }
        let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        let first = all[0].token
        let third = all[2].token
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token < third }))
        #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).map(\.token) == [third])
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try context.fetchHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > first }))
        }
        #expect(try context.fetchCount(FetchDescriptor<Item>()) == 3)
    }

    @Test func `all history can be deleted without a predicate`() throws {
        let folder = try StoreFolder()
        let context = ModelContext(try OutLog.container(folder))
        context.insert(Item(code: "1"))
        try context.save()
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).isEmpty)
    }

    @Test func `a rolled back change and an empty save are no transactions`() throws {
        let folder = try StoreFolder()
        let context = ModelContext(try OutLog.container(folder))
        context.insert(Item(code: "1"))
        context.rollback()
        try context.save()
        #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).isEmpty)
    }

    @MainActor @Test func `an observer counts the transactions of its models and authors`() async throws {
        let folder = try StoreFolder()
        let container = try OutLog.container(folder)
        let any = try HistoryObserver(modelContainer: container)
        let items = try HistoryObserver(observedModels: [Item.self], modelContainer: container)
        let widget = try HistoryObserver(authors: ["widget"], modelContainer: container)
        #expect(any.eventCounter == 0)
        let context = ModelContext(container)
        context.insert(OutLog.Other(name: "b"))
        try context.save()
        await eventually("any") { any.eventCounter == 1 }
        context.author = "widget"
        context.insert(Item(code: "1"))
        try context.save()
        await eventually("any") { any.eventCounter >= 2 }
        await eventually("items") { items.eventCounter == 1 }
        await eventually("widget") { widget.eventCounter == 1 }
    }
}
