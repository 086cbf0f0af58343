import Foundation
import GRDB
import StrataTestSupport
import Testing

@testable import CoreData

/// Partial indexes and R-trees.
@Suite struct FetchIndexTests {
    private static func model() throws -> NSManagedObjectModel {
        try ModelSource.model(
            """
            <entity name="Place">
                <attribute name="name" attributeType="String" optional="YES"/>
                <attribute name="latitude" attributeType="Double" optional="YES" usesScalarValueType="NO"/>
                <attribute name="longitude" attributeType="Double" optional="YES" usesScalarValueType="NO"/>
                <fetchIndex name="byPosition">
                    <fetchIndexElement property="latitude" type="RTree" order="ascending"/>
                    <fetchIndexElement property="longitude" type="RTree" order="ascending"/>
                </fetchIndex>
                <fetchIndex name="named" partialIndexPredicate="name != nil AND latitude &gt; 10 AND name != &quot;it's&quot;">
                    <fetchIndexElement property="name" type="Binary" order="ascending"/>
                </fetchIndex>
                <fetchIndex name="folded" partialIndexPredicate="name CONTAINS[c] &quot;a&quot;">
                    <fetchIndexElement property="name" type="Binary" order="ascending"/>
                </fetchIndex>
                <fetchIndex name="plain" partialIndexPredicate="entity.name == &quot;Place&quot;">
                    <fetchIndexElement property="name" type="Binary" order="ascending"/>
                </fetchIndex>
            </entity>
            <entity name="Town" parentEntity="Place">
                <attribute name="people" attributeType="Integer 64" optional="YES" usesScalarValueType="NO"/>
                <fetchIndex name="large" partialIndexPredicate="people &gt; 1000">
                    <fetchIndexElement property="people" type="Binary" order="descending"/>
                </fetchIndex>
            </entity>
            """)
    }

