import CoreData
import Foundation
import Testing

/// Migrations by the default policy.
@Suite struct MigrationManagerTests {
    private static let old = """
        <entity name="Song"><attribute name="title" optional="YES" attributeType="String"/>
        <attribute name="plays" attributeType="Integer 32" defaultValueString="0"/>
        <attribute name="tags" optional="YES" attributeType="Transformable"/>
        <relationship name="artist" optional="YES" maxCount="1" destinationEntity="Artist" inverseName="songs"/></entity>
        <entity name="Artist"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="songs" optional="YES" toMany="YES" ordered="YES" destinationEntity="Song" inverseName="artist"/>
        <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Artist" inverseName="friends"/></entity>
        <entity name="Band" parentEntity="Artist"><attribute name="members" attributeType="Integer 16" defaultValueString="0"/></entity>
        """
    private static let new = """
        <entity name="Track" elementID="Song"><attribute name="label" optional="YES" attributeType="String" elementID="title"/>
        <attribute name="plays" attributeType="Integer 64" defaultValueString="0"/>
        <attribute name="rating" attributeType="Double" defaultValueString="2.5"/>
        <attribute name="tags" optional="YES" attributeType="Transformable"/>
        <relationship name="performer" optional="YES" maxCount="1" destinationEntity="Artist" inverseName="songs" elementID="artist"/></entity>
        <entity name="Artist"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="songs" optional="YES" toMany="YES" ordered="YES" destinationEntity="Track" inverseName="performer"/>
        <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Artist" inverseName="friends"/></entity>
        <entity name="Band" parentEntity="Artist"><attribute name="members" attributeType="Integer 16" defaultValueString="0"/></entity>
        """

    @Test func `an inferred mapping keeps values and relationships`() throws {
        let fixture = try MigrationFixture(Self.old, Self.new)
        try fixture.fill { context in
            let solo = context.make("Artist", ["name": "Ann"])
            let band = context.make("Band", ["name": "Bees", "members": 4])
            solo.setValue(NSSet(array: [band]), forKey: "friends")
            let songs = (0..<3).map { index in
                context.make("Song", ["title": "Song \(index)", "plays": index, "tags": ["a", "b\(index)"]])
            }
            band.setValue(NSOrderedSet(array: [songs[2], songs[0]]), forKey: "songs")
            songs[1].setValue(solo, forKey: "artist")
        }
        try fixture.migrate(fixture.inferred())
        try fixture.read { context in
            let tracks = try context.all("Track", by: "label")
            #expect(tracks.map { $0.value(forKey: "label") as? String } == ["Song 0", "Song 1", "Song 2"])
            #expect(tracks.map { $0.value(forKey: "plays") as? Int } == [0, 1, 2])
            #expect(tracks.map { $0.value(forKey: "rating") as? Double } == [2.5, 2.5, 2.5])
            #expect(tracks[2].value(forKey: "tags") as? [String] == ["a", "b2"])
            let artists = try context.all("Artist", by: "name")
            #expect(artists.map(\.entity.name) == ["Artist", "Band"])
            #expect(artists[1].value(forKey: "members") as? Int == 4)
            let songs = artists[1].value(forKey: "songs") as? NSOrderedSet
            #expect(songs?.array.map { ($0 as? NSManagedObject)?.value(forKey: "label") as? String } == ["Song 2", "Song 0"])
            #expect(tracks[1].value(forKey: "performer") as? NSManagedObject === artists[0])
            #expect(artists[0].value(forKey: "friends") as? NSSet == NSSet(array: [artists[1]]))
            #expect(artists[1].value(forKey: "friends") as? NSSet == NSSet(array: [artists[0]]))
        }
    }

