import StrataModelFormat

extension ModelDifference {
    /// Compares the properties of an entity. An attribute and a relationship are never the same
    /// property: one is removed and the other added.
    mutating func compareProperties(_ before: EntityElement, _ after: EntityElement) throws(ModelFileError) {
        for pair in Pairing(before.attributes, after.attributes).pairs {
            compare(pair.old, pair.new, in: before, after)
        }
        for pair in Pairing(before.relationships, after.relationships).pairs {
            compare(pair.old, pair.new, in: before, after)
        }
        for pair in Pairing(before.fetchedProperties, after.fetchedProperties).pairs {
            compare(pair.old, pair.new, in: before, after)
        }
    }

    mutating func compare(
        _ old: (any PropertyElement)?, _ new: (any PropertyElement)?, in before: EntityElement?, _ after: EntityElement
    ) {
        switch (old, new) {
        case (let old?, let new?):
            compare(
                old, new, subject: "\(after.name).\(new.name)", from: "\(old.name)",
                newcomers: moves.newcomerObstacle(of: new, in: after, self.new))
        case (nil, let new?):
            let subject = "\(after.name).\(new.name)"
            let obstacle = moves.newcomerObstacle(of: new, in: after, self.new)
            if let origin = moves.origin(of: new, in: after) {
                compare(
                    origin.property, new, subject: subject, movedFrom: "\(origin.entity.name).\(origin.property.name)",
                    newcomers: obstacle)
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
    ///
    /// - Parameter newcomers: the obstacle of objects that inherit the property but did not before.
    private mutating func compare(
        _ old: any PropertyElement, _ new: any PropertyElement, subject: String, from oldName: String? = nil,
        movedFrom: String? = nil, newcomers: Change.Obstacle? = nil
    ) {
        var summary: [String] = []
        if let movedFrom { summary.append("moved from \(movedFrom)") }
        if let oldName, oldName != new.name { summary.append("renamed from \(oldName)") }
        summary += PropertyOutline(new.unnamed, in: self.new).differences(from: PropertyOutline(old.unnamed, in: self.old))
        let obstacle = obstacle(from: old, to: new) ?? newcomers
        if !summary.isEmpty || obstacle != nil {
            let text = summary.isEmpty ? "in more objects than before" : summary.joined(separator: "; ")
            changes.append(Change(kind: .changed, subject: subject, summary: text, obstacle: obstacle))
        }
        if let old = old as? AttributeElement, let new = new as? AttributeElement {
            compareElements(of: old, new, subject: subject)
        }
    }

    private func obstacle(from old: any PropertyElement, to new: any PropertyElement) -> Change.Obstacle? {
        if new.isTransient { return nil }
        if old.isTransient { return new.newcomerObstacle(in: self.new) }
        switch (old, new) {
        case (let old as AttributeElement, let new as AttributeElement): return obstacle(from: old, to: new)
        case (let old as RelationshipElement, let new as RelationshipElement): return obstacle(from: old, to: new)
        default: return nil
        }
    }

    private func obstacle(from old: AttributeElement, to new: AttributeElement) -> Change.Obstacle? {
        // The store computes a derived attribute, whatever it held before.
        if new.isDerived { return nil }
        // A lightweight migration converts numeric types into each other (WWDC 2010, session 118).
        if old.type != new.type, !(old.type.isNumber && new.type.isNumber) {
            return Change.Obstacle(
                "No value is converted from \(old.type.rawValue) to \(new.type.rawValue).", isTypeMismatch: true)
        }
        return old.isOptional ? new.newcomerObstacle(in: self.new) : nil
    }

    private func obstacle(from old: RelationshipElement, to new: RelationshipElement) -> Change.Obstacle? {
        if let was = old.destinationEntity, let isNow = new.destinationEntity {
            guard let name = newName(of: was) else {
                return Change.Obstacle("The entity \(was) that it led to is gone.")
            }
            if !isSameLine(name, isNow, in: self.new) {
                return Change.Obstacle("Objects of \(name) cannot become objects of \(isNow).")
            }
        }
        return old.isOptional ? new.newcomerObstacle(in: self.new) : nil
    }

    /// Compares the elements of a composite attribute, unless its composites are compared anyway.
    private mutating func compareElements(of old: AttributeElement, _ new: AttributeElement, subject: String) {
        guard old.type == .composite, new.type == .composite else { return }
        if let before = self.old.composite(of: old), let after = self.new.composite(of: new), old.elements.isEmpty,
            new.elements.isEmpty, composites.pairs.contains(where: { $0.old?.name == before.name && $0.new?.name == after.name })
        {
            return
        }
        compareElements(self.old.elements(of: old), self.new.elements(of: new), of: subject)
    }

    /// Compares the elements of two composites.
    mutating func compare(_ before: CompositeElement?, _ after: CompositeElement?) {
        guard let before, let after else {
            let kind: Change.Kind = after == nil ? .removed : .added
            changes.append(Change(kind: kind, subject: after?.name ?? before?.name ?? "", summary: "composite"))
            return
        }
        compareElements(before.elements, after.elements, of: after.name)
    }

    private mutating func compareElements(_ before: [AttributeElement], _ after: [AttributeElement], of owner: String) {
        let first = changes.count
        // The rows of a composite attribute are not looked at.
        defer { for place in first..<changes.count { changes[place].obstacle?.condition = nil } }
        for (old, new) in Pairing(before, after).pairs {
            if let old, let new {
                compare(old, new, subject: "\(owner).\(new.name)", from: old.name)
            } else if let new {
                let summary = PropertyOutline(new, in: self.new).summary
                changes.append(
                    Change(
                        kind: .added, subject: "\(owner).\(new.name)", summary: summary,
                        obstacle: new.newcomerObstacle(in: self.new)))
            } else if let old {
                let summary = PropertyOutline(old, in: self.old).summary
                changes.append(Change(kind: .removed, subject: "\(owner).\(old.name)", summary: summary))
            }
        }
    }
}

extension PropertyElement {
    /// The reason why existing objects cannot get this property; nil if they can.
    func newcomerObstacle(in model: ModelElement) -> Change.Obstacle? {
        if isOptional || isTransient { return nil }
        switch self {
        case let attribute as AttributeElement:
            if attribute.defaultValue != nil || attribute.isDerived { return nil }
            let elements = attribute.type == .composite ? model.elements(of: attribute) : []
            let hasRequiredElement = elements.contains { $0.newcomerObstacle(in: model) != nil }
            // A composite attribute without a value in any element has none itself.
            if attribute.type == .composite, !hasRequiredElement, attribute.hasDefault(in: model) { return nil }
            return Change.Obstacle(
                "Stored objects have no value for it. Give it a default or make it optional.", isMissingValue: true,
                unless: hasRequiredElement || (attribute.type == .composite && elements.isEmpty)
                    ? nil : "Needs a value in each stored object. If one may have none, give it a default or make it optional.")
        case let relationship as RelationshipElement:
            if relationship.isToMany { return nil }
            return Change.Obstacle(
                "Stored objects have nothing at its other end. Make it optional.", isMissingValue: true,
                unless: "Needs an object at its other end for each stored object. If one may have none, make it optional.")
        default:
            return nil
        }
    }
}

extension AttributeElement {
    /// Whether objects get a value by the model, at least in one element of a composite attribute.
    fileprivate func hasDefault(in model: ModelElement, depth: Int = 0) -> Bool {
        guard type == .composite else { return defaultValue != nil || isDerived }
        // The composites of a file that was not checked may contain each other.
        guard depth < 16 else { return false }
        return defaultValueString != nil || model.elements(of: self).contains { $0.hasDefault(in: model, depth: depth + 1) }
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
