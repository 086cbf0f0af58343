import Foundation
import SwiftData
import Testing

struct PersistentIdentifierTests {
    @Test func `a stored identifier finds its model in every container of the store`() throws {
        let folder = try StoreFolder()
        let item: Item
        do {
            let context = ModelContext(try folder.openItems())
            item = try context.save(Item(1, name: "n"))
        }
        let identifier = item.persistentModelID
        let data = try JSONEncoder().encode(identifier)
        let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        #expect(decoded == identifier)
        #expect(decoded.hashValue == identifier.hashValue)
        #expect(decoded.id == identifier.id)
        #expect(decoded.entityName == "Item")
        #expect(decoded.storeIdentifier == identifier.storeIdentifier)
        let context = ModelContext(try folder.openItems())
        let found = try #require(context.model(for: decoded) as? Item)
        #expect(found.name == "n")
        #expect(found.persistentModelID == identifier)
        #expect(try JSONEncoder().encode(found.persistentModelID).count == data.count)
    }

    @Test func `the encoding has the keys of Apple's, and the URI of the row`() throws {
        let item = try ModelContext(try makeItemContainer()).save(Item(1))
        let store = try #require(item.persistentModelID.storeIdentifier)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(item.persistentModelID), as: UTF8.self)
        #expect(
            json == """
                {"implementation":{"entityName":"Item","isTemporary":false,"primaryKey":"p1","storeIdentifier":"\(store)",\
                "uriRepresentation":"x-coredata://\(store)/Item/p1"}}
                """)
        #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: Data(json.utf8)) == item.persistentModelID)
    }

    @Test func `a temporary identifier has no store, and another value after the save`() throws {
        let context = ModelContext(try makeItemContainer())
        let item = Item(1)
        let alone = item.persistentModelID
        #expect(alone.storeIdentifier == nil)
        #expect(alone == item.persistentModelID)
        context.insert(item)
        let temporary = item.persistentModelID
        #expect(temporary.storeIdentifier == nil)
        #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(temporary)) == temporary)
        try context.save()
        #expect(item.persistentModelID != temporary)
        #expect(item.persistentModelID < temporary)
        #expect(item.persistentModelID.storeIdentifier != nil)
    }

    @Test func `identifiers are in the order of their rows`() throws {
        let context = ModelContext(try makeItemContainer())
        let items = (0..<12).map { Item($0) }
        let boxes = (0..<2).map { Box(label: "\($0)") }
        for item in items { try context.save(item) }
        for box in boxes {
            context.insert(box)
            try context.save()
        }
        let identifiers = boxes.map(\.persistentModelID) + items.map(\.persistentModelID)
        #expect(identifiers.reversed().sorted() == identifiers)
        let decoded = try JSONDecoder().decode([PersistentIdentifier].self, from: JSONEncoder().encode(identifiers))
        #expect(decoded.reversed().sorted() == identifiers)
        #expect(Set(decoded) == Set(identifiers))
    }

    @Test func `an identifier is made of the names and the key in a store`() throws {
        let context = ModelContext(try makeItemContainer())
        let item = try context.save(Item(1, name: "n"))
        let store = try #require(item.persistentModelID.storeIdentifier)
        let made = try PersistentIdentifier.identifier(for: store, entityName: "Item", primaryKey: 1)
        #expect(made == item.persistentModelID)
        #expect((context.model(for: made) as? Item) === item)
        #expect(try PersistentIdentifier.identifier(for: store, entityName: "Item", primaryKey: "p1") == made)
        let foreign = try PersistentIdentifier.identifier(for: "remote", entityName: "Item", primaryKey: "a b/c?d")
        #expect(foreign.storeIdentifier == "remote")
        #expect(foreign.entityName == "Item")
        #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(foreign)) == foreign)
        #expect(try foreign != .identifier(for: "remote", entityName: "Item", primaryKey: "a b"))
        #expect(try foreign != .identifier(for: "other", entityName: "Item", primaryKey: "a b/c?d"))
        #expect(throws: EncodingError.self) {
            try PersistentIdentifier.identifier(for: "", entityName: "Item", primaryKey: 1)
        }
        #expect(throws: EncodingError.self) {
            try PersistentIdentifier.identifier(for: store, entityName: "", primaryKey: 1)
        }
        #expect(throws: EncodingError.self) {
            try PersistentIdentifier.identifier(for: store, entityName: "Item", primaryKey: "")
        }
    }

    @Test func `an identifier of another store, or a damaged one, finds no model and ends no process`() throws {
        let container = try makeItemContainer()
        let context = ModelContext(container)
        let item = try context.save(Item(1, name: "n"))
        let store = try #require(item.persistentModelID.storeIdentifier)
        for key in ["p2", "p-1", "p9223372036854775807", "p99999999999999999999", "x", "t1"] {
            let identifier = try PersistentIdentifier.identifier(for: store, entityName: "Item", primaryKey: key)
            let found: Item? = context.registeredModel(for: identifier)
            #expect(found == nil)
            #expect((context.model(for: identifier) as? Item)?.name == "")
        }
        for json in ["{}", #"{"implementation":{}}"#, #"{"implementation":{"entityName":1}}"#, "7"] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(PersistentIdentifier.self, from: Data(json.utf8))
            }
        }
    }
}
