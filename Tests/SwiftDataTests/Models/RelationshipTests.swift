import Foundation
import SwiftData
import Testing

// One to one.
@Model final class RefCountry {
    var name: String
    @Relationship(inverse: \RefCapital.country) var capital: RefCapital?
    init(_ name: String, capital: RefCapital? = nil) {
        self.name = name
        self.capital = capital
    }
}
@Model final class RefCapital {
    var name: String
    var country: RefCountry?
    init(_ name: String, country: RefCountry? = nil) {
        self.name = name
        self.country = country
    }
}

// One to many; the inverse is inferred.
@Model final class RefFolder {
    var name: String
    @Relationship(deleteRule: .cascade) var notes: [RefNote] = []
    init(_ name: String, notes: [RefNote] = []) {
        self.name = name
        self.notes = notes
    }
}
@Model final class RefNote {
    var text: String
    var folder: RefFolder?
    var tags: [RefTag] = []
    init(_ text: String, folder: RefFolder? = nil, tags: [RefTag] = []) {
        self.text = text
        self.folder = folder
        self.tags = tags
    }
}

// Many to many with notes.
@Model final class RefTag {
    var name: String
    @Relationship(inverse: \RefNote.tags) var notes: [RefNote]?
    init(_ name: String) { self.name = name }
}

// To itself.
@Model final class RefNode {
    var name: String
    var parent: RefNode?
    @Relationship(deleteRule: .cascade, inverse: \RefNode.parent) var children: [RefNode]? = []
    init(_ name: String, parent: RefNode? = nil) {
        self.name = name
        self.parent = parent
    }
}

// One way; two to-ones of one type.
@Model final class RefMatch {
    var title: String
    @Relationship(inverse: nil) var home: RefTeam?
    @Relationship(inverse: nil) var guest: RefTeam?
    @Relationship(inverse: nil) var referees: [RefPerson] = []
    init(_ title: String) { self.title = title }
}
@Model final class RefTeam {
    var name: String
    init(_ name: String) { self.name = name }
}
@Model final class RefPerson {
    var name: String
    init(_ name: String) { self.name = name }
}

// Rules.
@Model final class RefBoss {
    var name: String
    @Relationship(deleteRule: .deny, inverse: \RefWorker.boss) var workers: [RefWorker] = []
    init(_ name: String) { self.name = name }
}
@Model final class RefWorker {
    var name: String
    var boss: RefBoss?
    init(_ name: String) { self.name = name }
}
@Model final class RefShelf {
    var name: String
    @Relationship(inverse: \RefBook.shelf) var books: [RefBook]? = []
    init(_ name: String) { self.name = name }
}
@Model final class RefBook {
    var title: String
    var shelf: RefShelf?
    init(_ title: String) { self.title = title }
}
@Model final class RefCircleA {
    @Relationship(deleteRule: .cascade, inverse: \RefCircleB.a) var b: RefCircleB?
    init() {}
}
@Model final class RefCircleB {
    @Relationship(deleteRule: .cascade) var a: RefCircleA?
    init() {}
}
// A relationship that must have a value.
@Model final class RefOwner {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \RefPet.owner) var pets: [RefPet] = []
    init(_ name: String) { self.name = name }
}
@Model final class RefPet {
    var name: String
    var owner: RefOwner
    init(_ name: String, owner: RefOwner) {
        self.name = name
        self.owner = owner
    }
}

@Suite struct RelationshipTests {
    private func makeContainer() throws -> ModelContainer {
        try refContainer(
            RefCountry.self, RefFolder.self, RefNode.self, RefMatch.self, RefBoss.self, RefShelf.self, RefCircleA.self,
            RefOwner.self)
    }
    private func count<T: PersistentModel>(_ type: T.Type, _ container: ModelContainer) throws -> Int {
        try ModelContext(container).fetchCount(FetchDescriptor<T>())
    }

    @Test func `one side of a pair sets the other among models without a context`() {
        let capital = RefCapital("Rome")
        let country = RefCountry("Italy", capital: capital)
        #expect(capital.country === country)
        let other = RefCountry("Gaul")
        capital.country = other
        #expect(country.capital == nil)
        #expect(other.capital === capital)
        let folder = RefFolder("f", notes: [RefNote("n")])
        #expect(folder.notes[0].folder === folder)
        let tag = RefTag("t")
        folder.notes[0].tags.append(tag)
        #expect(tag.notes?.map(\.text) == ["n"])
        #expect(tag.modelContext == nil)
    }

