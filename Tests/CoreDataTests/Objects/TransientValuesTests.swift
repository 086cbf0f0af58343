import CoreData
import Foundation
import Testing

/// Values that no store keeps live as long as their object is no fault.
@Suite struct TransientValuesTests {
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
