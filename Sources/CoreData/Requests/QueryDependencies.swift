internal import StrataPredicates

/// A collector of the properties that a predicate, sorts and a section path read.
///
/// `reads` becomes a tree of relationships: for `category.name == "Seismic" AND magnitude > 5` it
/// has the slots `category` and `magnitude` of the query's entity and, behind `category`, the slot
/// `name`.
struct QueryDependencies {
    private(set) var reads: QueryReads
    /// Whether some part, such as a block, needs objects even if it follows no relationship.
    private var needsObjects = false
    /// The relationships that lead to the values of the enclosing subqueries' variables.
    private var variables: [String: [QueryPath.Hop]] = [:]

    init(_ layout: EntityLayout) {
        reads = QueryReads(layout)
    }

    /// Whether rows of the query's entity have all values that the forms read so far need.
    var isRowLocal: Bool { !needsObjects && reads.related.isEmpty }

    /// Adds the properties that a predicate reads. Traps for an unknown name. Throws
    /// `InvalidPredicate` for a misplaced collection operator.
    mutating func read(_ form: PredicateForm) throws {
        switch form {
        case .always: break
        case .block: needsObjects = true
        case .and(let forms), .or(let forms): for form in forms { try read(form) }
        case .not(let form): try read(form)
        case .comparison(let left, _, let right):
            try read(left)
            try read(right)
        }
    }

    /// Adds the properties that an expression reads. Returns the relationships that lead to the
    /// expression's objects; nil if its values are not objects.
    @discardableResult
    mutating func read(_ form: ExpressionForm) throws -> [QueryPath.Hop]? {
        switch form {
        case .constant, .symbol, .anyKey: return nil
        case .keyPath(let names): return try read(names, behind: [])
        case .path(.set(_, let left, let right), let names):
            // Either side may contribute the objects that the path continues from.
            let (behindLeft, behindRight) = (try read(.path(left, names)), try read(.path(right, names)))
            return behindLeft ?? behindRight
        case .path(.function(.asKind, let arguments), let names):
            return try read(names, ofCast: arguments)
        case .path(let base, let names):
            guard let hops = try read(base) else { return nil }
            needsObjects = true
            return try read(names, behind: hops, isOfMany: base.givesElements)
        case .variable(let name): return variables[name]
        case .assignment(let name, let value):
            variables[name] = try read(value)
            return variables[name]
        case .function(let function, let arguments):
            let given = try arguments.map { try read($0) }
            if function == .isKind || function == .asKind {
                // Rows do not know the entity of the object that they refer to, nor whether it was
                // deleted.
                needsObjects = true
                if let hops = given.first ?? nil { reads.add(hops[...], slot: nil) }
            }
            // These functions return elements of their argument. All others return plain values.
            let isChoice = [.index, .first, .last, .distinct, .noIndex, .asKind].contains(function)
            return isChoice ? given.first ?? nil : nil
        case .message(let target, let selector, let arguments):
            return try read(selector, to: target, arguments)
        case .aggregate(let elements):
            for element in elements { try read(element) }
            return nil
        case .subquery(let collection, let variable, let predicate):
            let hops = try read(collection)
            let outer = variables[variable]
            variables[variable] = hops
            try read(predicate)
            variables[variable] = outer
            return hops
        case .set(_, let left, let right):
            let (left, right) = (try read(left), try read(right))
            return left ?? right
        case .conditional(let predicate, let yes, let no):
            try read(predicate)
            let (yes, no) = (try read(yes), try read(no))
            return yes ?? no
        case .fetch(let request, let context, _):
            try read(request)
            try read(context)
            return nil
        case .block(_, let arguments):
            needsObjects = true
            for argument in arguments { try read(argument) }
            return nil
        }
    }

    /// Reads a message. `valueForKey:` and `valueForKeyPath:` with a constant key read like a key
    /// path.
    private mutating func read(
        _ selector: String, to target: ExpressionForm, _ arguments: [ExpressionForm]
    ) throws -> [QueryPath.Hop]? {
        let hops = try read(target)
        guard let hops, case .constant(let path)? = arguments.first, let names = path.text else {
            for argument in arguments { try read(argument) }
            return nil
        }
        needsObjects = true
        return try read(names.split(separator: ".").map(String.init), behind: hops)
    }

    @discardableResult
    private mutating func read(
        _ names: [String], behind outer: [QueryPath.Hop], isOfMany: Bool = false
    ) throws -> [QueryPath.Hop]? {
        let layout = outer.last?.destination ?? reads.layout
        return read(try layout.path(names, isOfMany: isOfMany || outer.contains(where: \.isToMany)), behind: outer)
    }

    /// Reads a key path that continues from an object as one of a subentity.
    private mutating func read(_ names: [String], ofCast arguments: [ExpressionForm]) throws -> [QueryPath.Hop]? {
        needsObjects = true
        let hops = try read(arguments[0])
        guard let hops, case .constant(.string(let name)) = arguments[1],
            let layout = (hops.last?.destination ?? reads.layout).kind(named: name)
        else { return nil }
        return read(try layout.path(names), behind: hops)
    }

    /// Adds the properties that a path reads. The path starts at the query's entity or at the end
    /// of `outer`.
    @discardableResult
    mutating func read(_ path: QueryPath, behind outer: [QueryPath.Hop] = []) -> [QueryPath.Hop]? {
        let hops = outer + path.hops
        // A row of another entity has no slot for the property.
        if path.readsSubentities { needsObjects = true }
        switch path.end {
        case .objects:
            if path.hops.last?.isToMany == false { reads.addReference(hops[...]) } else { reads.add(hops[...], slot: nil) }
            return hops
        case .attribute(let slot, _, let rest):
            if !rest.isEmpty { needsObjects = true }
            let owner = hops.last?.destination ?? reads.layout
            if owner.isKind(of: path.destination) {
                reads.add(hops[...], slot: slot)
            } else {
                reads.add(hops[...], slot: nil)
                reads.addSubentities(hops[...])
            }
            return nil
        case .operation(_, let inner):
            reads.add(hops[...], slot: nil)
            if let inner { read(inner, behind: hops) }
            return nil
        }
    }
}

extension ExpressionForm {
    /// Whether the value is a collection even if all relationships are to-one.
    fileprivate var givesElements: Bool {
        switch self {
        case .subquery, .set: true
        case .path(let base, _): base.givesElements
        case .function(.distinct, let arguments), .function(.noIndex, let arguments): arguments.contains(where: \.givesElements)
        default: false
        }
    }
}
