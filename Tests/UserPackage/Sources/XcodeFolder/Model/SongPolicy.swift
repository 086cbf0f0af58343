import CoreData

/// Writes the length of a song as minutes and seconds, and the name of an artist who has none, in
/// a migration from the first version of the playlists.
class SongPolicy: NSEntityMigrationPolicy {
    private let unknown: NSString

    override init() {
        unknown = "Unknown"
        super.init()
    }

    override func createDestinationInstances(
        forSource song: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: song, in: mapping, manager: manager)
        let tracks = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [song])
        let seconds = song.value(forKey: "seconds") as? Int ?? 0
        tracks.first?.setValue("\(seconds / 60):\(seconds % 60)", forKey: "length")
    }

    // FUNCTION($entityPolicy, "artistFromName:", $source.artist)
    @objc func artist(fromName name: NSString) -> NSString {
        name.length == 0 ? unknown : name
    }
}
