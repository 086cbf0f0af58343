import Foundation
import GRDB
import Testing

@testable import CoreData

/// The rows of a store after each change that a lightweight migration makes.
@Suite struct MigrationRuleTests {
    private func attribute(_ name: String, _ type: String = "String", _ more: String = "optional=\"YES\"") -> String {
        "<attribute name=\"\(name)\" attributeType=\"\(type)\" \(more)/>"
    }

    private func entity(_ name: String, _ content: String, _ more: String = "") -> String {
        "<entity name=\"\(name)\" \(more)>\(content)</entity>"
    }

    private func one(_ name: String, to entity: String, inverse: String? = nil, _ more: String = "") -> String {
        let back = inverse.map { "inverseName=\"\($0)\" inverseEntity=\"\(entity)\"" } ?? ""
        return "<relationship name=\"\(name)\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"\(entity)\" \(back) \(more)/>"
    }

    private func many(_ name: String, to entity: String, inverse: String? = nil, _ more: String = "") -> String {
        let back = inverse.map { "inverseName=\"\($0)\" inverseEntity=\"\(entity)\"" } ?? ""
        return "<relationship name=\"\(name)\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"\(entity)\" \(back) \(more)/>"
    }

    /// Fills a store of the old model, migrates it, and compares its schema with that of a new store.
    private func migrate<T>(
        _ old: String, _ new: String, history: Bool = false, fill: (NSManagedObjectContext) throws -> Void,
        _ check: (NSManagedObjectContext) throws -> T, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let store = try VersionedStore(history: history)
        try store.open(old, fill)
        let before = try store.read { try String.fetchOne($0, sql: "SELECT Z_UUID FROM Z_METADATA") }
        _ = try store.open(new, check)
        let model = try ModelSource.model(new)
        try store.expectSchema(of: model, sourceLocation: sourceLocation)
        #expect(try store.read { try String.fetchOne($0, sql: "SELECT Z_UUID FROM Z_METADATA") } == before)
        // The store is of the new model now, and opens without a migration.
        let off = [NSMigratePersistentStoresAutomaticallyOption: false]
        _ = try store.open(new, options: off, check)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: store.url)
        #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata), sourceLocation: sourceLocation)
        let cached = try store.read(ModelCache.model)
        #expect(cached?.entityVersionHashesByName == model.entityVersionHashesByName, sourceLocation: sourceLocation)
    }

    // MARK: Attributes

    @Test func `an added attribute is nil, or has its default`() throws {
        let note = entity("Note", attribute("name"))
        let more = attribute("stars", "Integer 16", "defaultValueString=\"3\"") + attribute("text") + attribute("date", "Date")
        try migrate(
            note,
            entity(
                "Note", attribute("name") + more + attribute("mark", "String", "optional=\"YES\" defaultValueString=\"it's\"")),
            fill: { for name in ["a", "b"] { $0.insert("Note", ["name": name]) } },
            { (context) throws in
                #expect(try context.texts("Note", "name") == ["a", "b"])
                #expect(try context.texts("Note", "stars") == ["3", "3"])
                #expect(try context.texts("Note", "text") == ["nil", "nil"])
                #expect(try context.texts("Note", "mark") == ["it's", "it's"])
            })
    }

    @Test func `a removed attribute is gone, and the others stay`() throws {
        try migrate(
            entity("Note", attribute("name") + attribute("text") + attribute("stars", "Integer 16")),
            entity("Note", attribute("name") + attribute("stars", "Integer 16")),
            fill: { $0.insert("Note", ["name": "a", "text": "b", "stars": 4]) },
            { (context) throws in
                #expect(try context.texts("Note", "name") == ["a"])
                #expect(try context.texts("Note", "stars") == ["4"])
            })
    }

    @Test func `renamed attributes keep their values, also where names are exchanged`() throws {
        try migrate(
            entity("Note", attribute("a") + attribute("b") + attribute("c")),
            entity(
                "Note",
                attribute("b", "String", "optional=\"YES\" elementID=\"a\"")
                    + attribute("a", "String", "optional=\"YES\" elementID=\"b\"")
                    + attribute("title", "String", "optional=\"YES\" elementID=\"c\"")),
            fill: { $0.insert("Note", ["a": "1", "b": "2", "c": "3"]) },
            { (context) throws in
                #expect(try context.texts("Note", "b") == ["1"])
                #expect(try context.texts("Note", "a") == ["2"])
                #expect(try context.texts("Note", "title") == ["3"])
            })
    }

    @Test func `a unique attribute stays unique where names are exchanged`() throws {
        let unique =
            "<uniquenessConstraints><uniquenessConstraint><constraint value=\"a\"/></uniquenessConstraint></uniquenessConstraints>"
        let store = try VersionedStore()
        try store.open(entity("Note", attribute("a") + attribute("b") + unique)) { $0.insert("Note", ["a": "1", "b": "2"]) }
        // With an attribute more: identifiers for renaming alone do not make another version.
        let exchanged =
            attribute("b", "String", "optional=\"YES\" elementID=\"a\"")
            + attribute("a", "String", "optional=\"YES\" elementID=\"b\"") + attribute("c")
        try store.open(entity("Note", exchanged + unique)) { (context) throws in
            #expect(try context.texts("Note", "a") == ["2"])
            context.insert("Note", ["a": "3", "b": "1"])
            try context.save()
            context.insert("Note", ["a": "3", "b": "4"])
            #expect(throws: (any Error).self) { try context.save() }
            context.rollback()
        }
    }

    @Test func `a name chains over versions by its identifier`() throws {
        let store = try VersionedStore()
        try store.open(entity("Note", attribute("a"))) { $0.insert("Note", ["a": "1"]) }
        try store.open(entity("Note", attribute("b", "String", "optional=\"YES\" elementID=\"a\""))) { _ in }
        try store.open(entity("Note", attribute("c", "String", "optional=\"YES\" elementID=\"a\""))) { (context) throws in
            #expect(try context.texts("Note", "c") == ["1"])
        }
    }

    @Test func `an attribute that becomes required gets its default where it is nil`() throws {
        try migrate(
            entity("Note", attribute("name")), entity("Note", attribute("name", "String", "defaultValueString=\"none\"")),
            fill: { for name in ["a", nil] { $0.insert("Note", ["name": name]) } },
            { (context) throws in #expect(try context.texts("Note", "name") == ["a", "none"]) })
    }

    @Test func `an attribute that becomes optional keeps its values`() throws {
        try migrate(
            entity("Note", attribute("name", "String", "")), entity("Note", attribute("name")),
            fill: { $0.insert("Note", ["name": "a"]) },
            { (context) throws in #expect(try context.texts("Note", "name") == ["a"]) })
    }

    @Test(arguments: [
        ("Integer 16", "Integer 64", "12", "12"), ("Integer 64", "Integer 16", "-12", "-12"),
        ("Integer 32", "Double", "7", "7.0"),
        ("Double", "Integer 32", "7.9", "7"), ("Double", "Integer 64", "-7.9", "-7"), ("Float", "Double", "0.5", "0.5"),
        ("Double", "Float", "0.25", "0.25"), ("Integer 16", "Decimal", "12", "12"), ("Decimal", "Double", "1.5", "1.5"),
        ("Decimal", "Integer 16", "12.75", "12"), ("Decimal", "Integer 64", "123456789012345678.5", "123456789012345678"),
        ("Double", "Decimal", "1.5", "1.5"), ("Decimal", "Float", "2.5", "2.5"),
    ])
    func `numbers are converted`(_ old: String, _ new: String, _ value: String, _ expected: String) throws {
        let number: Any =
            old == "Decimal"
            ? NSDecimalNumber(string: value) : old == "Double" || old == "Float" ? Double(value) as Any : Int(value) as Any
        try migrate(
            entity("Note", attribute("n", old)), entity("Note", attribute("n", new)),
            fill: { for value in [number, nil] { $0.insert("Note", ["n": value]) } },
            { (context) throws in
                let values = try context.all("Note").map { $0.value(forKey: "n") as? NSNumber }
                #expect(values.map { $0 == nil } == [false, true])
                let wanted = NSDecimalNumber(string: expected)
                #expect(values[0].map { ($0 as? NSDecimalNumber) ?? NSDecimalNumber(string: "\($0)") } == wanted)
            })
    }

    @Test func `a number that the new type cannot hold is an error, and the store is as it was`() throws {
        let store = try VersionedStore()
        try store.open(entity("Note", attribute("n", "Integer 64"))) { $0.insert("Note", ["n": 70_000]) }
        let before = try store.dump()
        let error = try store.failure(entity("Note", attribute("n", "Integer 16")))
        #expect(error?.code == NSMigrationError)
        #expect(error?.localizedDescription.contains("The value 70000 of Note.n does not fit") == true)
        #expect(try store.dump() == before)
    }

    @Test func `a number beyond the range of Float is an error`() throws {
        let store = try VersionedStore()
        try store.open(entity("Note", attribute("n", "Double"))) { $0.insert("Note", ["n": 1e300]) }
        let error = try store.failure(entity("Note", attribute("n", "Float")))
        #expect(error?.localizedDescription.contains("does not fit its new type, Float") == true)
    }

    @Test func `an attribute of another type is an error that names it`() throws {
        let store = try VersionedStore()
        try store.open(entity("Note", attribute("n", "Integer 64"))) { $0.insert("Note", ["n": 7]) }
        let before = try store.dump()
        let error = try store.failure(entity("Note", attribute("n", "Date")))
        #expect(error?.code == NSMigrationMissingMappingModelError)
        #expect(error?.userInfo["sourceModel"] is NSManagedObjectModel)
        #expect(error?.userInfo["destinationModel"] is NSManagedObjectModel)
        let underlying = error?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(underlying?.code == NSInferredMappingModelError)
        #expect(underlying?.userInfo["entity"] as? String == "Note")
        #expect(underlying?.userInfo["property"] as? String == "n")
        #expect(underlying?.userInfo["reason"] as? String == "Source and destination attribute types are incompatible")
        #expect(underlying?.localizedDescription.contains("No value is converted from Integer 64 to Date.") == true)
        #expect(error?.localizedDescription.contains("No value is converted from Integer 64 to Date.") == true)
        #expect(try store.dump() == before)
    }

    @Test func `a required attribute without a default is an error that names it`() throws {
        let store = try VersionedStore()
        try store.open(entity("Note", "")) { $0.insert("Note") }
        let before = try store.dump()
        let error = try store.failure(entity("Note", attribute("n", "Date", "")))
        #expect(error?.code == NSMigrationError)
        let underlying = error?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(underlying?.userInfo["entity"] as? String == "Note")
        #expect(underlying?.userInfo["attribute"] as? String == "n")
        #expect(try store.dump() == before)
    }

    @Test func `a required composite without a value in any element is an error that names it`() throws {
        func home(_ fields: String) -> String {
            let street = "<attribute name=\"street\" optional=\"YES\" attributeType=\"String\"/>"
            let zip = "<attribute name=\"zip\" optional=\"YES\" attributeType=\"Integer 32\"/>"
            return entity("Note", "<attribute name=\"home\" attributeType=\"Composite\" \(fields)>\(street)\(zip)</attribute>")
        }
        let store = try VersionedStore()
        try store.open(entity("Note", "")) { $0.insert("Note") }
        let before = try store.dump()
        let error = try store.failure(home(""))
        #expect(error?.code == NSMigrationError)
        let underlying = error?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(underlying?.userInfo["attribute"] as? String == "home")
        #expect(try store.dump() == before)
        // Without objects, nothing is missing.
        try migrate(
            entity("Note", ""), home(""), fill: { _ in }, { (context) throws in #expect(try context.all("Note").isEmpty) })
        // One that becomes required keeps the values of its elements.
        try migrate(
            home("optional=\"YES\""), home(""), fill: { $0.insert("Note", ["home": ["zip": 7]]) },
            { (context) throws in
                let home = try context.all("Note")[0].value(forKey: "home") as? [String: Any]
                #expect(home?["zip"] as? Int == 7)
            })
    }

    // MARK: Entities

    @Test func `an added entity renumbers the others, whose objects keep their identifiers`() throws {
        let note = entity("Note", attribute("name") + one("tag", to: "Tag", inverse: "notes"))
        let tag = entity("Tag", attribute("name") + many("notes", to: "Note", inverse: "tag"))
        let store = try VersionedStore()
        let before = try store.open(note + tag) { (context) throws in
            let tag = context.insert("Tag", ["name": "t"])
            for name in ["a", "b"] { context.insert("Note", ["name": name, "tag": tag]) }
            try context.save()
            return try context.all("Note").map { $0.objectID.uriRepresentation() }
        }
        let new = entity("Album", attribute("name")) + note + tag
        try store.open(new) { (context) throws in
            #expect(try context.all("Note").map { $0.objectID.uriRepresentation() } == before)
            #expect(try context.members("Tag", "notes") == [["a", "b"]])
            #expect(try context.all("Album").isEmpty)
            context.insert("Note", ["name": "c"])
        }
        try store.expectSchema(of: ModelSource.model(new))
        try store.open(new) { (context) throws in #expect(try context.texts("Note", "name") == ["a", "b", "c"]) }
    }

    @Test func `a removed entity takes its objects along, and references to them`() throws {
        let animal = entity("Animal", attribute("name"))
        let owner = entity("Owner", attribute("name") + one("pet", to: "Animal") + many("pets", to: "Animal"))
        try migrate(
            animal + entity("Cat", "", "parentEntity=\"Animal\"") + entity("Dog", attribute("race"), "parentEntity=\"Animal\"")
                + owner,
            animal + entity("Dog", attribute("race"), "parentEntity=\"Animal\"") + owner,
            fill: { (context) throws in
                let (cat, dog) = (context.insert("Cat", ["name": "c"]), context.insert("Dog", ["name": "d", "race": "r"]))
                context.insert("Owner", ["name": "1", "pet": cat, "pets": [cat, dog] as Set])
                context.insert("Owner", ["name": "2", "pet": dog])
            },
            { (context) throws in
                #expect(try context.texts("Animal", "name") == ["d"])
                #expect(try context.texts("Dog", "race") == ["r"])
                #expect(try Set(context.members("Owner", "pet")) == [[], ["d"]])
                #expect(try Set(context.members("Owner", "pets")) == [[], ["d"]])
            })
    }

    @Test func `renamed entities keep their objects, also where names are exchanged`() throws {
        try migrate(
            entity("A", attribute("name")) + entity("B", attribute("name")) + entity("C", one("a", to: "A")),
            entity("B", attribute("name"), "elementID=\"A\"") + entity("A", attribute("name"), "elementID=\"B\"")
                + entity("D", one("a", to: "B"), "elementID=\"C\""),
            fill: { (context) throws in
                let a = context.insert("A", ["name": "a"])
                context.insert("B", ["name": "b"])
                context.insert("C", ["a": a])
            },
            { (context) throws in
                #expect(try context.texts("B", "name") == ["a"])
                #expect(try context.texts("A", "name") == ["b"])
                #expect(try context.members("D", "a") == [["a"]])
            })
    }

    @Test func `an entity gets a parent above it and a property moves up`() throws {
        let owner = entity("Owner", one("pet", to: "Dog") + many("pets", to: "Dog"))
        try migrate(
            entity("Dog", attribute("name") + attribute("race")) + owner,
            entity("Animal", attribute("name"), "isAbstract=\"YES\"")
                + entity("Dog", attribute("race"), "parentEntity=\"Animal\"")
                + entity("Owner", one("pet", to: "Animal") + many("pets", to: "Animal")),
            fill: { (context) throws in
                let dog = context.insert("Dog", ["name": "d", "race": "r"])
                context.insert("Owner", ["pet": dog, "pets": [dog] as Set])
            },
            { (context) throws in
                #expect(try context.texts("Animal", "name") == ["d"])
                #expect(try context.texts("Dog", "race") == ["r"])
                #expect(try context.members("Owner", "pet") == [["d"]])
                #expect(try context.members("Owner", "pets") == [["d"]])
            })
    }

    @Test func `a property moves down to a subentity, and others lose it`() throws {
        let cat = entity("Cat", "", "parentEntity=\"Animal\"")
        try migrate(
            entity("Animal", attribute("name") + attribute("race")) + cat + entity("Dog", "", "parentEntity=\"Animal\""),
            entity("Animal", attribute("name")) + cat + entity("Dog", attribute("race"), "parentEntity=\"Animal\""),
            fill: { (context) throws in
                context.insert("Cat", ["name": "c", "race": "x"])
                context.insert("Dog", ["name": "d", "race": "r"])
            },
            { (context) throws in
                #expect(try context.texts("Animal", "name") == ["c", "d"])
                #expect(try context.texts("Dog", "race") == ["r"])
            })
    }

    @Test func `properties of two subentities become one of their parent`() throws {
        func child(_ name: String, _ content: String) -> String { entity(name, content, "parentEntity=\"Animal\"") }
        try migrate(
            entity("Animal", "") + child("Cat", attribute("name")) + child("Dog", attribute("name")) + child("Fish", ""),
            entity("Animal", attribute("name", "String", "optional=\"YES\" defaultValueString=\"?\"")) + child("Cat", "")
                + child("Dog", "")
                + child("Fish", ""),
            fill: { (context) throws in
                context.insert("Cat", ["name": "c"])
                context.insert("Dog", ["name": "d"])
                context.insert("Fish")
            }, { (context) throws in #expect(try context.texts("Animal", "name") == ["c", "d", "?"]) })
    }

    @Test func `a hierarchy is split`() throws {
        func child(_ name: String, _ content: String) -> String { entity(name, content, "parentEntity=\"Animal\"") }
        try migrate(
            entity("Animal", attribute("name")) + child("Cat", "") + child("Dog", ""),
            entity("Cat", attribute("name")) + entity("Dog", attribute("name")),
            fill: { (context) throws in
                for name in ["a", "b"] { context.insert("Cat", ["name": name]) }
                context.insert("Dog", ["name": "d"])
            },
            { (context) throws in
                #expect(try context.texts("Cat", "name") == ["a", "b"])
                #expect(try context.texts("Dog", "name") == ["d"])
            })
    }

    @Test func `two hierarchies are not merged`() throws {
        let store = try VersionedStore()
        try store.open(entity("Cat", attribute("name")) + entity("Dog", attribute("name"))) { $0.insert("Cat") }
        let before = try store.dump()
        let error = try store.failure(
            entity("Animal", attribute("name")) + entity("Cat", "", "parentEntity=\"Animal\"")
                + entity("Dog", "", "parentEntity=\"Animal\""))
        #expect(error?.code == NSMigrationMissingMappingModelError)
        #expect(error?.localizedDescription.contains("Two hierarchies cannot be merged.") == true)
        #expect(try store.dump() == before)
    }

    // MARK: Relationships

    /// The ways to relate owners `A` and members `B`, which each have a name.
    private enum Kind: String, CaseIterable {
        case toOne, toMany, ordered, oneToOne, oneToMany, orderedOneToMany, manyToOne, manyToMany, orderedManyToMany
    }

    private func model(_ kind: Kind) -> String {
        let (there, back): (String, String) =
            switch kind {
            case .toOne: (one("b", to: "B"), "")
            case .toMany: (many("b", to: "B"), "")
            case .ordered: (many("b", to: "B", inverse: nil, "ordered=\"YES\""), "")
            case .oneToOne: (one("b", to: "B", inverse: "a"), one("a", to: "A", inverse: "b"))
            case .oneToMany: (many("b", to: "B", inverse: "a"), one("a", to: "A", inverse: "b"))
            case .orderedOneToMany: (many("b", to: "B", inverse: "a", "ordered=\"YES\""), one("a", to: "A", inverse: "b"))
            case .manyToOne: (one("b", to: "B", inverse: "a"), many("a", to: "A", inverse: "b"))
            case .manyToMany: (many("b", to: "B", inverse: "a"), many("a", to: "A", inverse: "b"))
            case .orderedManyToMany: (many("b", to: "B", inverse: "a", "ordered=\"YES\""), many("a", to: "A", inverse: "b"))
            }
        return entity("A", attribute("name") + there) + entity("B", attribute("name") + back)
    }

    /// A relationship of each kind becomes one of each other kind. Each pair remains that the new kind
    /// allows: of several members, the first of the order, or the one with the lowest key.
    @Test func `a relationship of each kind becomes one of each other`() throws {
        for old in Kind.allCases {
            for new in Kind.allCases {
                let store = try VersionedStore()
                var pairs: [(String, String)] = []
                try store.open(model(old)) { (context) throws in
                    for name in ["1", "2", "3"] { context.insert("A", ["name": name]) }
                    for name in ["x", "y", "z"] { context.insert("B", ["name": name]) }
                    try context.save()
                    let (a, b) = (try context.all("A"), try context.all("B"))
                    // What the old kind can hold of: 1 → z, x; 2 → y; and 3 → x where x may have two owners.
                    func link(_ owner: Int, _ members: [Int]) {
                        let objects = members.map { b[$0] }
                        switch old {
                        case .toOne, .oneToOne, .manyToOne: a[owner].setValue(objects.first, forKey: "b")
                        case .ordered, .orderedOneToMany, .orderedManyToMany:
                            a[owner].setValue(NSOrderedSet(array: objects), forKey: "b")
                        default: a[owner].setValue(Set(objects), forKey: "b")
                        }
                    }
                    let isShared = [.toOne, .manyToOne, .manyToMany, .orderedManyToMany].contains(old)
                    link(0, [2, 0])
                    link(1, [1])
                    if isShared { link(2, [2]) }
                    try context.save()
                    let names = ["1", "2", "3"]
                    for (name, members) in zip(names, try context.members("A", "b")) { pairs += members.map { (name, $0) } }
                }
                let isOrdered = [.ordered, .orderedOneToMany, .orderedManyToMany].contains(old)
                // Without an order, the lowest key comes first, and keys are in the order of names.
                if !isOrdered { pairs.sort { $0 < $1 } }
                if [.toOne, .oneToOne, .manyToOne].contains(new) {
                    var seen: Set<String> = []
                    pairs = pairs.filter { seen.insert($0.0).inserted }
                }
                if [.toMany, .ordered, .oneToOne, .oneToMany, .orderedOneToMany].contains(new) {
                    var seen: Set<String> = []
                    pairs = pairs.filter { seen.insert($0.1).inserted }
                }
                try store.open(model(new)) { (context) throws in
                    let found = try context.members("A", "b")
                    let wanted = ["1", "2", "3"].map { name in pairs.filter { $0.0 == name }.map(\.1) }
                    let isNewOrdered = [.ordered, .orderedOneToMany, .orderedManyToMany].contains(new)
                    #expect(
                        isNewOrdered ? found == wanted : found.map { $0.sorted() } == wanted.map { $0.sorted() },
                        "\(old) to \(new)")
                }
                try store.expectSchema(of: ModelSource.model(model(new)))
            }
        }
    }

    @Test func `a relationship without an inverse gets one`() throws {
        try migrate(
            entity("A", attribute("name") + many("b", to: "B")) + entity("B", attribute("name")),
            entity("A", attribute("name") + many("b", to: "B", inverse: "owner"))
                + entity("B", attribute("name") + one("owner", to: "A", inverse: "b")),
            fill: { (context) throws in
                let members = ["x", "y"].map { context.insert("B", ["name": $0]) }
                context.insert("A", ["name": "1", "b": Set(members)])
            },
            { (context) throws in
                #expect(try context.members("A", "b") == [["x", "y"]])
                #expect(try context.members("B", "owner") == [["1"], ["1"]])
            })
    }

    @Test func `a renamed many-to-many relationship keeps its pairs and order`() throws {
        try migrate(
            entity("A", attribute("name") + many("b", to: "B", inverse: "a", "ordered=\"YES\""))
                + entity("B", attribute("name") + many("a", to: "A", inverse: "b")),
            entity("Aa", attribute("name"))
                + entity("A", attribute("name") + many("members", to: "B", inverse: "groups", "ordered=\"YES\" elementID=\"b\""))
                + entity("B", attribute("name") + many("groups", to: "A", inverse: "members", "elementID=\"a\"")),
            fill: { (context) throws in
                let members = ["x", "y", "z"].map { context.insert("B", ["name": $0]) }
                context.insert("A", ["name": "1", "b": NSOrderedSet(array: [members[2], members[0], members[1]])])
            },
            { (context) throws in
                #expect(try context.members("A", "members") == [["z", "x", "y"]])
                #expect(try context.members("B", "groups") == [["1"], ["1"], ["1"]])
            })
    }

    @Test func `a destination gets subentities, and a reference knows them`() throws {
        try migrate(
            entity("A", one("b", to: "B")) + entity("B", attribute("name")),
            entity("A", one("b", to: "B")) + entity("B", attribute("name")) + entity("C", "", "parentEntity=\"B\""),
            fill: { (context) throws in context.insert("A", ["b": context.insert("B", ["name": "b"])]) },
            { (context) throws in #expect(try context.members("A", "b") == [["b"]]) })
    }

    @Test func `a destination becomes a subentity, and only its objects stay`() throws {
        let animals = entity("Animal", attribute("name")) + entity("Dog", "", "parentEntity=\"Animal\"")
        try migrate(
            animals + entity("Owner", one("pet", to: "Animal") + many("pets", to: "Animal")),
            animals + entity("Owner", one("pet", to: "Dog") + many("pets", to: "Dog")),
            fill: { (context) throws in
                let (animal, dog) = (context.insert("Animal", ["name": "a"]), context.insert("Dog", ["name": "d"]))
                context.insert("Owner", ["pet": animal, "pets": [animal, dog] as Set])
                context.insert("Owner", ["pet": dog])
            },
            { (context) throws in
                #expect(try Set(context.members("Owner", "pet")) == [[], ["d"]])
                #expect(try Set(context.members("Owner", "pets")) == [[], ["d"]])
            })
    }
}
