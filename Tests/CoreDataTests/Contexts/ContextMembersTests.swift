import CoreData
import Foundation
import Testing

@Suite(.eachStore) struct ContextMembersTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
    }

    private func quake(_ code: String, in context: NSManagedObjectContext) throws -> Quake {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.predicate = NSPredicate(format: "code == %@", code)
        return try #require(try context.fetch(request).first)
    }

    private func save(_ code: String) throws {
        try context.performAndWait {
            Quake(context: context).code = code
            try context.save()
        }
    }

    // MARK: Identifiers

    @Test func permanentIdentifiersCanBeHadBeforeTheSave() throws {
        try save("first")
        try context.performAndWait {
            let quakes = ["a", "b"].map { code in
                let quake = Quake(context: context)
                quake.code = code
                return quake
            }
            try context.obtainPermanentIDs(for: quakes)
            let identifiers = quakes.map(\.objectID)
            #expect(identifiers.map(\.isTemporaryID) == [false, false])
            #expect(identifiers.map { $0.uriRepresentation().lastPathComponent } == ["p2", "p3"])
            #expect(quakes.map(\.isInserted) == [true, true])
            #expect(context.registeredObject(for: identifiers[0]) === quakes[0])
            try context.save()
            #expect(quakes.map(\.objectID) == identifiers)
            #expect(try context.count(for: NSFetchRequest<Quake>(entityName: "Quake")) == 3)
        }
        let other = store.context()
        try other.performAndWait {
            let found = try quake("b", in: other)
            #expect(found.objectID.uriRepresentation().lastPathComponent == "p3")
        }
    }

    @Test func permanentIdentifiersReachRelatedObjects() throws {
        let library = try TestStore(model: .library())
        let context = library.context()
        try context.performAndWait {
            let (book, author, tag) = (Book(context: context), Author(context: context), Tag(context: context))
            book.author = author
            book.tags = [tag]
            try context.obtainPermanentIDs(for: [author, tag])
            #expect(book.author === author)
            #expect(book.tags == [tag])
            try context.save()
            #expect(author.books == [book])
        }
        let other = library.context()
        try other.performAndWait {
            let book = try #require(try other.fetch(NSFetchRequest<Book>(entityName: "Book")).first)
            #expect(book.author != nil)
            #expect(book.tags.count == 1)
        }
    }

    // MARK: Registered objects

    @Test func objectsAreRetainedOnDemand() throws {
        try save("a")
        try context.performAndWait {
            _ = try quake("a", in: context)
            #expect(context.registeredObjects.isEmpty)
            context.retainsRegisteredObjects = true
            _ = try quake("a", in: context)
            #expect(context.registeredObjects.count == 1)
            context.reset()
            #expect(context.registeredObjects.isEmpty)
        }
    }

    @Test func anInaccessibleFaultCountsAsDeleted() throws {
        try save("a")
        try context.performAndWait {
            let identifier = try quake("a", in: context).objectID
            let other = store.context()
            try other.performAndWait {
                other.delete(other.object(with: identifier))
                try other.save()
            }
            let fault = context.object(with: identifier)
            #expect(fault.faultingState == 1)
            #expect(fault.value(forKey: "code") == nil)
            #expect(fault.isDeleted)
            #expect(fault.faultingState == 0)
            #expect(throws: (any Error).self) { try context.existingObject(with: identifier) }
        }
    }

    /// Both stores have a row of that key; an identifier of the other store must not find it.
    @Test func anotherStoresIdentifierNamesNothing() throws {
        try save("a")
        let otherStore = try TestStore(model: store.container.managedObjectModel)
        let other = otherStore.context()
        let foreign = try other.performAndWait {
            let quake = Quake(context: other)
            quake.code = "b"
            try other.save()
            return quake.objectID
        }
        try context.performAndWait {
            let own = try quake("a", in: context).objectID
            #expect(own.rowID == foreign.rowID)
            #expect(context.registeredObject(for: foreign) == nil)
            let error = #expect(throws: NSError.self) { try context.existingObject(with: foreign) }
            #expect(error?.code == NSManagedObjectReferentialIntegrityError)
            #expect(error?.localizedDescription.contains("does not have") == true)
        }
        // A store that was this coordinator's once is gone, and not another's.
        let known = try context.performAndWait { try quake("a", in: context).objectID }
        let coordinator = store.container.persistentStoreCoordinator
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        context.performAndWait { #expect(context.object(with: known).isFault) }
    }

    // MARK: Conflicts

    @Test func conflictsOfUnchangedObjectsAreDetectedOnDemand() throws {
        try save("a")
        try save("b")
        try context.performAndWait {
            let (read, written) = (try quake("a", in: context), try quake("b", in: context))
            context.detectConflicts(for: read)
            let other = store.context()
            try other.performAndWait {
                try quake("a", in: other).magnitude = 5
                try other.save()
            }
            written.magnitude = 1
            #expect {
                try context.save()
            } throws: { error in
                (error as NSError).code == NSManagedObjectMergeError
            }
            context.rollback()
            context.refresh(read, mergeChanges: false)
            context.detectConflicts(for: read)
            try quake("b", in: context).magnitude = 2
            try context.save()
            #expect(read.magnitude == 5)
        }
    }

    /// Its row is gone, and the policy puts it back: with the values that were read.
    @Test func anObjectWhoseConflictsAreToBeDetectedKeepsItsValues() throws {
        try save("a")
        try save("b")
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            let (read, written) = (try quake("a", in: context), try quake("b", in: context))
            #expect(read.code == "a")
            context.detectConflicts(for: read)
            let other = store.context()
            try other.performAndWait {
                other.delete(try quake("a", in: other))
                try other.save()
            }
            context.refreshAllObjects()
            written.magnitude = 1
            try context.save()
            try other.performAndWait { _ = try quake("a", in: other) }
        }
    }

    // MARK: Generations

    @Test func aPinnedContextReadsWhatItPinned() throws {
        try save("a")
        let pinned = store.context()
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        try pinned.performAndWait {
            #expect(pinned.queryGenerationToken == nil)
            try pinned.setQueryGenerationFrom(.current)
            // It is pinned at the first read, not before.
            try save("b")
            #expect(try pinned.count(for: request) == 2)
            try save("c")
            #expect(try pinned.count(for: request) == 2)
            let fault = try quake("a", in: pinned)
            try context.performAndWait {
                try quake("a", in: context).magnitude = 9
                try context.save()
            }
            #expect(fault.magnitude == 0)
            pinned.refresh(fault, mergeChanges: false)
            #expect(fault.magnitude == 0)

            let child = NSManagedObjectContext(.privateQueue)
            child.parent = pinned
            // Apple's header: all child contexts return nil.
            #expect(child.queryGenerationToken == nil)
            #expect(try child.performAndWait { try child.count(for: request) } == 2)

            let same = store.context()
            try same.performAndWait {
                try same.setQueryGenerationFrom(pinned.queryGenerationToken)
                #expect(try same.count(for: request) == 2)
            }

            try pinned.setQueryGenerationFrom(.current)
            #expect(try pinned.count(for: request) == 3)
            pinned.refreshAllObjects()
            #expect(fault.magnitude == 9)
            try save("d")
            pinned.reset()
            #expect(try pinned.count(for: request) == 4)
            try pinned.setQueryGenerationFrom(nil)
            try save("e")
            #expect(try pinned.count(for: request) == 5)
        }
    }

    /// Returns a context that is pinned to a generation with one quake. The store has another one.
    private func pinnedContext() throws -> NSManagedObjectContext {
        try save("a")
        let pinned = store.context()
        try pinned.performAndWait {
            try pinned.setQueryGenerationFrom(.current)
            #expect(try pinned.count(for: NSFetchRequest<Quake>(entityName: "Quake")) == 1)
        }
        try save("b")
        return pinned
    }

    @Test func `an asynchronous fetch reads the pinned generation`() async throws {
        #expect(try await asynchronousCount(in: pinnedContext()) == 1)
    }

    @Test(.ownStore) func `dictionaries read the pinned generation`() throws {
        let pinned = try pinnedContext()
        let dictionaries = try pinned.performAndWait {
            let request = NSFetchRequest<NSDictionary>(entityName: "Quake")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["code"]
            return try pinned.fetch(request).count
        }
        #expect(dictionaries == 1)
    }

    @Test func `an asynchronous fetch of a child finds what its parent has not saved`() async throws {
        let parent = store.context()
        parent.performAndWait { _ = Quake(context: parent) }
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        #expect(try await asynchronousCount(in: child) == 1)
    }

    private func asynchronousCount(in context: NSManagedObjectContext) async throws -> Int? {
        try await withCheckedThrowingContinuation { continuation in
            context.perform {
                let request = NSAsynchronousFetchRequest(fetchRequest: NSFetchRequest<Quake>(entityName: "Quake")) { result in
                    continuation.resume(returning: result.finalResult?.count)
                }
                do { _ = try context.execute(request) } catch { continuation.resume(throwing: error) }
            }
        }
    }

    @Test func aPinnedContextSavesAndMovesOn() throws {
        try save("a")
        let pinned = store.context()
        try pinned.performAndWait {
            try pinned.setQueryGenerationFrom(.current)
            let quake = try quake("a", in: pinned)
            try save("b")
            quake.magnitude = 3
            try pinned.save()
            #expect(try pinned.count(for: NSFetchRequest<Quake>(entityName: "Quake")) == 2)
        }
    }

    @Test(.ownStore) func aStoreInMemoryHasNoGenerations() throws {
        let container = try NSPersistentContainer.inMemory()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            try context.setQueryGenerationFrom(.current)
            let other = container.newBackgroundContext()
            #expect(try context.count(for: NSFetchRequest<Quake>(entityName: "Quake")) == 0)
            try other.performAndWait {
                _ = Quake(context: other)
                try other.save()
            }
            #expect(try context.count(for: NSFetchRequest<Quake>(entityName: "Quake")) == 1)
        }
    }

    // MARK: Objects

    @Test func valuesOfTheEventAreTheOldOnes() throws {
        try save("a")
        try context.performAndWait {
            let quake = try quake("a", in: context)
            quake.magnitude = 1
            quake.place = "here"
            #expect(
                quake.changedValuesForCurrentEvent() as NSDictionary == ["magnitude": Float(0), "place": NSNull()] as NSDictionary
            )
            context.processPendingChanges()
            #expect(quake.changedValuesForCurrentEvent().isEmpty)
            quake.magnitude = 2
            #expect(quake.changedValuesForCurrentEvent() as NSDictionary == ["magnitude": Float(1)] as NSDictionary)
            #expect(quake.changedValues() as NSDictionary == ["magnitude": Float(2), "place": "here"] as NSDictionary)
        }
    }

    @Test func membersOfTheEventAreTheOldOnes() throws {
        let store = try TestStore(model: .library())
        let context = store.context()
        try context.performAndWait {
            let shelf = Bookshelf(context)
            try context.save()
            func old(_ object: NSManagedObject, _ key: String) -> NSObject? {
                object.changedValuesForCurrentEvent()[key] as? NSObject
            }
            #expect(shelf.ann.changedValuesForCurrentEvent().isEmpty)
            shelf.three.author = shelf.ann
            #expect(old(shelf.ann, "books") == NSSet(array: [shelf.one, shelf.two]))
            #expect(old(shelf.three, "author") === shelf.bob)
            context.processPendingChanges()
            #expect(shelf.ann.changedValuesForCurrentEvent().isEmpty)
            // Members that were not read when they changed.
            context.refresh(shelf.ann, mergeChanges: true)
            #expect(shelf.ann.hasFault(forRelationshipNamed: "books"))
            context.processPendingChanges()
            let four = Book(context: context)
            four.author = shelf.ann
            #expect(shelf.ann.hasFault(forRelationshipNamed: "books"))
            #expect(old(shelf.ann, "books") == NSSet(array: [shelf.one, shelf.two, shelf.three]))
            let before = shelf.one.chapters
            shelf.one.addToChapters(Chapter(context: context))
            #expect(old(shelf.one, "chapters") == before)
            context.rollback()
            #expect(shelf.one.changedValuesForCurrentEvent().isEmpty)
        }
    }

    @Test func misuseIsTrappedOnDemand() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("com.apple.CoreData.ConcurrencyDebug", "1", 1)
            let container = try NSPersistentContainer.inMemory()
            let context = container.newBackgroundContext()
            context.name = "import"
            let quake = context.performAndWait {
                let quake = Quake(context: context)
                quake.code = "a"
                return Unchecked(quake)
            }
            _ = quake.object.code
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("The object x-coredata:///Quake/t"))
        #expect(message.contains("the context's own queue of the context 'import'."))
    }
}

/// Carries an object to where it does not belong.
private struct Unchecked: @unchecked Sendable {
    let object: Quake

    init(_ object: Quake) {
        self.object = object
    }
}
