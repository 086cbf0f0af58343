import CoreData
import Foundation
import StrataTestSupport
import Testing

/// Damaged files of binary and XML stores.
@Suite struct DocumentStoreDamageTests {
    @Test(arguments: DocumentStoreTests.types) func `damaged files are errors, and never end the process`(_ type: String) throws {
        let original = try PlistContainer(type: type)
        let context = original.context()
        try context.run { () throws in
            let shelf = Bookshelf(context)
            shelf.one.title = "\0\r\n"
            try context.save()
        }
        let data = try Data(contentsOf: original.url)
        let url = original.folder.url.appending(path: "Damaged")
        let model = NSManagedObjectModel.library()
        var damage = Damage()
        var opened = 0
        let count = Damage.count(1_500, share: 0.05)
        for _ in 0..<count {
            try damage.damaged(data).write(to: url)
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            do {
                try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
                opened += 1
            } catch {
                let error = error as NSError
                #expect(error.domain == NSCocoaErrorDomain, "\(error), seed \(damage.seed)")
            }
        }
        // Damage of a text or of the metadata is not noticed.
        #expect(opened < count)
    }

    @Test(arguments: DocumentStoreTests.types) func `each truncated file is an error`(_ type: String) throws {
        let original = try PlistContainer(type: type)
        let context = original.context()
        try context.run { () throws in
            _ = Tag(context: context)
            try context.save()
        }
        let data = try Data(contentsOf: original.url)
        let url = original.folder.url.appending(path: "Truncated")
        let model = NSManagedObjectModel.library()
        // An empty file is a new store. The last byte of an XML file is a line feed, without which it is
        // complete.
        for length in stride(from: 1, to: data.count - 1, by: 7) {
            try data.prefix(length).write(to: url)
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            let error = failure { try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url) }
            #expect(error?.domain == NSCocoaErrorDomain)
            #expect(error?.code == CocoaError.fileReadCorruptFile.rawValue, "\(length) bytes: \(String(describing: error))")
        }
    }
}
