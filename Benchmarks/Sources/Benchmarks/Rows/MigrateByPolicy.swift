import CoreData
import Foundation
import GRDB

/// Migrates 100,000 quakes into a new file by a mapping model whose policy creates each of them.
///
/// The peer reads records from the same file and writes records to a new one.
enum MigrateByPolicy {
    private static let count = 100_000

    static func run() throws {
        let old = try QuakeVersions.Stored(count)
        let model = QuakeVersions.model { QuakeVersions.rename("place", to: "location", of: $0) }
        let expected = Fingerprint(
            of: Quake.generated(count).map {
                Quake(code: $0.code, magnitude: $0.magnitude, place: $0.place.uppercased(), time: $0.time)
            })
        let source = try DatabaseQueue(path: old.file.path)
        func contestant(_ name: String, _ query: String, _ migrate: @escaping (URL) throws -> Void) -> Contest.Contestant {
            Contest.Contestant(name: name) {
                let directory = try TemporaryDirectory()
                let file = directory.url.appending(path: "new.sqlite")
                let duration = try Stopwatch.measure { try migrate(file) }
                let found = try Fingerprint(ofFile: file, query: query)
                guard found == expected else {
                    throw WrongResult(description: "\(name) left \(found) instead of \(expected)")
                }
                return duration
            }
        }
        try Contest(
            row: "migrate-policy-100k",
            ours: contestant("strata", "SELECT ZCODE, ZMAGNITUDE, ZLOCATION, ZTIME FROM ZQUAKE") { file in
                let mapping = try NSMappingModel.inferredMappingModel(
                    forSourceModel: StoredQuake.model, destinationModel: model)
                for entity in mapping.entityMappings {
                    entity.entityMigrationPolicyClassName = String(reflecting: CapitalsPolicy.self)
                }
                try NSMigrationManager(sourceModel: StoredQuake.model, destinationModel: model)
                    .migrateStore(from: old.file, type: .sqlite, mapping: mapping, to: file, type: .sqlite)
            },
            peers: [
                contestant("grdb-records", GRDBRecords.query) { file in
                    let new = try GRDBRecords(at: file)
                    try source.read { source in
                        try new.pool.write { destination in
                            let records = try GRDBRecords.Record.fetchCursor(source, sql: CoreDataQuakes.query)
                            while let quake = try records.next()?.quake {
                                try GRDBRecords.Record(
                                    Quake(
                                        code: quake.code, magnitude: quake.magnitude, place: quake.place.uppercased(),
                                        time: quake.time)
                                ).insert(destination)
                            }
                        }
                    }
                }
            ],
            rounds: 3
        ).run()
    }
}

/// Creates a quake with its place in capital letters. Not nested: classes are looked up by name.
final class CapitalsPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource source: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        guard let entity = manager.destinationEntity(for: mapping) else {
            throw WrongResult(description: "\(mapping) has no destination.")
        }
        let quake = NSManagedObject(entity: entity, insertInto: manager.destinationContext)
        for name in ["code", "magnitude", "time"] { quake.setValue(source.value(forKey: name), forKey: name) }
        quake.setValue((source.value(forKey: "place") as? String)?.uppercased(), forKey: "location")
        manager.associate(sourceInstance: source, withDestinationInstance: quake, for: mapping)
    }
}
