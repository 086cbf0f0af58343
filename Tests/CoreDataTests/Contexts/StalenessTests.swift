import CoreData
import Foundation
import Testing

/// Two coordinators with one store: what one keeps of rows is not what the other has written since.
@Test(.eachStore) func rowsAreAsOldAsTheStalenessIntervalAllows() throws {
    let store = try TestStore()
    let other = try store.openedElsewhere()
    let (reader, writer) = (store.context(), other.newBackgroundContext())
    try writer.performAndWait {
        let quake = Quake(context: writer)
        quake.code = "a"
        try writer.save()
    }
    try reader.performAndWait {
        let request = NSFetchRequest<NSManagedObjectID>(entityName: "Quake")
        request.resultType = .managedObjectIDResultType
        let identifier = try #require(try reader.fetch(request).first)
        let quake = try #require(try reader.existingObject(with: identifier) as? Quake)
        try writer.performAndWait {
            let written = try #require(try writer.fetch(NSFetchRequest<Quake>(entityName: "Quake")).first)
            written.magnitude = 4
            try writer.save()
        }
        #expect(reader.stalenessInterval == -1)
        reader.refresh(quake, mergeChanges: false)
        #expect(quake.magnitude == 0)
        reader.stalenessInterval = 0
        reader.refresh(quake, mergeChanges: false)
        #expect(quake.magnitude == 4)
    }
}
