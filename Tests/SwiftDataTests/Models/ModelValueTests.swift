import Foundation
import SwiftData
import Testing

enum OutPantry {
    /// Own identifier, equality, hash and coding, as the apps write them.
    @Model final class Ingredient: Codable, Hashable, Identifiable {
        enum CodingKeys: String, CodingKey { case id, name, amount = "qty" }

        var id: UUID = UUID()
        var name: String
        var amount: Double
        private(set) var edits = 0
        @Transient var isSelected = false
        @Transient private var cache: Cache = Cache()
        static let unit = "g"

        var label: String { "\(name) \(amount)\(Self.unit)" }

        init(name: String, amount: Double) {
            self.name = name
            self.amount = amount
        }

        convenience init(name: String) { self.init(name: name, amount: 1) }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(UUID.self, forKey: .id)
            name = try container.decode(String.self, forKey: .name)
            amount = try container.decode(Double.self, forKey: .amount)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
            try container.encode(amount, forKey: .amount)
        }

        static func == (lhs: Ingredient, rhs: Ingredient) -> Bool { lhs.id == rhs.id }

        func hash(into hasher: inout Hasher) { hasher.combine(id) }

        func rename(_ name: String) {
            self.name = name
            edits += 1
        }

        final class Cache { var values: [String] = [] }
    }

    @Model public final class Setting {
        #if os(Linux)
            public var platform = "linux"
        #else
            public var platform = "other"
        #endif
        public var `default`: Bool
        var values: [String: Int] = [:]

        public init(isDefault: Bool) { self.default = isDefault }

        #if DEBUG
            var debugText: String { "debug" }
        #else
            var debugText: String { "release" }
        #endif
    }
}

extension OutPantry {
    @Model final class Country {
        @Attribute(.unique) var code: String
        var names: [String: String?]
        @Attribute var mood: Mood? = Mood.calm

        enum Mood: Int, Codable { case calm, loud }

        init(code: String, names: [String: String?] = [:]) {
            self.code = code
            self.names = names
        }
    }

    static func container(_ configuration: ModelConfiguration = ModelConfiguration(isStoredInMemoryOnly: true)) throws
        -> ModelContainer
    {
        try ModelContainer(for: Ingredient.self, Setting.self, Country.self, configurations: configuration)
    }
}

@Suite struct ModelValueTests {
    typealias Ingredient = OutPantry.Ingredient

