import Foundation
import Testing

@testable import CoreData

/// A photo that stamps itself if its row will be written, as the documentation of `willSave()`
/// suggests.
final class StampedPhoto: NSManagedObject {
    override func willSave() {
        super.willSave()
        guard !isDeleted, !changedValues().isEmpty, changedValues()["saves"] == nil else { return }
        setValue((value(forKey: "saves") as? Int ?? 0) + 1, forKey: "saves")
    }
}

/// Changes of transient properties. Apple's reference says that `changedValues()`,
/// `changedValuesForCurrentEvent()` and `committedValues(forKeys:)` report persistent properties
/// only, and that `hasChanges` includes transient ones.
@Suite(.eachStore) struct TransientChangesTests {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        let model = try ModelSource.model(
            """
            <entity name="Photo">
                <attribute name="title" optional="YES" attributeType="String"/>
                <attribute name="upper" optional="YES" attributeType="String" derived="YES" derivationExpression="uppercase:(title)"/>
                <attribute name="thumbnail" optional="YES" transient="YES" attributeType="String"/>
                <attribute name="saves" optional="YES" attributeType="Integer 64" defaultValueString="0"/>
                <relationship name="album" optional="YES" maxCount="1" destinationEntity="Album" inverseName="photos" inverseEntity="Album"/>
                <relationship name="nearby" optional="YES" transient="YES" maxCount="1" destinationEntity="Album"/>
            </entity>
            <entity name="Album">
                <attribute name="name" optional="YES" attributeType="String"/>
                <relationship name="photos" optional="YES" toMany="YES" destinationEntity="Photo" inverseName="album" inverseEntity="Photo"/>
            </entity>
            """)
        model.entitiesByName["Photo"]?.managedObjectClassName = NSStringFromClass(StampedPhoto.self)
        store = try TestStore(model: model, history: true)
        context = store.context()
    }

    /// A photo that was saved with a title and a thumbnail.
    private func photo() throws -> NSManagedObject {
        let photo = NSEntityDescription.insertNewObject(forEntityName: "Photo", into: context)
        photo.setValue("a", forKey: "title")
        photo.setValue("small", forKey: "thumbnail")
        try context.save()
        context.processPendingChanges()
        return photo
    }

    private func transactionCount() throws -> Int {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        request.resultType = .count
        return try #require((try context.execute(request) as? NSPersistentHistoryResult)?.result as? Int)
    }

    @Test func `a child deletes an object with a transient value that its parent's lacks`() throws {
        _ = try photo()
        let parent = store.context()
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        try child.performAndWait {
            let photo = try #require(try child.fetch(NSFetchRequest<NSManagedObject>(entityName: "Photo")).first)
            photo.setPrimitiveValue("small", forKey: "thumbnail")
            child.delete(photo)
            try child.save()
        }
        let remaining = try parent.performAndWait {
            try parent.save()
            return try parent.count(for: NSFetchRequest<NSManagedObject>(entityName: "Photo"))
        }
        #expect(remaining == 0)
    }

    @Test func `changed values are those of persistent properties`() throws {
        try context.performAndWait {
            let photo = try photo()
            photo.setValue("large", forKey: "thumbnail")
            #expect(photo.changedValues().isEmpty)
            #expect(photo.changedValuesForCurrentEvent().isEmpty)
            photo.setValue("b", forKey: "title")
            #expect(photo.changedValues().keys.sorted() == ["title"])
            #expect(photo.changedValuesForCurrentEvent().keys.sorted() == ["title"])
            #expect(photo.changedValuesForCurrentEvent()["title"] as? String == "a")
        }
    }

    @Test func `a change of a transient property alone is a change, but not a persistent one`() throws {
        try context.performAndWait {
            let photo = try photo()
            photo.setValue("large", forKey: "thumbnail")
            #expect(!photo.hasPersistentChangedValues)
            #expect(photo.hasChanges)
            #expect(photo.isUpdated)
            #expect(context.hasChanges)
            #expect(context.updatedObjects == [photo])
        }
    }

    @Test func `a transient relationship is not among the changed values`() throws {
        try context.performAndWait {
            let photo = try photo()
            photo.setValue(NSEntityDescription.insertNewObject(forEntityName: "Album", into: context), forKey: "nearby")
            #expect(photo.changedValues().isEmpty)
            #expect(!photo.hasPersistentChangedValues)
            #expect(photo.committedValues(forKeys: nil)["nearby"] == nil)
        }
    }

    @Test func `committed values are those of persistent properties`() throws {
        try context.performAndWait {
            let photo = try photo()
            photo.setValue("large", forKey: "thumbnail")
            #expect(photo.committedValues(forKeys: nil).keys.sorted() == ["album", "saves", "title", "upper"])
            #expect(photo.committedValues(forKeys: ["title", "thumbnail"]).keys.sorted() == ["title"])
            #expect(photo.committedValues(forKeys: ["title", "title"])["title"] as? String == "a")
        }
    }

    @Test func `to-many relationships are persistent`() throws {
        try context.performAndWait {
            let photo = try photo()
            let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: context)
            try context.save()
            photo.setValue(album, forKey: "album")
            #expect(photo.changedValues().keys.sorted() == ["album"])
            #expect(album.changedValues().keys.sorted() == ["photos"])
            #expect(album.hasPersistentChangedValues)
        }
    }

    @Test(.ownStore) func `derived attributes are persistent`() throws {
        try context.performAndWait {
            let photo = try photo()
            photo.setValue("b", forKey: "title")
            // A derived attribute changes with the save.
            #expect(photo.changedValues().keys.sorted() == ["title"])
            try context.save()
            context.refresh(photo, mergeChanges: true)
            #expect(photo.value(forKey: "upper") as? String == "B")
        }
    }

    @Test(.ownStore) func `a save of transient changes alone writes no row and no history`() throws {
        try context.performAndWait {
            let photo = try photo()
            let (saves, transactions) = (photo.value(forKey: "saves") as? Int, try transactionCount())
            photo.setValue("large", forKey: "thumbnail")
            try context.save()
            #expect(photo.value(forKey: "saves") as? Int == saves)
            #expect(try transactionCount() == transactions)
            #expect(!photo.hasChanges)
            #expect(photo.value(forKey: "thumbnail") as? String == "large")
            context.rollback()
            #expect(photo.value(forKey: "thumbnail") as? String == "large")
            photo.setValue("c", forKey: "title")
            try context.save()
            #expect(photo.value(forKey: "saves") as? Int == saves.map { $0 + 1 })
        }
    }

    @Test func `transient changes alone are in no conflict with another context`() throws {
        try context.performAndWait {
            let photo = try photo()
            let (other, id) = (store.context(), photo.objectID)
            try other.performAndWait {
                other.object(with: id).setValue("b", forKey: "title")
                try other.save()
            }
            photo.setValue("large", forKey: "thumbnail")
            try context.save()
            #expect(photo.value(forKey: "thumbnail") as? String == "large")
        }
    }

    @Test func `a save notifies of an object whose transient values changed, as of any updated one`() throws {
        try context.performAndWait {
            let photo = try photo()
            let notices = Notices(.NSManagedObjectContextDidSave, of: context)
            photo.setValue("large", forKey: "thumbnail")
            try context.save()
            #expect(notices.received.first?.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> == [photo])
        }
    }

    @Test func `a refresh that merges keeps a transient change, and one that does not discards it`() throws {
        try context.performAndWait {
            let photo = try photo()
            photo.setValue("large", forKey: "thumbnail")
            context.refresh(photo, mergeChanges: true)
            #expect(photo.value(forKey: "thumbnail") as? String == "large")
            #expect(photo.changedValues().isEmpty)
            context.refresh(photo, mergeChanges: false)
            #expect(photo.value(forKey: "thumbnail") == nil)
            #expect(!photo.hasChanges)
        }
    }

    @Test func `a child passes transient changes to its parent`() throws {
        try context.performAndWait {
            let photo = try photo()
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = context
            let id = photo.objectID
            try child.performAndWait {
                child.object(with: id).setValue("large", forKey: "thumbnail")
                try child.save()
            }
            #expect(photo.value(forKey: "thumbnail") as? String == "large")
            #expect(photo.changedValues().isEmpty)
        }
    }
}
