import CoreData
import Foundation
import Testing

/// Both sides of the relationships of rows that conflicts over unique values or versions change.
@Suite(.eachStore) struct UniqueOwnersTests {
    /// Returns a model of folders with notes, whose codes are unique, and of people with unique emails,
    /// each with a profile.
    static func model() -> NSManagedObjectModel {
        func entity(_ name: String, unique: Bool) -> NSEntityDescription {
            let entity = NSEntityDescription()
            entity.name = name
            entity.properties = [
                NSManagedObjectModel.attribute("key", .integer64, default: 0),
                NSManagedObjectModel.attribute("name", .string),
            ]
            if unique { entity.uniquenessConstraints = [["name"]] }
            return entity
        }
        let (folder, note) = (entity("Folder", unique: false), entity("Note", unique: true))
        let (person, profile) = (entity("Person", unique: true), entity("Profile", unique: false))
        func relate(_ owner: NSEntityDescription, _ name: String, _ inverse: String, _ destination: NSEntityDescription) {
            let (there, back) = (NSRelationshipDescription(), NSRelationshipDescription())
            (there.name, there.destinationEntity, there.inverseRelationship) = (name, destination, back)
            (back.name, back.destinationEntity, back.inverseRelationship) = (inverse, owner, there)
            (there.maxCount, back.maxCount) = (name == "notes" ? 0 : 1, 1)
            (there.deleteRule, back.deleteRule) = (name == "notes" ? .cascadeDeleteRule : .nullifyDeleteRule, .nullifyDeleteRule)
            owner.properties.append(there)
            destination.properties.append(back)
        }
        relate(folder, "notes", "folder", note)
        relate(person, "profile", "person", profile)
        let model = NSManagedObjectModel()
        model.entities = [folder, note, person, profile]
        return model
    }

    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: Self.model())
        context = store.context()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    }

    private static func new(
        _ entity: String, _ name: String, _ values: [String: Any] = [:], in context: NSManagedObjectContext
    ) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        object.setValue(name, forKey: "name")
        object.setValuesForKeys(values)
        return object
    }

    private static func find(_ entity: String, _ name: String, in context: NSManagedObjectContext) throws -> NSManagedObject {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(format: "name == %@", name)
        return try #require(try context.fetch(request).first)
    }

    private static func members(_ object: NSManagedObject, _ relationship: String = "notes") -> [String] {
        (object.value(forKey: relationship) as? Set<NSManagedObject> ?? []).map { name($0) }.sorted()
    }

    private static func name(_ object: NSManagedObject?) -> String { object?.value(forKey: "name") as? String ?? "nil" }

    private static func destination(_ object: NSManagedObject, _ relationship: String) -> NSManagedObject? {
        object.value(forKey: relationship) as? NSManagedObject
    }

    /// Returns the stored names of an entity, each with the name of a related object.
    private func stored(_ entity: String, _ relationship: String) throws -> [String] {
        let other = store.context()
        return try other.performAndWait {
            try other.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
                .map { "\(Self.name($0)): \(Self.name(Self.destination($0, relationship)))" }.sorted()
        }
    }

    // MARK: One-to-many relationships

    @Test func `a folder that has the older object of a row in memory only loses it`() throws {
        let (context, rival) = (context, store.context())
        try context.performAndWait {
            let folders = ["x", "y", "z"].map { Self.new("Folder", $0, in: context) }
            let note = Self.new("Note", "1", ["folder": folders[0]], in: context)
            try context.save()
            #expect(Self.members(folders[0]) == ["1"])
            try rival.performAndWait {
                try Self.find("Note", "1", in: rival).setValue(Self.find("Folder", "z", in: rival), forKey: "folder")
                try rival.save()
            }
            _ = Self.new("Note", "1", ["folder": folders[1]], in: context)
            try context.save()
            #expect(Self.destination(note, "folder") === folders[1])
            #expect(Self.members(folders[0]).isEmpty)
            context.delete(folders[0])
            try context.save()
            let count = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note"))
            #expect(count == 1)
        }
    }

    @Test func `a row that an insertion becomes leaves its owner, whose cascade spares it`() throws {
        let context = context
        try context.performAndWait {
            let (old, new) = (Self.new("Folder", "old", in: context), Self.new("Folder", "new", in: context))
            let note = Self.new("Note", "1", ["folder": old], in: context)
            try context.save()
            _ = Self.new("Note", "1", ["folder": new], in: context)
            try context.save()
            #expect(Self.destination(note, "folder") === new)
            #expect(Self.members(old).isEmpty)
            #expect(Self.members(new) == ["1"])
            #expect(!context.hasChanges)
            context.delete(old)
            try context.save()
            #expect(try stored("Note", "folder") == ["1: new"])
        }
    }

    @Test func `an insertion that becomes a row leaves its owner when that has other changes`() throws {
        let context = context
        try context.performAndWait {
            let (old, new) = (Self.new("Folder", "old", in: context), Self.new("Folder", "new", in: context))
            _ = Self.new("Note", "1", ["folder": old], in: context)
            let other = Self.new("Note", "2", ["folder": old], in: context)
            try context.save()
            #expect(Self.members(old) == ["1", "2"])
            _ = Self.new("Note", "1", ["folder": new], in: context)
            other.setValue(nil, forKey: "folder")
            old.setValue("older", forKey: "name")
            try context.save()
            #expect(Self.members(old).isEmpty)
            #expect(Self.members(new) == ["1"])
        }
    }

    @Test(arguments: [true, false]) func `other contexts read the members of both owners again`(isAutomatic: Bool) throws {
        let (context, reader) = (context, store.context())
        reader.automaticallyMergesChangesFromParent = isAutomatic
        try context.performAndWait {
            let folders = ["old", "new"].map { Self.new("Folder", $0, in: context) }
            _ = Self.new("Note", "1", ["folder": folders[0]], in: context)
            try context.save()
        }
        nonisolated(unsafe) var held: [NSManagedObject] = []
        try reader.performAndWait {
            held = try ["old", "new"].map { try Self.find("Folder", $0, in: reader) }
            #expect(held.map { Self.members($0) } == [["1"], []])
        }
        let writer = store.context()
        let saved = Notices(.NSManagedObjectContextDidSave, of: writer)
        try writer.performAndWait {
            writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            _ = Self.new("Note", "1", ["folder": try Self.find("Folder", "new", in: writer)], in: writer)
            try writer.save()
        }
        nonisolated(unsafe) let notices = saved.received
        if !isAutomatic { for notice in notices { reader.mergeChanges(fromContextDidSave: notice) } }
        try reader.performAndWait {
            #expect(held.map { Self.members($0) } == [[], ["1"]])
            reader.delete(held[0])
            try reader.save()
        }
        #expect(try stored("Note", "folder") == ["1: new"])
    }

    @Test func `an insertion that the store does not accept is no member of the folder that it named`() throws {
        let context = context
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            let (old, new) = (Self.new("Folder", "old", in: context), Self.new("Folder", "new", in: context))
            let note = Self.new("Note", "1", ["folder": old], in: context)
            try context.save()
            let folder = Self.new("Folder", "newest", in: context)
            _ = Self.new("Note", "1", ["folder": new], in: context)
            _ = Self.new("Note", "1", ["folder": folder], in: context)
            try context.save()
            #expect(Self.destination(note, "folder") === old)
            #expect([old, new, folder].map { Self.members($0) } == [["1"], [], []])
        }
    }

    @Test func `an update that the store does not accept leaves the note in its folder`() throws {
        let context = context
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            let folders = ["f", "g"].map { Self.new("Folder", $0, in: context) }
            let note = Self.new("Note", "1", ["folder": folders[0]], in: context)
            _ = Self.new("Note", "2", in: context)
            try context.save()
            note.setValuesForKeys(["name": "2", "folder": folders[1]])
            try context.save()
            #expect(Self.destination(note, "folder") === folders[0])
            #expect(folders.map { Self.members($0) } == [["1"], []])
            #expect(try stored("Note", "folder") == ["1: f", "2: nil"])
        }
    }

    @Test(arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump])
    func `one of two folders has the note that two insertions become`(policy: NSMergePolicy) throws {
        let context = context
        context.mergePolicy = policy
        try context.performAndWait {
            let folders = ["f", "g"].map { Self.new("Folder", $0, in: context) }
            for folder in folders { _ = Self.new("Note", "1", ["folder": folder], in: context) }
            try context.save()
            let isFirst = policy.mergeType == .mergeByPropertyStoreTrumpMergePolicyType
            #expect(folders.map { Self.members($0) } == (isFirst ? [["1"], []] : [[], ["1"]]))
            #expect(try stored("Note", "folder") == [isFirst ? "1: f" : "1: g"])
        }
    }

    @Test func `a row that is displaced by an update is no member any more, and refers to nothing`() throws {
        let (context, reader) = (context, store.context())
        reader.automaticallyMergesChangesFromParent = true
        nonisolated(unsafe) var held: NSManagedObject?
        try context.performAndWait {
            let folder = Self.new("Folder", "f", in: context)
            let notes = ["1", "2"].map { Self.new("Note", $0, ["folder": folder], in: context) }
            try context.save()
            #expect(Self.members(folder) == ["1", "2"])
            try reader.performAndWait {
                held = try Self.find("Folder", "f", in: reader)
                #expect(held.map { Self.members($0) } == ["1", "2"])
            }
            notes[1].setValue("1", forKey: "name")
            try context.save()
            #expect(Self.members(folder) == ["1"])
            #expect((folder.value(forKey: "notes") as? Set<NSManagedObject>) == [notes[1]])
            #expect(notes[0].managedObjectContext == nil)
        }
        reader.performAndWait { #expect(held.map { Self.members($0) } == ["1"]) }
        #expect(try stored("Note", "folder") == ["1: f"])
    }

    @Test func `a folder that has a note in memory only loses it to an update that takes its name`() throws {
        let (context, rival) = (context, store.context())
        let saved = Notices(.NSManagedObjectContextDidSave, of: context)
        let identified = Notices(.NSManagedObjectContextDidSaveObjectIDs, of: context)
        try context.performAndWait {
            let folders = ["x", "y", "z"].map { Self.new("Folder", $0, in: context) }
            let notes = ["1", "2"].enumerated().map { Self.new("Note", $1, ["folder": folders[$0]], in: context) }
            try context.save()
            #expect(folders.map { Self.members($0) } == [["1"], ["2"], []])
            try rival.performAndWait {
                try Self.find("Note", "1", in: rival).setValue(Self.find("Folder", "z", in: rival), forKey: "folder")
                try rival.save()
            }
            notes[1].setValue("1", forKey: "name")
            try context.save()
            #expect(notes[0].managedObjectContext == nil)
            #expect(folders.map { Self.members($0) } == [[], ["1"], []])
            #expect(!context.hasChanges)
            let userInfo = saved.received.last?.userInfo
            #expect(userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject> == [notes[0]])
            #expect(userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> == [notes[1], folders[2]])
            let deletedIDs = identified.received.last?.userInfo?[NSDeletedObjectIDsKey] as? Set<NSManagedObjectID>
            #expect(deletedIDs == [notes[0].objectID])
        }
    }

    @Test func `a context that merges a save learns of a deleted row that the saving one had not read`() throws {
        let (context, reader, writer) = (context, store.context(), store.context())
        try context.performAndWait {
            for name in ["1", "2"] { _ = Self.new("Note", name, in: context) }
            try context.save()
        }
        nonisolated(unsafe) var held: NSManagedObject?
        try reader.performAndWait { held = try Self.find("Note", "1", in: reader) }
        let saved = Notices(.NSManagedObjectContextDidSave, of: writer)
        try writer.performAndWait {
            writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try Self.find("Note", "2", in: writer).setValue("1", forKey: "name")
            try writer.save()
            #expect(!writer.hasChanges)
        }
        nonisolated(unsafe) let notices = saved.received
        for notice in notices { reader.mergeChanges(fromContextDidSave: notice) }
        reader.performAndWait { #expect(held?.isDeleted == true) }
    }

    @Test(arguments: [["a", "b"], ["b", "a"]])
    func `a changed row is gone that another one of the save displaces`(order: [String]) throws {
        let context = context
        let saved = Notices(.NSManagedObjectContextDidSave, of: context)
        try context.performAndWait {
            let people = order.map { Self.new("Person", $0, in: context) }.sorted { Self.name($0) < Self.name($1) }
            let profile = Self.new("Profile", "p", ["person": people[0]], in: context)
            try context.save()
            people[0].setValue(1, forKey: "key")
            profile.setValue(1, forKey: "key")
            people[1].setValue("a", forKey: "name")
            try context.save()
            #expect(people[0].managedObjectContext == nil)
            #expect(saved.received.last?.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject> == [people[0]])
            #expect(Self.destination(profile, "person") == nil)
            #expect(try stored("Person", "profile") == ["a: nil"])
            #expect(try stored("Profile", "person") == ["p: nil"])
            profile.setValue(2, forKey: "key")
            context.mergePolicy = NSMergePolicy.error
            try context.save()
        }
    }

    // MARK: Child contexts

    @Test func `a child's new object leaves it when its row is that of another object of the child`() throws {
        let context = context
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = context
        try context.performAndWait {
            let folders = ["x", "y"].map { Self.new("Folder", $0, in: context) }
            _ = Self.new("Note", "1", ["folder": folders[0]], in: context)
            try context.save()
        }
        nonisolated(unsafe) var folders: [NSManagedObject] = []
        nonisolated(unsafe) var notes: [NSManagedObject] = []
        try child.performAndWait {
            folders = try ["x", "y"].map { try Self.find("Folder", $0, in: child) }
            #expect(folders.map { Self.members($0) } == [["1"], []])
            notes = [try Self.find("Note", "1", in: child)]
            notes += (2...3).map { Self.new("Note", "1", ["key": $0, "folder": folders[1]], in: child) }
            try child.save()
        }
        try context.performAndWait { try context.save() }
        try child.performAndWait {
            let found = try child.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
            #expect(found == [notes[0]])
            #expect(notes.map { $0.managedObjectContext != nil } == [true, false, false])
            #expect(notes[0].value(forKey: "key") as? Int == 3)
            #expect(Self.destination(notes[0], "folder") === folders[1])
            #expect(folders.map { Self.members($0) } == [[], ["1"]])
            #expect(!child.hasChanges)
        }
    }

    @Test func `the first of a child's new objects of one row stays`() throws {
        let context = context
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = context
        nonisolated(unsafe) var notes: [NSManagedObject] = []
        try child.performAndWait {
            notes = (1...8).map { Self.new("Note", "1", ["key": $0], in: child) }
            try child.save()
        }
        try context.performAndWait { try context.save() }
        try child.performAndWait {
            let found = try child.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
            #expect(found == [notes[0]])
            #expect(notes.filter { $0.managedObjectContext != nil } == [notes[0]])
            #expect(notes[0].value(forKey: "key") as? Int == 8)
        }
    }

    // MARK: One-to-one relationships

    @Test func `an insertion without a partner parts the row that it becomes`() throws {
        let context = context
        try context.performAndWait {
            let profile = Self.new("Profile", "p", in: context)
            let person = Self.new("Person", "a", ["profile": profile], in: context)
            try context.save()
            _ = Self.new("Person", "a", in: context)
            try context.save()
            #expect(Self.destination(person, "profile") == nil)
            #expect(Self.destination(profile, "person") == nil)
            #expect(try stored("Person", "profile") == ["a: nil"])
            #expect(try stored("Profile", "person") == ["p: nil"])
        }
    }

    @Test func `an insertion keeps the partner that it takes from the row that it becomes`() throws {
        let context = context
        try context.performAndWait {
            let profile = Self.new("Profile", "p", in: context)
            let person = Self.new("Person", "a", ["profile": profile], in: context)
            try context.save()
            _ = Self.new("Person", "a", ["profile": profile], in: context)
            try context.save()
            #expect(Self.destination(person, "profile") === profile)
            #expect(Self.destination(profile, "person") === person)
            #expect(try stored("Person", "profile") == ["a: p"])
            #expect(try stored("Profile", "person") == ["p: a"])
            // Its version is that of the row.
            context.mergePolicy = NSMergePolicy.error
            person.setValue(1, forKey: "key")
            profile.setValue(1, forKey: "key")
            try context.save()
        }
    }

    @Test func `the last of several insertions of one row has a partner`() throws {
        let context = context
        try context.performAndWait {
            let profiles = ["p", "q"].map { Self.new("Profile", $0, in: context) }
            let people = profiles.map { Self.new("Person", "a", ["profile": $0], in: context) }
            try context.save()
            #expect(Self.destination(people[0], "profile") === profiles[1])
            #expect(Self.destination(profiles[0], "person") == nil)
            #expect(Self.destination(profiles[1], "person") === people[0])
            #expect(try stored("Person", "profile") == ["a: q"])
            #expect(try stored("Profile", "person") == ["p: nil", "q: a"])
        }
    }

    // MARK: Each kind of store

    @Test(.ownStore, arguments: StoreUnderTest.withConsistentEnds)
    func `rows, nodes and history agree after upserts and displacements`(kind: StoreUnderTest) throws {
        let folder = try TemporaryFolder()
        let container = try kind.container(Self.model(), in: folder, history: true)
        let context = container.newBackgroundContext()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try context.performAndWait {
            let folders = ["f", "g"].map { Self.new("Folder", $0, in: context) }
            let profile = Self.new("Profile", "p", in: context)
            let notes = [1, 2].map { Self.new("Note", "1", ["folder": folders[$0 - 1], "key": $0], in: context) }
            let person = Self.new("Person", "a", ["profile": profile, "key": 1], in: context)
            try context.save()
            #expect(notes[0].value(forKey: "key") as? Int == 2)
            #expect(try StoreInspection.problems(container) == [])
            person.setValue(2, forKey: "key")
            _ = Self.new("Person", "a", ["profile": profile, "key": 3], in: context)
            try context.save()
            #expect(person.value(forKey: "key") as? Int == 3)
            #expect(try StoreInspection.problems(container) == [])
            _ = Self.new("Person", "a", in: context)
            _ = Self.new("Note", "1", ["folder": folders[0]], in: context)
            try context.save()
            #expect(try StoreInspection.problems(container) == [])
            let other = Self.new("Note", "2", ["folder": folders[1]], in: context)
            try context.save()
            other.setValue("1", forKey: "name")
            try context.save()
            #expect(folders.map { Self.members($0) } == [[], ["1"]])
            #expect(try StoreInspection.problems(container) == [])
        }
    }

    // MARK: Conflicts of versions

    /// Moves a note to one folder in a context, and to another one in a second context, which then
    /// saves first. The first one saves under a policy, and the second one merges that. Returns the
    /// members of the three folders in each of them.
    private func membersAfterConflict(_ policy: NSMergePolicy) throws -> (mine: [[String]], theirs: [[String]]) {
        let (context, rival) = (context, store.context())
        rival.automaticallyMergesChangesFromParent = true
        let names = ["x", "y", "z"]
        try context.performAndWait {
            let folders = names.map { Self.new("Folder", $0, in: context) }
            _ = Self.new("Note", "1", ["folder": folders[0]], in: context)
            try context.save()
        }
        context.mergePolicy = policy
        nonisolated(unsafe) var mine: [NSManagedObject] = []
        nonisolated(unsafe) var theirs: [NSManagedObject] = []
        try context.performAndWait {
            mine = try names.map { try Self.find("Folder", $0, in: context) }
            #expect(mine.map { Self.members($0) } == [["1"], [], []])
            try Self.find("Note", "1", in: context).setValue(mine[1], forKey: "folder")
        }
        try rival.performAndWait {
            theirs = try names.map { try Self.find("Folder", $0, in: rival) }
            try Self.find("Note", "1", in: rival).setValue(theirs[2], forKey: "folder")
            try rival.save()
            #expect(theirs.map { Self.members($0) } == [[], [], ["1"]])
        }
        let found = try context.performAndWait {
            try context.save()
            return mine.map { Self.members($0) }
        }
        return (found, rival.performAndWait { theirs.map { Self.members($0) } })
    }

    @Test(arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite])
    func `the folder that another context had chosen loses the note`(policy: NSMergePolicy) throws {
        let (mine, theirs) = try membersAfterConflict(policy)
        #expect(mine == [[], ["1"], []])
        #expect(theirs == [[], ["1"], []])
        #expect(try stored("Note", "folder") == ["1: y"])
    }

    @Test(arguments: [NSMergePolicy.mergeByPropertyStoreTrump, .rollback])
    func `the folder that the context had chosen loses the note`(policy: NSMergePolicy) throws {
        let (mine, theirs) = try membersAfterConflict(policy)
        #expect(mine == [[], [], ["1"]])
        #expect(theirs == [[], [], ["1"]])
        #expect(try stored("Note", "folder") == ["1: z"])
    }

    @Test func `the folder of a deleted note that another context had moved loses it`() throws {
        let (context, rival) = (context, store.context())
        rival.automaticallyMergesChangesFromParent = true
        nonisolated(unsafe) var mine: NSManagedObject?
        nonisolated(unsafe) var theirs: NSManagedObject?
        try context.performAndWait {
            mine = Self.new("Note", "1", ["folder": Self.new("Folder", "x", in: context)], in: context)
            _ = Self.new("Folder", "z", in: context)
            try context.save()
        }
        try rival.performAndWait {
            theirs = try Self.find("Folder", "z", in: rival)
            try Self.find("Note", "1", in: rival).setValue(theirs, forKey: "folder")
            try rival.save()
            #expect(theirs.map { Self.members($0) } == ["1"])
        }
        try context.performAndWait {
            context.delete(try #require(mine))
            try context.save()
        }
        rival.performAndWait { #expect(theirs.map { Self.members($0) } == []) }
    }
}
