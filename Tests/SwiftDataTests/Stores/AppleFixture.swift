import Foundation
import GRDB
import SwiftData

@testable import CoreData

/// The models of a store that is written by SQL, as Apple's SwiftData lays it out.
enum Kitchen {
    struct Place: Codable, Hashable {
        var city: String
        var zip: Int?
        var notes: [String]
    }

    enum Difficulty: Int, Codable { case easy = 1, hard = 2 }
    enum Season: Codable { case summer, winter }

    @Model final class Recipe {
        #Index<Recipe>([\.title])

        @Attribute(.unique) var code: String
        var title: String
        var servings: Int
        var isVegan: Bool
        var rating: Double
        var created: Date
        var key: UUID
        var link: URL?
        var thumb: Data?
        var tags: [String]
        var origin: Place
        var difficulty: Difficulty
        var season: Season
        var book: Book?
        @Relationship(inverse: \Label.recipes) var labels: [Label] = []

        init(code: String, title: String) {
            (self.code, self.title, servings, isVegan, rating) = (code, title, 1, false, 0)
            (created, key, tags) = (Date(timeIntervalSinceReferenceDate: 0), UUID(), [])
            (origin, difficulty, season) = (Place(city: "", zip: nil, notes: []), .easy, .summer)
        }
    }

    @Model final class Book {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Recipe.book) var recipes: [Recipe] = []
        init(name: String) { self.name = name }
    }

    @Model final class Label {
        var name: String
        var recipes: [Recipe] = []
        init(name: String) { self.name = name }
    }

    @Model final class Cook {
        var name: String
        @Relationship(inverse: nil) var favorites: [Recipe]?
        init(name: String) { self.name = name }
    }

    @Model class Tool {
        var name: String
        init(name: String) { self.name = name }
    }

    @Model final class Oven: Tool {
        var heat: Double = 0
        override init(name: String) { super.init(name: name) }
    }

    static let types: [any PersistentModel.Type] = [Recipe.self, Cook.self, Tool.self, Oven.self]
}

/// Writes a store with the tables, names and values of section 3 of the reference, without any code
/// of the framework.
enum AppleFixture {
    static let tables = [
        """
        CREATE TABLE ZBOOK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )
        """,
        """
        CREATE TABLE ZCOOK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )
        """,
        """
        CREATE TABLE ZLABEL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )
        """,
        """
        CREATE TABLE Z_3RECIPES ( Z_3LABELS INTEGER, Z_4RECIPES INTEGER, PRIMARY KEY (Z_3LABELS, Z_4RECIPES) )
        """,
        """
        CREATE TABLE ZRECIPE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDIFFICULTY INTEGER, ZISVEGAN INTEGER, \
        ZZIP INTEGER, ZSERVINGS INTEGER, ZBOOK INTEGER, Z2FAVORITES INTEGER, ZCREATED TIMESTAMP, ZRATING FLOAT, ZCODE VARCHAR, \
        ZCITY VARCHAR, ZSUMMER VARCHAR, ZWINTER VARCHAR, ZTITLE VARCHAR, ZLINK VARCHAR, ZKEY BLOB, ZNOTES BLOB, ZTAGS BLOB, \
        ZTHUMB BLOB )
        """,
        """
        CREATE TABLE ZTOOL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZHEAT FLOAT, ZNAME VARCHAR )
        """,
        "CREATE INDEX Z_3RECIPES_Z_4RECIPES_INDEX ON Z_3RECIPES (Z_4RECIPES, Z_3LABELS)",
        "CREATE INDEX ZRECIPE_ZBOOK_INDEX ON ZRECIPE (ZBOOK)",
        "CREATE INDEX ZRECIPE_Z2FAVORITES_INDEX ON ZRECIPE (Z2FAVORITES)",
        "CREATE UNIQUE INDEX Z_Recipe_UNIQUE_code ON ZRECIPE (ZCODE COLLATE BINARY ASC)",
        "CREATE INDEX Z_Recipe_SwiftDataIndexOnBinarytitle ON ZRECIPE (ZTITLE COLLATE BINARY ASC)",
        "CREATE INDEX ZTOOL_Z_ENT_INDEX ON ZTOOL (Z_ENT)",
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
        """
        CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, \
        ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB )
        """,
        """
        CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, \
        ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, \
        ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )
        """,
        """
        CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )
        """,
        "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
        "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
        "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
        "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
        "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
        "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
        "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
    ]

