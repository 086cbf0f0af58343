import Foundation
import SwiftData
import Testing

/// The relationships of a new model that becomes a stored one.
@Suite struct UpsertTests {
    @Test func `an upsert replaces members of a context that has read them`() throws {
        let container = try refContainer(RefUser.self)
        let context = ModelContext(container)
        let old = RefUser(email: "a", name: "old")
        let (p, q) = (RefPost("p"), RefPost("q"))
        old.posts = [p, q]
        context.insert(old)
        try context.save()
        let new = RefUser(email: "a", name: "new")
        let r = RefPost("r")
        new.posts = [r]
        context.insert(new)
        #expect(old.posts == [p, q])
        try context.save()
        #expect(old.name == "new")
        #expect(old.posts == [r])
        #expect(new.posts == [r])
        #expect(new == old)
        #expect(new.modelContext === context)
        #expect(p.user == nil)
        #expect(r.user == old)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<RefPost>()) == 3)
        #expect(try refReload(RefUser.self, container).posts.map(\.text) == ["r"])
        new.name = "newer"
        try context.save()
        #expect(old.name == "newer")
        #expect(try refReload(RefUser.self, container).name == "newer")
    }

    @Test func `the last of several new models of one value has its members`() throws {
        let container = try refContainer(RefUser.self)
        let context = ModelContext(container)
        for (name, post) in [("one", "p"), ("two", "q"), ("three", "r")] {
            let user = RefUser(email: "a", name: name)
            user.posts = [RefPost(post)]
            context.insert(user)
        }
        try context.save()
        let read = try refReload(RefUser.self, container)
        #expect(read.name == "three")
        #expect(read.posts.map(\.text) == ["r"])
    }

    @Test func `an upsert without members empties the stored ones, and a deleted row is no upsert`() throws {
        let container = try refContainer(RefUser.self)
        let context = ModelContext(container)
        let old = RefUser(email: "a", name: "old")
        old.posts = [RefPost("p")]
        context.insert(old)
        try context.save()
        context.insert(RefUser(email: "a", name: "new"))
        try context.save()
        #expect(try refReload(RefUser.self, container).posts.isEmpty)
        old.posts = [RefPost("q")]
        try context.save()
        context.delete(old)
        context.insert(RefUser(email: "a", name: "third"))
        try context.save()
        #expect(try refReload(RefUser.self, container).name == "third")
        #expect(try refReload(RefUser.self, container).posts.isEmpty)
    }

    @Test func `a save that fails leaves the members of an upsert as they were`() throws {
        let container = try refContainer(RefUser.self, RefBoss.self)
        let context = ModelContext(container)
        let old = RefUser(email: "a", name: "old")
        let post = RefPost("p")
        old.posts = [post]
        let boss = RefBoss("b")
        boss.workers = [RefWorker("w")]
        context.insert(old)
        context.insert(boss)
        try context.save()
        let new = RefUser(email: "a", name: "new")
        context.insert(new)
        context.delete(boss)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(old.posts == [post])
        #expect(post.user === old)
        #expect(context.changedModelsArray.isEmpty)
        #expect(!old.hasChanges)
        #expect(!post.hasChanges)
        context.rollback()
        #expect(old.posts == [post])
        #expect(new.modelContext == nil)
        #expect(new.name == "new")
        try context.save()
        #expect(try refReload(RefUser.self, container).posts.map(\.text) == ["p"])
    }

    @Test func `members of a many to many relationship leave no rows of the join behind`() throws {
        let container = try refContainer(UniqueShelf.self)
        let context = ModelContext(container)
        let (a, b) = (UniqueBook("a"), UniqueBook("b"))
        let old = UniqueShelf("s")
        old.books = [a, b]
        context.insert(old)
        try context.save()
        let new = UniqueShelf("s")
        new.books = [b, UniqueBook("c")]
        context.insert(new)
        try context.save()
        let read = try refReload(UniqueShelf.self, container)
        #expect(read.books.map(\.title).sorted() == ["b", "c"])
        let books = try ModelContext(container).fetch(FetchDescriptor<UniqueBook>(sortBy: [SortDescriptor(\.title)]))
        #expect(books.map(\.shelves.count) == [0, 1, 1])
        #expect(a.shelves.isEmpty)
    }

    @Test func `members that must have an owner stay with the stored model`() throws {
        let container = try refContainer(UniqueOwner.self)
        let context = ModelContext(container)
        let old = UniqueOwner("o")
        context.insert(old)
        context.insert(UniquePet("p", owner: old))
        try context.save()
        context.insert(UniqueOwner("o"))
        try context.save()
        let read = try refReload(UniqueOwner.self, container)
        #expect(read.pets.map(\.name) == ["p"])
        #expect(read.pets.first?.owner === read)
    }

    @Test func `only the members of the new model are counted`() throws {
        let container = try refContainer(UniqueOrder.self)
        let context = ModelContext(container)
        for text in ["a", "b"] {
            let order = UniqueOrder(1)
            order.lines = [UniqueLine(text)]
            context.insert(order)
            try context.save()
        }
        let order = try #require(try context.fetch(FetchDescriptor<UniqueOrder>()).first)
        #expect(order.lines.map(\.text) == ["b"])
        #expect(try refReload(UniqueOrder.self, container).lines.map(\.text) == ["b"])
        // New models of one save, of which the second becomes the first.
        for text in ["c", "d"] {
            let order = UniqueOrder(2)
            order.lines = [UniqueLine(text)]
            context.insert(order)
        }
        try context.save()
        let second = FetchDescriptor<UniqueOrder>(predicate: #Predicate { $0.code == 2 })
        #expect(try ModelContext(container).fetch(second).map { $0.lines.map(\.text) } == [["d"]])

        let empty = UniqueOrder(1)
        context.insert(empty)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(order.lines.map(\.text) == ["b"])
        context.delete(empty)
        // The count is a rule again after the save.
        order.lines = []
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    }
}
