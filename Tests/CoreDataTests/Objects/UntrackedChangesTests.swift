import CoreData
import Foundation
import Testing

/// Stored values that are set in `awakeFromFetch()` or by a primitive setter: they do not mark their
/// object as changed, and are saved with its next change.
@Suite(.eachStore) struct UntrackedChangesTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        let model = try ModelSource.model(
            """
            <entity name="Note">
                <attribute name="title" optional="YES" attributeType="String"/>
                <attribute name="text" optional="YES" attributeType="String"/>
                <attribute name="shown" optional="YES" transient="YES" attributeType="String"/>
            </entity>
            """)
        model.entities[0].managedObjectClassName = NSStringFromClass(WakingNote.self)
        store = try TestStore(model: model)
        context = store.context()
        let writing = store.context()
        try writing.performAndWait {
            _ = WakingNote(context: writing)
            try writing.save()
        }
    }

    /// Returns the only note, read from the store, after `awakeFromFetch()` has called a closure.
    private func note(_ awake: @escaping (WakingNote) -> Void = { _ in }) throws -> WakingNote {
        let note = try #require(try context.fetch(NSFetchRequest<WakingNote>(entityName: "Note")).first)
        note.awake = awake
        _ = note.value(forKey: "title")
        #expect(!note.isFault)
        return note
    }

    /// The title and the text in the store.
    private func stored() throws -> [String?] {
        let other = store.context()
        return try other.performAndWait {
            let request = NSFetchRequest<NSDictionary>(entityName: "Note")
            request.resultType = .dictionaryResultType
            let values = try #require(try other.fetch(request).first)
            return [values["title"] as? String, values["text"] as? String]
        }
    }

    @Test func `a value of awakeFromFetch is saved with the next change`() throws {
        try context.performAndWait {
            let note = try note { $0.setValue("untitled", forKey: "title") }
            #expect(note.value(forKey: "title") as? String == "untitled")
            #expect(!note.hasChanges)
            try context.save()
            #expect(try stored() == [nil, nil])
            note.setValue("a", forKey: "text")
            #expect(note.changedValues().keys.sorted() == ["text", "title"])
            try context.save()
            #expect(try stored() == ["untitled", "a"])
            #expect(note.changedValues().isEmpty)
            #expect(!context.hasChanges)
        }
    }

    @Test func `a primitive value is saved with the next change`() throws {
        try context.performAndWait {
            let note = try note()
            note.setPrimitiveValue("untitled", forKey: "title")
            #expect(!note.hasChanges)
            #expect(note.changedValues().isEmpty)
            #expect(note.committedValues(forKeys: ["title"])["title"] is NSNull)
            note.setValue("a", forKey: "text")
            try context.save()
            #expect(try stored() == ["untitled", "a"])
            note.setPrimitiveValue("b", forKey: "title")
            note.setValue("c", forKey: "text")
            try context.save()
            #expect(try stored() == ["b", "c"])
        }
    }

    @Test(arguments: [false, true]) func `a refresh drops it`(mergeChanges: Bool) throws {
        try context.performAndWait {
            let note = try note()
            note.setPrimitiveValue("untitled", forKey: "title")
            let (other, id) = (store.context(), note.objectID)
            try other.performAndWait {
                other.object(with: id).setValue("theirs", forKey: "title")
                try other.save()
            }
            context.refresh(note, mergeChanges: mergeChanges)
            #expect(note.value(forKey: "title") as? String == "theirs")
            note.setValue("a", forKey: "text")
            try context.save()
            #expect(try stored() == ["theirs", "a"])
        }
    }

    @Test func `a merge drops it`() throws {
        try context.performAndWait {
            let note = try note()
            note.setPrimitiveValue("untitled", forKey: "title")
            let (other, id) = (store.context(), note.objectID)
            try other.performAndWait {
                other.object(with: id).setValue("theirs", forKey: "title")
                try other.save()
            }
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectIDsKey: [id]], into: [context])
            note.setValue("a", forKey: "text")
            try context.save()
            #expect(try stored() == ["theirs", "a"])
        }
    }

    @Test func `a merge of a deletion finds the object that referred to it before`() throws {
        let model = try ModelSource.model(
            """
            <entity name="Note">
                <attribute name="text" optional="YES" attributeType="String"/>
                <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Author" \
            inverseName="notes" inverseEntity="Author"/>
            </entity>
            <entity name="Author">
                <relationship name="notes" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Note" \
            inverseName="author" inverseEntity="Note"/>
            </entity>
            """)
        let store = try TestStore(model: model)
        let context = store.context()
        try context.performAndWait {
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            let author = NSEntityDescription.insertNewObject(forEntityName: "Author", into: context)
            note.setValue(author, forKey: "author")
            try context.save()
            note.setPrimitiveValue(nil, forKey: "author")
            note.setValue("a", forKey: "text")
            let (other, id) = (store.context(), author.objectID)
            try other.performAndWait { _ = try other.execute(NSBatchDeleteRequest(objectIDs: [id])) }
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectIDsKey: [id]], into: [context])
            #expect(note.committedValues(forKeys: ["author"])["author"] is NSNull)
            try context.save()
            let reader = store.context()
            let texts = try reader.performAndWait {
                try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")).map { $0.value(forKey: "text") as? String }
            }
            #expect(texts == ["a"])
        }
        withExtendedLifetime(store) {}
    }

    @Test func `results that open later have the object once, where its value places it`() throws {
        try context.performAndWait {
            let note = try note { $0.setValue("b", forKey: "title") }
            note.setValue("x", forKey: "text")
            let writing = store.context()
            try writing.performAndWait {
                for title in ["a", "c"] { WakingNote(context: writing).setValue(title, forKey: "title") }
                try writing.save()
            }
            let request = NSFetchRequest<WakingNote>(entityName: "Note")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            let found = controller.fetchedObjects ?? []
            #expect(found.map { $0.value(forKey: "title") as? String } == ["a", "b", "c"])
            #expect(found.firstIndex(of: note) == 1)
        }
    }

    @Test func `an undo of all changes leaves the context unchanged`() throws {
        try context.performAndWait {
            context.undoManager = UndoManager()
            let note = try note { $0.setValue("untitled", forKey: "title") }
            note.setValue("a", forKey: "text")
            context.processPendingChanges()
            context.undo()
            #expect(!context.hasChanges)
            #expect(!note.hasChanges)
            #expect(note.value(forKey: "text") == nil)
            #expect(note.value(forKey: "title") as? String == "untitled")
            #expect(note.changedValues().isEmpty)
            // It is saved with the next change as before.
            note.setValue("b", forKey: "text")
            try context.save()
            #expect(try stored() == ["untitled", "b"])
            #expect(!context.hasChanges)
        }
    }

    @Test func `changes that a failed save takes back leave the context unchanged`() throws {
        try context.performAndWait {
            let note = try note { $0.setValue("untitled", forKey: "title") }
            note.setValue("a", forKey: "text")
            context.forgetUnchanged(except: [])
            #expect(note.hasChanges)
            note.setValue(nil, forKey: "text")
            context.forgetUnchanged(except: [])
            #expect(!note.hasChanges)
            #expect(!context.hasChanges)
            #expect(note.value(forKey: "title") as? String == "untitled")
        }
    }

    @Test func `a rollback keeps it`() throws {
        try context.performAndWait {
            let note = try note { $0.setValue("untitled", forKey: "title") }
            note.setValue("a", forKey: "text")
            #expect(note.committedValues(forKeys: ["title"])["title"] is NSNull)
            context.rollback()
            #expect(note.value(forKey: "text") == nil)
            #expect(note.value(forKey: "title") as? String == "untitled")
            #expect(!context.hasChanges)
            note.setValue("b", forKey: "text")
            try context.save()
            #expect(try stored() == ["untitled", "b"])
        }
    }

    @Test func `a merge keeps it in an object with changes`() throws {
        try context.performAndWait {
            let note = try note { $0.setValue("untitled", forKey: "title") }
            note.setValue("a", forKey: "text")
            let (other, id) = (store.context(), note.objectID)
            try other.performAndWait {
                other.object(with: id).setValue("theirs", forKey: "text")
                try other.save()
            }
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectIDsKey: [id]], into: [context])
            #expect(note.value(forKey: "title") as? String == "untitled")
            try context.save()
            #expect(try stored() == ["untitled", "a"])
        }
    }

    @Test func `a rollback keeps the transient values that were set with it`() throws {
        try context.performAndWait {
            let note = try note {
                $0.setValue("untitled", forKey: "title")
                $0.setValue("Untitled", forKey: "shown")
            }
            note.setValue("a", forKey: "text")
            context.rollback()
            #expect(note.value(forKey: "text") == nil)
            #expect(note.value(forKey: "shown") as? String == "Untitled")
        }
    }
}

/// An object that runs code of the test when its fault fires.
final class WakingNote: NSManagedObject {
    var awake: ((WakingNote) -> Void)?

    override func awakeFromFetch() {
        super.awakeFromFetch()
        awake?(self)
    }
}
