import CoreData
import Foundation
import Testing

/// Values that no store keeps live as long as their object is no fault.
@Suite(.eachStore) struct TransientValuesTests {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(
            model: ModelSource.model(
                """
                <entity name="Photo">
                    <attribute name="title" optional="YES" attributeType="String"/>
                    <attribute name="thumbnail" optional="YES" transient="YES" attributeType="String"/>
                </entity>
                """))
        context = store.context()
    }

    /// A photo that was saved with a title and a thumbnail.
    private func photo() throws -> NSManagedObject {
        let photo = NSEntityDescription.insertNewObject(forEntityName: "Photo", into: context)
        photo.setValue("a", forKey: "title")
        photo.setValue("small", forKey: "thumbnail")
        try context.save()
        return photo
    }

    private func setTitle(_ title: String, of photo: NSManagedObject) throws {
        let (other, id) = (store.context(), photo.objectID)
        try other.performAndWait {
            other.object(with: id).setValue(title, forKey: "title")
            try other.save()
        }
    }

    private func values(_ photo: NSManagedObject) -> [String?] {
        ["title", "thumbnail"].map { photo.value(forKey: $0) as? String }
    }

    @Test func savesAndRefreshesKeepThem() throws {
        try context.performAndWait {
            let photo = try photo()
            #expect(values(photo) == ["a", "small"])
            try setTitle("b", of: photo)
            context.refresh(photo, mergeChanges: true)
            #expect(values(photo) == ["b", "small"] && !context.hasChanges)
            photo.setValue("large", forKey: "thumbnail")
            photo.setValue("c", forKey: "title")
            context.refresh(photo, mergeChanges: true)
            #expect(values(photo) == ["c", "large"])
            try context.save()
            #expect(values(photo) == ["c", "large"])
            context.refresh(photo, mergeChanges: false)
            #expect(values(photo) == ["c", nil])
        }
    }

    @Test func `refreshing all objects keeps them`() throws {
        try context.performAndWait {
            let photo = try photo()
            try setTitle("b", of: photo)
            context.refreshAllObjects()
            #expect(values(photo) == ["b", "small"])
            #expect(!context.hasChanges)
        }
    }

    @Test func mergesKeepThem() throws {
        try context.performAndWait {
            let photo = try photo()
            try setTitle("b", of: photo)
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectIDsKey: [photo.objectID]], into: [context])
            #expect(values(photo) == ["b", "small"])
        }
    }

    private final class OwnPolicy: NSMergePolicy, @unchecked Sendable {}

    @Test(
        arguments: [
            NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
            OwnPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType),
        ])
    func conflictsKeepThem(_ policy: NSMergePolicy) throws {
        context.performAndWait { context.mergePolicy = policy }
        try context.performAndWait {
            let photo = try photo()
            try setTitle("b", of: photo)
            photo.setValue("c", forKey: "title")
            photo.setValue("large", forKey: "thumbnail")
            try context.save()
            let isStores = policy === NSMergePolicy.mergeByPropertyStoreTrump || policy === NSMergePolicy.rollback
            #expect(values(photo) == [isStores ? "b" : "c", "large"])
        }
    }
}

