import Foundation
import SwiftData
import Testing

enum OutSocial {
    @Model final class User {
        var name: String
        var updated: Date?
        @Relationship(inverse: \User.followers) var following: [User] = []
        var followers: [User] = []
        @Relationship(deleteRule: .cascade, inverse: \Post.writer) var posts: [Post] = []
        @Relationship(deleteRule: .cascade, inverse: \Profile.user) var profile: Profile?

        init(_ name: String) { self.name = name }
    }

    @Model final class Post {
        var text: String
        var writer: User
        var parent: Post?
        @Relationship(deleteRule: .cascade, inverse: \Post.parent) var replies: [Post] = []

        init(_ text: String, by writer: User, to parent: Post? = nil) {
            self.text = text
            self.writer = writer
            self.parent = parent
        }
    }

    @Model final class Profile {
        var bio: String
        var user: User?
        init(bio: String) { self.bio = bio }
    }

    @Model final class Group {
        var title: String
        @Relationship(deleteRule: .deny, inverse: \Member.group) var members: [Member] = []
        init(title: String) { self.title = title }
    }

    @Model final class Member {
        var group: Group?
        var note: String
        init(note: String) { self.note = note }
    }

    static func container() throws -> ModelContainer {
        try ModelContainer(
            for: User.self, Post.self, Group.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
}

@Suite struct ModelLifeTests {
    typealias User = OutSocial.User
    typealias Post = OutSocial.Post
    typealias Group = OutSocial.Group
    typealias Member = OutSocial.Member

    @Test func `a model that was inserted and deleted before a save is released`() throws {
        let context = ModelContext(try OutSocial.container())
        weak var deleted: Member?
        weak var cascaded: Post?
        weak var batch: Group?
        do {
            let member = Member(note: "n")
            let user = User("u")
            let post = Post("p", by: user)
            let group = Group(title: "g")
            context.insert(member)
            context.insert(post)
            context.insert(group)
            (deleted, cascaded, batch) = (member, post, group)
            context.delete(member)
            context.delete(user)
        }
        try context.delete(model: Group.self)
        try context.save()
        #expect(deleted == nil)
        #expect(cascaded == nil)
        #expect(batch == nil)
        #expect(try context.fetchCount(FetchDescriptor<User>()) == 0)
    }

    @Test func `a model that was inserted and deleted is reinserted`() throws {
        let context = ModelContext(try OutSocial.container())
        let member = Member(note: "n")
        context.insert(member)
        context.delete(member)
        context.insert(member)
        try context.save()
        #expect(member.modelContext == context)
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Member>()).map(\.note) == ["n"])
        context.delete(member)
        context.insert(member)
        #expect(!member.isDeleted)
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Member>()) == 1)
    }

    @Test func `a method reference deletes all`() throws {
        let context = ModelContext(try OutSocial.container())
        let user = User("u")
        context.insert(user)
        for text in ["a", "b", "c"] { context.insert(Post(text, by: user)) }
        try context.save()
        user.posts.forEach(context.delete)
        try context.save()
        #expect(user.posts.isEmpty)
        #expect(try context.fetchCount(FetchDescriptor<Post>()) == 0)
    }

    @Test func `a child inserts its required parent`() throws {
        let context = ModelContext(try OutSocial.container())
        let post = Post("p", by: User("u"))
        context.insert(post)
        try context.save()
        let user = try #require(try ModelContext(context.container).fetch(FetchDescriptor<User>()).first)
        #expect(user.posts.map(\.text) == ["p"])
    }

    @Test func `a tree of replies is deleted from its root`() throws {
        let context = ModelContext(try OutSocial.container())
        let user = User("u")
        let root = Post("root", by: user)
        let reply = Post("reply", by: user, to: root)
        let deep = Post("deep", by: user, to: reply)
        context.insert(root)
        context.insert(deep)
        try context.save()
        #expect(root.replies.map(\.text) == ["reply"])
        #expect(user.posts.count == 3)
        context.delete(root)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Post>()) == 0)
        #expect(user.posts.isEmpty)
        #expect(deep.modelContext == nil)
        #expect(deep.text == "deep")
    }

    @Test func `a many-to-many relationship of one class with itself`() throws {
        let context = ModelContext(try OutSocial.container())
        let (ada, bob, eve) = (User("ada"), User("bob"), User("eve"))
        ada.following = [bob, eve]
        context.insert(ada)
        bob.following.append(ada)
        #expect(ada.followers.map(\.name) == ["bob"])
        #expect(bob.followers.map(\.name) == ["ada"])
        try context.save()
        ada.following.removeAll { $0.name == "eve" }
        #expect(eve.followers.isEmpty)
        try context.save()
        let stored = try ModelContext(context.container).fetch(FetchDescriptor<User>(sortBy: [SortDescriptor(\.name)]))
        #expect(stored.map { $0.following.map(\.name) } == [["bob"], ["ada"], []])
        #expect(stored.map { $0.followers.map(\.name) } == [["bob"], ["ada"], []])
    }

    @Test func `a one-to-one relationship moves between its owners`() throws {
        let context = ModelContext(try OutSocial.container())
        let (ada, bob) = (User("ada"), User("bob"))
        let profile = OutSocial.Profile(bio: "x")
        ada.profile = profile
        context.insert(ada)
        context.insert(bob)
        try context.save()
        bob.profile = profile
        #expect(ada.profile == nil)
        #expect(profile.user == bob)
        try context.save()
        context.delete(bob)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<OutSocial.Profile>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<User>()) == 1)
    }

    @Test func `a denied deletion fails, and the context is usable after a rollback`() throws {
        let context = ModelContext(try OutSocial.container())
        let group = Group(title: "g")
        group.members = [Member(note: "m")]
        context.insert(group)
        try context.save()
        context.delete(group)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(context.hasChanges)
        context.rollback()
        #expect(!group.isDeleted)
        #expect(group.members.map(\.note) == ["m"])
        context.delete(group.members[0])
        context.delete(group)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Group>()) == 0)
    }
}
