extension EntityElement {
    package var raw: RawElement {
        var children = attributes.map(\.raw) + relationships.map(\.raw) + fetchedProperties.map(\.raw) + fetchIndexes.map(\.raw)
        children += container("compoundIndexes", of: compoundIndexes.map { $0.raw(as: "compoundIndex", of: "index") })
        children += container(
            "uniquenessConstraints", of: uniquenessConstraints.map { $0.raw(as: "uniquenessConstraint", of: "constraint") })
        if let userInfo { children.append(userInfo.raw) }
        return RawElement(name: "entity", fields: fields, children: children + unknown, location: location)
    }

    private func container(_ name: String, of children: [RawElement]) -> [RawElement] {
        children.isEmpty ? [] : [RawElement(name: name, children: children)]
    }
}

extension PropertyListElement {
    package var raw: RawElement {
        raw(as: "uniquenessConstraint", of: "constraint")
    }

    /// Returns the list as XML. The two kinds of list differ only in the names of their elements.
    fileprivate func raw(as name: String, of item: String) -> RawElement {
        let named = items.map { RawElement(name: item, fields: $0.fields, children: $0.children, location: $0.location) }
        return RawElement(name: name, fields: fields, children: named + unknown, location: location)
    }
}
