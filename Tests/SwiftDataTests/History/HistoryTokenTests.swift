import Foundation
import SwiftData
import Testing

struct HistoryTokenTests {
    private func token(_ json: String) throws -> DefaultHistoryToken {
        try JSONDecoder().decode(DefaultHistoryToken.self, from: Data(json.utf8))
    }

    @Test func `a token that was encoded is valid in a second container of the store`() throws {
        let folder = try StoreFolder()
        let data: Data
        do {
            let context = ModelContext(try folder.openItems())
            try context.save(Item(1))
            let token = try #require(try context.allHistory().last).token
            data = try JSONEncoder().encode(token)
            #expect(try JSONDecoder().decode(DefaultHistoryToken.self, from: data) == token)
            #expect(try JSONDecoder().decode(DefaultHistoryToken.self, from: data).hashValue == token.hashValue)
            try context.save(Item(2))
        }
        let context = ModelContext(try folder.openItems())
        try context.save(Item(3))
        let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: data)
        #expect(try context.numbers(#Predicate { $0.token > token }) == [2, 3])
    }

    @Test func `a token is the number of the last transaction by the identifier of the store`() throws {
        let context = ModelContext(try makeItemContainer())
        let item = try context.save(Item(1))
        try context.save(Item(2))
        let store = try #require(item.persistentModelID.storeIdentifier)
        let tokens = try context.allHistory().map(\.token)
        #expect(tokens.map(\.tokenValue) == [[store: 1], [store: 2]])
        #expect(try token(#"{"tokenValue":{"\#(store)":2}}"#) == tokens[1])
        #expect(tokens[0].id != tokens[1].id)
    }

    @Test func `tokens that no store can have written are refused or expired, and never end the process`() throws {
        let context = ModelContext(try makeItemContainer())
        let store = try #require(try context.save(Item(1)).persistentModelID.storeIdentifier)
        #expect(throws: DecodingError.self) { try token(#"{"tokenValue":{"\#(store)":-1}}"#) }
        #expect(throws: DecodingError.self) { try token(#"{"tokenValue":{"\#(store)":1e30}}"#) }
        #expect(throws: DecodingError.self) { try token("[]") }
        for json in [#"{"tokenValue":{"\#(store)":9223372036854775807}}"#, #"{"tokenValue":{}}"#, #"{"tokenValue":{"'":1}}"#] {
            let token = try token(json)
            #expect(throws: SwiftDataError.historyTokenExpired) { try context.numbers(#Predicate { $0.token > token }) }
        }
        // The position before the first transaction.
        let start = try token(#"{"tokenValue":{"\#(store)":0}}"#)
        #expect(try context.numbers(#Predicate { $0.token > start }) == [1])
    }

    @Test func `tokens have one order`() throws {
        let tokens = try [
            #"{"tokenValue":{"a":1}}"#, #"{"tokenValue":{"a":2}}"#, #"{"tokenValue":{"a":10}}"#,
            #"{"tokenValue":{"a":10,"b":1}}"#, #"{"tokenValue":{"a":11,"b":0}}"#,
        ].map(token)
        for (index, left) in tokens.enumerated() {
            for (other, right) in tokens.enumerated() {
                #expect((left < right) == (index < other))
                #expect((left == right) == (index == other))
            }
        }
    }
}

struct SeveralStoresHistoryTests {
    private func makeContainer(_ folder: StoreFolder) throws -> ModelContainer {
        try ModelContainer(
            for: Schema([Wheel.self, Item.self]),
            configurations: ModelConfiguration(
                "wheels", schema: Schema([Wheel.self]), url: folder.url.appending(path: "wheels.store")),
            ModelConfiguration("items", schema: Schema([Item.self]), url: folder.url.appending(path: "items.store")))
    }

    @Test func `the histories of several stores are merged by time, and each transaction is read once`() throws {
        let folder = try StoreFolder()
        let context = ModelContext(try makeContainer(folder))
        var stores: [String] = []
        for number in 0..<6 {
            if number.isMultiple(of: 2) {
                try context.save(Item(number))
            } else {
                context.insert(Wheel(size: number))
                try context.save()
            }
        }
        let all = try context.allHistory()
        stores = all.map(\.storeIdentifier)
        #expect(Set(stores).count == 2)
        #expect(stores == [stores[0], stores[1], stores[0], stores[1], stores[0], stores[1]])
        #expect(all.map(\.transactionIdentifier) == [1, 1, 2, 2, 3, 3])
        for (index, transaction) in all.enumerated() {
            let token = transaction.token
            let rest = try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > token }))
            #expect(rest == Array(all[(index + 1)...]))
            // The token means the same once it was stored.
            let decoded = try JSONDecoder().decode(DefaultHistoryToken.self, from: try JSONEncoder().encode(token))
            let again = try context.fetchHistory(
                Descriptor(predicate: #Predicate { $0.token > decoded && $0.changes.count > 0 }))
            #expect(again == Array(all[(index + 1)...]))
        }
        let first = stores[0]
        let ofFirst = try context.fetchHistory(Descriptor(predicate: #Predicate { $0.storeIdentifier == first }))
        #expect(ofFirst.map(\.transactionIdentifier) == [1, 2, 3])
        var page = Descriptor()
        page.fetchLimit = 3
        #expect(try context.fetchHistory(page) == Array(all[..<3]))
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.storeIdentifier == first }))
        #expect(try context.allHistory() == all.filter { $0.storeIdentifier != first })
    }
}
