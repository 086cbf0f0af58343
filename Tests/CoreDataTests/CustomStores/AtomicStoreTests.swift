import CoreData
import Foundation
import Testing

@Suite struct AtomicStoreTests {
    @Test func `a save calls the methods of the store in order, with permanent IDs`() throws {
        let plist = try PlistContainer()
        let store = try plist.store
        #expect(store.takeCalls() == ["loadMetadata", "load"])
        let context = plist.context()
        try context.run { () throws in
            let tag = Tag(context: context)
            tag.name = "red"
            try context.save()
            #expect(store.takeCalls() == ["newReferenceObject Tag", "newCacheNode Tag", "save"])
            #expect(!tag.objectID.isTemporaryID)
            #expect(store.cacheNode(for: tag.objectID)?.value(forKey: "name") as? String == "red")
            tag.name = "green"
            try context.save()
            #expect(store.takeCalls() == ["updateCacheNode Tag", "save"])
            #expect(store.cacheNode(for: tag.objectID)?.value(forKey: "name") as? String == "green")
            context.delete(tag)
            try context.save()
            #expect(store.takeCalls() == ["willRemoveCacheNodes 1", "save"])
            #expect(store.cacheNodes().isEmpty)
            try context.save()
            #expect(store.takeCalls() == [])
        }
    }

    @Test func `relationships of all kinds are loaded again`() throws {
        let plist = try PlistContainer()
        let context = plist.context()
        try context.run { () throws in
            let shelf = Bookshelf(context)
            shelf.one.sequel = shelf.two
            shelf.two.cover = Cover(context: context)
            for title in ["b", "c", "d"] {
                let chapter = Chapter(context: context)
                chapter.title = title
                shelf.one.insertIntoChapters(chapter, at: 0)
            }
            try context.save()
        }
        let again = try plist.reopened()
        let reader = again.context()
        try reader.run { () throws in
            let books = try reader.fetch(NSFetchRequest<Book>(entityName: "Book")).sorted { $0.title ?? "" < $1.title ?? "" }
            #expect(books.map(\.title) == ["One", "Three", "Two"])
            #expect(books.map(\.author?.name) == ["Ann", "Bob", "Ann"])
            #expect(books[0].chapters?.array.compactMap { ($0 as? Chapter)?.title } == ["d", "c", "b", "a"])
            #expect(books[0].notes?.allObjects.compactMap { ($0 as? Note)?.text } == ["n"])
            #expect(books[0].sequel === books[2])
            #expect(books[2].prequel === books[0])
            #expect(books[2].cover?.book === books[2])
            #expect(books[0].tags.map(\.name) == ["red"])
            #expect(books[0].tags.first?.books == [books[0], books[1]])
            #expect(books[0].author?.agent?.name == "Rex")
            #expect(books[0].author?.books == [books[0], books[2]])
            #expect(try reader.count(for: NSFetchRequest<Person>(entityName: "Person")) == 3)
        }
    }

    @Test func `changes of every kind of relationship reach the file`() throws {
        let plist = try PlistContainer()
        let context = plist.context()
        try context.run { () throws in
            let shelf = Bookshelf(context)
            try context.save()
            shelf.one.author = shelf.bob
            shelf.red.books = [shelf.two]
            shelf.three.sequel = shelf.one
            shelf.one.notes = nil
            let chapter = Chapter(context: context)
            chapter.title = "z"
            shelf.two.addToChapters(chapter)
            try context.save()
            shelf.one.removeFromChapters(at: 0)
            context.delete(shelf.rex)
            shelf.ann.agent = nil
            try context.save()
        }
        let again = try plist.reopened()
        let reader = again.context()
        try reader.run { () throws in
            let books = try reader.fetch(NSFetchRequest<Book>(entityName: "Book")).sorted { $0.title ?? "" < $1.title ?? "" }
            #expect(books.map(\.author?.name) == ["Bob", "Bob", "Ann"])
            #expect(books.map(\.tags.count) == [0, 0, 1])
            #expect(books[1].sequel === books[0])
            #expect(books[0].notes?.count == 0)
            #expect(books[0].chapters?.count == 0)
            #expect(books[2].chapters?.array.compactMap { ($0 as? Chapter)?.title } == ["z"])
            #expect(try reader.count(for: NSFetchRequest<Person>(entityName: "Person")) == 2)
        }
    }

    @Test func `an object is found by the URI of its ID after reopening`() throws {
        let plist = try PlistContainer()
        let context = plist.context()
        var uris: [URL] = []
        try plist.store.nextReference = "a/b %ä.json"
        try context.run { () throws in
            for name in ["odd", "even"] {
                let tag = Tag(context: context)
                tag.name = name
                try context.save()
                uris.append(tag.objectID.uriRepresentation())
            }
        }
        let again = try plist.reopened()
        let reader = again.context()
        try reader.run { () throws in
            let names = try uris.map { uri -> String? in
                let id = try #require(again.coordinator.managedObjectID(forURIRepresentation: uri))
                return (try reader.existingObject(with: id) as? Tag)?.name
            }
            #expect(names == ["odd", "even"])
            let id = try #require(again.coordinator.managedObjectID(forURIRepresentation: uris[0]))
            #expect(try again.store.referenceObject(for: id) as? String == "a/b %ä.json")
        }
    }

