import Foundation
import SwiftData
import Testing

enum OutNotes {
    @Model final class Folder {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Note.folder) var notes: [Note] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Note {
        @Attribute(.unique) var code: Int
        var folder: Folder?
        init(_ code: Int, folder: Folder? = nil) {
            self.code = code
            self.folder = folder
        }
    }

    @Model final class Person {
        @Attribute(.unique) var email: String
        @Relationship(inverse: \Profile.person) var profile: Profile?
        init(_ email: String) { self.email = email }
    }

    @Model final class Profile {
        var text: String
        var person: Person?
        init(_ text: String) { self.text = text }
    }

    @ModelActor actor Importer {
        func add(_ code: Int, to folder: PersistentIdentifier) throws {
            guard let folder = self[folder, as: Folder.self] else { return }
            let note = Note(code)
            modelContext.insert(note)
            note.folder = folder
            try modelContext.save()
        }
    }

    static func container() throws -> ModelContainer {
        try ModelContainer(
            for: Folder.self, Note.self, Person.self, Profile.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
}

/// Both sides of the relationships of a stored model that a new one becomes, or replaces.
@Suite struct UpsertOwnersTests {
    typealias Folder = OutNotes.Folder
    typealias Note = OutNotes.Note
    typealias Person = OutNotes.Person
    typealias Profile = OutNotes.Profile

    private let context: ModelContext

    init() throws { context = ModelContext(try OutNotes.container()) }

    /// Two stored folders, the first of which has a note.
    private func folders() throws -> (old: Folder, new: Folder, note: Note) {
        let (old, new, note) = (Folder("old"), Folder("new"), Note(1))
        context.insert(old)
        context.insert(new)
        context.insert(note)
        note.folder = old
        try context.save()
        return (old, new, note)
    }

    @Test func `an upsert moves the stored model out of its folder, whose deletion spares it`() throws {
        let (old, new, note) = try folders()
        #expect(old.notes == [note])
        let again = Note(1)
        context.insert(again)
        again.folder = new
        try context.save()
        #expect(note.folder === new)
        #expect(old.notes.isEmpty)
        #expect(new.notes == [note])
        context.delete(old)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
    }

    @Test func `an upsert by an actor moves the model out of the folder that another context has read`() async throws {
        let (old, new, note) = try folders()
        #expect(old.notes == [note])
        let importer = OutNotes.Importer(modelContainer: context.container)
        try await importer.add(1, to: new.persistentModelID)
        context.processPendingChanges()
        #expect(old.notes.isEmpty)
        #expect(new.notes == [note])
        context.delete(old)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
    }

    @Test func `an upsert without a partner parts the stored models`() throws {
        let (first, profile) = (Person("a"), Profile("p"))
        context.insert(first)
        first.profile = profile
        try context.save()
        context.insert(Person("a"))
        try context.save()
        #expect(first.profile == nil)
        #expect(profile.person == nil)
        #expect(try refReload(Person.self, context.container).profile == nil)
        #expect(try refReload(Profile.self, context.container).person == nil)
    }

    @Test func `an upsert keeps the partner that it takes from the stored model`() throws {
        let (first, profile) = (Person("a"), Profile("p"))
        context.insert(first)
        first.profile = profile
        try context.save()
        let again = Person("a")
        context.insert(again)
        again.profile = profile
        try context.save()
        #expect(first.profile === profile)
        #expect(profile.person == first)
        #expect(try refReload(Person.self, context.container).profile?.text == "p")
        #expect(try refReload(Profile.self, context.container).person?.email == "a")
    }

    @Test func `models that referred to a model that an update replaces refer to nothing`() throws {
        let context = ModelContext(try refContainer(RefUser.self, RefPost.self))
        let (one, two, post) = (RefUser(email: "a", name: "one"), RefUser(email: "b", name: "two"), RefPost("p"))
        context.insert(one)
        context.insert(two)
        one.posts = [post]
        try context.save()
        #expect(post.user === one)
        two.email = one.email
        try context.save()
        #expect(post.user == nil)
        #expect(try refReload(RefPost.self, context.container).user == nil)
        #expect(try context.fetch(FetchDescriptor<RefUser>()).map(\.name) == ["two"])
    }

    @Test func `a model that an update replaces is no member of its folder any more`() throws {
        let (old, _, note) = try folders()
        let other = Note(2)
        context.insert(other)
        other.folder = old
        try context.save()
        #expect(old.notes == [note, other])
        other.code = 1
        try context.save()
        #expect(old.notes == [other])
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
    }
}
