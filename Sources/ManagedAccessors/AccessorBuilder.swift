/// Brings together what sources and models say about a managed member.
struct AccessorBuilder {
    let resolver: TypeResolver
    let carrier: TypeCarrier
    let models: ModelIndex

    /// - Throws: `Problem` where the member can have no accessors.
    func accessor(of member: ManagedMember) throws(Problem) -> Accessor {
        let scope = TypeResolver.Scope(module: resolver.app.name, path: member.container)
        let title = (member.container + [member.name]).joined(separator: ".")
        guard let name = member.container.last,
            let owner = resolver.declaration(of: member.container, in: TypeResolver.Scope(module: resolver.app.name, path: []))
        else {
            throw Problem(
                at: member.place, "\(title) is @NSManaged, but no source of this target or its dependencies declares its class.")
        }
        guard !owner.isGeneric, resolver.isManaged(owner) else {
            throw Problem(
                at: member.place,
                "\(title) is @NSManaged, but \(name) is no subclass of NSManagedObject\(owner.isGeneric ? " without type parameters" : "")."
            )
        }
        let uses = models.uses(of: owner)
        let check = PropertyCheck(resolver: resolver, models: models)
        switch member.kind {
        case .property(let type):
            let carried = try carrier.carry(type, in: scope, at: member.place)
            let place = try check.place(of: member, named: member.name, uses)
            for use in uses { try check.check(carried, of: member, as: place.name, in: use) }
            return Accessor(member: member, place: place, body: .property(carried))
        case .function(let parameters, let returns):
            guard returns == nil, let (method, relationship) = CollectionMethod.read(member.name, labels: parameters.map(\.label))
            else {
                throw Problem(at: member.place, AccessorWriter.unknownFunction(title))
            }
            var carried: [CarriedType] = []
            for parameter in parameters { carried.append(try carrier.carry(parameter.type, in: scope, at: member.place)) }
            let names = [relationship.prefix(1).lowercased() + relationship.dropFirst(), relationship]
            let known = names.first { name in uses.contains { $0.property(named: name) != nil } }
            let place = try check.place(of: member, named: known ?? names[0], uses)
            return Accessor(member: member, place: place, body: .method(method, carried))
        }
    }
}
