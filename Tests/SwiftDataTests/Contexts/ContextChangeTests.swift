import Foundation
import Observation
import SwiftData
import Testing

@Suite struct ContextChangeTests {
    typealias User = OutSocial.User
    typealias Post = OutSocial.Post
    typealias Member = OutSocial.Member

    @Test func `a change made in a handler of willSave is saved`() throws {
        let context = ModelContext(try OutSocial.container())
        let user = User("ada")
        context.insert(user)
        let date = Date(timeIntervalSinceReferenceDate: 77)
        nonisolated(unsafe) let model = user
        let token = NotificationCenter.default.addObserver(forName: ModelContext.willSave, object: context, queue: nil) { _ in
            model.updated = date
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try context.save()
        #expect(!context.hasChanges)
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<User>()).map(\.updated) == [date])
    }

    @Test func `a batch delete is undone by a rollback`() throws {
        let context = ModelContext(try OutSocial.container())
        for name in ["a", "b"] { context.insert(User(name)) }
        try context.save()
        try context.delete(model: User.self)
        #expect(try context.fetchCount(FetchDescriptor<User>()) == 0)
        #expect(context.deletedModelsArray.count == 2)
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<User>()) == 2)
    }

    @Test func `a fetch without pending changes leaves unsaved relationships alone`() throws {
        let context = ModelContext(try OutSocial.container())
        let user = User("u")
        context.insert(user)
        let post = Post("p", by: user)
        context.insert(post)
        var descriptor = FetchDescriptor<User>()
        descriptor.includePendingChanges = false
        #expect(try context.fetch(descriptor).isEmpty)
        #expect(post.writer == user)
        try context.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Post>()).first?.writer.name == "u")
    }

    @Test func `children that another context deletes leave the array`() throws {
        let container = try OutSocial.container()
        let context = ModelContext(container)
        let user = User("u")
        for text in ["a", "b", "c"] { user.posts.append(Post(text, by: user)) }
        context.insert(user)
        try context.save()
        #expect(user.posts.map(\.text) == ["a", "b", "c"])
        let other = ModelContext(container)
        try other.delete(model: Post.self, where: #Predicate { $0.text == "b" })
        try other.save()
        _ = try context.fetchCount(FetchDescriptor<Post>())
        #expect(user.posts.map(\.text) == ["a", "c"])
    }

    @Test func `a model stays in its set and dictionary across its first save`() throws {
        let context = ModelContext(try OutSocial.container())
        let user = User("u")
        var set: Set = [user]
        context.insert(user)
        var names: [User: String] = [user: "u"]
        set.insert(user)
        try context.save()
        #expect(set.contains(user))
        #expect(set.count == 1)
        names[user] = "v"
        #expect(names == [user: "v"])
    }

    @Test func `observation reports changes of attributes and of both sides of a relationship`() throws {
        let context = ModelContext(try OutSocial.container())
        let user = User("u")
        let profile = OutSocial.Profile(bio: "b")
        context.insert(user)
        context.insert(profile)
        let heard = SectionUseTests.Changed()
        withObservationTracking {
            _ = user.name
        } onChange: {
            heard.set()
        }
        user.updated = .now
        #expect(!heard.isSet)
        user.name = "v"
        #expect(heard.isSet)
        let other = SectionUseTests.Changed()
        withObservationTracking {
            _ = profile.user
        } onChange: {
            other.set()
        }
        user.profile = profile
        // The other side is reported at the end of the event, at the latest by this.
        context.processPendingChanges()
        #expect(other.isSet)
    }

    @Test func `types as values: counting and deleting by metatype`() throws {
        let context = ModelContext(try OutSocial.container())
        context.insert(Post("p", by: User("u")))
        try context.save()
        func count<T: PersistentModel>(_ type: T.Type) throws -> Int { try context.fetchCount(FetchDescriptor<T>()) }
        func deleteAll<T: PersistentModel>(_ type: T.Type) throws { try context.delete(model: type) }
        let types: [any PersistentModel.Type] = [Post.self, User.self, Member.self]
        var counts: [Int] = []
        for type in types { counts.append(try count(type)) }
        #expect(counts == [1, 1, 0])
        for type in types { try deleteAll(type) }
        try context.save()
        for type in types { #expect(try count(type) == 0) }
    }

    @Test func `keys are not used again after all rows were deleted`() throws {
        let context = ModelContext(try OutSocial.container())
        let old = Member(note: "old")
        context.insert(old)
        try context.save()
        let id = old.persistentModelID
        context.delete(old)
        try context.save()
        let new = Member(note: "new")
        context.insert(new)
        try context.save()
        #expect(new.persistentModelID != id)
        #expect(old.note == "old")
        let found: Member? = context.registeredModel(for: id)
        #expect(found == nil)
    }

    @Test func `descriptors compare`() {
        let one = FetchDescriptor<User>(predicate: #Predicate { $0.name == "a" }, sortBy: [SortDescriptor(\.name)])
        var two = one
        #expect(one == two)
        two.fetchLimit = 3
        #expect(one.fetchLimit == nil)
        #expect(one.includePendingChanges)
        #expect(one.propertiesToFetch.isEmpty)
        #expect(one.relationshipKeyPathsForPrefetching.isEmpty)
    }
}
