/// A builder of accessors from the declarations in the sources and the models.
struct AccessorBuilder {
    let resolver: TypeResolver
    let carrier: TypeCarrier
    let models: ModelIndex
    /// The differences between the members' declarations and the models.
    private(set) var warnings: [Problem] = []
    /// The classes of the members so far, by path; nil for a class that is not managed.
    private var owners: [[String]: TypeDeclaration?] = [:]
    /// The missing classes of destinations that were reported. Several properties may have the
    /// same.
    private var missingClasses: Set<String> = []
    /// The classes that were reported because their properties are generated too.
    private var generatedTwice: Set<[String]> = []

    init(resolver: TypeResolver, carrier: TypeCarrier, models: ModelIndex) {
        self.resolver = resolver
        self.carrier = carrier
        self.models = models
    }

    /// Returns the accessors of all members that can have them.
    ///
    /// - Parameter problems: Receives the problems of the other members. A problem of a class is
    ///   reported once, at its first member.
    mutating func accessors(of members: [ManagedMember], _ problems: inout [Problem]) -> [Accessor] {
        var accessors: [Accessor] = []
        for member in members {
            guard let owner = owner(of: member, &problems) else { continue }
            do throws(Problem) {
                if let accessor = try accessor(of: member, in: owner) { accessors.append(accessor) }
            } catch {
                problems.append(error)
            }
        }
        return accessors
    }

    /// Returns the managed class that declares a member; nil if it is not managed, which is
    /// reported once.
    private mutating func owner(of member: ManagedMember, _ problems: inout [Problem]) -> TypeDeclaration? {
        if let known = owners[member.container] { return known }
        var owner: TypeDeclaration?
        do throws(Problem) {
            owner = try managedClass(of: member)
        } catch {
            problems.append(error)
        }
        owners.updateValue(owner, forKey: member.container)
        return owner
    }

    private func managedClass(of member: ManagedMember) throws(Problem) -> TypeDeclaration {
        let title = member.title
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
        return owner
    }

    /// Returns a member's accessor; nil if its problem was already reported at another member.
    ///
    /// - Throws: `Problem` if the member cannot have accessors.
    private mutating func accessor(of member: ManagedMember, in owner: TypeDeclaration) throws(Problem) -> Accessor? {
        let scope = TypeResolver.Scope(module: resolver.app.name, path: member.container)
        let uses = models.uses(of: owner)
        let check = PropertyCheck(resolver: resolver, models: models)
        switch member.kind {
        case .property(let type):
            if let problem = GeneratedTwice.problem(of: member, uses) {
                guard generatedTwice.insert(member.container).inserted else { return nil }
                throw problem
            }
            let carried = try carrier.carry(type, in: scope, at: member.place)
            let (place, missing) = check.place(of: member, named: member.name, uses)
            if let missing { warnings.append(missing) }
            for use in uses {
                if let (name, problem) = check.missingClass(carried, of: member, as: place.name, in: use) {
                    guard missingClasses.insert(name).inserted else { return nil }
                    throw problem
                }
                guard let mismatch = check.mismatch(carried, of: member, as: place.name, in: use) else { continue }
                warnings.append(mismatch.problem)
                if mismatch.isOfObjects { return Accessor(member: member, place: place, body: .trap(mismatch.problem.message)) }
            }
            return Accessor(member: member, place: place, body: .property(carried))
        case .function(let parameters, let returns):
            guard returns == nil, let (method, relationship) = CollectionMethod.read(member.name, labels: parameters.map(\.label))
            else { return unknownFunction(member) }
            var carried: [CarriedType] = []
            for parameter in parameters { carried.append(try carrier.carry(parameter.type, in: scope, at: member.place)) }
            let names = [relationship.prefix(1).lowercased() + relationship.dropFirst(), relationship]
            let known = names.first { name in uses.contains { $0.property(named: name) != nil } }
            let (place, missing) = check.place(of: member, named: known ?? names[0], uses)
            if let missing { warnings.append(missing) }
            guard AccessorWriter.call(method, carried, place) != nil else { return unknownFunction(member) }
            return Accessor(member: member, place: place, body: .method(method, carried))
        }
    }

    /// Returns an accessor that traps, for a function that no relationship has, and warns about it:
    /// the app builds, but a call of the function traps.
    private mutating func unknownFunction(_ member: ManagedMember) -> Accessor {
        let problem = Problem(at: member.place, severity: .warning, AccessorWriter.unknownFunction(member.title))
        warnings.append(problem)
        return Accessor(
            member: member, place: PropertyPlace(name: member.name, slot: 0, isPrimitive: false), body: .trap(problem.message))
    }
}