    @Test func `a migrated store fits its model exactly`() throws {
        let fixture = try MigrationFixture(Self.old, Self.new)
        try fixture.fill { $0.make("Song") }
        try fixture.migrate(fixture.inferred())
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: fixture.newURL)
        #expect(fixture.new.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        // The source has not changed.
        let old = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: fixture.oldURL)
        #expect(fixture.old.isConfiguration(withName: nil, compatibleWithStoreMetadata: old))
    }

    @Test func `more objects than a batch has are migrated and related`() throws {
        let fixture = try MigrationFixture(Self.old, Self.new)
        try fixture.fill { context in
            let artists = (0..<30).map { context.make("Artist", ["name": "Artist \($0)"]) }
            for index in 0..<2_345 {
                context.make("Song", ["title": "\(index)", "plays": index, "artist": artists[index % 30]])
            }
        }
        let manager = fixture.manager()
        try fixture.migrate(fixture.inferred(), manager)
        #expect(manager.migrationProgress == 1)
        #expect(manager.cancellableProgress.isFinished)
        try fixture.read { context in
            let tracks = try context.all("Track", by: "plays")
            #expect(tracks.count == 2_345)
            #expect(tracks.indices.allSatisfy { tracks[$0].value(forKey: "plays") as? Int == $0 })
            #expect(
                tracks.indices.allSatisfy {
                    (tracks[$0].value(forKey: "performer") as? NSManagedObject)?.value(forKey: "name") as? String
                        == "Artist \($0 % 30)"
                })
        }
    }

    @Test func `a copy mapping without property mappings copies everything`() throws {
        let fixture = try MigrationFixture(Self.old, Self.old)
        try fixture.fill { context in
            let artist = context.make("Artist", ["name": "Ann"])
            context.make("Song", ["title": "One", "plays": 7, "artist": artist])
        }
        let mappings = ["Song", "Artist"].map { name in
            let mapping = NSEntityMapping(name, name)
            mapping.mappingType = .copyEntityMappingType
            (mapping.attributeMappings, mapping.relationshipMappings) = (nil, nil)
            return mapping
        }
        try fixture.migrate(NSMappingModel(mappings[0], mappings[1]))
        try fixture.read { context in
            let song = try #require(try context.all("Song", by: "title").first)
            #expect(song.value(forKey: "plays") as? Int == 7)
            #expect(song.value(forKeyPath: "artist.name") as? String == "Ann")
        }
    }

    @Test func `a predicate selects the source objects, and a removal none`() throws {
        let fixture = try MigrationFixture(Self.old, Self.new)
        try fixture.fill { context in
            for index in 0..<6 { context.make("Song", ["title": "\(index)", "plays": index]) }
            context.make("Artist")
        }
        let removal = NSEntityMapping("Artist", "Artist")
        removal.mappingType = .removeEntityMappingType
        try fixture.migrate(
            NSMappingModel(
                NSEntityMapping("Song", "Track", attributes: ["label": "$source.title"], predicate: "plays > 3"), removal))
        try fixture.read { context in
            let tracks = try context.all("Track", by: "label")
            let artists = try context.all("Artist", by: "name")
            #expect(tracks.map { $0.value(forKey: "label") as? String } == ["4", "5"])
            #expect(artists.isEmpty)
        }
    }

    @Test func `a mapping without a source expression migrates nothing`() throws {
        let fixture = try MigrationFixture(Self.old, Self.new)
        try fixture.fill { $0.make("Song") }
        let mapping = NSEntityMapping("Song", "Track")
        mapping.sourceExpression = nil
        try fixture.migrate(NSMappingModel(mapping))
        try fixture.read { context in
            let found = try context.all("Track", by: "label")
            #expect(found.isEmpty)
        }
    }

    @Test func `several passes with one manager find what became of objects in earlier ones`() throws {
        let fixture = try MigrationFixture(Self.old, Self.new)
        try fixture.fill { context in
            let artist = context.make("Artist", ["name": "Ann"])
            context.make("Song", ["title": "One", "artist": artist])
        }
        let manager = fixture.manager()
        try fixture.migrate(NSMappingModel(NSEntityMapping("Artist", "Artist", attributes: ["name": "$source.name"])), manager)
        let songs = NSEntityMapping(
            "Song", "Track", attributes: ["label": "$source.title"],
            relationships: [
                "performer":
                    "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"ArtistToArtist\", $source.artist)"
            ])
        try fixture.migrate(NSMappingModel(songs), manager)
        try fixture.read { context in
            let track = try #require(try context.all("Track", by: "label").first)
            #expect(track.value(forKeyPath: "performer.name") as? String == "Ann")
        }
        manager.reset()
        #expect(manager.destinationInstances(forEntityMappingName: "ArtistToArtist", sourceInstances: nil).isEmpty)
    }

    @Test func `the older spelling of the method migrates too`() throws {
        let fixture = try MigrationFixture(Self.old, Self.new)
        try fixture.fill { $0.make("Song", ["title": "One"]) }
        try fixture.manager().migrateStore(
            from: fixture.oldURL, sourceType: NSSQLiteStoreType, options: nil, with: fixture.inferred(),
            toDestinationURL: fixture.newURL, destinationType: NSSQLiteStoreType, destinationOptions: nil)
        try fixture.read { context in
            let found = try context.all("Track", by: "label")
            #expect(found.count == 1)
        }
    }

    /// A manager of an app's own, with a progress as Apple's class has none.
    private final class Reporter: NSMigrationManager, ProgressReporting {
        private(set) lazy var progress = Progress(totalUnitCount: 3)
        private let shownModel = NSManagedObjectModel()

        override var sourceModel: NSManagedObjectModel { shownModel }

        override func associate(
            sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
            for entityMapping: NSEntityMapping
        ) {
            super.associate(sourceInstance: sourceInstance, withDestinationInstance: destinationInstance, for: entityMapping)
            progress.completedUnitCount += 1
        }
    }

    @Test func `a subclass has a progress of its own and overrides the model that it shows`() throws {
        let fixture = try MigrationFixture(Self.old, Self.new)
        try fixture.fill { context in
            for title in ["One", "Two", "Three"] { context.make("Song", ["title": title]) }
        }
        let manager = Reporter(sourceModel: fixture.old, destinationModel: fixture.new)
        try fixture.migrate(fixture.inferred(), manager)
        #expect(manager.progress.completedUnitCount == 3)
        #expect(manager.progress !== manager.cancellableProgress)
        #expect(manager.cancellableProgress.isFinished)
        #expect(manager.migrationProgress == 1)
        let shown: NSMigrationManager = manager
        #expect(shown.sourceModel.entities.isEmpty)
        try fixture.read { context in
            let found = try context.all("Track", by: "label")
            #expect(found.map { $0.value(forKey: "label") as? String } == ["One", "Three", "Two"])
        }
    }

    @Test func `a manager knows the entities of a mapping`() throws {
        let fixture = try MigrationFixture(Self.old, Self.new)
        let manager = fixture.manager()
        let mapping = NSEntityMapping("Song", "Track")
        #expect(manager.sourceEntity(for: mapping)?.name == "Song")
        #expect(manager.destinationEntity(for: mapping)?.name == "Track")
        #expect(manager.destinationEntity(for: NSEntityMapping("Song", "None")) == nil)
        #expect(manager.sourceModel == fixture.old)
        #expect(manager.destinationModel == fixture.new)
        #expect(manager.usesStoreSpecificMigrationManager)
        #expect(manager.mappingModel.entityMappings.isEmpty)
        #expect(manager.migrationProgress == 0)
    }
}
