extension UserInfoElement {
    package var raw: RawElement {
        RawElement(name: "userInfo", fields: fields, children: items + unknown, location: location)
    }
}

extension AttributeElement {
    package var raw: RawElement {
        let children = elements.map(\.raw) + (userInfo.map { [$0.raw] } ?? []) + unknown
        return RawElement(name: "attribute", fields: fields, children: children, location: location)
    }
}

extension RelationshipElement {
    package var raw: RawElement {
        let children = (userInfo.map { [$0.raw] } ?? []) + unknown
        return RawElement(name: "relationship", fields: fields, children: children, location: location)
    }
}

extension FetchRequestElement {
    package var raw: RawElement {
        RawElement(name: "fetchRequest", fields: fields, children: unknown, location: location)
    }
}

extension FetchedPropertyElement {
    package var raw: RawElement {
        let children = (fetchRequest.map { [$0.raw] } ?? []) + (userInfo.map { [$0.raw] } ?? []) + unknown
        return RawElement(name: "fetchedProperty", fields: fields, children: children, location: location)
    }
}

extension FetchIndexElement {
    package var raw: RawElement {
        RawElement(name: "fetchIndex", fields: fields, children: parts.map(\.raw) + unknown, location: location)
    }
}

extension FetchIndexPart {
    package var raw: RawElement {
        RawElement(name: "fetchIndexElement", fields: fields, children: unknown, location: location)
    }
}

extension CompositeElement {
    package var raw: RawElement {
        let children = elements.map(\.raw) + (userInfo.map { [$0.raw] } ?? []) + unknown
        return RawElement(name: tag, fields: fields, children: children, location: location)
    }
}

extension ConfigurationElement {
    package var raw: RawElement {
        RawElement(name: "configuration", fields: fields, children: members + unknown, location: location)
    }
}

extension ModelElement {
    package var raw: RawElement {
        let children =
            entities.map(\.raw) + composites.map(\.raw) + fetchRequests.map(\.raw) + configurations.map(\.raw) + unknown
            + (layout.map { [$0] } ?? [])
        return RawElement(name: "model", fields: fields, children: children, location: location)
    }
}