    @Test(arguments: 0..<6) func `one to one works in every order`(order: Int) throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let country: RefCountry
        let capital: RefCapital
        switch order {
        case 0:
            capital = RefCapital("Rome")
            country = RefCountry("Italy", capital: capital)
            context.insert(country)
        case 1:
            country = RefCountry("Italy")
            capital = RefCapital("Rome", country: country)
            context.insert(country)
        case 2:
            country = RefCountry("Italy")
            capital = RefCapital("Rome")
            context.insert(country)
            country.capital = capital
        case 3:
            country = RefCountry("Italy")
            capital = RefCapital("Rome")
            context.insert(country)
            capital.country = country
        case 4:
            country = RefCountry("Italy")
            capital = RefCapital("Rome")
            context.insert(country)
            context.insert(capital)
            capital.country = country
        default:
            country = RefCountry("Italy")
            context.insert(country)
            try context.save()
            capital = RefCapital("Rome", country: country)
        }
        #expect(country.capital === capital)
        #expect(capital.country === country)
        #expect(capital.modelContext === context)
        try context.save()
        let read = try refReload(RefCountry.self, container)
        #expect(read.capital?.name == "Rome")
        #expect(read.capital?.country === read)
        #expect(try count(RefCapital.self, container) == 1)
    }

    @Test(arguments: 0..<7) func `one to many works in every order`(order: Int) throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let folder = RefFolder("f")
        let note = RefNote("n")
        switch order {
        case 0:
            folder.notes = [note]
            context.insert(folder)
        case 1:
            note.folder = folder
            context.insert(note)
        case 2:
            note.folder = folder
            context.insert(folder)
        case 3:
            context.insert(folder)
            folder.notes.append(note)
        case 4:
            context.insert(folder)
            note.folder = folder
        case 5:
            context.insert(note)
            folder.notes.append(note)
        default:
            context.insert(note)
            context.insert(folder)
            try context.save()
            note.folder = folder
        }
        #expect(folder.notes == [note])
        #expect(note.folder === folder)
        #expect(folder.modelContext === context)
        #expect(note.modelContext === context)
        try context.save()
        let read = try refReload(RefFolder.self, container)
        #expect(read.notes.map(\.text) == ["n"])
        #expect(read.notes.first?.folder === read)
        #expect(try count(RefNote.self, container) == 1)
    }

    @Test(arguments: 0..<6) func `many to many works in every order`(order: Int) throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let note = RefNote("n")
        let tags = [RefTag("x"), RefTag("y")]
        switch order {
        case 0:
            note.tags = tags
            context.insert(note)
        case 1:
            note.tags = tags
            context.insert(tags[0])
        case 2:
            context.insert(note)
            note.tags = tags
        case 3:
            context.insert(note)
            for tag in tags { tag.notes = [note] }
        case 4:
            for tag in tags { context.insert(tag) }
            note.tags.append(contentsOf: tags)
        default:
            context.insert(note)
            for tag in tags { context.insert(tag) }
            try context.save()
            for tag in tags { tag.notes?.append(note) }
        }
        #expect(Set(note.tags) == Set(tags))
        #expect(tags[0].notes == [note])
        try context.save()
        let read = try refReload(RefNote.self, container)
        #expect(Set(read.tags.map(\.name)) == ["x", "y"])
        #expect(read.tags.first?.notes?.first === read)
        note.tags.removeAll { $0.name == "x" }
        #expect(tags[0].notes?.isEmpty != false)
        try context.save()
        #expect(try refReload(RefNote.self, container).tags.map(\.name) == ["y"])
    }

    @Test func `moving a child takes it out of its old parent`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let (a, b) = (RefFolder("a"), RefFolder("b"))
        let note = RefNote("n", folder: a)
        context.insert(a)
        context.insert(b)
        try context.save()
        b.notes.append(note)
        #expect(a.notes.isEmpty)
        #expect(note.folder === b)
        try context.save()
        let read = try ModelContext(container).fetch(FetchDescriptor<RefFolder>(sortBy: [SortDescriptor(\.name)]))
        #expect(read.map(\.notes.count) == [0, 1])
        note.folder = nil
        #expect(b.notes.isEmpty)
        try context.save()
        #expect(try refReload(RefNote.self, container).folder == nil)
    }

    @Test func `inserting a model inserts every model that it reaches`() throws {
        let context = ModelContext(try makeContainer())
        let folder = RefFolder("f", notes: [RefNote("n", tags: [RefTag("t")]), RefNote("m")])
        context.insert(folder)
        #expect(context.insertedModelsArray.count == 4)
        #expect(try context.fetchCount(FetchDescriptor<RefTag>()) == 1)
        context.insert(folder)
        #expect(context.insertedModelsArray.count == 4)
        let late = RefTag("late")
        let note = RefNote("late", tags: [late])
        folder.notes.append(note)
        #expect(late.modelContext === context)
        #expect(try context.fetchCount(FetchDescriptor<RefTag>()) == 2)
    }

    @Test func `a tree of one type keeps both sides and deletes by cascade`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let root = RefNode("root")
        let child = RefNode("child", parent: root)
        let leaf = RefNode("leaf", parent: child)
        let other = RefNode("other")
        context.insert(root)
        context.insert(other)
        #expect(root.children == [child])
        #expect(leaf.modelContext === context)
        try context.save()
        context.delete(child)
        try context.save()
        let names = try ModelContext(container).fetch(FetchDescriptor<RefNode>(sortBy: [SortDescriptor(\.name)])).map(\.name)
        #expect(names == ["other", "root"])
        #expect(root.children?.isEmpty != false)
        #expect(leaf.modelContext == nil)
    }

    @Test func `a cycle of cascades deletes completely`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let a = RefCircleA()
        a.b = RefCircleB()
        context.insert(a)
        try context.save()
        context.delete(a)
        try context.save()
        #expect(try count(RefCircleA.self, container) == 0)
        #expect(try count(RefCircleB.self, container) == 0)
    }

    @Test func `deleting a parent deletes its children by cascade`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let tag = RefTag("t")
        let folder = RefFolder("f", notes: [RefNote("n", tags: [tag]), RefNote("m")])
        context.insert(folder)
        try context.save()
        context.delete(folder)
        try context.save()
        #expect(try count(RefNote.self, container) == 0)
        #expect(try count(RefFolder.self, container) == 0)
        #expect(try count(RefTag.self, container) == 1)
        #expect(tag.notes?.isEmpty != false)
    }

    @Test func `deleting a child leaves the parent that declares the cascade`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let folder = RefFolder("f", notes: [RefNote("n"), RefNote("m")])
        context.insert(folder)
        try context.save()
        context.delete(folder.notes[0])
        try context.save()
        #expect(folder.notes.count == 1)
        #expect(try count(RefFolder.self, container) == 1)
        #expect(try refReload(RefFolder.self, container).notes.count == 1)
    }

    @Test func `deleting a parent sets the children to nil by nullify`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let shelf = RefShelf("s")
        let book = RefBook("b")
        shelf.books = [book]
        context.insert(shelf)
        try context.save()
        context.delete(shelf)
        try context.save()
        #expect(book.shelf == nil)
        #expect(try refReload(RefBook.self, container).shelf == nil)
    }

    @Test func `a deny rule refuses the save and the context goes on`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let boss = RefBoss("b")
        let worker = RefWorker("w")
        boss.workers = [worker]
        context.insert(boss)
        try context.save()
        context.delete(boss)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(context.hasChanges)
        context.rollback()
        #expect(!boss.isDeleted)
        #expect(boss.workers == [worker])
        worker.boss = nil
        context.delete(boss)
        try context.save()
        #expect(try count(RefBoss.self, container) == 0)
        #expect(try count(RefWorker.self, container) == 1)
    }

    @Test func `one way references are separate and never pair`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let match = RefMatch("m")
        let (red, blue) = (RefTeam("red"), RefTeam("blue"))
        let person = RefPerson("p")
        match.home = red
        match.referees = [person]
        context.insert(match)
        match.guest = blue
        try context.save()
        let second = RefMatch("second")
        context.insert(second)
        second.home = red
        second.guest = red
        try context.save()
        #expect(match.home === red)
        let read = try ModelContext(container).fetch(FetchDescriptor<RefMatch>(sortBy: [SortDescriptor(\.title)]))
        #expect(read.map { $0.home?.name } == ["red", "red"])
        #expect(read.map { $0.guest?.name } == ["blue", "red"])
        #expect(read[0].referees.map(\.name) == ["p"])
    }

    @Test func `deleting the target of a one way reference clears it`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let match = RefMatch("m")
        let team = RefTeam("red")
        let (p, q) = (RefPerson("p"), RefPerson("q"))
        match.home = team
        match.referees = [p, q]
        context.insert(match)
        try context.save()
        context.delete(team)
        context.delete(p)
        try context.save()
        #expect(match.home == nil)
        #expect(match.referees == [q])
        let read = try refReload(RefMatch.self, container)
        #expect(read.home == nil)
        #expect(read.referees.map(\.name) == ["q"])
    }

    @Test func `a required reference is set in init and is read elsewhere`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let owner = RefOwner("o")
        let pet = RefPet("p", owner: owner)
        context.insert(pet)
        #expect(owner.pets == [pet])
        #expect(owner.modelContext === context)
        try context.save()
        #expect(try refReload(RefPet.self, container).owner.name == "o")
        let second = RefPet("q", owner: owner)
        #expect(second.modelContext === context)
        try context.save()
        #expect(try refReload(RefOwner.self, container).pets.count == 2)
        context.delete(owner)
        try context.save()
        #expect(try count(RefPet.self, container) == 0)
    }

    @Test func `lists have a stable order`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let folder = RefFolder("f")
        context.insert(folder)
        for name in ["d", "a", "c", "b"] { folder.notes.append(RefNote(name)) }
        try context.save()
        let first = try refReload(RefFolder.self, container).notes.map(\.text)
        let second = try refReload(RefFolder.self, container).notes.map(\.text)
        #expect(first == second)
        #expect(first == ["d", "a", "c", "b"])
        #expect(folder.notes.map(\.text) == ["d", "a", "c", "b"])
    }

    @Test func `rollback restores relationships and drops new members`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let (a, b) = (RefFolder("a"), RefFolder("b"))
        let note = RefNote("n", folder: a)
        context.insert(a)
        context.insert(b)
        try context.save()
        note.folder = b
        a.notes.append(RefNote("new"))
        context.delete(b)
        context.rollback()
        #expect(note.folder === a)
        #expect(a.notes == [note])
        #expect(b.notes.isEmpty)
        #expect(!b.isDeleted)
        #expect(!context.hasChanges)
        #expect(try context.fetchCount(FetchDescriptor<RefNote>()) == 1)
    }
}
