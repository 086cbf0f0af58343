import StrataModelFormat

/// Fetch requests, fetched properties and configurations, which name entities.
extension ModelChecker {
    mutating func checkFetchRequests() {
        for request in model.fetchRequests {
            check(request, "The fetch request \(request.name)", kind: .fetchRequest)
            if request.name.isEmpty {
                error(.fetchRequest, request, "A fetch request has no name")
            }
        }
    }

    mutating func check(_ property: FetchedPropertyElement, of entity: EntityElement) {
        let path = "\(entity.name).\(property.name)"
        guard let request = property.fetchRequest else {
            error(.property, property, "\(path) does not have a fetch request")
            return
        }
        check(request, path, kind: .property)
        if request.predicateString?.isEmpty ?? true {
            warn(.property, property, "\(path) has no predicate and fetches every \(request.entity ?? "object")")
        }
    }

    private mutating func check(_ request: FetchRequestElement, _ title: String, kind: Kind) {
        guard let name = request.entity, !name.isEmpty else {
            error(kind, request, "\(title) does not have an entity to fetch")
            return
        }
        if model.entity(named: name) == nil {
            error(kind, request, "\(title) fetches the entity “\(name)”, which is not in the model")
        }
        checkPredicate(request.predicateString, kind, at: request.location, of: title)
    }

    mutating func checkConfigurations() {
        for configuration in model.configurations {
            for member in configuration.members {
                let name = member.fields["name"] ?? ""
                guard model.entity(named: name) == nil else { continue }
                let message = "\(configuration.name) has the entity “\(name)”, which is not in the model"
                report(.error, .configuration, at: member.location, message)
            }
        }
    }
}
