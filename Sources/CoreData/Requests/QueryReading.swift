internal import Predicates

/// Finds what a predicate and sorts read, by walking their forms.
struct QueryReading {
    private(set) var reads: QueryReads
    /// Whether something is asked that only objects can answer, even where no relationship is followed.
    private var needsObjects = false
    /// What the variables of the subqueries around stand for, as the relationships that lead there.
    private var variables: [String: [QueryPath.Hop]] = [:]

    init(_ layout: EntityLayout) {
        reads = QueryReads(layout)
    }

    /// Whether bare rows of the query's entity answer all that was read so far.
    var isRowLocal: Bool { !needsObjects && reads.related.isEmpty }

    /// Traps for a name that an entity on the way does not have; throws `InvalidPredicate` for a misplaced collection operator.
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

    /// Returns the relationships that lead to the objects which the expression gives; nil where it gives values.
    @discardableResult
    mutating func read(_ form: ExpressionForm) throws -> [QueryPath.Hop]? {
        switch form {
        case .constant, .symbol, .anyKey: return nil
        case .keyPath(let names): return try read(names, behind: [])
        case .path(.set(_, let left, let right), let names):
            // Either side may give the objects that the path goes on from.
            let (behindLeft, behindRight) = (try read(.path(left, names)), try read(.path(right, names)))
            return behindLeft ?? behindRight
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
            // These give elements of what they are given; all other functions give values.
            let isChoice = [.index, .first, .last, .distinct, .noIndex].contains(function)
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

    /// `valueForKey:` and `valueForKeyPath:` of objects with a constant read like a path.
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

    /// Notes what a path reads that starts at the query's entity or, with `outer`, behind other relationships.
    @discardableResult
    mutating func read(_ path: QueryPath, behind outer: [QueryPath.Hop] = []) -> [QueryPath.Hop]? {
        let hops = outer + path.hops
        switch path.end {
        case .objects:
            if path.hops.last?.isToMany == false { reads.addReference(hops[...]) } else { reads.add(hops[...], slot: nil) }
            return hops
        case .attribute(let slot, _, let rest):
            if !rest.isEmpty { needsObjects = true }
            reads.add(hops[...], slot: slot)
            return nil
        case .operation(_, let inner):
            reads.add(hops[...], slot: nil)
            if let inner { read(inner, behind: hops) }
            return nil
        }
    }
}

extension ExpressionForm {
    /// Whether it gives a collection also where it goes by to-one relationships.
    fileprivate var givesElements: Bool {
        switch self {
        case .subquery, .set: true
        case .path(let base, _): base.givesElements
        case .function(.distinct, let arguments), .function(.noIndex, let arguments): arguments.contains(where: \.givesElements)
        default: false
        }
    }
}
