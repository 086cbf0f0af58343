import StrataModelFormat

extension ModelDifference {
    /// Compares the properties of an entity. An attribute and a relationship are never the same
    /// property: one is removed and the other added.
    mutating func compareProperties(_ before: EntityElement, _ after: EntityElement, _ moves: Moves) throws(ModelFileError) {
        for pair in Pairing(before.attributes, after.attributes).pairs {
            compare(pair.old, pair.new, in: before, after, moves)
        }
        for pair in Pairing(before.relationships, after.relationships).pairs {
            compare(pair.old, pair.new, in: before, after, moves)
        }
        for pair in Pairing(before.fetchedProperties, after.fetchedProperties).pairs {
            compare(pair.old, pair.new, in: before, after, moves)
        }
    }

    mutating func compare(
        _ old: (any PropertyElement)?, _ new: (any PropertyElement)?, in before: EntityElement?, _ after: EntityElement,
        _ moves: Moves
    ) {
        switch (old, new) {
        case (let old?, let new?):
            compare(old, new, subject: "\(after.name).\(new.name)", from: "\(old.name)")
        case (nil, let new?):
            let subject = "\(after.name).\(new.name)"
            let obstacle = moves.newcomerObstacle(of: new, in: after)
            if let origin = moves.origin(of: new, in: after) {
                compare(origin.property, new, subject: subject, movedFrom: "\(origin.entity.name).\(origin.property.name)")
                changes[changes.count - 1].obstacle = changes[changes.count - 1].obstacle ?? obstacle
            } else if before != nil {
                let summary = PropertyOutline(new, in: self.new).summary
                changes.append(Change(kind: .added, subject: subject, summary: summary, obstacle: obstacle))
            }
        case (let old?, nil):
            guard let before, !moves.isKept(old, of: before) else { return }
            changes.append(
                Change(kind: .removed, subject: "\(after.name).\(old.name)", summary: PropertyOutline(old, in: self.old).summary))
        case (nil, nil):
            break
        }
    }

    /// Compares a property with its earlier version.
    private mutating func compare(
        _ old: any PropertyElement, _ new: any PropertyElement, subject: String, from oldName: String? = nil,
        movedFrom: String? = nil
    ) {
        var summary: [String] = []
        if let movedFrom { summary.append("moved from \(movedFrom)") }
        if let oldName, oldName != new.name { summary.append("renamed from \(oldName)") }
        summary += PropertyOutline(new.unnamed, in: self.new).differences(from: PropertyOutline(old.unnamed, in: self.old))
        guard !summary.isEmpty else { return }
        let obstacle = obstacle(from: old, to: new)
        changes.append(Change(kind: .changed, subject: subject, summary: summary.joined(separator: "; "), obstacle: obstacle))
    }

    private func obstacle(from old: any PropertyElement, to new: any PropertyElement) -> String? {
        if new.isTransient { return nil }
        if old.isTransient { return new.newcomerObstacle }
        switch (old, new) {
        case (let old as AttributeElement, let new as AttributeElement): return Self.obstacle(from: old, to: new)
        case (let old as RelationshipElement, let new as RelationshipElement): return obstacle(from: old, to: new)
        default: return nil
        }
    }

    private static func obstacle(from old: AttributeElement, to new: AttributeElement) -> String? {
        // A lightweight migration converts numeric types into each other (WWDC 2010, session 118).
        if old.type != new.type, !(old.type.isNumber && new.type.isNumber) {
            return "No value is converted from \(old.type.rawValue) to \(new.type.rawValue)."
        }
        return old.isOptional ? new.newcomerObstacle : nil
    }

    private func obstacle(from old: RelationshipElement, to new: RelationshipElement) -> String? {
        if let was = old.destinationEntity, let isNow = new.destinationEntity {
            guard let name = newName(of: was) else {
                return "The entity \(was) that it led to is gone."
            }
            if !isSameLine(name, isNow, in: self.new) {
                return "Objects of \(name) cannot become objects of \(isNow)."
            }
        }
        return old.isOptional ? new.newcomerObstacle : nil
    }

    /// Compares the elements of two composites.
    mutating func compare(_ before: CompositeElement?, _ after: CompositeElement?) {
        guard let before, let after else {
            let kind: Change.Kind = after == nil ? .removed : .added
            changes.append(Change(kind: kind, subject: after?.name ?? before?.name ?? "", summary: "composite"))
            return
        }
        for (old, new) in Pairing(before.elements, after.elements).pairs {
            if let old, let new {
                compare(old, new, subject: "\(after.name).\(new.name)", from: old.name)
            } else if let new {
                let summary = PropertyOutline(new, in: self.new).summary
                changes.append(
                    Change(kind: .added, subject: "\(after.name).\(new.name)", summary: summary, obstacle: new.newcomerObstacle))
            } else if let old {
                let summary = PropertyOutline(old, in: self.old).summary
                changes.append(Change(kind: .removed, subject: "\(after.name).\(old.name)", summary: summary))
            }
        }
    }
}

extension PropertyElement {
    /// The reason why existing objects cannot get this property; nil if they can.
    var newcomerObstacle: String? {
        if isOptional || isTransient { return nil }
        switch self {
        case let attribute as AttributeElement:
            let hasValue = attribute.defaultValue != nil || attribute.isDerived
            return hasValue ? nil : "Stored objects have no value for it. Give it a default or make it optional."
        case let relationship as RelationshipElement:
            return relationship.isToMany ? nil : "Stored objects have nothing at its other end. Make it optional."
        default:
            return nil
        }
    }
}

extension AttributeType {
    /// Whether the type is numeric. Booleans are not, although they are stored as numbers.
    fileprivate var isNumber: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .decimal, .double, .float: true
        default: false
        }
    }
}
