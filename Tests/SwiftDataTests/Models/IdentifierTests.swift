import Foundation
import SwiftData
import Testing

@Suite struct IdentifierTests {
    @Test func `an identifier becomes permanent by the save and survives coding`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        let temporary = item.persistentModelID
        #expect(temporary.storeIdentifier == nil)
        #expect(temporary.entityName == "RefItem")
        let set: Set = [item]
        try context.save()
        let id = item.persistentModelID
        #expect(id.storeIdentifier != nil)
        #expect(set.contains(item))
        #expect(item.id == id)
        #expect(context.model(for: temporary) as? RefItem === item)
        #expect(context.model(for: id) as? RefItem === item)
        let registered: RefItem? = context.registeredModel(for: id)
        #expect(registered === item)
        let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(id))
        #expect(decoded == id)
        #expect(decoded.hashValue == id.hashValue)
        #expect((ModelContext(container).model(for: decoded) as? RefItem)?.name == "a")
    }

    @Test func `registeredModel gives only models that are present`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        try context.save()
        let other = ModelContext(container)
        let id = item.persistentModelID
        let absent: RefItem? = other.registeredModel(for: id)
        #expect(absent == nil)
        let read = try #require(try other.fetch(FetchDescriptor<RefItem>()).first)
        let present: RefItem? = other.registeredModel(for: id)
        #expect(present === read)
        #expect(read == item)
        #expect(read !== item)
        #expect(try other.fetch(FetchDescriptor<RefItem>()).first === read)
    }

    @Test func `an identifier survives a launch`() throws {
        let folder = try RefFolderOnDisk()
        let data: Data
        do {
            let context = ModelContext(try folder.container(RefItem.self))
            let item = RefItem("a")
            context.insert(item)
            try context.save()
            data = try JSONEncoder().encode(item.persistentModelID)
        }
        let context = ModelContext(try folder.container(RefItem.self))
        let id = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        #expect((context.model(for: id) as? RefItem)?.name == "a")
        #expect(try context.fetchIdentifiers(FetchDescriptor<RefItem>()) == [id])
    }
}
