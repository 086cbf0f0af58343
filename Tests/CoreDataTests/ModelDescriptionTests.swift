import CoreData
import Foundation
import Testing

/// The description classes: what they start with, how they hang together, copying and equality.
@Suite(.eachStore) struct ModelDescriptionTests {
    /// Animal, with Dog and Cat below it; an owner has many animals.
    private static func animals() -> NSManagedObjectModel {
        let (animal, dog, cat, owner) = (
            NSEntityDescription(), NSEntityDescription(), NSEntityDescription(), NSEntityDescription()
        )
        (animal.name, dog.name, cat.name, owner.name) = ("Animal", "Dog", "Cat", "Owner")
        let ownerOfAnimal = NSRelationshipDescription()
        ownerOfAnimal.name = "owner"
        ownerOfAnimal.maxCount = 1
        let animalsOfOwner = NSRelationshipDescription()
        animalsOfOwner.name = "animals"
        ownerOfAnimal.destinationEntity = owner
        animalsOfOwner.destinationEntity = animal
        ownerOfAnimal.inverseRelationship = animalsOfOwner
        animalsOfOwner.inverseRelationship = ownerOfAnimal
        animal.properties = [NSManagedObjectModel.attribute("name", .string), ownerOfAnimal]
        dog.properties = [NSManagedObjectModel.attribute("breed", .string)]
        owner.properties = [animalsOfOwner]
        animal.subentities = [dog, cat]
        let model = NSManagedObjectModel()
        model.entities = [animal, dog, cat, owner]
        return model
    }

    @Test func `an entity described in code takes its class by the description of the class`() throws {
        let model = NSManagedObjectModel.quakes()
        model.entities[0].managedObjectClassName = LoudQuake.self.description()
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        #expect(LoudQuake.description() == "CoreDataTests.LoudQuake")
        context.performAndWait {
            let entity = model.entities[0].name ?? ""
            #expect(NSEntityDescription.insertNewObject(forEntityName: entity, into: context) is LoudQuake)
        }
    }

    @Test func startsAsApplesDo() {
        let entity = NSEntityDescription()
        #expect(entity.name == nil)
        #expect(entity.managedObjectClassName == "NSManagedObject")
        #expect(!entity.isAbstract)
        let attribute = NSAttributeDescription()
        #expect(attribute.isOptional)
        #expect(!attribute.isTransient)
        #expect(attribute.attributeType == .undefinedAttributeType)
        #expect(attribute.attributeValueClassName == nil)
        attribute.type = .decimal
        #expect(attribute.attributeValueClassName == "NSDecimalNumber")
        let relationship = NSRelationshipDescription()
        #expect((relationship.minCount, relationship.maxCount) == (0, 0))
        #expect(relationship.isToMany)
        #expect(relationship.deleteRule == .nullifyDeleteRule)
        #expect(NSCompositeAttributeDescription().type == .composite)
    }

    @Test func anUnsetRenamingIdentifierIsTheName() {
        let attribute = NSManagedObjectModel.attribute("time", .date)
        #expect(attribute.renamingIdentifier == "time")
        attribute.renamingIdentifier = "when"
        #expect(attribute.renamingIdentifier == "when")
        attribute.renamingIdentifier = nil
        #expect(attribute.renamingIdentifier == "time")
    }

    @Test func anEntityHasItsSuperentitysPropertiesFirst() throws {
        let model = Self.animals()
        let entities = model.entitiesByName
        let dog = try #require(entities["Dog"])
        #expect(dog.properties.map(\.name) == ["name", "owner", "breed"])
        #expect(dog.superentity === entities["Animal"])
        #expect(dog.attributesByName["name"]?.entity === entities["Animal"])
        #expect(entities["Animal"]?.subentitiesByName.keys.sorted() == ["Cat", "Dog"])
        #expect(dog.isKindOf(entity: try #require(entities["Animal"])))
        #expect(!dog.isKindOf(entity: try #require(entities["Cat"])))
    }

    @Test func addingAPropertyBelowLeavesInheritedOnesAbove() throws {
        let model = Self.animals()
        let dog = try #require(model.entitiesByName["Dog"])
        dog.properties += [NSManagedObjectModel.attribute("age", .integer16)]
        #expect(dog.properties.map(\.name) == ["name", "owner", "breed", "age"])
        #expect(model.entitiesByName["Animal"]?.properties.map(\.name) == ["name", "owner"])
    }

    @Test func anEntityHasOneSuperentity() throws {
        let model = Self.animals()
        let entities = model.entitiesByName
        let (dog, cat, animal) = try (#require(entities["Dog"]), #require(entities["Cat"]), #require(entities["Animal"]))
        cat.subentities = [dog]
        #expect(dog.superentity === cat)
        #expect(animal.subentities == [cat])
        cat.subentities = []
        #expect(dog.superentity == nil)
    }

    @Test func aCycleOfEntitiesIsRefused() async {
        await #expect(processExitsWith: .failure) {
            let (above, below) = (NSEntityDescription(), NSEntityDescription())
            above.subentities = [below]
            below.subentities = [above]
        }
    }

