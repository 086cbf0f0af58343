import CoreData
import Foundation
import Testing

/// Requests of one type where another is wanted, as code for Apple's platforms has them.
@Suite(.eachStore) struct RequestTypesTests {
    private func withQuakes(_ body: @Sendable (NSManagedObjectContext) throws -> Void) throws {
        let context = try NSPersistentContainer.inMemory(.quakes()).newBackgroundContext()
        try context.performAndWait {
            for code in ["a", "b"] { Quake(context: context).code = code }
            try context.save()
            try body(context)
        }
    }

    private func request<T: NSManagedObject>(for type: T.Type) throws -> NSFetchRequest<T> {
        try #require(T.fetchRequest() as? NSFetchRequest<T>)
    }

    @Test func `a class's fetchRequest() has the type of the class`() throws {
        try withQuakes { context in
            let untyped: Any = Quake.fetchRequest()
            let typed = try #require(untyped as? NSFetchRequest<Quake>)
            #expect(typed.entityName == "Quake")
            #expect(try context.fetch(typed).count == 2)
        }
    }

    @Test func `fetchRequest() of a generic parameter has its type`() throws {
        try withQuakes { context in
            let quakes = try context.fetch(request(for: Quake.self))
            #expect(Set(quakes.map(\.code)) == ["a", "b"])
        }
    }

    @Test func `fetchRequest() serves as a request for any result`() throws {
        try withQuakes { context in
            let any: NSFetchRequest<any NSFetchRequestResult> = Quake.fetchRequest()
            any.resultType = .dictionaryResultType
            let dictionaries = try context.fetch(any)
            #expect(dictionaries.count == 2)
            #expect(try context.fetch(Quake.fetchRequest() as NSFetchRequest<any NSFetchRequestResult>).count == 2)
        }
    }

    @Test func `a metatype's fetchRequest() is for the class that it holds`() throws {
        try withQuakes { context in
            let type: NSManagedObject.Type = Quake.self
            #expect(type.fetchRequest().entityName == "Quake")
            let quakes = try context.fetch(type.fetchRequest())
            #expect(quakes.count == 2)
        }
    }

    @Test func `a request of another type is a copy that asks the same`() throws {
        try withQuakes { context in
            let any = NSFetchRequest<any NSFetchRequestResult>(entityName: "Quake")
            any.predicate = NSPredicate(format: "code == 'b'")
            let typed = NSFetchRequest<Quake>(any)
            let quakes = try context.fetch(typed)
            #expect(quakes.map(\.code) == ["b"])
            typed.predicate = nil
            #expect(any.predicate != nil)
        }
    }

    @Test func `a batch deletion takes a request of any type`() throws {
        try withQuakes { context in
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.predicate = NSPredicate(format: "code == 'a'")
            try context.execute(NSBatchDeleteRequest(fetchRequest: request))
            #expect(try context.count(for: NSFetchRequest<Quake>(entityName: "Quake")) == 1)
            try context.execute(NSBatchDeleteRequest(fetchRequest: Quake.fetchRequest()))
            #expect(try context.count(for: NSFetchRequest<Quake>(entityName: "Quake")) == 0)
        }
    }

    @Test func `a controller of any result takes a request of a class`() throws {
        try withQuakes { context in
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
            let controller = NSFetchedResultsController<any NSFetchRequestResult>(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            #expect(controller.fetchedObjects?.compactMap { ($0 as? Quake)?.code } == ["a", "b"])
        }
    }

    @Test func `a controller of another type shows the same results`() throws {
        try withQuakes { context in
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            let any = NSFetchedResultsController<any NSFetchRequestResult>(controller)
            try controller.performFetch()
            #expect(any.fetchedObjects?.count == 2)
            #expect(any == controller)
        }
    }

    @Test func `a template takes a request of any type`() throws {
        let model = NSManagedObjectModel.quakes()
        model.setFetchRequestTemplate(NSFetchRequest<Quake>(entityName: "Quake"), forName: "all")
        #expect(model.fetchRequestTemplate(forName: "all")?.entityName == "Quake")
    }

    // Apple: "Can't modify a named fetch request in an immutable model."
    @Test func `a change of a template does not change a model in use`() throws {
        let model = NSManagedObjectModel.quakes()
        nonisolated(unsafe) let given: NSFetchRequest<any NSFetchRequestResult> = NSFetchRequest(entityName: "Quake")
        model.setFetchRequestTemplate(given, forName: "all")
        let latest = NSFetchedPropertyDescription()
        latest.name = "latest"
        latest.fetchRequest = NSFetchRequest(entityName: "Quake")
        model.entities[0].properties.append(latest)
        // Until the model is in use, it is changed through its parts.
        model.fetchRequestTemplate(forName: "all")?.fetchBatchSize = 7
        latest.fetchRequest?.fetchBatchSize = 8
        let store = try TestStore(model: model)
        let context = store.context()
        try context.performAndWait {
            _ = Quake(context: context)
            try context.save()
            given.fetchLimit = 1
            let taken = [
                try #require(model.fetchRequestTemplate(forName: "all")),
                try #require(model.fetchRequestTemplatesByName["all"]), try #require(latest.fetchRequest),
            ]
            for request in taken {
                request.predicate = NSPredicate(value: false)
                request.fetchLimit = 1
                #expect(try context.fetch(request).isEmpty)
            }
            for request in [model.fetchRequestTemplate(forName: "all"), latest.fetchRequest] {
                let request = try #require(request)
                #expect(request.predicate == nil && request.fetchLimit == 0)
                #expect(try context.fetch(request).count == 1)
            }
            #expect(model.fetchRequestTemplate(forName: "all")?.fetchBatchSize == 7)
            #expect(latest.fetchRequest?.fetchBatchSize == 8)
        }
    }

    @Test func `a fetch for an entity that does not exist traps and names those that do`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try TestStore().context()
            try context.performAndWait { _ = try context.fetch(NSFetchRequest<Quake>(entityName: "Tremor")) }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("'Tremor', which the context's model does not have. Its entities: 'Quake'"))
    }

    @Test func `a request without a name is for the entity of its class`() throws {
        try withQuakes { context in
            let count = try context.count(for: NSFetchRequest<Quake>())
            #expect(count == 2)
        }
    }

    @Test func `a key path of another entity's class sorts by its name`() throws {
        let context = try NSPersistentContainer.inMemory(.library()).newBackgroundContext()
        try context.performAndWait {
            for name in ["b", "a"] {
                Tag(context: context).name = name
                Reader(context: context).name = name
            }
            try context.save()
            let request = NSFetchRequest<Tag>(entityName: "Tag")
            request.sortDescriptors = [NSSortDescriptor(keyPath: \Reader.name, ascending: true)]
            let tags = try context.fetch(request)
            #expect(tags.map(\.name) == ["a", "b"])
            let reversed = [tags[1], tags[0]]
            #expect(reversed.sortedArray(using: request.sortDescriptors ?? []).map(\.name) == ["a", "b"])
        }
    }
}
