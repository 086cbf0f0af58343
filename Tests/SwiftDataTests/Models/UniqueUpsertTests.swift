import Foundation
import SwiftData
import Testing

@Suite struct UniqueUpsertTests {
    @Test func `saving an equal unique value updates the stored row`() throws {
        let container = try refContainer(RefUser.self)
        let context = ModelContext(container)
        let old = RefUser(email: "a", name: "old", age: 5)
        context.insert(old)
        try context.save()
        let new = RefUser(email: "a", name: "new")
        context.insert(new)
        #expect(try context.fetchCount(FetchDescriptor<RefUser>()) == 2)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<RefUser>()) == 1)
        let read = try refReload(RefUser.self, container)
        #expect(read.name == "new")
        #expect(read.age == nil)
        #expect(new.name == "new")
        #expect(old.name == "new")
        #expect(new.persistentModelID == read.persistentModelID)
    }

    @Test func `two new models of one unique value become one row`() throws {
        let container = try refContainer(RefUser.self)
        let context = ModelContext(container)
        let one = RefUser(email: "a", name: "one")
        let two = RefUser(email: "a", name: "two")
        context.insert(one)
        context.insert(two)
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<RefUser>()) == 1)
        #expect(one.name == two.name)
    }

    @Test func `an upsert takes the relationships of the incoming model`() throws {
        let container = try refContainer(RefUser.self)
        let context = ModelContext(container)
        let old = RefUser(email: "a", name: "old")
        old.posts = [RefPost("p"), RefPost("q")]
        context.insert(old)
        try context.save()
        let other = ModelContext(container)
        let new = RefUser(email: "a", name: "new")
        new.posts = [RefPost("r")]
        other.insert(new)
        try other.save()
        let read = try refReload(RefUser.self, container)
        #expect(read.posts.map(\.text) == ["r"])
        #expect(new.posts.map(\.text) == ["r"])
        #expect(new.posts.first?.user === new)
    }

    @Test func `compound and single constraints of the Unique macro upsert`() throws {
        let container = try refContainer(RefCell.self)
        let context = ModelContext(container)
        context.insert(RefCell(1, 1, code: "a", text: "first"))
        context.insert(RefCell(1, 2, code: "b", text: "second"))
        try context.save()
        context.insert(RefCell(1, 1, code: "c", text: "third"))
        try context.save()
        func texts() throws -> [String] {
            try ModelContext(container).fetch(FetchDescriptor<RefCell>(sortBy: [SortDescriptor(\.text)])).map(\.text)
        }
        #expect(try texts() == ["second", "third"])
        context.insert(RefCell(5, 5, code: "b", text: "fourth"))
        try context.save()
        #expect(try texts() == ["fourth", "third"])
    }

    @Test func `a new model with the unique values of two stored ones becomes one of them and replaces the other`() throws {
        let container = try refContainer(RefCell.self)
        let context = ModelContext(container)
        let (first, second) = (RefCell(1, 1, code: "a", text: "first"), RefCell(1, 2, code: "b", text: "second"))
        for cell in [first, second] { context.insert(cell) }
        try context.save()
        // The save writes this row before it deletes it.
        second.text = "changed"
        let third = RefCell(1, 1, code: "b", text: "third")
        context.insert(third)
        try context.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<RefCell>()).map(\.text) == ["third"])
        #expect(try context.fetch(FetchDescriptor<RefCell>()) == [third])
        #expect(first.text == "third")
        #expect(first.code == "b")
        #expect(second.modelContext == nil)
        #expect(!context.hasChanges)
    }

    @Test func `the schema lists constraints and indices by names`() throws {
        let entity = try #require(Schema([RefCell.self]).entity(for: RefCell.self))
        #expect(Set(entity.uniquenessConstraints) == [["row", "column"], ["code"]])
        #expect(Set(entity.indices) == [["row"], ["row", "column"]])
        #expect(Schema.entityName(for: RefCell.self) == "RefCell")
        let user = try #require(Schema([RefUser.self]).entity(for: RefUser.self))
        #expect(user.attributesByName["email"]?.isUnique == true)
        #expect(user.attributesByName["age"]?.isOptional == true)
        #expect(user.relationshipsByName["posts"]?.deleteRule == .cascade)
        #expect(user.relationshipsByName["posts"]?.destination == "RefPost")
        #expect(user.relationshipsByName["posts"]?.inverseName == "user")
        #expect(user.relationshipsByName["posts"]?.isToOneRelationship == false)
    }
}
