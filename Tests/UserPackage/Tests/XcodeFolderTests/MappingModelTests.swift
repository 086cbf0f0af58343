import CoreData
import Testing

@testable import XcodeFolder

/// A mapping model of Xcode's form in the folder, beside the versions of its model.
@Suite("A mapping model in an Xcode folder")
struct MappingModelTests {
    /// The first version of the playlists, as the folder's model describes it.
    private static var firstVersion: NSManagedObjectModel {
        let artist = NSAttributeDescription()
        (artist.name, artist.attributeType, artist.isOptional, artist.defaultValue) = ("artist", .stringAttributeType, false, "")
        let seconds = NSAttributeDescription()
        (seconds.name, seconds.attributeType, seconds.isOptional) = ("seconds", .integer32AttributeType, false)
        seconds.defaultValue = 0
        let song = NSEntityDescription()
        song.name = "Song"
        song.properties = [artist, seconds]
        let model = NSManagedObjectModel()
        model.entities = [song]
        return model
    }

    private func load(_ container: NSPersistentContainer, _ url: URL) throws {
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    @Test("A store of the first version is migrated by the policy that the mapping names")
    func migration() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "Playlist.sqlite")
        let old = NSPersistentContainer(name: "Playlist", managedObjectModel: Self.firstVersion)
        try load(old, url)
        let song = NSEntityDescription.insertNewObject(forEntityName: "Song", into: old.viewContext)
        song.setValue("Clara", forKey: "artist")
        song.setValue(83, forKey: "seconds")
        NSEntityDescription.insertNewObject(forEntityName: "Song", into: old.viewContext).setValue(5, forKey: "seconds")
        try old.viewContext.save()
        for store in old.persistentStoreCoordinator.persistentStores { try old.persistentStoreCoordinator.remove(store) }

        let new = NSPersistentContainer(name: "Playlist")
        try load(new, url)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
        request.sortDescriptors = [NSSortDescriptor(key: "artist", ascending: true)]
        let tracks = try new.viewContext.fetch(request)
        #expect(tracks.map { $0.value(forKey: "artist") as? String } == ["Clara", "Unknown"])
        #expect(tracks.map { $0.value(forKey: "length") as? String } == ["1:23", "0:5"])
    }
}
