import StrataModelFormat

/// Properties that moved to a superentity or a subentity and keep their values.
///
/// An object has the properties of its entity and of all superentities. So a value is kept if an
/// object had the property before and has it now, in whichever entity it is declared.
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

    init(_ difference: ModelDifference) throws(ModelFileError) {
        var lines: [Line] = []
        for (before, after) in difference.entities.pairs {
            guard let before, let after else { continue }
            lines.append(
                Line(
                    before: [before] + (try difference.old.superentities(of: before)),
                    after: [after] + (try difference.new.superentities(of: after))))
        }
        self.lines = lines
    }

    /// Returns the declaration in the old version of a property that is new in its entity; nil if
    /// it did not move.
    func origin(of property: any PropertyElement, in entity: EntityElement) -> Origin? {
        for line in lines where line.after.contains(where: { $0.name == entity.name }) {
            if let origin = Self.find(property, in: line.before) { return origin }
        }
        return nil
    }

    /// Whether a property that was removed from its entity continues in a superentity or subentity.
    func isKept(_ property: any PropertyElement, of entity: EntityElement) -> Bool {
        lines.contains { line in
            line.before.contains { $0.name == entity.name }
                && line.after.contains { $0.properties.contains { Self.isSame(property, $0) } }
        }
    }

    /// Returns the obstacle to a property that is new in its entity: some stored objects lack it,
    /// and it needs a value. Nil if there is none.
    func newcomerObstacle(of property: any PropertyElement, in entity: EntityElement) -> String? {
        let hasNewcomers = lines.contains { line in
            line.before.first?.isAbstract == false && line.after.contains { $0.name == entity.name }
                && Self.find(property, in: line.before) == nil
        }
        return hasNewcomers ? property.newcomerObstacle : nil
    }

    private static func find(_ property: any PropertyElement, in entities: [EntityElement]) -> Origin? {
        for entity in entities {
            if let old = entity.properties.first(where: { isSame($0, property) }) { return Origin(entity: entity, property: old) }
        }
        return nil
    }

    private static func isSame(_ old: any PropertyElement, _ new: any PropertyElement) -> Bool {
        type(of: old) == type(of: new) && (old.identity == new.identity || old.name == new.identity)
    }
}
