import CoreData
import Foundation
import Testing

/// Unique values that pass from one object to another, and those that a hierarchy shares.
@Suite struct UniqueValuesTests {
    /// Boxes with things, unique by name; photos and films, which are media, unique by theirs.
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

    /// The names of boxes with those of their things, and of photos and films.
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

    @Test(arguments: [NSMergePolicy.error, .mergeByPropertyObjectTrump, .overwrite]) func namesGoRound(policy: NSMergePolicy)
        throws
    {
        let context = context
        nonisolated(unsafe) let policy = policy
        try context.performAndWait {
            context.mergePolicy = policy
            let boxes = ["a", "b", "c", "d"].map { new("Box", $0) }
            for (box, name) in zip(boxes, ["1", "2", "3", "4"]) { new("Thing", name).setValue(box, forKey: "box") }
            try context.save()
            // The first three in a circle; the last makes way for nobody.
            for (box, name) in zip(boxes, ["b", "c", "a"]) { box.setValue(name, forKey: "name") }
            try context.save()
            #expect(try stored() == ["a: 3", "b: 1", "c: 2", "d: 4"])
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

    /// A box wants the name of another, which shall get a third; but the store's state is favoured, and there the other changed meanwhile.
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
            // Wanted by the first, but the second does not get its own wish.
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

    /// Of a constraint of two attributes only the one that its object writes is given up.
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
