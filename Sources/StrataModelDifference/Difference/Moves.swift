import StrataModelFormat

/// The origin of each property of the new version: the property of the old version whose values
/// objects keep in it.
///
/// An object has the properties of its entity and of all superentities. So a value is kept if an
/// object had the property before and has it now, in whichever entity it is declared. A property
/// that stayed in its entity is found by `Pairing`, one that moved to a superentity or a subentity
/// by its name or renaming identifier along the line of superentities.
struct Moves {
    /// The declaration of a property in the old version.
    struct Origin {
        var entity: EntityElement
        var property: any PropertyElement
    }

    /// An entity of both versions, with its superentities in each.
    private struct Line {
        var before: [EntityElement]
        var after: [EntityElement]
    }

    private let lines: [Line]
    /// The origins of the properties that stayed in their entity, by the new names of both.
    private let stayed: [String: [String: Origin]]
    /// The old names of the properties that stayed in their entity, by the entity's old name. No
    /// other property continues them.
    private let taken: [String: Set<String>]

    init(_ old: ModelElement, _ new: ModelElement, _ entities: Pairing<EntityElement>) throws(ModelFileError) {
        var lines: [Line] = []
        var stayed: [String: [String: Origin]] = [:]
        var taken: [String: Set<String>] = [:]
        for (before, after) in entities.pairs {
            guard let before, let after else { continue }
            lines.append(
                Line(
                    before: [before] + (try old.superentities(of: before)),
                    after: [after] + (try new.superentities(of: after))))
            for (was, now) in Self.pairs(before, after) {
                stayed[after.name, default: [:]][now.name] = Origin(entity: before, property: was)
                taken[before.name, default: []].insert(was.name)
            }
        }
        self.lines = lines
        self.stayed = stayed
        self.taken = taken
    }

    /// Returns the properties that two versions of an entity share. An attribute and a relationship
    /// are never the same property.
    private static func pairs(
        _ before: EntityElement, _ after: EntityElement
    ) -> [(old: any PropertyElement, new: any PropertyElement)] {
        func both(_ pairs: [(old: (some PropertyElement)?, new: (some PropertyElement)?)])
            -> [(old: any PropertyElement, new: any PropertyElement)]
        {
            pairs.compactMap { pair in
                guard let old = pair.old, let new = pair.new else { return nil }
                return (old, new)
            }
        }
        return both(Pairing(before.attributes, after.attributes).pairs)
            + both(Pairing(before.relationships, after.relationships).pairs)
            + both(Pairing(before.fetchedProperties, after.fetchedProperties).pairs)
    }

    /// Returns the declaration in the old version of a property that is new in its entity; nil if
    /// it did not move.
    func origin(of property: any PropertyElement, in entity: EntityElement) -> Origin? {
        for line in lines where line.after.contains(where: { $0.name == entity.name }) {
            if let origin = origin(of: property, in: entity, along: line) { return origin }
        }
        return nil
    }

    /// Returns the origin of a property for the objects of one entity, which may inherit the
    /// property; nil if they did not have it.
    ///
    /// - Parameters:
    ///   - declaring: the entity of the new version that declares the property.
    ///   - entity: the new name of the objects' entity.
    func origin(
        of property: any PropertyElement, in declaring: EntityElement, forObjectsOf entity: String
    ) -> Origin? {
        lines.first { $0.after[0].name == entity }.flatMap { origin(of: property, in: declaring, along: $0) }
    }

    private func origin(of property: any PropertyElement, in entity: EntityElement, along line: Line) -> Origin? {
        if let origin = stayed[entity.name]?[property.name], line.before.contains(where: { $0.name == origin.entity.name }) {
            return origin
        }
        for before in line.before {
            for old in before.properties where Self.isSame(old, property) {
                if taken[before.name]?.contains(old.name) != true, !isClaimed(old, besides: property, along: line) {
                    return Origin(entity: before, property: old)
                }
            }
        }
        return nil
    }

    /// Whether another property of the line names an old one with its renaming identifier, while this
    /// one only has the old one's name.
    private func isClaimed(_ old: any PropertyElement, besides property: any PropertyElement, along line: Line) -> Bool {
        property.earlierName == nil
            && line.after.contains { after in
                after.properties.contains { type(of: $0) == type(of: old) && $0.earlierName == old.name }
            }
    }

    /// Whether a property that was removed from its entity continues in a superentity or subentity.
    func isKept(_ property: any PropertyElement, of entity: EntityElement) -> Bool {
        lines.contains { line in
            line.before.contains { $0.name == entity.name }
                && line.after.contains { after in
                    after.properties.contains { new in
                        guard let origin = origin(of: new, in: after, along: line) else { return false }
                        return origin.entity.name == entity.name && origin.property.name == property.name
                    }
                }
        }
    }

    /// Returns the obstacle to a property that some stored objects lack: it needs a value. Nil if
    /// there is none.
    func newcomerObstacle(of property: any PropertyElement, in entity: EntityElement, _ model: ModelElement) -> Change.Obstacle? {
        let hasNewcomers = lines.contains { line in
            line.before.first?.isAbstract == false && line.after.contains { $0.name == entity.name }
                && origin(of: property, in: entity, along: line) == nil
        }
        return hasNewcomers ? property.newcomerObstacle(in: model) : nil
    }

    private static func isSame(_ old: any PropertyElement, _ new: any PropertyElement) -> Bool {
        type(of: old) == type(of: new) && (old.identity == new.identity || old.name == new.identity)
    }
}
