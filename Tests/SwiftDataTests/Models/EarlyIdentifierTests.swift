import Foundation
import SwiftData
import Testing

@Suite struct EarlyIdentifierTests {
    @Test func `an identifier from before the insertion finds the model before and after the save`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        let first = item.persistentModelID
        context.insert(item)
        let second = item.persistentModelID
        #expect(context.model(for: first) as? RefItem === item)
        #expect(context.model(for: second) as? RefItem === item)
        try context.save()
        for id in [first, second, item.persistentModelID] {
            #expect(context.model(for: id) as? RefItem === item)
            let registered: RefItem? = context.registeredModel(for: id)
            #expect(registered === item)
        }
    }

    @Test func `an identifier from before the save finds the row in another context and after coding`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        let early = item.persistentModelID
        let coded = try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(early))
        try context.save()
        let other = ModelContext(container)
        #expect((other.model(for: early) as? RefItem)?.name == "a")
        #expect((other.model(for: coded) as? RefItem)?.name == "a")
        #expect(context.model(for: coded) as? RefItem === item)
    }

    @Test func `identifiers that were fetched before the save find their models`() throws {
        let context = ModelContext(try refContainer(RefItem.self))
        let item = RefItem("a")
        context.insert(item)
        let ids = try context.fetchIdentifiers(FetchDescriptor<RefItem>())
        try context.save()
        #expect(ids.map { context.model(for: $0) as? RefItem } == [item])
    }

    @Test func `an identifier of an upsert leads to the stored row`() throws {
        let context = ModelContext(try refContainer(RefUser.self))
        context.insert(RefUser(email: "a", name: "old"))
        try context.save()
        let new = RefUser(email: "a", name: "new")
        context.insert(new)
        let early = new.persistentModelID
        try context.save()
        #expect((context.model(for: early) as? RefUser)?.name == "new")
        #expect(context.model(for: early).persistentModelID == new.persistentModelID)
    }

    @Test func `an identifier of a rolled back or foreign model gives a model that can be read`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        let early = item.persistentModelID
        context.rollback()
        #expect((context.model(for: early) as? RefItem)?.list == ["l"])
        let registered: RefItem? = context.registeredModel(for: early)
        #expect(registered == nil)
        let foreign = RefUser(email: "x", name: "y").persistentModelID
        #expect(context.model(for: foreign) as? RefUser == nil)
        let elsewhere = ModelContext(try refContainer(RefUser.self))
        let user = RefUser(email: "x", name: "y")
        elsewhere.insert(user)
        try elsewhere.save()
        #expect(context.model(for: user.persistentModelID) as? RefUser == nil)
    }
}
