import CoreData
import Foundation

/// The objects of a sample model in one context. Fills the store, and then makes unsaved changes.
struct SampleGraph {
    let context: NSManagedObjectContext
    private let concrete: [NSEntityDescription]
    /// All objects that are not deleted.
    private(set) var objects: [NSManagedObject]
    private var dice: Dice

    /// Reads the objects in the context's store.
    init(of context: NSManagedObjectContext, _ entities: [NSEntityDescription], seed: UInt64) throws {
        self.context = context
        dice = Dice(seed: seed)
        concrete = entities.filter { !$0.isAbstract }
        objects = try entities.filter { $0.superentity == nil }.flatMap { entity in
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity.name ?? ""))
        }
    }

    /// Returns the objects of an entity and of its subentities.
    func objects(of entity: NSEntityDescription) -> [NSManagedObject] { objects.filter { $0.entity.isKindOf(entity: entity) } }

    mutating func fill() {
        for entity in concrete { for _ in 0..<dice.int(14...22) { insert(entity) } }
        for object in objects { relate(object) }
    }

    /// Makes random changes of every kind, and does not save them.
    mutating func edit() {
        for _ in 0..<dice.int(1...8) {
            switch dice.int(0...5) {
            case 0:
                insert(dice.pick(concrete))
                if let object = objects.last, dice.flag() { relate(object) }
            case 1: delete()
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

    /// Deletes an object that cannot be the destination of a relationship without an inverse. Such
    /// a relationship keeps the deleted object in memory, while a fetch ignores it.
    private mutating func delete() {
        let oneWay = concrete.flatMap { $0.relationships { $0.inverseRelationship == nil } }.compactMap(\.destinationEntity?.root)
        let places = objects.indices.filter { place in !oneWay.contains { $0 === objects[place].entity.root } }
        if let place = dice.pickIfAny(places) { context.delete(objects.remove(at: place)) }
    }

    private mutating func insert(_ entity: NSEntityDescription) {
        let object = NSManagedObject(entity: entity, insertInto: context)
        for attribute in entity.attributes { set(attribute, of: object) }
        objects.append(object)
    }

    private mutating func set(_ attribute: NSAttributeDescription, of object: NSManagedObject) {
        object.setValue(value(of: attribute), forKey: attribute.name)
    }

    private mutating func value(of attribute: NSAttributeDescription) -> Any? {
        if attribute.isOptional && dice.once(in: 5) { return nil }
        guard let composite = attribute as? NSCompositeAttributeDescription else {
            return SampleValues.value(attribute.attributeType, isWild: attribute.isWild, &dice)
        }
        var values: [String: Any] = [:]
        for element in composite.elements { values[element.name] = value(of: element) }
        return values
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
