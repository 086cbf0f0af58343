import CoreData
import Foundation
import Testing

/// Migrations that fail: what the error names, and that neither store is damaged.
@Suite struct MigrationErrorTests {
    private static let old = """
        <entity name="Song"><attribute name="title" optional="YES" attributeType="String"/>
        <attribute name="code" optional="YES" attributeType="Integer 64"/></entity>
        """
    private static let new = """
        <entity name="Track"><attribute name="label" attributeType="String"/>
        <attribute name="code" optional="YES" attributeType="Integer 64"/>
        <relationship name="other" optional="YES" maxCount="1" destinationEntity="Other"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Other"/>
        """

    private func fixture() throws -> MigrationFixture {
        let fixture = try MigrationFixture(Self.old, Self.new)
        try fixture.fill { context in
            context.make("Song", ["title": "One", "code": 1])
            context.make("Song", ["title": "Two", "code": 2])
        }
        return fixture
    }

    @Test(
        arguments: [
            (["label": "$source.name"], ["'name'", "'Song'", "Track.label"]),
            (["label": "name"], ["'name'", "'Song'", "Track.label"]),
            (["label": "FUNCTION($source, \"valueForKey:\", \"name\")"], ["'name'", "'Song'", "Track.label"]),
            (["label": "$destination.name"], ["'name'", "'Track'", "Track.label"]),
            (["label": "$manager.name"], ["'name'", "migration manager", "Track.label"]),
            (["label": "$nothing.name"], ["$nothing", "Track.label"]),
            (["label": "$source.code"], ["Track.label", "String"]),
            (["name": "$source.title"], ["'name'", "'Track'", "SongToTrack"]),
            (["other": "$source.title"], ["'other'", "'Track'", "a relationship"]),
            (["label": "FUNCTION($manager, \"none:\", $source)"], ["none:", "migration manager"]),
            (
                ["label": "FUNCTION($entityPolicy, \"none:\", $source)"],
                ["none:", "NSEntityMigrationPolicy", "call(_:arguments:)"]
            ),
            (
                [
                    "label":
                        "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"Lost\", $source)"
                ], ["'Lost'", "'SongToTrack'", "Track.label"]
            ),
        ] as [([String: String], [String])])
    func `a mistake in an attribute mapping is named`(attributes: [String: String], words: [String]) throws {
        let fixture = try fixture()
        let error = try #require(fixture.failure(NSMappingModel(NSEntityMapping("Song", "Track", attributes: attributes))))
        #expect(error.domain == NSCocoaErrorDomain)
        #expect([NSMigrationError, NSEntityMigrationPolicyError].contains(error.code))
        for word in words { #expect(error.localizedDescription.contains(word), "\(error.localizedDescription)") }
        #expect(try fixture.isClean)
    }

    @Test func `a mapping for an entity that a model lacks is named`() throws {
        let fixture = try fixture()
        for (mapping, word) in [
            (NSEntityMapping("Lost", "Track"), "source"), (NSEntityMapping("Song", "Lost"), "destination"),
        ] {
            let error = try #require(fixture.failure(NSMappingModel(mapping)))
            #expect(error.code == NSMigrationError)
            #expect(error.localizedDescription.contains("'Lost'"))
            #expect(error.localizedDescription.contains(word))
        }
    }

    @Test func `a mapping for another version of an entity is named`() throws {
        let fixture = try fixture()
        let mapping = NSEntityMapping("Song", "Track")
        mapping.sourceEntityVersionHash = Data([1])
        let error = try #require(fixture.failure(NSMappingModel(mapping)))
        #expect(error.code == NSMigrationError)
        #expect(error.localizedDescription.contains("another version of the source entity 'Song'"))
    }

    @Test func `a policy class that does not exist is named`() throws {
        let fixture = try fixture()
        let error = try #require(fixture.failure(NSMappingModel(NSEntityMapping("Song", "Track", policy: "LostPolicy"))))
        #expect(error.code == NSMigrationError)
        #expect(error.localizedDescription.contains("'LostPolicy'"))
        #expect(error.localizedDescription.contains("CoreDataTests.LostPolicy"))
        let wrong = try #require(fixture.failure(NSMappingModel(NSEntityMapping("Song", "Track", policy: "CoreDataTests.Quake"))))
        #expect(wrong.localizedDescription.contains("no subclass of NSEntityMigrationPolicy"))
        let custom = NSEntityMapping("Song", "Track")
        custom.mappingType = .customEntityMappingType
        #expect(fixture.failure(NSMappingModel(custom))?.localizedDescription.contains("entityMigrationPolicyClassName") == true)
    }

    @Test func `a value that is missing in the end is a validation error`() throws {
        let fixture = try fixture()
        let error = try #require(fixture.failure(NSMappingModel(NSEntityMapping("Song", "Track"))))
        #expect(error.code == NSValidationMultipleErrorsError)
        let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [NSError])
        #expect(details.map(\.code) == [NSValidationMissingMandatoryPropertyError, NSValidationMissingMandatoryPropertyError])
        #expect(details.first?.localizedFailureReason?.contains("Track.label") == true)
        #expect(try fixture.isClean)
    }