    @Test func statements() throws {
        let store = StoreLayout(try Self.model())
        let statements = store.createStatements(QuerySchema(store, numbers: EntityNumbers(store.entities)))
        let indexes = statements.filter { !$0.hasPrefix("CREATE TABLE") }
        #expect(
            indexes == [
                "CREATE INDEX ZPLACE_Z_ENT_INDEX ON ZPLACE (Z_ENT)",
                """
                CREATE VIRTUAL TABLE Z_RT_Place_byPosition USING RTREE (Z_PK INTEGER PRIMARY KEY, ZLATITUDE_MIN FLOAT, ZLATITUDE_MAX FLOAT, \
                ZLONGITUDE_MIN FLOAT, ZLONGITUDE_MAX FLOAT)
                """,
                """
                CREATE TRIGGER Z_RT_Place_byPosition_INSERT AFTER INSERT ON ZPLACE FOR EACH ROW BEGIN INSERT OR REPLACE INTO \
                Z_RT_Place_byPosition (Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX) VALUES (NEW.Z_PK, \
                NEW.ZLATITUDE, NEW.ZLATITUDE, NEW.ZLONGITUDE, NEW.ZLONGITUDE); END
                """,
                """
                CREATE TRIGGER Z_RT_Place_byPosition_UPDATE AFTER UPDATE OF ZLATITUDE, ZLONGITUDE ON ZPLACE FOR EACH ROW BEGIN DELETE FROM \
                Z_RT_Place_byPosition WHERE Z_PK = NEW.Z_PK; INSERT OR REPLACE INTO Z_RT_Place_byPosition \
                (Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX) VALUES (NEW.Z_PK, NEW.ZLATITUDE, NEW.ZLATITUDE, \
                NEW.ZLONGITUDE, NEW.ZLONGITUDE); END
                """,
                """
                CREATE TRIGGER Z_RT_Place_byPosition_DELETE AFTER DELETE ON ZPLACE FOR EACH ROW BEGIN DELETE FROM Z_RT_Place_byPosition \
                WHERE Z_PK = OLD.Z_PK; END
                """,
                """
                CREATE INDEX Z_Place_named ON ZPLACE (ZNAME COLLATE BINARY ASC) WHERE (ZNAME IS NOT NULL AND ZLATITUDE > 10 AND \
                ZNAME IS NOT 'it''s')
                """,
                // What needs a function of ours would be no index for anybody else: it holds all rows.
                "CREATE INDEX Z_Place_folded ON ZPLACE (ZNAME COLLATE BINARY ASC)",
                "CREATE INDEX Z_Place_plain ON ZPLACE (ZNAME COLLATE BINARY ASC) WHERE (1 = 1 AND (Z_ENT IN (2)) IS NOT 1)",
                "CREATE INDEX Z_Town_large ON ZPLACE (ZPEOPLE COLLATE BINARY DESC) WHERE Z_ENT IN (2) AND ZPEOPLE > 1000",
            ])
    }

    /// The tree finds what a scan finds, whatever is written meanwhile.
    @Test func theTreeFollowsTheRows() throws {
        let seed = testSeed()
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.performAndWait {
            var dice = SeededGenerator(seed: seed)
            for _ in 0..<30 {
                for _ in 0..<20 {
                    let place = NSEntityDescription.insertNewObject(
                        forEntityName: Bool.random(using: &dice) ? "Place" : "Town", into: context)
                    // Fractions that 24 bits do not hold.
                    place.setValue(
                        Int.random(in: 0..<9, using: &dice) == 0 ? nil : Double.random(in: -90...90, using: &dice),
                        forKey: "latitude")
                    place.setValue(Double.random(in: -180...180, using: &dice), forKey: "longitude")
                }
                let places = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Place"))
                if let place = places.randomElement(using: &dice) {
                    place.setValue(Double.random(in: -90...90, using: &dice), forKey: "latitude")
                }
                if let place = places.randomElement(using: &dice) { context.delete(place) }
                try context.save()
                let exact = places.filter { !$0.isDeleted }.compactMap { $0.value(forKey: "latitude") as? Double }
                let south = exact.randomElement(using: &dice) ?? Double.random(in: -90...80, using: &dice)
                let north = south + Double.random(in: 0...40, using: &dice)
                let request = NSFetchRequest<NSManagedObject>(
                    entityName: ["Place", "Town"].randomElement(using: &dice) ?? "Place")
                request.predicate = NSPredicate(
                    format: "latitude >= %lf AND latitude <= %lf AND longitude BETWEEN {%lf, %lf}", south, north, -90.0, 90.0)
                let found = Set(try context.fetch(request).map(\.objectID))
                let expected = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: request.entityName ?? "")).filter {
                    place in
                    guard let latitude = place.value(forKey: "latitude") as? Double,
                        let longitude = place.value(forKey: "longitude") as? Double
                    else { return false }
                    return latitude >= south && latitude <= north && abs(longitude) <= 90
                }
                #expect(found == Set(expected.map(\.objectID)), "seed \(seed)")
            }
        }
        try DatabaseQueue(path: store.url.path).read { database in
            let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM ZPLACE")
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM Z_RT_Place_byPosition") == rows)
        }
    }

    @Test func `a new object that takes over a row moves it in the tree`() throws {
        let model = try Self.model()
        model.entitiesByName["Place"]?.uniquenessConstraints = [["name"]]
        let store = try TestStore(model: model)
        let context = store.context()
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            for latitude in [10.0, 20] {
                let place = NSEntityDescription.insertNewObject(forEntityName: "Place", into: context)
                place.setValue("Rome", forKey: "name")
                place.setValue(latitude, forKey: "latitude")
                place.setValue(1, forKey: "longitude")
                try context.save()
            }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Place")
            request.predicate = NSPredicate(format: "latitude BETWEEN {15, 25} AND longitude BETWEEN {0, 2}")
            let count = try context.count(for: request)
            #expect(count == 1)
        }
    }

    /// An index is no part of a version: a store may be older than it.
    @Test func aStoreWithoutTheTreeIsScanned() throws {
        let folder = try TemporaryFolder()
        do {
            let model = try Self.model()
            model.entitiesByName["Place"]?.indexes = []
            let context = try TestStore(model: model, in: folder).context()
            try context.performAndWait {
                let place = NSEntityDescription.insertNewObject(forEntityName: "Place", into: context)
                for key in ["latitude", "longitude"] { place.setValue(1.5, forKey: key) }
                try context.save()
            }
        }
        let context = try TestStore(model: Self.model(), in: folder).context()
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Place")
            request.predicate = NSPredicate(format: "latitude > 1 AND latitude < 2 AND longitude > 1 AND longitude < 2")
            let count = try context.count(for: request)
            #expect(count == 1)
        }
    }

    @Test func aBoxIsLookedUpInTheTree() throws {
        let sql = QuerySQL(model: try Self.model(), entityName: "Place")
        let tree = "t0.Z_PK IN (SELECT Z_PK FROM Z_RT_Place_byPosition WHERE"
        #expect(try sql.condition("latitude > 1 AND latitude < 2 AND longitude >= 3 AND longitude <= 4").contains(tree))
        #expect(try sql.condition("latitude BETWEEN {1, 2} AND longitude > 3 AND name = 'a'").contains(tree))
        // One dimension alone, or alternatives, leave the table to be scanned.
        #expect(try !sql.condition("latitude > 1 AND latitude < 2").contains("Z_RT"))
        #expect(try !sql.condition("latitude > 1 OR longitude > 2").contains("Z_RT"))
        #expect(
            try QuerySQL(model: try Self.model(), entityName: "Town").condition("latitude > 1 AND longitude > 2").contains(tree))
    }
}
