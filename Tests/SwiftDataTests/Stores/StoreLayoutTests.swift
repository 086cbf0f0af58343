import Foundation
import StrataArchives
import SwiftData
import Testing

/// The content of a new store, compared with what Apple's SwiftData writes: section 3 of the
/// reference.
@Suite struct StoreLayoutTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// Creates a store of some models, saves what a closure inserts, and opens the file by SQL.
    private func store(
        _ types: any PersistentModel.Type..., insert: (ModelContext) -> Void = { _ in }
    ) throws -> StoreSQL {
        let container = try ModelContainer(for: Schema(types), configurations: [ModelConfiguration(url: folder.store)])
        let context = ModelContext(container)
        insert(context)
        try context.save()
        return try StoreSQL(folder.store)
    }

    // MARK: File

    @Test func `a store has the metadata, tables and numbers of a store of Apple's`() throws {
        let sql = try store(Layouts.Shelf.self)
        let metadata = try sql.metadata()
        #expect(metadata["NSStoreType"] as? String == "SQLite")
        #expect(metadata["NSStoreModelVersionIdentifiers"] as? [String] == ["1.0.0"])
        #expect(metadata["NSStoreModelVersionHashesVersion"] as? Int == 3)
        #expect(metadata["_NSAutoVacuumLevel"] as? String == "2")
        #expect(metadata["NSPersistenceFrameworkVersion"] as? Int == 1345)
        #expect(metadata["NSStoreModelVersionHashesDigest"] is String)
        #expect(metadata["NSStoreModelVersionChecksumKey"] is String)
        let hashes = try #require(metadata["NSStoreModelVersionHashes"] as? [String: Data])
        #expect(Set(hashes.keys) == ["Genre", "Reader", "Shelf", "Volume"])
        #expect(hashes.values.allSatisfy { $0.count == 32 })
        #expect(
            try sql.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT")
                == [
                    ["1", "Genre", "0"], ["2", "Reader", "0"], ["3", "Shelf", "0"], ["4", "Volume", "0"],
                    ["16001", "CHANGE", "0"], ["16002", "TRANSACTION", "0"], ["16003", "TRANSACTIONSTRING", "0"],
                ].map { $0.enumerated().map { $0.offset == 1 ? "\"\($0.element)\"" : $0.element } })
        #expect(try sql.value("PRAGMA page_size") == 4096)
        #expect(try sql.value("PRAGMA auto_vacuum") == 2)
        #expect(try sql.value("PRAGMA journal_mode") == "wal")
        #expect(try sql.value("PRAGMA encoding") == "UTF-8")
    }

    @Test func `a save is a transaction of the history`() throws {
        let sql = try store(Layouts.Genre.self) { $0.insert(Layouts.Genre()) }
        #expect(try sql.rows("SELECT ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID FROM ACHANGE") == [["0", "1", "1", "1"]])
        #expect(try sql.value("SELECT ZAUTHORTS IS NULL FROM ATRANSACTION") == true)
        #expect(try sql.value("SELECT ZPROCESSIDTS IS NOT NULL FROM ATRANSACTION") == true)
        #expect(try sql.statement("Z_TRANSACTIONSTRING_UNIQUE_NAME")?.hasPrefix("CREATE UNIQUE INDEX") == true)
        #expect(try sql.indexes("ATRANSACTION").contains("Z_TRANSACTION_TransactionAuthorIndex"))
        #expect(try sql.indexes("ATRANSACTION").contains("Z_TRANSACTION_TransactionTimestampIndex"))
    }

    // MARK: Attributes

    @Test func `each attribute has the column of its type`() throws {
        let sql = try store(Layouts.Sample.self)
        #expect(
            try sql.columns("ZSAMPLE") == [
                "Z_PK": "INTEGER", "Z_ENT": "INTEGER", "Z_OPT": "INTEGER",
                "ZNAME": "VARCHAR", "ZNOTE": "VARCHAR", "ZCOUNT": "INTEGER", "ZSMALL": "INTEGER", "ZMEDIUM": "INTEGER",
                "ZBIG": "INTEGER", "ZRATIO": "FLOAT", "ZWEIGHT": "FLOAT", "ZISDONE": "INTEGER", "ZDAY": "TIMESTAMP",
                "ZKEY": "BLOB", "ZLINK": "VARCHAR", "ZRAW": "BLOB", "ZPRICE": "DECIMAL", "ZTAGS": "BLOB", "ZNUMBERS": "BLOB",
                "ZMARKS": "BLOB", "ZTABLE": "BLOB", "ZPHOTO": "BLOB", "ZBLOB": "BLOB", "ZHEADING": "VARCHAR",
            ])
    }

    @Test func `attributes are archived with Apple's type numbers, names and defaults`() throws {
        let archive = try store(Layouts.Sample.self).modelArchive()
        let types = [
            "name": 700, "note": 700, "count": 300, "small": 100, "medium": 200, "big": 300, "ratio": 500, "weight": 600,
            "isDone": 800, "day": 900, "key": 1100, "link": 1200, "raw": 1000, "price": 400, "tags": 1800, "numbers": 1800,
            "photo": 1000, "blob": 1000, "heading": 700,
        ]
        for (name, type) in types {
            let property = archive.property("Sample", name)
            #expect(property?["NSAttributeType"]?.int == type, "\(name)")
            #expect((property?["NSIsOptional"]?.bool ?? false) == ["note", "link", "numbers", "photo"].contains(name), "\(name)")
            // Optional properties have bit 2; all others are those of Apple's archives.
            #expect(property?["_P"]?.int == (property?["NSIsOptional"] == nil ? 241 : 243), "\(name)")
        }
        let tags = archive.property("Sample", "tags")
        #expect(archive.string(tags?["NSValueTransformerName"]) == "NSSecureUnarchiveFromData")
        #expect(archive.string(tags?["NSAttributeValueClassName"]) == "Array<String>")
        #expect(archive.string(archive.property("Sample", "heading")?["NSRenamingIdentifier"]) == "title")
        #expect(archive.string(archive.property("Sample", "name")?["NSRenamingIdentifier"]) == "name")
        #expect(archive.property("Sample", "scratch")?["NSIsTransient"]?.bool == true)
        #expect(archive.property("Sample", "cached") == nil)
    }

    @Test func `an entity is archived without a class, in the configuration default`() throws {
        let archive = try store(Layouts.Sample.self).modelArchive()
        let entity = archive.entity("Sample")
        #expect(entity?["NSClassNameForEntity"]?.reference == KeyedArchive.null)
        #expect(archive.string(entity?["NSRenamingIdentifier"]) == "Sample")
        let configurations = archive.entries(archive.fields(archive.root)?["NSConfigurations"])
        #expect(configurations.map(\.key) == ["default"])
    }

    // MARK: Composite attributes

    @Test func `a structure has a column for each stored property, and equal names get a number`() throws {
        let sql = try store(Layouts.Composites.self)
        #expect(
            try sql.columns("ZCOMPOSITES") == [
                "Z_PK": "INTEGER", "Z_ENT": "INTEGER", "Z_OPT": "INTEGER",
                // origin.id and spot.id
                "ZID": "VARCHAR", "ZID1": "INTEGER", "ZLABEL": "VARCHAR", "ZFLAVORS": "BLOB",
                // A raw value has one column, and each case without a raw value its own.
                "ZLEVEL": "INTEGER", "ZTONE": "VARCHAR", "ZSPRING": "VARCHAR", "ZAUTUMN": "VARCHAR",
                // A case with a payload inside of a structure is JSON.
                "ZPAYLOAD": "BLOB", "ZAMOUNT": "INTEGER",
            ])
    }

    @Test func `the columns of composites have Apple's values`() throws {
        let sql = try store(Layouts.Composites.self) { $0.insert(Layouts.Composites()) }
        #expect(try sql.value("SELECT ZID1 FROM ZCOMPOSITES") == 1)
        #expect(try sql.value("SELECT ZLABEL FROM ZCOMPOSITES") == "l")
        #expect(try sql.value("SELECT CAST(ZFLAVORS AS TEXT) FROM ZCOMPOSITES") == #"["Grapefruit","Anise"]"#)
        #expect(try sql.value("SELECT ZLEVEL FROM ZCOMPOSITES") == 2)
        #expect(try sql.value("SELECT ZTONE IS NULL FROM ZCOMPOSITES") == true)
        #expect(try sql.value("SELECT ZAUTUMN FROM ZCOMPOSITES") == "autumn")
        #expect(try sql.value("SELECT ZSPRING IS NULL FROM ZCOMPOSITES") == true)
        #expect(try sql.value("SELECT CAST(ZPAYLOAD AS TEXT) FROM ZCOMPOSITES") == #"{"pair":{"_0":1,"_1":2}}"#)
        #expect(try sql.value("SELECT ZAMOUNT FROM ZCOMPOSITES") == 7)
    }

    @Test func `a composite is archived under Apple's keys`() throws {
        let archive = try store(Layouts.Composites.self).modelArchive()
        let spot = try #require(archive.property("Composites", "spot"))
        #expect(spot["NSAttributeType"]?.int == 2100)
        #expect(archive.string(spot["NSAttributeValueClassName"]) == "NSDictionary")
        #expect(spot["_P"]?.int == 177)
        #expect(spot["NSFlagsKey"]?.int == 0)
        #expect(spot["NSElements"] == nil)
        let elements = archive.members(spot["NSCompositeElements"])
        #expect(elements.map { archive.className($0) } == Array(repeating: "NSAttributeDescription", count: 3))
        #expect(elements.map { archive.string(archive.fields($0)?["NSPropertyName"]) } == ["id", "label", "flavors"])
        #expect(elements.map { archive.fields($0)?["NSAttributeType"]?.int } == [300, 700, 1000])
        #expect(elements.map { archive.fields($0)?["_P"]?.int } == [241, 243, 241])
        // Elements of an optional composite are optional.
        let origin = try #require(archive.property("Composites", "origin"))
        #expect(origin["_P"]?.int == 179)
        let id = archive.fields(archive.members(origin["NSCompositeElements"]).first)
        #expect(id?["NSIsOptional"]?.bool == true)
        let place = archive.objects.indices.first { archive.string(archive.fields($0)?["NSPropertyName"]) == "spot" }
        #expect(archive.className(place) == "NSCompositeAttributeDescription")
    }

    @Test func `an enumeration is a composite that says so`() throws {
        let archive = try store(Layouts.Composites.self).modelArchive()
        func userInfo(_ name: String) -> [String: Int] {
            let entries = archive.entries(archive.property("Composites", name)?["NSUserInfo"])
            return Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        }
        func elements(_ name: String) -> [[String: PropertyList]] {
            archive.members(archive.property("Composites", name)?["NSCompositeElements"]).compactMap { archive.fields($0) }
        }
        let level = elements("level")
        #expect(Set(userInfo("level").keys) == ["EnumType"])
        #expect(level.map { archive.string($0["NSPropertyName"]) } == ["level"])
        #expect(level.map { $0["NSAttributeType"]?.int } == [300])
        let season = elements("season")
        #expect(Set(userInfo("season").keys) == ["EnumType", "enum"])
        let cases = archive.members(userInfo("season")["enum"].map { .reference($0) })
        #expect(cases.map { archive.string(.reference($0)) } == ["spring", "autumn"])
        #expect(season.map { archive.string($0["NSPropertyName"]) } == ["spring", "autumn"])
        #expect(season.map { $0["NSIsOptional"]?.bool } == [true, true])
        #expect(season.map { $0["NSAttributeType"]?.int } == [700, 700])
    }

    // MARK: Relationships

    @Test func `relationships have Apple's columns, tables and indexes`() throws {
        let sql = try store(Layouts.Shelf.self, Layouts.Reader.self)
        #expect(try sql.columns("ZVOLUME")["ZSHELF"] == "INTEGER")
        #expect(try sql.statement("ZVOLUME_ZSHELF_INDEX") == "CREATE INDEX ZVOLUME_ZSHELF_INDEX ON ZVOLUME (ZSHELF)")
        // Without an inverse, to-many: a hidden key at the destination with the owner's number.
        #expect(try sql.columns("ZVOLUME")["Z2FAVORITES"] == "INTEGER")
        #expect(try sql.indexes("ZVOLUME") == ["ZVOLUME_ZSHELF_INDEX", "ZVOLUME_Z2FAVORITES_INDEX"])
        #expect(
            try sql.statement("Z_1VOLUMES")
                == "CREATE TABLE Z_1VOLUMES ( Z_1GENRES INTEGER, Z_4VOLUMES INTEGER, PRIMARY KEY (Z_1GENRES, Z_4VOLUMES) )")
        #expect(
            try sql.statement("Z_1VOLUMES_Z_4VOLUMES_INDEX")
                == "CREATE INDEX Z_1VOLUMES_Z_4VOLUMES_INDEX ON Z_1VOLUMES (Z_4VOLUMES, Z_1GENRES)")
        #expect(Set(try sql.columns("ZSHELF").keys) == ["Z_PK", "Z_ENT", "Z_OPT", "ZKEEPER", "ZOWNER"])
        #expect(Set(try sql.columns("ZGENRE").keys) == ["Z_PK", "Z_ENT", "Z_OPT", "ZNAME"])
    }

    @Test func `relationships are archived with Apple's rules and counts`() throws {
        let archive = try store(Layouts.Shelf.self, Layouts.Reader.self).modelArchive()
        func fields(_ entity: String, _ name: String) -> [Int?] {
            let found = archive.property(entity, name)
            return ["NSDeleteRule", "NSMinCount", "NSMaxCount"].map { found?[$0]?.int }
        }
        #expect(fields("Shelf", "volumes") == [2, 0, 0])
        #expect(fields("Shelf", "keeper") == [3, 0, 1])
        #expect(fields("Shelf", "owner") == [0, 0, 1])
        #expect(fields("Volume", "shelf") == [1, 0, 1])
        #expect(fields("Volume", "genres") == [1, 0, 0])
        #expect(archive.property("Shelf", "volumes")?["NSIsOptional"] == nil)
        #expect(archive.property("Reader", "favorites")?["NSIsOptional"]?.bool == true)
        #expect(archive.property("Volume", "shelf")?["NSIsOptional"]?.bool == true)
        #expect(archive.property("Shelf", "owner")?["NSIsOptional"] == nil)
        #expect(archive.string(archive.property("Shelf", "volumes")?["_NSInverseRelationshipName"]) == "shelf")
        #expect(archive.property("Reader", "favorites")?["NSInverseRelationship"]?.reference == KeyedArchive.null)
    }

    // MARK: Constraints, indexes and hierarchies

    @Test func `constraints and indexes have Apple's names`() throws {
        let sql = try store(Layouts.Listing.self)
        #expect(
            try sql.indexes("ZLISTING") == [
                "Z_Listing_UNIQUE_code", "Z_Listing_UNIQUE_maker_model", "Z_Listing_SwiftDataIndexOnBinarymaker",
                "Z_Listing_SwiftDataIndexOnBinarymakeryear",
            ])
        #expect(
            try sql.statement("Z_Listing_UNIQUE_code")
                == "CREATE UNIQUE INDEX Z_Listing_UNIQUE_code ON ZLISTING (ZCODE COLLATE BINARY ASC)")
        #expect(
            try sql.statement("Z_Listing_SwiftDataIndexOnBinarymakeryear")
                == """
                CREATE INDEX Z_Listing_SwiftDataIndexOnBinarymakeryear ON ZLISTING (ZMAKER COLLATE BINARY ASC, ZYEAR COLLATE \
                BINARY ASC)
                """)
        let archive = try sql.modelArchive()
        let entity = try #require(archive.entity("Listing"))
        func lists(_ key: String) -> [[String?]] {
            archive.members(entity[key]).map { archive.members(.reference($0)).map { archive.string(.reference($0)) } }
        }
        #expect(lists("NSUniqueTuples") == [["code"], ["maker", "model"]])
        #expect(lists("NSCompoundIndexes") == [["maker"], ["maker", "year"]])
        #expect(archive.property("Listing", "maker")?["NSIsIndexed"]?.bool == true)
        #expect(archive.property("Listing", "year")?["NSIsIndexed"] == nil)
        let names = archive.members(entity["NSFetchIndexDescriptions"]).map { archive.string(archive.fields($0)?["NSIndexName"]) }
        #expect(names == ["SwiftDataIndexOnBinarymaker", "SwiftDataIndexOnBinarymakeryear"])
    }

    @Test func `a hierarchy is one table, and Z_ENT names the class`() throws {
        let sql = try store(Layouts.Machine.self, Layouts.Crane.self) {
            $0.insert(Layouts.Machine())
            $0.insert(Layouts.Crane())
        }
        #expect(
            try sql.rows("SELECT Z_ENT, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT")
                == [["1", "0"], ["2", "1"], ["3", "0"]])
        #expect(try sql.columns("ZCRANE").isEmpty)
        #expect(try sql.columns("ZMACHINE")["ZLOAD"] == "FLOAT")
        #expect(Set(try sql.rows("SELECT Z_ENT FROM ZMACHINE")) == [["1"], ["2"]])
        #expect(try sql.indexes("ZMACHINE") == ["ZMACHINE_Z_ENT_INDEX"])
        // The destination may be a subclass, so its number is kept, too.
        #expect(try sql.columns("ZSCREW")["Z1_MACHINE"] == "INTEGER")
    }

    @Test func `large data is in a file of the folder beside the store`() throws {
        _ = try store(Layouts.Sample.self) { context in
            let sample = Layouts.Sample()
            context.insert(sample)
            sample.photo = Data(repeating: 7, count: 1_000_000)
        }
        let files = try FileManager.default.contentsOfDirectory(
            atPath: folder.url.appending(path: ".trips_SUPPORT/_EXTERNAL_DATA").path)
        #expect(files.count == 1)
        #expect(try StoreSQL(folder.store).value("SELECT length(ZPHOTO) < 100 FROM ZSAMPLE") == true)
    }

    @Test func `a renamed coding key changes no column`() throws {
        let plain = Set(try store(CodingKeyModels.Plain.Letter.self).columns("ZLETTER").keys)
        let other = try StoreFolder()
        let container = try ModelContainer(
            for: CodingKeyModels.Renamed.Letter.self, configurations: ModelConfiguration(url: other.store))
        withExtendedLifetime(container) {}
        #expect(Set(try StoreSQL(other.store).columns("ZLETTER").keys) == plain)
        #expect(plain == ["Z_PK", "Z_ENT", "Z_OPT", "ZCITY", "ZZIP"])
    }
}

enum CodingKeyModels {
    enum Plain {
        struct Address: Codable {
            var city: String
            var zip: Int
        }

        @Model final class Letter {
            var address: Address
            init(address: Address) { self.address = address }
        }
    }

    enum Renamed {
        struct Address: Codable {
            var city: String
            var zip: Int

            enum CodingKeys: String, CodingKey {
                case city = "town"
                case zip = "post_code"
            }
        }

        @Model final class Letter {
            var address: Address
            init(address: Address) { self.address = address }
        }
    }
}
