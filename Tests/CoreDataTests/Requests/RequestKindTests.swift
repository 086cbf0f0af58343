import CoreData
import Foundation
import Testing

/// The types of requests, and identifiers and metadata by their public names.
@Suite struct RequestKindTests {
    @Test func `each request tells its type, with Apple's numbers`() {
        let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Quake")
        let requests: [(NSPersistentStoreRequest, NSPersistentStoreRequestType, UInt)] = [
            (fetch, .fetchRequestType, 1), (NSBatchInsertRequest(entityName: "Quake", objects: []), .batchInsertRequestType, 5),
            (NSBatchUpdateRequest(entityName: "Quake"), .batchUpdateRequestType, 6),
            (NSBatchDeleteRequest(fetchRequest: fetch), .batchDeleteRequestType, 7),
        ]
        for (request, type, number) in requests {
            #expect(request.requestType == type)
            #expect(type.rawValue == number)
        }
        #expect(NSPersistentStoreRequestType.saveRequestType.rawValue == 2)
    }

    @Test(.eachStore) func `an object is found by the text of its URI`() throws {
        let store = try TestStore()
        let coordinator = store.container.persistentStoreCoordinator
        let context = store.context()
        let id = try context.performAndWait {
            let quake = Quake(context: context)
            try context.save()
            return quake.objectID
        }
        #expect(coordinator.managedObjectID(for: id.uriRepresentation().absoluteString) == id)
        for text in ["", "no URI", "https://example.com/Quake/p1", "x-coredata://\(UUID().uuidString)/Quake/p1", "x-coredata:"] {
            #expect(coordinator.managedObjectID(for: text) == nil)
        }
    }

    @Test func `a store's metadata has the checksum of its model`() throws {
        let store = try TestStore()
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
        #expect(
            metadata[NSPersistentStoreModelVersionChecksumKey] as? String == store.container.managedObjectModel.versionChecksum)
    }

    @Test func `the type of a completion block is that of an asynchronous fetch`() throws {
        let block: NSPersistentStoreAsynchronousFetchResultCompletionBlock = { _ = $0.finalResult }
        let request = NSAsynchronousFetchRequest(
            fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Quake"), completionBlock: block)
        #expect(request.completionBlock != nil)
        #expect(request.requestType == .fetchRequestType)
    }
}
