import CoreData
import Foundation

/// The objects of a sample model in one context: fills the store, and changes what was saved without saving.
struct SampleGraph {
    let context: NSManagedObjectContext
    private let concrete: [NSEntityDescription]
    /// All objects that are not deleted.
    private(set) var objects: [NSManagedObject]
    private var dice: Dice

    /// Reads the objects that the context's store has.
    init(of context: NSManagedObjectContext, _ entities: [NSEntityDescription], seed: UInt64) throws {
        self.context = context
        dice = Dice(seed: seed)
        concrete = entities.filter { !$0.isAbstract }
        objects = try entities.filter { $0.superentity == nil }.flatMap { entity in
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity.name ?? ""))
        }
    }

    /// The objects of an entity, its subentities' among them.
    func objects(of entity: NSEntityDescription) -> [NSManagedObject] { objects.filter { $0.entity.isKindOf(entity: entity) } }

    mutating func fill() {
        for entity in concrete { for _ in 0..<dice.int(14...22) { insert(entity) } }
        for object in objects { relate(object) }
    }

    /// Makes some changes of every kind that a context keeps until it is saved.
    mutating func edit() {
        for _ in 0..<dice.int(1...8) {
            switch dice.int(0...5) {
            case 0:
                insert(dice.pick(concrete))
                if let object = objects.last, dice.flag() { relate(object) }
            case 1 where objects.count > 10:
                context.delete(objects.remove(at: dice.int(0...(objects.count - 1))))
            case 2, 3:
                let object = dice.pick(objects)
                if let relationship = dice.pickIfAny(object.entity.relationships { _ in true }) {
                    relate(object, by: relationship)
                }
            default:
                let object = dice.pick(objects)
                set(dice.pick(object.entity.attributes), of: object)
            }
        }
        context.processPendingChanges()
    }

    private mutating func insert(_ entity: NSEntityDescription) {
        let object = NSManagedObject(entity: entity, insertInto: context)
        for attribute in entity.attributes { set(attribute, of: object) }
        objects.append(object)
    }

    private mutating func set(_ attribute: NSAttributeDescription, of object: NSManagedObject) {
        let isNil = attribute.isOptional && dice.once(in: 5)
        let value = isNil ? nil : SampleValues.value(attribute.attributeType, isWild: attribute.isWild, &dice)
        object.setValue(value, forKey: attribute.name)
    }

    private mutating func relate(_ object: NSManagedObject) {
        for relationship in object.entity.relationships({ _ in true }) where !dice.once(in: 4) {
            relate(object, by: relationship)
        }
    }

    private mutating func relate(_ object: NSManagedObject, by relationship: NSRelationshipDescription) {
        guard let destination = relationship.destinationEntity else { return }
        let candidates = objects(of: destination)
        let members = dice.some(candidates, 0...4)
        let value: Any? =
            relationship.isOrdered
            ? NSOrderedSet(array: members) : relationship.isToMany ? NSSet(array: members) : members.first
        object.setValue(value, forKey: relationship.name)
    }
}