    @Test func `a number that a policy sets out of its range is a validation error`() throws {
        let fixture = try MigrationFixture(
            #"<entity name="Song"><attribute name="code" optional="YES" attributeType="Integer 64"/></entity>"#,
            #"<entity name="Song"><attribute name="code" optional="YES" attributeType="Integer 16"/></entity>"#)
        try fixture.fill { context in context.make("Song", ["code": 70_000]) }
        let mapping = NSMappingModel(NSEntityMapping("Song", "Song", policy: "CoreDataTests.CodePolicy"))
        let error = try #require(fixture.failure(mapping))
        #expect(error.code == NSValidationNumberTooLargeError)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "code")
        #expect(try fixture.isClean)
    }

    @Test func `values that are not unique in the end are named`() throws {
        let fixture = try fixture()
        let mapping = NSEntityMapping("Song", "Track", attributes: ["label": "$source.title", "code": "5"])
        let error = try #require(fixture.failure(NSMappingModel(mapping)))
        #expect(error.code == NSMigrationConstraintViolationError)
        #expect(error.code == 134111)
        #expect(error.localizedDescription.contains("'Track'"))
        #expect(error.localizedDescription.contains("code = '5'"))
        #expect(try fixture.isClean)
    }

    @Test func `a migration needs a mapping model`() throws {
        let fixture = try fixture()
        let error = #expect(throws: NSError.self) {
            try fixture.manager().migrateStore(
                from: fixture.oldURL, sourceType: NSSQLiteStoreType, with: nil, toDestinationURL: fixture.newURL,
                destinationType: NSSQLiteStoreType)
        }
        #expect(error?.code == NSMigrationMissingMappingModelError)
        #expect(error?.code == 134140)
    }

    @Test func `a source that does not exist is not created`() throws {
        let fixture = try MigrationFixture(Self.old, Self.new)
        let error = try #require(fixture.failure(NSMappingModel(NSEntityMapping("Song", "Track"))))
        #expect(error.code == NSMigrationManagerSourceStoreError)
        #expect(error.localizedDescription.contains("Old.sqlite"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path).isEmpty)
    }

    @Test func `a destination of another model is not changed`() throws {
        let fixture = try fixture()
        try FileManager.default.copyItem(at: fixture.oldURL, to: fixture.newURL)
        let before = try Data(contentsOf: fixture.newURL)
        let error = try #require(fixture.failure(NSMappingModel(NSEntityMapping("Song", "Track"))))
        #expect(error.code == NSMigrationManagerDestinationStoreError)
        #expect(try Data(contentsOf: fixture.newURL) == before)
    }

    @Test func `the source cannot be the destination`() throws {
        let fixture = try fixture()
        let error = #expect(throws: NSError.self) {
            try fixture.manager().migrateStore(
                from: fixture.oldURL, type: .sqlite, mapping: NSMappingModel(), to: fixture.oldURL, type: .sqlite)
        }
        #expect(error?.code == NSMigrationManagerDestinationStoreError)
    }

    @Test func `a progress that is cancelled ends the migration`() throws {
        let fixture = try fixture()
        let manager = fixture.manager()
        manager.cancellableProgress.cancel()
        let error = fixture.failure(
            NSMappingModel(NSEntityMapping("Song", "Track", attributes: ["label": "$source.title"])), manager)
        #expect(error?.code == NSMigrationCancelledError)
        #expect(try fixture.isClean)
    }
}

final class CodePolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let song = NSEntityDescription.insertNewObject(
            forEntityName: mapping.destinationEntityName!, into: manager.destinationContext)
        song.setValue(sInstance.value(forKey: "code"), forKey: "code")
        manager.associate(sourceInstance: sInstance, withDestinationInstance: song, for: mapping)
    }
}
