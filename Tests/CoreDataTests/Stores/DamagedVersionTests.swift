import CoreData
import Foundation
import GRDB
import Testing

/// Rows whose version, in the column Z_OPT, is not one that a save writes.
@Suite struct DamagedVersionTests {
    private let store: TestStore

    init() throws {
        store = try TestStore(history: true)
    }

    @Test(arguments: ["9223372036854775807", "9e99", "-9e99", "'new'", "x'ff'", "NULL"])
    func `an object with such a row is changed, changed by a batch, and deleted`(version: String) throws {
        let first = store.context()
        try first.performAndWait {
            let quake = Quake(context: first)
            (quake.code, quake.magnitude) = ("a", 1)
            try first.save()
        }
        try DatabaseQueue(path: store.url.path).write { try $0.execute(sql: "UPDATE ZQUAKE SET Z_OPT = \(version)") }
        let container = try NSPersistentContainer.loaded(store.url, history: true)
        let (context, other) = (container.newBackgroundContext(), container.newBackgroundContext())
        other.automaticallyMergesChangesFromParent = true
        for magnitude in [2, 3] as [Float] {
            try context.performAndWait {
                let quake = try #require(try context.fetch(NSFetchRequest<Quake>(entityName: "Quake")).first)
                quake.magnitude = magnitude
                try context.save()
            }
            let found = try other.performAndWait {
                try other.fetch(NSFetchRequest<Quake>(entityName: "Quake")).map(\.magnitude)
            }
            #expect(found == [magnitude])
        }
        try context.performAndWait {
            let update = NSBatchUpdateRequest(entityName: "Quake")
            update.propertiesToUpdate = ["magnitude": 4]
            try context.execute(update)
            context.refreshAllObjects()
            let quake = try #require(try context.fetch(NSFetchRequest<Quake>(entityName: "Quake")).first)
            #expect(quake.magnitude == 4)
            context.delete(quake)
            try context.save()
            #expect(try context.count(for: NSFetchRequest<Quake>(entityName: "Quake")) == 0)
        }
    }
}
