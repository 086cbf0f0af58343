import CoreData
import Foundation
import Testing

/// UUIDs of stores that are not UUIDs: those of a file, and those that an app sets.
@Suite struct StoreIdentifierTests {
    static let types = [NSBinaryStoreType, NSXMLStoreType, NSSQLiteStoreType, PlistStore.storeType]
    static let identifiers = [
        "A B", "a/b", "100%", "%zz", "%41", "?a=b#c", "[::1]", "]", "user@host:80", "Bücher", "本", "e\u{301}", "\u{0}", "\n",
        "\\", "<&>\"'", "xn--", "-", ".", "..", "🙂", String(repeating: "x", count: 100_000), " ", "A\u{202E}B",
        "4F6B6D8E-0B63-4B77-9B4C-6F4D4F6D4E11",
    ]

    @Test(arguments: types, identifiers)
    func `objects of a store with any identifier have URIs that lead back to them`(_ type: String, _ identifier: String) throws {
        _ = PlistStore.register
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Store")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .library())
        let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
        store.identifier = identifier
        try check(coordinator, saving: true)
        // SQLite's texts end at a NUL.
        if type == NSSQLiteStoreType, identifier == "\u{0}" { return }
        try coordinator.remove(store)
        let again = NSPersistentStoreCoordinator(managedObjectModel: .library())
        let reopened = try again.addPersistentStore(ofType: type, configurationName: nil, at: url)
        #expect(reopened.identifier == identifier)
        try check(again, saving: false)
    }

    private func check(_ coordinator: NSPersistentStoreCoordinator, saving: Bool) throws {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.run { () throws in
            if saving {
                Tag(context: context).name = "red"
                try context.save()
            }
            let tag = try #require(try context.fetch(NSFetchRequest<Tag>(entityName: "Tag")).first)
            let uri = tag.objectID.uriRepresentation()
            #expect(uri.scheme == "x-coredata")
            #expect(uri.pathComponents.count == 3)
            #expect(uri.lastPathComponent.hasPrefix("p"))
            #expect(coordinator.managedObjectID(forURIRepresentation: uri) == tag.objectID)
            #expect(coordinator.managedObjectID(for: uri.absoluteString) == tag.objectID)
            #expect(!tag.objectID.description.isEmpty)
        }
    }

    @Test(arguments: identifiers + ["", "a//b", "/", "a/", "p1", "007", "+1", "-0", "1e3", "%2F", ";x", "a:b"])
    func `any reference object has a URI that leads back to its object`(_ reference: String) throws {
        let plist = try PlistContainer()
        let context = plist.context()
        try context.run { () throws in
            try plist.store.nextReference = reference
            let tag = Tag(context: context)
            try context.save()
            let uri = tag.objectID.uriRepresentation()
            #expect(try plist.store.referenceObject(for: tag.objectID) as? String == reference)
            #expect(plist.coordinator.managedObjectID(forURIRepresentation: uri) == tag.objectID)
            #expect(plist.coordinator.managedObjectID(for: uri.absoluteString) == tag.objectID)
        }
        let uri = try #require(URL(string: "x-coredata://A/Tag/p\(reference.count)"))
        #expect(plist.coordinator.managedObjectID(forURIRepresentation: uri) == nil)
    }

    @Test func `the URI of a store with a UUID has it as it is`() throws {
        let plist = try PlistContainer(type: NSBinaryStoreType)
        let context = plist.context()
        try context.run { () throws in
            let tag = Tag(context: context)
            try context.save()
            let uuid = try #require(plist.coordinator.persistentStores.first?.identifier)
            #expect(tag.objectID.uriRepresentation().absoluteString == "x-coredata://\(uuid)/Tag/p1")
        }
    }
}