    @Test func aPropertyBelongsToOneEntity() async {
        await #expect(processExitsWith: .failure) {
            let (one, other) = (NSEntityDescription(), NSEntityDescription())
            one.properties = [NSManagedObjectModel.attribute("a", .string)]
            other.properties = one.properties
        }
    }

    @Test func relationshipsAreFoundByDestination() throws {
        let model = Self.animals()
        let entities = model.entitiesByName
        let dog = try #require(entities["Dog"])
        #expect(dog.relationships(forDestination: try #require(entities["Owner"])).map(\.name) == ["owner"])
        #expect(dog.relationships(forDestination: dog).isEmpty)
    }

    @Test func aCopyIsEqualAndRefersToItself() throws {
        let model = Self.animals()
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(copy == model)
        #expect(copy.hash == model.hash)
        for entity in copy.entities {
            #expect(entity.managedObjectModel === copy)
            for relationship in entity.relationshipsByName.values {
                #expect(relationship.destinationEntity?.managedObjectModel === copy)
                #expect(relationship.inverseRelationship?.inverseRelationship === relationship)
            }
        }
        #expect(copy.entitiesByName["Dog"]?.superentity === copy.entitiesByName["Animal"])
    }

    @Test func aCopyOfAUsedModelCanBeChanged() throws {
        let model = Self.quakes()
        _ = NSPersistentStoreCoordinator(managedObjectModel: model)
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        let code = try #require(copy.entitiesByName["Quake"]?.attributesByName["code"])
        code.isOptional = false
        #expect(copy != model)
    }

    private static func quakes() -> NSManagedObjectModel { .quakes() }

    @Test func aUsedModelCannotBeChanged() async {
        await #expect(processExitsWith: .failure) {
            let model = NSManagedObjectModel.quakes()
            _ = NSPersistentStoreCoordinator(managedObjectModel: model)
            model.entities[0].properties[0].isOptional = false
        }
    }

    @Test(
        arguments: [
            { $0.entitiesByName["Animal"]?.isAbstract = true },
            { $0.entitiesByName["Dog"]?.managedObjectClassName = "Dog" },
            { $0.entitiesByName["Dog"]?.userInfo = ["a": "b"] },
            { $0.entitiesByName["Dog"]?.attributesByName["breed"]?.defaultValue = "none" },
            { $0.entitiesByName["Animal"]?.relationshipsByName["owner"]?.deleteRule = .denyDeleteRule },
            { $0.entitiesByName["Animal"]?.relationshipsByName["owner"]?.inverseRelationship = nil },
            { $0.entitiesByName["Animal"]?.uniquenessConstraints = [["name"]] },
            { $0.entitiesByName["Animal"]?.subentities.removeLast() },
            { $0.setEntities([], forConfigurationName: "Empty") },
            { $0.setFetchRequestTemplate(NSFetchRequest(entityName: "Dog"), forName: "dogs") },
        ] as [@Sendable (NSManagedObjectModel) -> Void])
    func whatDiffersIsNotEqual(change: @Sendable (NSManagedObjectModel) -> Void) {
        let (model, changed) = (Self.animals(), Self.animals())
        #expect(model == changed)
        change(changed)
        #expect(model != changed)
    }

    @Test func aDefaultIsComparedAsItsTypeSeesIt() {
        let (left, right) = (NSManagedObjectModel.attribute("n", .integer16), NSManagedObjectModel.attribute("n", .integer16))
        left.defaultValue = 3
        right.defaultValue = NSNumber(value: 3)
        #expect(left == right)
        right.defaultValue = 4
        #expect(left != right)
    }

    @Test func configurationsHoldTheirEntities() throws {
        let model = Self.animals()
        let owner = try #require(model.entitiesByName["Owner"])
        model.setEntities([owner], forConfigurationName: "People")
        #expect(model.configurations == ["People"])
        #expect(model.entities(forConfigurationName: "People") == [owner])
        #expect(model.entities(forConfigurationName: nil)?.count == 4)
        #expect(model.entities(forConfigurationName: "Places") == nil)
    }

    @Test func aTemplateGetsItsVariables() throws {
        let model = Self.animals()
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Dog")
        request.predicate = NSPredicate(format: "breed == $breed")
        request.fetchLimit = 5
        model.setFetchRequestTemplate(request, forName: "byBreed")
        let made = try #require(model.fetchRequestFromTemplate(withName: "byBreed", substitutionVariables: ["breed": "Terrier"]))
        #expect(made.predicate == NSPredicate(format: "breed == 'Terrier'"))
        #expect(made.fetchLimit == 5)
        #expect(model.fetchRequestTemplate(forName: "byBreed")?.predicate == NSPredicate(format: "breed == $breed"))
        #expect(model.fetchRequestFromTemplate(withName: "other", substitutionVariables: [:]) == nil)
    }

    @Test func mergingTakesEachEntityOnce() throws {
        let (first, second) = (Self.animals(), NSManagedObjectModel.quakes())
        let merged = try #require(NSManagedObjectModel(byMerging: [first, second, Self.animals()]))
        #expect(merged.entities.compactMap(\.name).sorted() == ["Animal", "Cat", "Dog", "Owner", "Quake"])
        #expect(merged.entitiesByName["Dog"]?.superentity === merged.entitiesByName["Animal"])
        #expect(merged.entitiesByName["Dog"] == first.entitiesByName["Dog"])
    }

    @Test func `merging no models gives an empty model`() throws {
        let merged = try #require(NSManagedObjectModel(byMerging: []))
        #expect(merged.entities.isEmpty)
        #expect(merged.configurations.isEmpty)
    }

    @Test func mergingRefusesTwoKindsOfOneName() async {
        await #expect(processExitsWith: .failure) {
            let other = NSManagedObjectModel.quakes()
            other.entities[0].isAbstract = true
            _ = NSManagedObjectModel(byMerging: [.quakes(), other])
        }
    }
}
