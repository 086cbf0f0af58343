@testable import CoreData
import Foundation
import Testing

/// The memory of stores for objects that do not exist.
@Suite struct ForgottenObjectsTests {
    @Test func `missing objects are forgotten, and found and unread ones are not`() throws {
        let layout = try #require(NSManagedObjectModel.library().entitiesByName["Tag"]).layout
        let references = ReferenceObjects(missingLimit: 10)
        let (kept, unread) = (references.key(of: "kept", layout), references.key(ofURIText: "unread", layout))
        let first = references.key(ofURIText: "missing 0", layout)
        #expect(references.isMissing(first, layout) == [])
        for number in 1..<1_000 {
            let key = references.key(ofURIText: "missing \(number)", layout)
            #expect(references.key(ofURIText: "missing \(number)", layout) == key)
            for forgotten in references.isMissing(key, layout) { #expect(references.hasForgotten(forgotten, layout)) }
        }
        #expect(references.count <= 12)
        #expect(references.object(of: kept, layout) as? String == "kept")
        #expect(references.object(of: unread, layout) as? String == "unread")
        #expect(!references.hasForgotten(kept, layout))
        #expect(references.hasForgotten(first, layout))
        #expect(references.object(of: first, layout) == nil)
        // Neither the text of another object nor that of itself.
        let text = references.uriText(of: first, layout)
        #expect(text.hasPrefix("forgotten"))
        #expect(references.objectOrForgotten(of: first, layout) as? String == text)
        #expect(references.key(ofURIText: "missing 0", layout) != first)
    }

    @Test func `a missing object that appears is not forgotten`() throws {
        let layout = try #require(NSManagedObjectModel.library().entitiesByName["Tag"]).layout
        let references = ReferenceObjects(missingLimit: 4)
        let keys = ["a", "b"].map { references.key(ofURIText: $0, layout) }
        for key in keys { _ = references.isMissing(key, layout) }
        // The store makes an ID for one, and the other is read.
        #expect(references.key(of: "a", layout) == keys[0])
        references.isFound(keys[1])
        for number in 0..<100 { _ = references.isMissing(references.key(ofURIText: "\(number)", layout), layout) }
        #expect(keys.map { references.object(of: $0, layout) as? String } == ["a", "b"])
    }

    @Test func `URIs of objects that do not exist use up a limited amount of memory`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 1)
        let store = try #require(catalog.coordinator.persistentStores.first)
        let engine = try #require(store.engine as? IncrementalEngine)
        let context = catalog.context()
        try context.run { () throws in
            let item = try #require(try context.fetch(NSFetchRequest("Item")).first)
            var first: NSManagedObjectID?
            for number in 1_000..<25_000 {
                let url = try #require(URL(string: "x-coredata://\(catalog.server.uuid)/Item/p\(number)"))
                let id = try #require(catalog.coordinator.managedObjectID(forURIRepresentation: url))
                if first == nil { first = id }
                let error = failure { _ = try context.existingObject(with: id) }
                #expect(error?.code == NSManagedObjectReferentialIntegrityError)
            }
            #expect((store.identity.references?.count ?? 0) < 10_010)
            #expect(engine.entities.count < 10_010)
            #expect(engine.versions.count < 10_010)
            let forgotten = try #require(first)
            #expect(throws: NSError.self) { try context.existingObject(with: forgotten) }
            #expect(catalog.coordinator.managedObjectID(forURIRepresentation: forgotten.uriRepresentation()) != item.objectID)
            // A fault of it counts as deleted, and the store is not asked for it.
            catalog.server.resetCounts()
            let object = context.object(with: forgotten)
            #expect(object["title"] == nil)
            #expect((object.value(forKey: "tags") as? Set<NSManagedObject>)?.isEmpty == true)
            #expect(catalog.server.count(of: .values) == 0)
            context.delete(object)
            try context.save()
            #expect(item["title"] == "Item 0.0")
        }
    }

    @Test func `deleted objects and unknown URIs of an atomic store are forgotten`() throws {
        let plist = try PlistContainer()
        let store = try plist.store
        let context = plist.context()
        try context.run { () throws in
            let kept = Tag(context: context)
            try context.save()
            var ids: [NSManagedObjectID] = []
            for _ in 0..<12 {
                let tags = (0..<1_000).map { _ in Tag(context: context) }
                try context.save()
                ids += tags.map(\.objectID)
                for tag in tags { context.delete(tag) }
                try context.save()
            }
            for number in 0..<5_000 {
                let url = try #require(URL(string: "x-coredata://\(store.identifier ?? "")/Tag/pnone\(number)"))
                let id = try #require(plist.coordinator.managedObjectID(forURIRepresentation: url))
                #expect(failure { _ = try context.existingObject(with: id) }?.code == NSManagedObjectReferentialIntegrityError)
            }
            #expect(store.references.count < 10_010)
            #expect(failure { _ = try context.existingObject(with: ids[0]) } != nil)
            #expect("\(store.referenceObject(for: ids[0]))".hasPrefix("forgotten"))
            #expect(plist.coordinator.managedObjectID(forURIRepresentation: kept.objectID.uriRepresentation()) == kept.objectID)
            #expect(store.cacheNodes().count == 1)
        }
    }
}