    @Test func `the metadata of the app and of the model are written with the next save`() throws {
        let plist = try PlistContainer()
        let context = plist.context()
        let identifier = try plist.store.identifier
        try context.run { () throws in
            try plist.store.metadata = ["theme": "dark"]
            _ = Tag(context: context)
            try context.save()
        }
        let again = try plist.reopened()
        let metadata = again.coordinator.metadata(for: try again.store)
        #expect(metadata["theme"] as? String == "dark")
        #expect(metadata[NSStoreTypeKey] as? String == PlistStore.storeType)
        #expect(metadata[NSStoreUUIDKey] as? String == identifier)
        #expect((metadata[NSStoreModelVersionHashesKey] as? [String: Data])?.count == 8)
        let read = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: PlistStore.storeType, at: again.url)
        #expect(read["theme"] as? String == "dark")
    }

    @Test func `a store of another model version is not opened, unless versions are ignored`() throws {
        let plist = try PlistContainer()
        let context = plist.context()
        try context.run { () throws in
            let tag = Tag(context: context)
            tag.name = "kept"
            try context.save()
        }
        let other = NSManagedObjectModel.library()
        other.entitiesByName["Note"]?.properties.append(NSManagedObjectModel.attribute("length", .integer64))
        let error = failure { _ = try plist.reopened(other) }
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
        let again = try PlistContainer(
            other, in: plist.folder, options: [NSIgnorePersistentStoreVersioningOption: NSNumber(value: true)])
        let reader = again.context()
        try reader.run { () throws in
            let names = try reader.fetch(NSFetchRequest<Tag>(entityName: "Tag")).map(\.name)
            #expect(names == ["kept"])
        }
    }

    @Test func `a store that is opened for reading only cannot be saved`() throws {
        let plist = try PlistContainer(options: [NSReadOnlyPersistentStoreOption: NSNumber(value: true)])
        #expect(try plist.store.isReadOnly)
        let context = plist.context()
        try context.run { () throws in
            _ = Tag(context: context)
            #expect(failure { try context.save() } != nil)
        }
        #expect(try plist.store.takeCalls() == ["loadMetadata", "load"])
    }

    @Test func `a value of another type in the file is an error that names the property`() throws {
        let plist = try PlistContainer()
        let context = plist.context()
        try context.run { () throws in
            _ = Reader(context: context)
            try context.save()
            let node = try #require(try plist.store.cacheNodes().first)
            node.setValue("old", forKey: "age")
            try plist.store.save()
        }
        let error = failure { _ = try plist.reopened() }
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.code == CocoaError.fileReadCorruptFile.rawValue)
        #expect(error?.localizedDescription.contains("'old' is no value of Reader.age") == true)
    }
}

@Suite struct AtomicStoreIdentityTests {
    @Test func `a store that is added again has the same IDs, in any order of loading`() throws {
        let plist = try PlistContainer()
        let context = plist.context()
        var before: [String: NSManagedObjectID] = [:]
        try context.run { () throws in
            for number in 0..<20 {
                let tag = Tag(context: context)
                tag.name = "\(number)"
                try context.save()
                before[tag.name ?? ""] = tag.objectID
            }
        }
        try plist.coordinator.remove(try plist.store)
        try plist.coordinator.addPersistentStore(ofType: PlistStore.storeType, configurationName: nil, at: plist.url)
        let reader = plist.context()
        try reader.run { () throws in
            let tags = try reader.fetch(NSFetchRequest<Tag>(entityName: "Tag"))
            #expect(tags.count == 20)
            #expect(tags.map { before[$0.name ?? ""] } == tags.map(\.objectID))
        }
    }

    @Test func `a store whose file was moved keeps its objects`() throws {
        let plist = try PlistContainer()
        let context = plist.context()
        let tag = try context.performAndWait {
            for _ in 0..<5 { Tag(context: context).name = "other" }
            let tag = Tag(context: context)
            tag.name = "mine"
            try context.save()
            return tag
        }
        let moved = plist.folder.url.appending(path: "Moved")
        try FileManager.default.moveItem(at: plist.url, to: moved)
        #expect(plist.coordinator.setURL(moved, for: try plist.store))
        let store = try plist.store
        #expect(store.url == moved)
        #expect(store.cacheNode(for: tag.objectID)?.value(forKey: "name") as? String == "mine")
        #expect(store.cacheNodes().allSatisfy { store.cacheNode(for: $0.objectID) === $0 })
        try context.run { () throws in
            context.refresh(tag, mergeChanges: false)
            #expect(tag.name == "mine")
            tag.name = "changed"
            try context.save()
        }
        #expect(try plist.texts("Tag", "name") == ["changed", "other", "other", "other", "other", "other"])
    }
}
