import Foundation
import Testing

@testable import CoreData

/// The SQL of key paths through relationships.
@Suite struct RelationshipSQLTests {
    private let model = NSManagedObjectModel.library()

    private func sql(_ format: String, _ arguments: Any...) throws -> String {
        try QuerySQL(model: model, entityName: "Book").condition(format, arguments)
    }

    @Test func `another dialect spells what engines spell in their own ways`() throws {
        let standard = QuerySQL(model: model, entityName: "Book", dialect: StandardSpelling())
        #expect(
            try standard.condition("author.objectID != prequel.author")
                == "LEFT OUTER JOIN ZBOOK t1 ON t1.Z_PK = t0.ZPREQUEL WHERE (t0.ZAUTHOR IS DISTINCT FROM t1.ZAUTHOR)")
        #expect(
            try standard.condition("ALL chapters.title > 'x'") == """
                WHERE NOT EXISTS (SELECT 1 FROM ZCHAPTER t1 WHERE t1.ZBOOK = t0.Z_PK AND NOT coalesce(t1.ZTITLE > ?1, FALSE)) \
                | string("x")
                """)
        #expect(try standard.condition("FALSEPREDICATE") == "WHERE FALSE")
        #expect(
            try standard.order([NSSortDescriptor(key: "title", ascending: false)], limit: 0, offset: 2) == """
                ORDER BY t0.ZTITLE DESC NULLS LAST, t0.Z_PK LIMIT ?1 OFFSET ?2 | int(9223372036854775807), int(2)
                """)
    }

    @Test func toOnePathsJoinOnce() throws {
        #expect(
            try sql("author.name == 'x' OR author.name == nil") == """
                LEFT OUTER JOIN ZPERSON t1 ON t1.Z_PK = t0.ZAUTHOR WHERE (t1.ZNAME = ?1 OR t1.ZNAME IS NULL) | string("x")
                """)
        #expect(
            try sql("author.agent.name > title") == """
                LEFT OUTER JOIN ZPERSON t1 ON t1.Z_PK = t0.ZAUTHOR LEFT OUTER JOIN ZPERSON t2 ON t2.Z_PK = t1.ZAGENT \
                WHERE t2.ZNAME > t0.ZTITLE
                """)
        // The key is in the row itself.
        #expect(try sql("author == nil") == "WHERE t0.ZAUTHOR IS NULL")
        #expect(
            try sql("author.objectID != prequel.author")
                == "LEFT OUTER JOIN ZBOOK t1 ON t1.Z_PK = t0.ZPREQUEL WHERE t0.ZAUTHOR IS NOT t1.ZAUTHOR")
    }

    @Test func anyAndAllAskForRows() throws {
        #expect(
            try sql("ANY chapters.title == 'x'") == """
                WHERE EXISTS (SELECT 1 FROM ZCHAPTER t1 WHERE t1.ZBOOK = t0.Z_PK AND t1.ZTITLE = ?1) | string("x")
                """)
        #expect(
            try sql("ALL chapters.title > 'x'") == """
                WHERE NOT EXISTS (SELECT 1 FROM ZCHAPTER t1 WHERE t1.ZBOOK = t0.Z_PK AND NOT ifnull(t1.ZTITLE > ?1, 0)) | string("x")
                """)
        #expect(
            try sql("NONE tags.name == 'x'") == """
                WHERE NOT EXISTS (SELECT 1 FROM Z_1TAGS t1 JOIN ZTAG t2 ON t2.Z_PK = t1.Z_8TAGS \
                WHERE t1.Z_1BOOKS = t0.Z_PK AND t2.ZNAME = ?1) | string("x")
                """)
        // An object without members matches, too.
        #expect(
            try sql("ANY tags.name == nil") == """
                WHERE (EXISTS (SELECT 1 FROM Z_1TAGS t1 JOIN ZTAG t2 ON t2.Z_PK = t1.Z_8TAGS \
                WHERE t1.Z_1BOOKS = t0.Z_PK AND t2.ZNAME IS NULL) OR NOT EXISTS (SELECT 1 FROM Z_1TAGS t3 WHERE t3.Z_1BOOKS = t0.Z_PK))
                """)
        #expect(
            try sql("ANY notes.text == 'x'") == """
                WHERE EXISTS (SELECT 1 FROM ZNOTE t1 WHERE t1.Z1NOTES = t0.Z_PK AND t1.ZTEXT = ?1) | string("x")
                """)
        // A to-one relationship on the way needs no join where the row has the key.
        #expect(
            try sql("ANY author.books.title == title") == """
                WHERE EXISTS (SELECT 1 FROM ZBOOK t1 WHERE t1.ZAUTHOR = t0.ZAUTHOR AND t1.ZTITLE IS t0.ZTITLE)
                """)
        // One that is taken as a collection of one.
        #expect(
            try sql("ANY author.name == 'x'") == """
                LEFT OUTER JOIN ZPERSON t1 ON t1.Z_PK = t0.ZAUTHOR WHERE (t1.ZNAME IS NOT NULL AND t1.ZNAME = ?1) | string("x")
                """)
    }

    @Test func `a property of a subentity is a column of the row`() throws {
        func sql(_ entityName: String, _ format: String) throws -> String {
            try QuerySQL(model: model, entityName: entityName).condition(format)
        }
        #expect(try sql("Person", "age == 3") == "WHERE t0.ZAGE = ?1 | int(3)")
        #expect(
            try sql("Person", "agent.age == 3")
                == "LEFT OUTER JOIN ZPERSON t1 ON t1.Z_PK = t0.ZAGENT WHERE t1.ZAGE = ?1 | int(3)")
        #expect(
            try sql("Person", "ANY books.title == 'x'") == """
                WHERE EXISTS (SELECT 1 FROM ZBOOK t1 WHERE t1.ZAUTHOR = CASE WHEN (t0.Z_ENT IN (6)) THEN t0.Z_PK END \
                AND t1.ZTITLE = ?1) | string("x")
                """)
        #expect(
            try QuerySQL(model: model, entityName: "Person").order([NSSortDescriptor(key: "age", ascending: false)])
                == "ORDER BY t0.ZAGE DESC, t0.Z_PK")
    }

    @Test func theJoinTableHasTheKeys() throws {
        let entity = try #require(model.entitiesByName["Tag"])
        let tag = NSManagedObjectID(entity: entity, rowID: RowID(3), store: nil)
        for format in ["ANY tags == %@", "%@ IN tags", "tags CONTAINS %@"] {
            let text = try sql(format, tag)
            #expect(text.hasPrefix("WHERE EXISTS (SELECT 1 FROM Z_1TAGS t1 WHERE t1.Z_1BOOKS = t0.Z_PK AND "))
            #expect(!text.contains("JOIN"))
        }
    }

    @Test func collectionsOfCollectionsAreOneSelect() throws {
        #expect(
            try sql("ANY tags.books.author.name == 'x'") == """
                WHERE EXISTS (SELECT 1 FROM Z_1TAGS t1 JOIN Z_1TAGS t2 ON t2.Z_8TAGS = t1.Z_8TAGS JOIN ZBOOK t3 ON t3.Z_PK = t2.Z_1BOOKS \
                LEFT OUTER JOIN ZPERSON t4 ON t4.Z_PK = t3.ZAUTHOR WHERE t1.Z_1BOOKS = t0.Z_PK AND t4.ZNAME = ?1) | string("x")
                """)
    }

    @Test func collectionOperatorsAreSubselects() throws {
        #expect(try sql("tags.@count > 2") == "WHERE (SELECT count(*) FROM Z_1TAGS t1 WHERE t1.Z_1BOOKS = t0.Z_PK) > ?1 | int(2)")
        // Whether there are any is known at the first.
        #expect(try sql("tags.@count == 0") == "WHERE NOT EXISTS (SELECT 1 FROM Z_1TAGS t1 WHERE t1.Z_1BOOKS = t0.Z_PK)")
        // Behind nil there is no count.
        #expect(
            try sql("author.books.@max.title == 'x'") == """
                WHERE CASE WHEN t0.ZAUTHOR IS NOT NULL THEN (SELECT max(t1.ZTITLE) FROM ZBOOK t1 WHERE t1.ZAUTHOR = t0.ZAUTHOR) END = ?1 \
                | string("x")
                """)
        #expect(
            try sql("count(chapters.@distinctUnionOfObjects.title) == 2") == """
                WHERE (SELECT count(*) FROM (SELECT DISTINCT t1.ZTITLE AS value FROM ZCHAPTER t1 \
                WHERE t1.ZBOOK = t0.Z_PK AND t1.ZTITLE IS NOT NULL) t2) = ?1 | int(2)
                """)
    }

    @Test func subqueriesSeeTheirVariableAndTheObjectOutside() throws {
        #expect(
            try sql("SUBQUERY(chapters, $c, $c.title > 'a' AND $c.title == title).@count > 0") == """
                WHERE EXISTS (SELECT 1 FROM ZCHAPTER t1 WHERE t1.ZBOOK = t0.Z_PK AND (t1.ZTITLE > ?1 AND t1.ZTITLE IS t0.ZTITLE)) \
                | string("a")
                """)
        #expect(
            try sql("SUBQUERY(tags, $t, SUBQUERY($t.books, $b, $b.title == $t.name).@count > 1).@count > 0") == """
                WHERE EXISTS (SELECT 1 FROM Z_1TAGS t1 JOIN ZTAG t4 ON t4.Z_PK = t1.Z_8TAGS WHERE t1.Z_1BOOKS = t0.Z_PK AND \
                (SELECT count(*) FROM Z_1TAGS t2 JOIN ZBOOK t3 ON t3.Z_PK = t2.Z_1BOOKS \
                WHERE t2.Z_8TAGS = t1.Z_8TAGS AND t3.ZTITLE IS t4.ZNAME) > ?1) | int(1)
                """)
    }

    @Test func orderedRelationshipsHaveElements() throws {
        #expect(
            try sql("chapters[LAST].title == 'x'") == """
                LEFT OUTER JOIN ZCHAPTER t2 ON t2.Z_PK = (SELECT t1.Z_PK FROM ZCHAPTER t1 WHERE t1.ZBOOK = t0.Z_PK \
                ORDER BY t1.Z_FOK_BOOK DESC, t1.Z_PK DESC LIMIT 1) WHERE t2.ZTITLE = ?1 | string("x")
                """)
        #expect(
            try sql("chapters[2] == nil") == """
                WHERE (SELECT t1.Z_PK FROM ZCHAPTER t1 WHERE t1.ZBOOK = t0.Z_PK ORDER BY t1.Z_FOK_BOOK, t1.Z_PK LIMIT 1 OFFSET ?1) IS NULL \
                | int(2)
                """)
        #expect(
            try sql("chapters[SIZE] == 3") == "WHERE (SELECT count(*) FROM ZCHAPTER t1 WHERE t1.ZBOOK = t0.Z_PK) = ?1 | int(3)")
    }

    @Test func setOperationsAreSQLs() throws {
        #expect(
            try sql("title IN chapters.title MINUS tags.name") == """
                WHERE EXISTS (SELECT 1 FROM (SELECT t1.ZTITLE AS value FROM ZCHAPTER t1 WHERE t1.ZBOOK = t0.Z_PK EXCEPT \
                SELECT t3.ZNAME AS value FROM Z_1TAGS t2 JOIN ZTAG t3 ON t3.Z_PK = t2.Z_8TAGS WHERE t2.Z_1BOOKS = t0.Z_PK) t4 \
                WHERE t0.ZTITLE = t4.value)
                """)
    }

    @Test func sortsFollowPaths() throws {
        let text = try QuerySQL(model: model, entityName: "Book").order([
            NSSortDescriptor(key: "author.name", ascending: false, selector: "caseInsensitiveCompare:"),
            NSSortDescriptor(key: "tags.@count", ascending: true), NSSortDescriptor(key: "prequel", ascending: true),
        ])
        #expect(
            text == """
                LEFT OUTER JOIN ZPERSON t1 ON t1.Z_PK = t0.ZAUTHOR ORDER BY t1.ZNAME COLLATE NSCollateNoCase DESC, \
                (SELECT count(*) FROM Z_1TAGS t2 WHERE t2.Z_1BOOKS = t0.Z_PK), t0.ZPREQUEL, t0.Z_PK
                """)
    }
}
