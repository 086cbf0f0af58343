import Foundation
import SwiftData
import Testing

@Suite struct HistoryUseTests {
    typealias Item = OutLog.Item
    typealias Other = OutLog.Other
    typealias Book = OutLibrary.Book
    typealias Chapter = OutLibrary.Chapter

    func transactions(
        _ container: ModelContainer, after token: DefaultHistoryToken?, author: String
    ) throws -> [DefaultHistoryTransaction] {
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        if let token {
            descriptor.predicate = #Predicate { transaction in
                (transaction.token > token) && (transaction.author == author)
            }
        }
        return try ModelContext(container).fetchHistory(descriptor)
    }

    @Test func `an app follows the changes of its widget by token and author`() throws {
        let folder = try StoreFolder()
        let container = try OutLog.container(folder)
        let app = ModelContext(container)
        app.author = "app"
        app.insert(Item(code: "1"))
        try app.save()
        let token = try #require(try transactions(container, after: nil, author: "").last?.token)
        #expect(try transactions(container, after: token, author: "widget").isEmpty)
        let widget = ModelContext(container)
        widget.author = "widget"
        widget.insert(Item(code: "2"))
        widget.insert(Other(name: "o"))
        try widget.save()
        app.insert(Item(code: "3"))
        try app.save()
        var items: Set<String> = []
        var last = token
        for transaction in try transactions(container, after: token, author: "widget") {
            for change in transaction.changes {
                switch change {
                case .insert(let insert as DefaultHistoryInsert<Item>):
                    let id = insert.changedPersistentIdentifier
                    let found = try app.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.persistentModelID == id }))
                    items.formUnion(found.map(\.code))
                case .update(_ as DefaultHistoryUpdate<Item>), .delete(_ as DefaultHistoryDelete<Item>):
                    Issue.record("no such change was made")
                default:
                    break
                }
            }
            last = transaction.token
        }
        #expect(items == ["2"])
        #expect(last > token)
        #expect(try transactions(container, after: last, author: "widget").isEmpty)
    }

    @Test func `a cascade and a nullified relationship are changes of their models`() throws {
        let folder = try StoreFolder()
        let container = try ModelContainer(for: Book.self, configurations: ModelConfiguration(url: folder.store))
        let context = ModelContext(container)
        OutLibrary.fill(context)
        try context.save()
        let token = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token)
        let dune = try #require(try context.fetch(.longer(than: 500)).first)
        let chapters = Set(dune.chapters.map(\.persistentModelID))
        context.delete(dune)
        try context.save()
        let later = try context.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
        #expect(later.count == 1)
        let deleted = later.flatMap(\.changes).compactMap { change -> PersistentIdentifier? in
            guard case .delete(let delete as DefaultHistoryDelete<Chapter>) = change else { return nil }
            return delete.changedPersistentIdentifier
        }
        #expect(Set(deleted) == chapters)
        #expect(deleted.count == 3)
    }

    @Test func `a changed relationship is among the updated attributes`() throws {
        let folder = try StoreFolder()
        let container = try ModelContainer(for: Book.self, configurations: ModelConfiguration(url: folder.store))
        let context = ModelContext(container)
        OutLibrary.fill(context)
        try context.save()
        let emma = try #require(try context.fetch(.longer(than: 300)).last)
        emma.author = nil
        emma.cover = OutLibrary.Cover(color: "green", width: 3)
        emma.genre = .science
        try context.save()
        let changes = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last).changes
        let updates = changes.compactMap { change -> DefaultHistoryUpdate<Book>? in
            guard case .update(let update as DefaultHistoryUpdate<Book>) = change else { return nil }
            return update
        }
        #expect(updates.count == 1)
        let attributes = Set(updates.flatMap(\.updatedAttributes).map { $0 as PartialKeyPath<Book> })
        #expect(attributes == [\Book.author, \Book.cover, \Book.genre])
    }

    @Test func `history of a store in memory is read or refused, and never traps`() throws {
        let context = ModelContext(try OutLibrary.container())
        OutLibrary.fill(context)
        try context.save()
        do {
            let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
            #expect(history.isEmpty || history.count == 1)
        } catch is SwiftDataError {}
    }

    @Test func `old history is deleted by time`() throws {
        let folder = try StoreFolder()
        let context = ModelContext(try OutLog.container(folder))
        context.insert(Item(code: "1"))
        try context.save()
        let past = Date.now.addingTimeInterval(-3600)
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < past }))
        #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == 1)
        let future = Date.now.addingTimeInterval(3600)
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < future }))
        #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).isEmpty)
    }

    @Test func `a token stays valid while its own transaction is kept`() throws {
        let folder = try StoreFolder()
        let context = ModelContext(try OutLog.container(folder))
        for code in ["1", "2"] {
            context.insert(Item(code: code))
            try context.save()
        }
        let token = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token)
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token < token }))
        let later = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token })
        #expect(try context.fetchHistory(later).isEmpty)
        context.insert(Item(code: "3"))
        try context.save()
        #expect(try context.fetchHistory(later).count == 1)
        // The token's own transaction goes, too: Core Data calls such a token expired.
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(throws: SwiftDataError.historyTokenExpired) { try context.fetchHistory(later) }
    }

    @Test func `an unknown token from another store is refused or gives no wrong rows`() throws {
        let folder = try StoreFolder()
        let context = ModelContext(try OutLog.container(folder))
        context.insert(Item(code: "1"))
        try context.save()
        let stranger = try StoreFolder()
        let other = ModelContext(try OutLog.container(stranger))
        other.insert(Item(code: "x"))
        try other.save()
        let token = try #require(try other.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token)
        do {
            let found = try context.fetchHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
            #expect(found.count <= 1)
        } catch is SwiftDataError {}
    }

    @MainActor @Test func `an observer starts at the tokens that it is given`() async throws {
        let folder = try StoreFolder()
        let container = try OutLog.container(folder)
        let context = ModelContext(container)
        context.insert(Item(code: "1"))
        try context.save()
        let first = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
        context.insert(Item(code: "2"))
        try context.save()
        let observer = try HistoryObserver(
            historyTokens: [first.storeIdentifier: first.token], observedModels: [Item.self], modelContainer: container)
        #expect(observer.modelContainer == container)
        #expect(observer.observedModels.count == 1)
        await eventually { observer.eventCounter >= 1 }
    }
}