    @Test func `a model's own identifier is stored, and its equality is used`() throws {
        let container = try OutPantry.container()
        let context = ModelContext(container)
        let sugar = Ingredient(name: "sugar", amount: 100)
        let id: UUID = sugar.id
        context.insert(sugar)
        try context.save()
        let stored = try #require(
            try ModelContext(container).fetch(FetchDescriptor<Ingredient>(predicate: #Predicate { $0.id == id })).first)
        #expect(stored == sugar)
        #expect(stored !== sugar)
        #expect(stored.hashValue == sugar.hashValue)
        #expect(Set([stored, sugar]).count == 1)
        #expect(stored.persistentModelID == sugar.persistentModelID)
    }

    @Test func `a model is decoded, inserted, and encoded again`() throws {
        let json = #"[{"id":"6F9619FF-8B86-D011-B42D-00CF4FC964FF","name":"salt","qty":2.5}]"#
        let decoded = try JSONDecoder().decode([Ingredient].self, from: Data(json.utf8))
        let container = try OutPantry.container()
        let context = ModelContext(container)
        decoded.forEach(context.insert)
        try context.save()
        let stored = try ModelContext(container).fetch(FetchDescriptor<Ingredient>())
        #expect(stored.map(\.label) == ["salt 2.5g"])
        let again = try JSONDecoder().decode([Ingredient].self, from: try JSONEncoder().encode(stored))
        #expect(again == decoded)
        #expect(again[0].amount == 2.5)
    }

    @Test func `private setters, convenience initializers and transient properties`() throws {
        let container = try OutPantry.container()
        let context = ModelContext(container)
        let flour = Ingredient(name: "flour")
        context.insert(flour)
        flour.isSelected = true
        #expect(!context.changedModelsArray.contains { ($0 as? Ingredient) === flour })
        flour.rename("wheat flour")
        try context.save()
        #expect(flour.isSelected)
        let stored = try #require(try ModelContext(container).fetch(FetchDescriptor<Ingredient>()).first)
        #expect(stored.edits == 1)
        #expect(stored.label == "wheat flour 1.0g")
        #expect(!stored.isSelected)
        stored.isSelected = true
        #expect(!stored.hasChanges)
    }

    @Test func `conditional properties and a name in backticks`() throws {
        let container = try OutPantry.container()
        let context = ModelContext(container)
        let setting = OutPantry.Setting(isDefault: true)
        setting.values = ["a": 1, "b": 2]
        context.insert(setting)
        try context.save()
        let found = try ModelContext(container).fetch(
            FetchDescriptor<OutPantry.Setting>(predicate: #Predicate { $0.default && $0.platform == "linux" }))
        #expect(found.map(\.values) == [["a": 1, "b": 2]])
        #expect(container.schema.entitiesByName["Setting"]?.attributesByName["default"]?.isOptional == false)
    }

    @Test func `a model in an extension, with a dictionary of optional text and an enumeration with a default`() throws {
        let container = try OutPantry.container()
        let context = ModelContext(container)
        context.insert(OutPantry.Country(code: "CH", names: ["de": "Schweiz", "xx": nil]))
        try context.save()
        let stored = try #require(try ModelContext(container).fetch(FetchDescriptor<OutPantry.Country>()).first)
        #expect(stored.names == ["de": "Schweiz", "xx": nil])
        #expect(stored.mood == .calm)
    }

    @Test func `an identifier is temporary until the save, and survives JSON and a launch`() throws {
        let folder = try StoreFolder()
        var data = Data()
        do {
            let context = ModelContext(try OutPantry.container(ModelConfiguration(url: folder.store)))
            let salt = Ingredient(name: "salt")
            context.insert(salt)
            let temporary = salt.persistentModelID
            #expect(temporary.storeIdentifier == nil)
            #expect(temporary.entityName == "Ingredient")
            try context.save()
            #expect(salt.persistentModelID.storeIdentifier != nil)
            #expect(salt.persistentModelID != temporary)
            #expect(context.model(for: temporary) as? Ingredient === salt)
            data = try JSONEncoder().encode(salt.persistentModelID)
        }
        let id = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        let context = ModelContext(try OutPantry.container(ModelConfiguration(url: folder.store)))
        let none: Ingredient? = context.registeredModel(for: id)
        #expect(none == nil)
        let salt = try #require(context.model(for: id) as? Ingredient)
        #expect(salt.name == "salt")
        #expect(salt.persistentModelID == id)
        #expect(salt.persistentModelID.hashValue == id.hashValue)
        let registered: Ingredient? = context.registeredModel(for: id)
        #expect(registered === salt)
        let wrong: OutPantry.Setting? = context.registeredModel(for: id)
        #expect(wrong == nil)
    }

    @Test func `identifiers are ordered and identifiable`() throws {
        let context = ModelContext(try OutPantry.container())
        let all = ["a", "b", "c"].map { Ingredient(name: $0) }
        all.forEach { context.insert($0) }
        try context.save()
        let ids = all.map(\.persistentModelID)
        #expect(Set(ids).count == 3)
        #expect(Set(ids.map(\.id)).count == 3)
        let sorted = Array(ids.reversed()).sorted()
        #expect(sorted == ids.sorted())
        #expect(sorted[0] < sorted[1])
        let fetched = try context.fetch(
            FetchDescriptor<Ingredient>(sortBy: [SortDescriptor(\.persistentModelID)])
        ).map(\.persistentModelID)
        #expect(fetched == sorted)
    }

    @Test func `one row is one instance in a context`() throws {
        let context = ModelContext(try OutPantry.container())
        let salt = Ingredient(name: "salt")
        context.insert(salt)
        context.insert(salt)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Ingredient>()).first === salt)
        #expect(context.model(for: salt.persistentModelID) as? Ingredient === salt)
        #expect(salt.modelContext == context)
    }

    @Test func `a deleted model is readable, belongs to no context, and can be inserted anew`() throws {
        let container = try OutPantry.container()
        let context = ModelContext(container)
        let salt = Ingredient(name: "salt", amount: 3)
        context.insert(salt)
        try context.save()
        context.delete(salt)
        #expect(salt.isDeleted)
        #expect(salt.name == "salt")
        try context.save()
        #expect(salt.modelContext == nil)
        #expect(salt.name == "salt")
        #expect(salt.label == "salt 3.0g")
        salt.name = "changed without an owner"
        #expect(!context.hasChanges)
        let pepper = Ingredient(name: "pepper")
        context.insert(pepper)
        context.delete(pepper)
        try context.save()
        #expect(pepper.modelContext == nil)
        #expect(try context.fetchCount(FetchDescriptor<Ingredient>()) == 0)
    }

    @Test func `a model whose row another context deleted is read without a trap`() throws {
        let container = try OutPantry.container()
        let context = ModelContext(container)
        context.insert(Ingredient(name: "salt", amount: 3))
        try context.save()
        let id = try #require(try context.fetchIdentifiers(FetchDescriptor<Ingredient>()).first)
        let other = ModelContext(container)
        let seen = try #require(other.model(for: id) as? Ingredient)
        #expect(seen.name == "salt")
        try context.delete(model: Ingredient.self)
        try context.save()
        #expect(try other.fetchCount(FetchDescriptor<Ingredient>()) == 0)
        #expect(seen.name == "salt")
        let gone = other.model(for: id)
        _ = (gone as? Ingredient)?.amount
        let third = ModelContext(container).model(for: id)
        _ = (third as? Ingredient)?.name
    }
}
