import CoreData
import Foundation
import SwiftData
import Testing

/// Stores as SwiftData writes them on Apple's platforms, opened with the same classes here.
@Suite struct AppleStoreTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private func container(_ types: [any PersistentModel.Type] = Kitchen.types) throws -> ModelContainer {
        try ModelContainer(for: Schema(types), configurations: [ModelConfiguration(url: folder.store)])
    }

    private func recipes(_ context: ModelContext) throws -> [Kitchen.Recipe] {
        try context.fetch(FetchDescriptor<Kitchen.Recipe>(sortBy: [SortDescriptor(\.code)]))
    }

    private static func cachedModel() -> NSManagedObjectModel? {
        NSManagedObjectModel.makeManagedObjectModel(for: Kitchen.types)
    }

    @Test(arguments: [true, false])
    func `every value of a store from a Mac is read`(hasModel: Bool) throws {
        try AppleFixture.write(to: folder.store, model: hasModel ? Self.cachedModel() : nil)
        let context = ModelContext(try container())
        let all = try recipes(context)
        try #require(all.count == 2)
        let (soup, salad) = (all[0], all[1])
        #expect(soup.code == "a")
        #expect(soup.title == "Soup")
        #expect(soup.servings == 4)
        #expect(soup.isVegan)
        #expect(soup.rating == 4.5)
        #expect(soup.created == Date(timeIntervalSinceReferenceDate: 700_000_000.25))
        #expect(soup.key == UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
        #expect(soup.link == URL(string: "https://example.com/soup?x=1"))
        #expect(soup.thumb == Data([1, 2, 255]))
        #expect(soup.tags == ["sweet", "sour"])
        #expect(soup.origin == Kitchen.Place(city: "Ulm", zip: 89073, notes: ["Grapefruit", "Anise"]))
        #expect(soup.difficulty == .hard)
        #expect(soup.season == .winter)
        #expect(soup.book?.name == "Basics")
        #expect(soup.labels.map(\.name).sorted() == ["cheap", "quick"])
        #expect(!salad.isVegan)
        #expect(salad.link == nil)
        #expect(salad.thumb == nil)
        #expect(salad.created == Date(timeIntervalSinceReferenceDate: -1.5))
        #expect(salad.origin == Kitchen.Place(city: "Rome", zip: nil, notes: []))
        #expect(salad.season == .summer)
        #expect(salad.book == nil)
        let cook = try #require(try context.fetch(FetchDescriptor<Kitchen.Cook>()).first)
        #expect(cook.favorites?.map(\.code) == ["a"])
        let book = try #require(try context.fetch(FetchDescriptor<Kitchen.Book>()).first)
        #expect(book.recipes.map(\.code) == ["a"])
        let tools = try context.fetch(FetchDescriptor<Kitchen.Tool>(sortBy: [SortDescriptor(\.name)]))
        #expect(tools.map { "\(type(of: $0))" } == ["Oven", "Tool"])
        #expect((tools[0] as? Kitchen.Oven)?.heat == 180.5)
        let found = try context.fetch(FetchDescriptor<Kitchen.Recipe>(predicate: #Predicate { $0.origin.city == "Ulm" }))
        #expect(found.map(\.code) == ["a"])
    }

    /// Returns the models of the kitchen with an optional element for each raw value, also of a
    /// required enumeration.
    private static func modelWithOptionalRawValues() throws -> NSManagedObjectModel {
        let model = try #require(cachedModel()?.copy() as? NSManagedObjectModel)
        let difficulty = model.entitiesByName["Recipe"]?.attributesByName["difficulty"]
        let element = try #require((difficulty as? NSCompositeAttributeDescription)?.elements.first)
        #expect(!element.isOptional)
        element.isOptional = true
        return model
    }

    @Test(arguments: [true, false])
    func `a required enumeration may have an optional raw value in a store from a Mac`(hasPlan: Bool) throws {
        try AppleFixture.write(to: folder.store, model: try Self.modelWithOptionalRawValues())
        let before = try StoreSQL(folder.store).statements()
        let plan: (any SchemaMigrationPlan.Type)? = hasPlan ? KitchenPlan.self : nil
        let container = try ModelContainer(
            for: Schema(versionedSchema: KitchenVersion.self), migrationPlan: plan,
            configurations: [ModelConfiguration(url: folder.store)])
        #expect(try recipes(ModelContext(container)).map(\.difficulty) == [.hard, .easy])
        #expect(try StoreSQL(folder.store).statements() == before)
    }

    @Test func `edits keep Apple's layout and write Apple's values`() throws {
        try AppleFixture.write(to: folder.store, model: Self.cachedModel())
        let before = try StoreSQL(folder.store).statements()
        do {
            let context = ModelContext(try container())
            let soup = try recipes(context)[0]
            soup.title = "Stew"
            soup.tags.append("hot")
            soup.season = .summer
            soup.difficulty = .easy
            soup.origin.notes = ["Basil"]
            soup.origin.zip = nil
            let book = Kitchen.Book(name: "More")
            soup.book = book
            let new = Kitchen.Recipe(code: "c", title: "Cake")
            context.insert(new)
            new.labels = soup.labels
            context.delete(try recipes(context)[1])
            try context.save()
        }
        let sql = try StoreSQL(folder.store)
        #expect(try sql.statements() == before)
        #expect(
            try sql.rows("SELECT Z_PK, Z_ENT, Z_OPT, ZTITLE, ZSUMMER, ZWINTER, ZDIFFICULTY, ZZIP, ZBOOK FROM ZRECIPE ORDER BY 1")
                == [
                    ["4", "4", "4", "\"Stew\"", "\"summer\"", "NULL", "1", "NULL", "2"],
                    ["6", "4", "1", "\"Cake\"", "\"summer\"", "NULL", "1", "NULL", "NULL"],
                ])
        #expect(try sql.value("SELECT CAST(ZNOTES AS TEXT) FROM ZRECIPE WHERE Z_PK = 4") == #"["Basil"]"#)
        #expect(try sql.value("SELECT hex(substr(ZTAGS, 1, 8)) FROM ZRECIPE WHERE Z_PK = 4") == "62706C6973743030")
        #expect(
            try sql.rows("SELECT Z_3LABELS, Z_4RECIPES FROM Z_3RECIPES ORDER BY 2, 1") == [
                ["1", "4"], ["2", "4"], ["1", "6"], ["2", "6"],
            ])
        #expect(
            try sql.rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT IN (1, 4) ORDER BY Z_ENT") == [
                ["\"Book\"", "2"], ["\"Recipe\"", "6"],
            ])
        #expect(try sql.value("SELECT count(*) FROM ATRANSACTION") == 1)
        // The metadata is Apple's still, so that the Mac opens the store without a migration.
        let metadata = try sql.metadata()
        #expect(metadata["NSPersistenceFrameworkVersion"] as? Int == 1414)
        #expect((metadata["NSStoreModelVersionHashes"] as? [String: Data])?["Book"] == Data(repeating: 0, count: 32))
        let again = try recipes(ModelContext(try container()))
        #expect(again.map(\.title) == ["Stew", "Cake"])
        #expect(again[0].tags == ["sweet", "sour", "hot"])
        #expect(again[0].season == .summer)
        #expect(again[1].labels.count == 2)
    }

    @Test func `a unique value of a store from a Mac is updated`() throws {
        try AppleFixture.write(to: folder.store, model: nil)
        let context = ModelContext(try container())
        context.insert(Kitchen.Recipe(code: "a", title: "Other"))
        try context.save()
        #expect(try recipes(context).map(\.title) == ["Other", "Salad"])
        #expect(try StoreSQL(folder.store).value("SELECT count(*) FROM ZRECIPE") == 2)
    }

    @Test func `a store from a Mac that lacks a column is refused with the property's name`() throws {
        try AppleFixture.write(to: folder.store, model: Self.cachedModel())
        try StoreSQL(folder.store).run("ALTER TABLE ZBOOK DROP COLUMN ZNAME")
        try emptyLog(of: folder.store)
        let before = storedBytes(folder.store)
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try container() }
        let text = error?.localizedDescription ?? ""
        #expect(text.contains("134100"))
        #expect(text.contains("ZNAME"))
        #expect(text.contains("ZBOOK"))
        #expect(storedBytes(folder.store) == before)
    }

    @Test func `a value that does not fit its type is read as the default or an empty value`() throws {
        try AppleFixture.write(to: folder.store, model: nil)
        try StoreSQL(folder.store).run(
            """
            UPDATE ZRECIPE SET ZDIFFICULTY = 99, ZNOTES = x'00', ZTAGS = x'00', ZWINTER = NULL, ZKEY = NULL, ZTITLE = NULL \
            WHERE Z_PK = 4
            """)
        let soup = try recipes(ModelContext(try container()))[0]
        #expect(soup.servings == 4)
        _ = (soup.difficulty, soup.origin, soup.tags, soup.season, soup.key, soup.title)
        #expect(soup.tags == [])
        #expect(soup.title == "")
    }
}