    /// The archive of `["sweet", "sour"]` as Apple's NSKeyedArchiver writes it.
    private static let sweetAndSour = """
        62706c6973743030d4010203040506171a5924617263686976657258246f626a656374735424746f70582476657273696f6e5f100f4e534b6579656441\
        72636869766572a507080f101155246e756c6cd2090a0b0c5624636c6173735a4e532e6f626a656374738004a20d0e8002800355737765657454736f75\
        72d2121314155824636c61737365735a24636c6173736e616d65a21516574e534172726179584e534f626a656374d1181954726f6f7480011200018\
        6a008111b242932444a50555c67696c6e70767b808994979fa8abb0b20000000000000101000000000000001b000000000000000000000000000000b7
        """

    private static let rows = [
        "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Book', 0, 1), (2, 'Cook', 0, 1), (3, 'Label', 0, 2), (4, 'Recipe', 0, 2)",
        "INSERT INTO Z_PRIMARYKEY VALUES (5, 'Tool', 0, 2), (6, 'Oven', 5, 0)",
        "INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 0), (16002, 'TRANSACTION', 0, 0), (16003, 'TRANSACTIONSTRING', 0, 0)",
        "INSERT INTO ZBOOK VALUES (1, 1, 1, 'Basics')",
        "INSERT INTO ZCOOK VALUES (1, 2, 1, 'Ada')",
        "INSERT INTO ZLABEL VALUES (1, 3, 1, 'quick'), (2, 3, 1, 'cheap')",
        "INSERT INTO Z_3RECIPES VALUES (1, 4), (2, 4), (1, 5)",
        """
        INSERT INTO ZRECIPE (Z_PK, Z_ENT, Z_OPT, ZCODE, ZTITLE, ZSERVINGS, ZISVEGAN, ZRATING, ZCREATED, ZKEY, ZLINK, ZTHUMB, ZTAGS, \
        ZCITY, ZZIP, ZNOTES, ZDIFFICULTY, ZSUMMER, ZWINTER, ZBOOK, Z2FAVORITES) VALUES \
        (4, 4, 3, 'a', 'Soup', 4, 1, 4.5, 700000000.25, x'00112233445566778899AABBCCDDEEFF', 'https://example.com/soup?x=1', \
        x'0102FF', x'\(sweetAndSour)', 'Ulm', 89073, CAST('["Grapefruit","Anise"]' AS BLOB), 2, NULL, 'winter', 1, 1), \
        (5, 4, 1, 'b', 'Salad', 1, 0, 0.0, -1.5, x'FFEEDDCCBBAA99887766554433221100', NULL, NULL, x'\(sweetAndSour)', 'Rome', NULL, \
        CAST('[]' AS BLOB), 1, 'summer', NULL, NULL, NULL)
        """,
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 5 WHERE Z_ENT = 4",
        "INSERT INTO ZTOOL VALUES (1, 5, 1, NULL, 'Spoon'), (2, 6, 1, 180.5, 'Oven')",
    ]

    /// Writes the store.
    ///
    /// - Parameter model: The model that the store says that it was created with; nil for none.
    static func write(to url: URL, model: NSManagedObjectModel?, version: String = "1.0.0") throws {
        let database = try DatabaseQueue(path: url.path)
        try database.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            try database.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try database.write { database in
            for statement in tables + rows { try database.execute(sql: statement) }
            // Apple's version hashes cannot be computed here, so these stand for them.
            let names = ["Book", "Cook", "Label", "Recipe", "Tool", "Oven"]
            let hashes = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, Data(repeating: UInt8($0), count: 32)) })
            let metadata: [String: Any] = [
                "NSStoreType": "SQLite", "NSStoreModelVersionIdentifiers": [version], "NSStoreModelVersionHashes": hashes,
                "NSStoreModelVersionHashesVersion": 3, "NSPersistenceFrameworkVersion": 1414, "_NSAutoVacuumLevel": "2",
                "NSStoreModelVersionHashesDigest": "digest", "NSStoreModelVersionChecksumKey": "checksum",
            ]
            let list = try PropertyListSerialization.data(fromPropertyList: metadata, format: .binary, options: 0)
            try database.execute(
                sql: "INSERT INTO Z_METADATA VALUES (1, 'B7E04ED0-5A41-48C9-9C2F-A74ACA54B0FD', ?)", arguments: [list])
            guard let model else { return }
            try database.execute(
                sql: "INSERT INTO Z_MODELCACHE VALUES (?)", arguments: [try Deflate.pack(ModelArchiver.archive(model))])
        }
        try database.close()
    }
}
