import Foundation
import Testing

@testable import CoreData

/// The query generation of a parent, which its children read on their own queues.
@Suite(.eachStore) struct ChildGenerationTests {
    /// The Thread Sanitizer reports a child that reads the token while a save replaces it.
    @Test func aChildReadsTheGenerationWhileItsParentSaves() throws {
        let store = try TestStore()
        let parent = store.context()
        try parent.performAndWait { try parent.setQueryGenerationFrom(.current) }
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        DispatchQueue.concurrentPerform(iterations: 2) { worker in
            for number in 0..<50 {
                if worker == 0 {
                    let saved = parent.performAndWait {
                        Quake(context: parent).code = "\(number)"
                        return Result { try parent.save() }
                    }
                    #expect(throws: Never.self) { try saved.get() }
                } else {
                    for _ in 0..<20 {
                        let read = Result { try child.performAndWait { _ = try child.storesRead } }
                        #expect(throws: Never.self) { try read.get() }
                    }
                }
            }
        }
        #expect(try parent.performAndWait { try parent.count(for: NSFetchRequest<Quake>(entityName: "Quake")) } == 50)
    }
}