/// Transient relationships, whose destinations no store has either.
@Suite(.eachStore) struct TransientRelationshipsTests {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(
            model: ModelSource.model(
                """
                <entity name="Photo">
                    <attribute name="title" optional="YES" attributeType="String"/>
                    <relationship name="nearby" optional="YES" transient="YES" maxCount="1" destinationEntity="Album"/>
                    <relationship name="matches" optional="YES" transient="YES" toMany="YES" destinationEntity="Album"/>
                </entity>
                <entity name="Album">
                    <attribute name="title" optional="YES" attributeType="String"/>
                </entity>
                """))
        context = store.context()
    }

    /// A saved photo that is related to an album and to two others. The albums are new, and the save
    /// replaces their IDs.
    private func photo() throws -> (photo: NSManagedObject, albums: [NSManagedObject]) {
        let photo = NSEntityDescription.insertNewObject(forEntityName: "Photo", into: context)
        let albums = (0..<3).map { number in
            let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: context)
            album.setValue("\(number)", forKey: "title")
            return album
        }
        photo.setValue(albums[0], forKey: "nearby")
        photo.setValue(NSSet(array: [albums[1], albums[2]]), forKey: "matches")
        try context.save()
        return (photo, albums)
    }

    private func setTitle(_ title: String, of photo: NSManagedObject) throws {
        let (other, id) = (store.context(), photo.objectID)
        try other.performAndWait {
            other.object(with: id).setValue(title, forKey: "title")
            try other.save()
        }
    }

    private func matches(_ photo: NSManagedObject) -> Set<NSManagedObject> {
        photo.value(forKey: "matches") as? Set<NSManagedObject> ?? []
    }

    @Test func `a save and a refresh keep them`() throws {
        try context.performAndWait {
            let (photo, albums) = try photo()
            #expect(photo.value(forKey: "nearby") as? NSManagedObject === albums[0])
            try setTitle("b", of: photo)
            context.refresh(photo, mergeChanges: true)
            #expect(photo.value(forKey: "title") as? String == "b")
            #expect(photo.value(forKey: "nearby") as? NSManagedObject === albums[0])
            #expect(matches(photo) == [albums[1], albums[2]])
            #expect(!context.hasChanges)
            context.refresh(photo, mergeChanges: false)
            #expect(photo.value(forKey: "nearby") == nil)
            #expect(matches(photo).isEmpty)
        }
    }

    @Test func `a refresh keeps unsaved ones`() throws {
        try context.performAndWait {
            let (photo, albums) = try photo()
            photo.setValue(albums[2], forKey: "nearby")
            photo.setValue(NSSet(object: albums[0]), forKey: "matches")
            try setTitle("b", of: photo)
            context.refresh(photo, mergeChanges: true)
            #expect(photo.value(forKey: "title") as? String == "b")
            #expect(photo.value(forKey: "nearby") as? NSManagedObject === albums[2])
            #expect(matches(photo) == [albums[0]])
            try context.save()
            #expect(photo.value(forKey: "nearby") as? NSManagedObject === albums[2])
            #expect(matches(photo) == [albums[0]])
        }
    }

    @Test func `refreshing all objects keeps them`() throws {
        try context.performAndWait {
            let (photo, albums) = try photo()
            photo.setValue(nil, forKey: "nearby")
            try context.save()
            context.refreshAllObjects()
            #expect(photo.value(forKey: "nearby") == nil)
            #expect(matches(photo) == [albums[1], albums[2]])
            photo.setValue(albums[0], forKey: "nearby")
            photo.setValue(NSSet(), forKey: "matches")
            try context.save()
            context.refreshAllObjects()
            #expect(photo.value(forKey: "nearby") as? NSManagedObject === albums[0])
            #expect(matches(photo).isEmpty)
            #expect(!context.hasChanges)
        }
    }

    @Test func `a merge keeps them`() throws {
        try context.performAndWait {
            let (photo, albums) = try photo()
            try setTitle("b", of: photo)
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectIDsKey: [photo.objectID]], into: [context])
            #expect(photo.value(forKey: "title") as? String == "b")
            #expect(photo.value(forKey: "nearby") as? NSManagedObject === albums[0])
            #expect(matches(photo) == [albums[1], albums[2]])
        }
    }

    @Test(arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .rollback])
    func `a save with a conflict keeps a new destination`(_ policy: NSMergePolicy) throws {
        context.performAndWait { context.mergePolicy = policy }
        try context.performAndWait {
            let (photo, _) = try photo()
            try setTitle("b", of: photo)
            let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: context)
            photo.setValue("c", forKey: "title")
            photo.setValue(album, forKey: "nearby")
            try context.save()
            #expect(!album.objectID.isTemporaryID)
            #expect(photo.value(forKey: "nearby") as? NSManagedObject === album)
        }
    }

    @Test func `a save keeps new destinations of an object that it does not write`() throws {
        try context.performAndWait {
            let (photo, _) = try photo()
            let albums = (0..<2).map { _ in NSEntityDescription.insertNewObject(forEntityName: "Album", into: context) }
            photo.setValue(albums[0], forKey: "nearby")
            photo.setValue(NSSet(object: albums[1]), forKey: "matches")
            try context.save()
            #expect(!context.hasChanges)
            #expect(photo.value(forKey: "nearby") as? NSManagedObject === albums[0])
            #expect(matches(photo) == [albums[1]])
            photo.setValue("b", forKey: "title")
            context.rollback()
            #expect(photo.value(forKey: "nearby") as? NSManagedObject === albums[0])
            #expect(matches(photo) == [albums[1]])
        }
    }

    @Test func `a save keeps members that were added before any were read`() throws {
        let id = try context.performAndWait { try photo().photo.objectID }
        let fresh = store.context()
        try fresh.performAndWait {
            let photo = try fresh.existingObject(with: id)
            let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: fresh)
            photo.mutableSetValue(forKey: "matches").add(album)
            photo.setValue("b", forKey: "title")
            try fresh.save()
            #expect(matches(photo) == [album])
        }
    }

    @Test func `a deleted member leaves them`() throws {
        try context.performAndWait {
            let (photo, albums) = try photo()
            #expect(matches(photo).count == 2)
            context.delete(albums[1])
            try context.save()
            #expect(matches(photo) == [albums[2]])
            photo.setValue("b", forKey: "title")
            context.rollback()
            #expect(matches(photo) == [albums[2]])
        }
    }

    @Test(arguments: [false, true]) func `a rollback restores no member that others have deleted`(isChanged: Bool) throws {
        try context.performAndWait {
            let (photo, albums) = try photo()
            #expect(matches(photo).count == 2)
            if isChanged { photo.setValue(NSSet(array: [albums[0], albums[1]]), forKey: "matches") }
            let (other, id) = (store.context(), albums[1].objectID)
            try other.performAndWait {
                other.delete(other.object(with: id))
                try other.save()
            }
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectIDsKey: [id]], into: [context])
            #expect(matches(photo) == [isChanged ? albums[0] : albums[2]])
            if !isChanged { photo.setValue("b", forKey: "title") }
            context.rollback()
            #expect(matches(photo) == [albums[2]])
        }
    }
}
