import CoreData
import Foundation
import StrataTestSupport

/// The content that a store has to have: an independent copy of its objects, by the identities of
/// entities and properties instead of their names.
struct RandomWorld: Equatable {
    struct Key: Hashable {
        let entity: Int
        let primaryKey: Int64
    }

    struct Pair: Hashable {
        let owner: Key
        let member: Key
    }

    /// The number that each attribute's value stands for, by the identity of the attribute; none
    /// for nil.
    var values: [Key: [Int: Int]] = [:]
    /// The owners and members of each relationship, by its identity.
    var pairs: [Int: Set<Pair>] = [:]

    init() {}

    // MARK: Reading

    /// Reads the store of a context.
    init(_ schema: RandomSchema, in context: NSManagedObjectContext) throws {
        let identities = Dictionary(uniqueKeysWithValues: schema.entities.map { ($0.name, $0.id) })
        func key(_ object: NSManagedObject) -> Key {
            Key(entity: identities[object.entity.name ?? ""] ?? 0, primaryKey: object.objectID.primaryKey ?? 0)
        }
        for entity in schema.entities {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity.name)
            let objects = try context.fetch(request)
            let attributes = entity.attributes.map { ($0.name, $0.id) }
            for object in objects {
                let key = key(object)
                for (name, id) in attributes {
                    values[key, default: [:]][id] = object.value(forKey: name).map(Self.number)
                }
                // An entity without attributes has objects, too.
                if values[key] == nil { values[key] = [:] }
            }
            for relationship in entity.relationships {
                var found: Set<Pair> = []
                for object in objects {
                    let value = object.value(forKey: relationship.name)
                    let members =
                        (value as? Set<NSManagedObject>).map(Array.init) ?? (value as? NSManagedObject).map { [$0] } ?? []
                    for member in members { found.insert(Pair(owner: key(object), member: key(member))) }
                }
                pairs[relationship.id] = found
            }
        }
    }

    /// The number that a value stands for.
    private static func number(_ value: Any) -> Int {
        switch value {
        case let text as String: Int(text) ?? -1
        case let date as Date: Int(date.timeIntervalSinceReferenceDate)
        case let bool as Bool where value is Bool && !(value is NSNumber): bool ? 1 : 0
        case let number as NSNumber: number.intValue
        default: -1
        }
    }

    // MARK: Migrating

    /// Returns what is left, and what is added, if a store of one schema is migrated to another.
    func migrated(from old: RandomSchema, to new: RandomSchema) -> RandomWorld {
        var world = RandomWorld()
        for (entity, keys) in Dictionary(grouping: values.keys, by: \.entity) {
            guard new.entities.contains(where: { $0.id == entity }) else { continue }
            let had = Dictionary(
                old.line(entity).flatMap(\.attributes).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            let attributes = new.line(entity).flatMap(\.attributes).map { attribute in
                // The default value as it is read back: a Boolean is 1 for an even number.
                let given = attribute.defaultValue.map { Self.number(RandomSchema.value($0, attribute.type)) }
                let was = had[attribute.id]
                let isRequired = was.map { $0.isOptional && !attribute.isOptional } ?? true
                return (id: attribute.id, isKept: was != nil, missing: isRequired ? given : nil)
            }
            for key in keys {
                var migrated: [Int: Int] = [:]
                for attribute in attributes {
                    migrated[attribute.id] = (attribute.isKept ? values[key]?[attribute.id] : nil) ?? attribute.missing
                }
                world.values[key] = migrated
            }
        }
        for relationship in new.entities.flatMap(\.relationships) {
            // Pairs whose owner or member has no entity any more are gone.
            world.pairs[relationship.id] = (pairs[relationship.id] ?? []).filter {
                world.values[$0.owner] != nil && world.values[$0.member] != nil
            }
        }
        return world
    }

    // MARK: Comparing

    /// Returns sentences about what differs in a store.
    func differences(in found: RandomWorld, _ schema: RandomSchema) -> [String] {
        if found == self { return [] }
        let names = schema.names
        var sentences: [String] = []
        for (key, wanted) in values {
            guard let stored = found.values[key] else {
                sentences.append("\(names[key.entity] ?? "") \(key.primaryKey) is gone")
                continue
            }
            for id in Set(wanted.keys).union(stored.keys) where wanted[id] != stored[id] {
                sentences.append(
                    "\(names[key.entity] ?? "").\(names[id] ?? "") of \(key.primaryKey) is \(stored[id] as Any), not \(wanted[id] as Any)"
                )
            }
        }
        for key in found.values.keys where values[key] == nil {
            sentences.append("\(names[key.entity] ?? "") \(key.primaryKey) was not there")
        }
        for (id, wanted) in pairs where found.pairs[id] != wanted {
            sentences.append("\(names[id] ?? ""): \(found.pairs[id]?.count ?? 0) pairs, not \(wanted.count)")
        }
        return sentences
    }
}

extension RandomSchema {
    /// Inserts random objects with random members, and saves them.
    ///
    /// - Parameter rows: How many objects an entity gets.
    func fill(_ context: NSManagedObjectContext, rows: ClosedRange<Int>, _ random: inout SeededGenerator) throws {
        var objects: [(object: NSManagedObject, kinds: Set<Int>)] = []
        for entity in entities where !entity.isAbstract {
            let line = line(entity.id)
            for _ in 0..<Int.random(in: rows, using: &random) {
                let object = context.insert(entity.name)
                for attribute in line.flatMap(\.attributes) {
                    let number = Int.random(in: 0..<1000, using: &random)
                    let isNil = attribute.isOptional && number % 4 == 0
                    object.setValue(isNil ? nil : Self.value(number, attribute.type), forKey: attribute.name)
                }
                objects.append((object, Set(line.map(\.id))))
            }
        }
        for entity in entities {
            for relationship in entity.relationships {
                let members = objects.filter { $0.kinds.contains(relationship.destination) }
                for (owner, kinds) in objects where kinds.contains(entity.id) {
                    guard let member = members.randomElement(using: &random)?.object else { continue }
                    if relationship.isToMany {
                        owner.mutableSetValue(forKey: relationship.name).add(member)
                    } else {
                        owner.setValue(member, forKey: relationship.name)
                    }
                }
            }
        }
        try context.save()
    }
}
