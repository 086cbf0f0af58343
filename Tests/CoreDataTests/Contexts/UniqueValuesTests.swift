import CoreData
import Foundation
import StrataTestSupport
import Testing

/// Unique values that pass from one object to another, and unique values within an entity
/// hierarchy.
@Suite(.eachStore) struct UniqueValuesTests {
    /// Returns a model of boxes with things, and of media, which are photos and films. Boxes and
    /// media have unique names.
    private static func model() -> NSManagedObjectModel {
        func entity(_ name: String, _ properties: [NSPropertyDescription], unique: Bool) -> NSEntityDescription {
            let entity = NSEntityDescription()
            entity.name = name
            entity.properties = properties
            if unique { entity.uniquenessConstraints = [["name"]] }
            return entity
        }
        let (things, box) = (NSRelationshipDescription(), NSRelationshipDescription())
        let boxEntity = entity("Box", [.text("name"), things], unique: true)
        let thingEntity = entity("Thing", [.text("name"), box], unique: false)
        (things.name, things.destinationEntity, things.maxCount, things.inverseRelationship) = ("things", thingEntity, 0, box)
        (box.name, box.destinationEntity, box.maxCount, box.inverseRelationship) = ("box", boxEntity, 1, things)
        (things.deleteRule, box.deleteRule) = (.nullifyDeleteRule, .nullifyDeleteRule)
        let media = entity("Media", [.text("name")], unique: true)
        let (photo, film) = (entity("Photo", [.text("size")], unique: false), entity("Film", [.text("length")], unique: false))
        media.subentities = [photo, film]
        let model = NSManagedObjectModel()
        model.entities = [boxEntity, thingEntity, media, photo, film]
        return model
    }

    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: Self.model())
        context = store.context()
    }

    private func new(_ entity: String, _ name: String) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        object.setValue(name, forKey: "name")
        return object
    }

    /// Returns the stored names of boxes with those of their things, and of photos and films.
    private func stored() throws -> [String] {
        let other = store.context()
        return try other.performAndWait {
            let boxes = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Box")).map { box in
                let things = (box.value(forKey: "things") as? Set<NSManagedObject> ?? []).compactMap {
                    $0.value(forKey: "name") as? String
                }
                return "\(box.value(forKey: "name") ?? "nil"): \(things.sorted().joined())"
            }
            let media = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Media")).map {
                "\($0.entity.name ?? "") \($0.value(forKey: "name") ?? "nil")"
            }
            return (boxes + media).sorted()
        }
    }

    private static let policies = [
        NSMergePolicy.error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ]

    @Test(arguments: policies) func namesGoRound(policy: NSMergePolicy) throws {
        let context = context
        nonisolated(unsafe) let policy = policy
        try context.performAndWait {
            context.mergePolicy = policy
            let boxes = ["a", "b", "c", "d"].map { new("Box", $0) }
            for (box, name) in zip(boxes, ["1", "2", "3", "4"]) { new("Thing", name).setValue(box, forKey: "box") }
            try context.save()
            // The first three boxes exchange their names in a cycle. The last one keeps its name.
            for (box, name) in zip(boxes, ["b", "c", "a"]) { box.setValue(name, forKey: "name") }
            try context.save()
            #expect(try stored() == ["a: 3", "b: 1", "c: 2", "d: 4"])
        }
    }

    /// Photos and films, which share one constraint, exchange their names at random.
    @Test(arguments: policies) func namesArePermuted(policy: NSMergePolicy) throws {
        let seed = testSeed()
        print("UniqueValuesTests: STRATA_SEED=\(seed)")
        let context = context
        nonisolated(unsafe) let policy = policy
        try context.performAndWait {
            var random = SeededGenerator(seed: seed)
            context.mergePolicy = policy
            var names = (0..<12).map { "n\($0)" }
            let objects = names.indices.map { new($0.isMultiple(of: 2) ? "Photo" : "Film", names[$0]) }
            try context.save()
            for round in 0..<40 {
                // Some objects keep their names. The others exchange theirs, some of which are
                // replaced by new names.
                let moving = names.indices.filter { _ in Bool.random(using: &random) }
                let offered = moving.map { Int.random(in: 0..<6, using: &random) == 0 ? "n\(round).\($0)" : names[$0] }
                for (place, name) in zip(moving, offered.shuffled(using: &random)) { names[place] = name }
                for place in names.indices.shuffled(using: &random) { objects[place].setValue(names[place], forKey: "name") }
                try context.save()
                let expected = names.indices.map { "\($0.isMultiple(of: 2) ? "Photo" : "Film") \(names[$0])" }
                let found = try stored()
                #expect(found == expected.sorted(), "seed \(seed), round \(round)")
                #expect(objects.map { $0.value(forKey: "name") as? String } == names, "seed \(seed), round \(round)")
                if found != expected.sorted() { return }
            }
        }
    }

    /// Some names belong to boxes that keep them. If the policy favors the store, a box that claims
    /// such a name keeps its own, and so does a box that claims the name of that box. All other
    /// boxes get the names that they claim.
    @Test(arguments: [NSMergePolicy.mergeByPropertyStoreTrump, .rollback]) func onlyThoseInTheWayOfOthersKeepTheirNames(
        policy: NSMergePolicy
    ) throws {
        let seed = testSeed()
        print("UniqueValuesTests: STRATA_SEED=\(seed)")
        let context = context
        nonisolated(unsafe) let policy = policy
        try context.performAndWait {
            var random = SeededGenerator(seed: seed)
            context.mergePolicy = policy
            let boxes = (0..<12).map { new("Box", "n\($0)") }
            try context.save()
            var names = boxes.indices.map { "n\($0)" }
            var kept = 0
            for round in 0..<40 {
                // Each box claims the name of another, and no two claim the same name.
                let moving = boxes.indices.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
                let wishes = Dictionary(uniqueKeysWithValues: zip(moving, names.shuffled(using: &random)))
                func keeps(_ place: Int) -> Bool {
                    var place = place
                    var seen: Set<Int> = []
                    while seen.insert(place).inserted {
                        guard let wish = wishes[place], let next = names.firstIndex(of: wish) else { return true }
                        if next == place { return seen.count > 1 }
                        place = next
                    }
                    return false
                }
                let expected = names.indices.map { place in keeps(place) ? names[place] : wishes[place] ?? names[place] }
                kept += moving.count { expected[$0] != wishes[$0] }
                for (place, wish) in wishes.shuffled(using: &random) { boxes[place].setValue(wish, forKey: "name") }
                try context.save()
                #expect(try stored() == expected.map { "\($0): " }.sorted(), "seed \(seed), round \(round)")
                let found = boxes.map { $0.value(forKey: "name") as? String ?? "nil" }
                #expect(found == expected, "seed \(seed), round \(round)")
                if found != expected { return }
                names = expected
            }
            // A lower number would mean that the random claims rarely conflict.
            #expect(kept > 40)
        }
    }

    /// Two boxes claim the same name, which its owner gives up. The box that was inserted first
    /// gets it. The other one keeps its own name, and so does the box that claims that name.
    @Test(arguments: [NSMergePolicy.mergeByPropertyStoreTrump, .rollback]) func theFirstOfTwoHasIt(policy: NSMergePolicy) throws {
        let context = context
        nonisolated(unsafe) let policy = policy
        try context.performAndWait {
            context.mergePolicy = policy
            let boxes = ["d", "a", "b", "c"].map { new("Box", $0) }
            for (box, name) in zip(boxes, ["1", "2", "3", "4"]) { new("Thing", name).setValue(box, forKey: "box") }
            try context.save()
            for (box, name) in zip(boxes, ["b", "c", "c", "e"]) { box.setValue(name, forKey: "name") }
            try context.save()
            #expect(try stored() == ["b: 3", "c: 2", "d: 1", "e: 4"])
            #expect(boxes.map { $0.value(forKey: "name") as? String } == ["d", "c", "b", "e"])
        }
    }

    /// An object gives up its name after another context has changed its row.
    @Test(arguments: [NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback])
    func aNameOfARowThatOthersChanged(policy: NSMergePolicy) throws {
        let (context, rival) = (context, store.context())
        nonisolated(unsafe) let policy = policy
        try context.performAndWait {
            context.mergePolicy = policy
            let (photo, film) = (new("Photo", "p"), new("Film", "f"))
            try context.save()
            try rival.performAndWait {
                let films = try rival.fetch(NSFetchRequest<NSManagedObject>(entityName: "Film"))
                films[0].setValue("long", forKey: "length")
                try rival.save()
            }
            photo.setValue("f", forKey: "name")
            film.setValue("new", forKey: "name")
            try context.save()
            // A change that is rolled back as a whole gives up no name.
            let isRolledBack = policy.mergeType == .rollbackMergePolicyType
            #expect(try stored() == (isRolledBack ? ["Film f", "Photo p"] : ["Film new", "Photo f"]))
            #expect(photo.value(forKey: "name") as? String == (isRolledBack ? "p" : "f"))
            #expect(film.value(forKey: "name") as? String == (isRolledBack ? "f" : "new"))
            let isOverwritten = policy.mergeType == .overwriteMergePolicyType
            #expect(film.value(forKey: "length") as? String == (isOverwritten ? nil : "long"))
        }
    }

    @Test func aValueThatIsNotGivenUpIsAConflict() throws {
        let context = context
        try context.performAndWait {
            let boxes = ["a", "b"].map { new("Box", $0) }
            try context.save()
            boxes[0].setValue("b", forKey: "name")
            boxes[1].setValue(nil, forKey: "things")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectConstraintMergeError)
            #expect(try stored() == ["a: ", "b: "])
        }
    }

    /// A box claims the name of another box, which should get a third name. The policy favors the
    /// store, where another context has changed the other box meanwhile.
    @Test(arguments: [NSMergePolicy.mergeByPropertyStoreTrump, .rollback]) func aValueIsNotLostWhereTheStoreIsFavoured(
        policy: NSMergePolicy
    ) throws {
        let context = context
        let rival = store.context()
        nonisolated(unsafe) let policy = policy
        try context.performAndWait {
            context.mergePolicy = policy
            let boxes = ["a", "b", "taken"].map { new("Box", $0) }
            try context.save()
            // The first box claims this name, but the second box cannot get its own claim.
            boxes[0].setValue("b", forKey: "name")
            boxes[1].setValue("taken", forKey: "name")
            try context.save()
            #expect(try stored() == ["a: ", "b: ", "taken: "])

            try rival.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Box")
                request.predicate = NSPredicate(format: "name == 'b'")
                try #require(try rival.fetch(request).first).setValue("theirs", forKey: "name")
                try rival.save()
            }
            boxes[0].setValue("theirs", forKey: "name")
            boxes[1].setValue("mine", forKey: "name")
            try context.save()
            #expect(try stored() == ["a: ", "taken: ", "theirs: "])
        }
    }

    /// Two objects exchange one attribute of a constraint of two attributes, and keep the other
    /// attribute.
    @Test func halfOfAConstraintPasses() throws {
        let place = NSEntityDescription()
        place.name = "Place"
        place.properties = [.text("x"), .text("y")]
        place.uniquenessConstraints = [["x", "y"]]
        let model = NSManagedObjectModel()
        model.entities = [place]
        let store = try TestStore(model: model)
        let (context, other) = (store.context(), store.context())
        try context.performAndWait {
            let places = ["1", "2"].map { x in
                let place = NSEntityDescription.insertNewObject(forEntityName: "Place", into: context)
                place.setValuesForKeys(["x": x, "y": "same"])
                return place
            }
            try context.save()
            for (place, x) in zip(places, ["2", "1"]) { place.setValue(x, forKey: "x") }
            try context.save()
        }
        try other.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Place")
            request.sortDescriptors = [NSSortDescriptor(key: "self", ascending: true)]
            let stored = try other.fetch(request).map { place in
                ["x", "y"].map { place.value(forKey: $0) as? String ?? "nil" }
            }
            #expect(stored == [["2", "same"], ["1", "same"]])
        }
    }

    @Test func aSiblingsValue() throws {
        let context = context
        try context.performAndWait {
            _ = new("Photo", "x")
            try context.save()
            let film = new("Film", "x")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectConstraintMergeError)
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.save()
            #expect(try stored() == ["Film x"] && !film.hasChanges)
        }
    }

    /// Returns a model of cells with two unique attributes.
    private static func cells() -> NSManagedObjectModel {
        let cell = NSEntityDescription()
        cell.name = "Cell"
        cell.properties = [.text("place"), .text("code"), .text("text")]
        cell.uniquenessConstraints = [["place"], ["code"]]
        let model = NSManagedObjectModel()
        model.entities = [cell]
        return model
    }

    /// The nodes of such stores have the values of the rows, not those of the objects.
    @Test(.ownStore, arguments: [StoreUnderTest.binary, .xml])
    func `a file has the values of the last of several new objects with one unique value`(kind: StoreUnderTest) throws {
        let container = try kind.container(Self.cells(), in: store.folder)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            for text in ["first", "second"] {
                let object = NSEntityDescription.insertNewObject(forEntityName: "Cell", into: context)
                object.setValuesForKeys(["code": "a", "text": text])
            }
            try context.save()
        }
        let reader = try #require(try kind.reopened(container, in: store.folder)).newBackgroundContext()
        try reader.performAndWait {
            let found = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Cell"))
            #expect(found.map { $0.value(forKey: "text") as? String } == ["second"])
        }
    }

    /// A new object has the unique values of two rows, which the same save may have written.
    @Test(.ownStore, arguments: StoreUnderTest.withBatches, [false, true])
    func `of the rows whose unique values a new object has, one is left`(kind: StoreUnderTest, isBatch: Bool) throws {
        let container = try kind.container(Self.cells(), in: store.folder)
        let context = container.newBackgroundContext()
        @Sendable func texts() throws -> [String] {
            let other = container.newBackgroundContext()
            return try other.performAndWait {
                try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Cell")).map {
                    $0.value(forKey: "text") as? String ?? "nil"
                }
            }
        }
        @Sendable func values(_ place: String, _ code: String, _ text: String) -> [String: Any] {
            ["place": place, "code": code, "text": text]
        }
        try context.performAndWait {
            func insert(_ values: [String: Any]) -> NSManagedObject {
                let object = NSEntityDescription.insertNewObject(forEntityName: "Cell", into: context)
                object.setValuesForKeys(values)
                return object
            }
            let first = insert(values("1", "a", "first"))
            let second = insert(values("2", "b", "second"))
            try context.save()
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            if isBatch {
                let rows = [values("1", "b", "third"), values("3", "c", "fourth"), values("3", "b", "fifth")]
                let request = NSBatchInsertRequest(entityName: "Cell", objects: rows)
                request.resultType = .count
                let result = try context.execute(request) as? NSBatchInsertResult
                #expect(result?.result as? Int == 1)
                #expect(try texts() == ["fifth"])
                let others = [values("4", "d", "sixth"), values("5", "e", "seventh"), values("4", "e", "eighth")]
                let listing = NSBatchInsertRequest(entityName: "Cell", objects: others)
                listing.resultType = .objectIDs
                let listed = try context.execute(listing) as? NSBatchInsertResult
                let ids = Set(listed?.result as? [NSManagedObjectID] ?? [])
                #expect(try ids.map { try context.existingObject(with: $0).value(forKey: "text") as? String } == ["eighth"])
                return
            }
            // The save writes this row before it deletes it.
            second.setValue("changed", forKey: "text")
            _ = insert(values("1", "b", "third"))
            try context.save()
            #expect(try texts() == ["third"])
            #expect(first.value(forKey: "text") as? String == "third")
            #expect(second.managedObjectContext == nil)
            #expect(!context.hasChanges)

            // The new objects of one save replace each other.
            let others = [insert(values("4", "d", "fourth")), insert(values("5", "e", "fifth"))]
            _ = insert(values("4", "e", "sixth"))
            let reader = container.newBackgroundContext()
            reader.automaticallyMergesChangesFromParent = true
            let merged = Notices(.NSManagedObjectContextDidMergeChangesObjectIDs, of: reader)
            let saved = Notices(.NSManagedObjectContextDidSave, of: context)
            try context.save()
            let inserted = saved.received[0].userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject> ?? []
            #expect(!others.contains { $0.managedObjectContext == nil && inserted.contains($0) })
            #expect(try texts().sorted() == ["sixth", "third"])
            #expect(others.filter { $0.managedObjectContext == context }.count == 1)

            // The queue is serial, so the scheduled merge has run.
            reader.performAndWait {}
            let userInfo = try #require(merged.received.first?.userInfo)
            func ids(_ key: String) -> Set<NSManagedObjectID> { userInfo[key] as? Set<NSManagedObjectID> ?? [] }
            #expect(!ids(NSInsertedObjectIDsKey).isEmpty)
            #expect(ids(NSInsertedObjectIDsKey).isDisjoint(with: ids(NSDeletedObjectIDsKey)))
            #expect(ids(NSUpdatedObjectIDsKey).isDisjoint(with: ids(NSDeletedObjectIDsKey)))
        }
    }

    @Test func aSiblingsValueInABatch() throws {
        let context = context
        try context.performAndWait {
            _ = new("Photo", "x")
            try context.save()
            func insert() throws {
                _ = try context.execute(NSBatchInsertRequest(entityName: "Film", objects: [["name": "x"], ["name": "y"]]))
            }
            context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            try insert()
            #expect(try stored() == ["Film y", "Photo x"])
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try insert()
            #expect(try stored() == ["Film x", "Film y"])
        }
    }
}

extension NSPropertyDescription {
    fileprivate static func text(_ name: String) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.attributeType, attribute.isOptional) = (name, .stringAttributeType, true)
        return attribute
    }
}
