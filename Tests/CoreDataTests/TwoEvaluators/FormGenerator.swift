import CoreData
import StrataPredicates

/// A generator of random predicates over the whole grammar. They fit a model, since the generator
/// knows the type at the end of each key path.
struct FormGenerator {
    /// The start of a key path: the evaluated object, or the variable of an enclosing subquery.
    struct Root {
        let variable: String?
        let entity: NSEntityDescription

        func reading(_ names: [String]) -> ExpressionForm {
            guard let variable else { return .keyPath(names) }
            return names.isEmpty ? .variable(variable) : .path(.variable(variable), names)
        }
    }

    /// A kind of values that can be compared with one another.
    enum Kind: CaseIterable {
        case number, text, date, data

        init(_ type: NSAttributeType) {
            switch type {
            case .stringAttributeType, .URIAttributeType: self = .text
            case .dateAttributeType: self = .date
            case .binaryDataAttributeType, .UUIDAttributeType: self = .data
            default: self = .number
            }
        }
    }

    typealias Step = (names: [String], entity: NSEntityDescription)
    typealias Comparison = PredicateForm.Comparison

    let graph: SampleGraph
    var dice: Dice
    var roots: [Root]
    /// Whether key paths may end in attributes that only subentities have.
    var readsSubentities = false

    init(for entity: NSEntityDescription, _ graph: SampleGraph, seed: UInt64) {
        self.graph = graph
        dice = Dice(seed: seed)
        roots = [Root(variable: nil, entity: entity)]
    }

    mutating func predicate(depth: Int) -> PredicateForm {
        switch dice.int(0...9) {
        case 0 where depth > 0: return .not(predicate(depth: depth - 1))
        case 1 where depth > 0: return .and(predicates(depth: depth - 1))
        case 2 where depth > 0: return .or(predicates(depth: depth - 1))
        case 3 where dice.once(in: 10): return .always(dice.flag())
        default: break
        }
        // A comparison for which the entity has no properties is replaced by another one.
        while true {
            if let comparison = comparison(depth: depth) { return comparison }
        }
    }

    private mutating func predicates(depth: Int) -> [PredicateForm] {
        (0..<dice.int(2...3)).map { _ in predicate(depth: depth) }
    }

    private mutating func comparison(depth: Int) -> PredicateForm? {
        switch dice.int(0...99) {
        case 0..<30: scalars(depth)
        case 30..<44: texts(depth)
        case 44..<50: nils(depth)
        case 50..<56: membership(depth)
        case 56..<60: range(depth)
        case 60..<72: elements(depth)
        case 72..<80: aggregated(depth)
        case 80..<86: subqueries(depth)
        case 86..<92: objects()
        case 92..<94: sets()
        case 94..<97: indexed()
        case 97..<99: nonsense(depth)
        default: exotic()
        }
    }

    // MARK: Comparisons of single values

    private mutating func scalars(_ depth: Int) -> PredicateForm? {
        let kind = dice.pick(Kind.allCases)
        guard let left = attribute(kind) else { return nil }
        let computed = depth > 0 && dice.once(in: 2) ? scalar(kind, depth - 1) : left
        return sides(computed, ordering(), dice.flag() ? constant(kind) : scalar(kind, depth - 1))
    }

    /// Returns a comparison of two expressions, in either order.
    private mutating func sides(_ a: ExpressionForm, _ comparison: Comparison, _ b: ExpressionForm) -> PredicateForm {
        dice.once(in: 4) ? .comparison(b, comparison, a) : .comparison(a, comparison, b)
    }

    private mutating func ordering() -> Comparison {
        let kind: Comparison.Kind = dice.pick([.equal, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
        let folds = dice.once(in: 6)
        return Comparison(kind, caseInsensitive: folds && dice.flag(), diacriticInsensitive: folds)
    }

    private mutating func texts(_ depth: Int) -> PredicateForm? {
        guard let left = attribute(.text) else { return nil }
        let text = dice.once(in: 3) ? scalar(.text, depth) : left
        var comparison = Comparison(dice.pick([.contains, .beginsWith, .endsWith, .like, .matches]))
        comparison.caseInsensitive = dice.once(in: 3)
        comparison.diacriticInsensitive = dice.once(in: 3)
        comparison.normalized = dice.once(in: 20)
        switch comparison.kind {
        case .matches: return .comparison(text, comparison, .constant(.string(dice.pick(SampleValues.expressions))))
        case .like where !dice.once(in: 6):
            return .comparison(text, comparison, .constant(.string(dice.pick(SampleValues.likePatterns))))
        case .contains where dice.once(in: 5):
            comparison.kind = .in
            return .comparison(dice.once(in: 6) ? scalar(.text, depth) : constant(.text), comparison, text)
        default: return .comparison(text, comparison, dice.once(in: 4) ? scalar(.text, depth) : constant(.text))
        }
    }

    private mutating func nils(_ depth: Int) -> PredicateForm? {
        let value =
            dice.flag() ? attribute(dice.pick(Kind.allCases)) : dice.flag() ? toOne() : scalar(dice.pick(Kind.allCases), depth)
        guard let value else { return nil }
        let comparison = dice.once(in: 5) ? ordering() : Comparison(dice.flag() ? .equal : .notEqual)
        return sides(value, comparison, .constant(.null))
    }

    private mutating func membership(_ depth: Int) -> PredicateForm? {
        let kind = dice.pick(Kind.allCases)
        guard let value = dice.once(in: 3) ? scalar(kind, depth) : attribute(kind) else { return nil }
        var comparison = Comparison(.in)
        if kind == .text { (comparison.caseInsensitive, comparison.diacriticInsensitive) = (dice.once(in: 4), dice.once(in: 4)) }
        switch dice.int(0...6) {
        case 0:
            guard let collection = dice.once(in: 6) ? collectedTwice(kind) : collected(kind) else { return nil }
            return .comparison(value, comparison, collection)
        case 1:
            guard let collection = dice.once(in: 6) ? collectedTwice(kind) : collected(kind) else { return nil }
            comparison.kind = .contains
            return .comparison(collection, comparison, value)
        case 2:
            return .comparison(value, comparison, .aggregate((0..<dice.int(1...3)).map { _ in scalar(kind, 0) }))
        case 3:
            comparison.kind = .contains
            return .comparison(list(of: kind, dice.int(0...4)), comparison, value)
        default:
            return .comparison(value, comparison, list(of: kind, dice.once(in: 30) ? 1500 : dice.int(0...5)))
        }
    }

    /// Returns a list of constants, some of which are nil.
    private mutating func list(of kind: Kind, _ count: Int) -> ExpressionForm {
        .constant(
            .list(
                (0..<count).map { _ in
                    guard case .constant(let value) = constant(kind), !dice.once(in: 12) else { return .null }
                    return value
                }))
    }

    private mutating func range(_ depth: Int) -> PredicateForm? {
        let kind = dice.pick(Kind.allCases)
        guard let value = dice.once(in: 3) ? scalar(kind, depth) : attribute(kind) else { return nil }
        let bounds = dice.once(in: 3) ? ExpressionForm.aggregate([scalar(kind, 0), scalar(kind, 0)]) : list(of: kind, 2)
        return .comparison(value, Comparison(.between), bounds)
    }

    /// Returns a comparison of values of kinds that are picked at random. SQL must not compare
    /// unrelated kinds either.
    private mutating func nonsense(_ depth: Int) -> PredicateForm? {
        let (a, b) = (dice.pick(Kind.allCases), dice.pick(Kind.allCases))
        return .comparison(scalar(a, depth), ordering(), scalar(b, 0))
    }

    // MARK: Key paths

    /// Returns the root of a key path. Usually the innermost variable, since the outer ones are
    /// constants within its subquery.
    mutating func root() -> Root { dice.once(in: 4) ? dice.pick(roots) : roots[roots.count - 1] }

    /// Follows at most `steps` to-one relationships.
    mutating func walk(_ start: Step, atMost steps: Int) -> Step {
        var step = start
        for _ in 0..<steps where dice.once(in: 3) {
            guard let next = dice.pickIfAny(step.entity.relationships { !$0.isToMany }), let destination = next.destinationEntity
            else { break }
            step = (step.names + [next.name], destination)
        }
        return step
    }

    /// Returns a key path to an attribute of a kind, along up to three to-one relationships.
    mutating func attribute(_ kind: Kind) -> ExpressionForm? {
        let root = root()
        let step = walk(([], root.entity), atMost: 3)
        return attribute(of: step.entity, kind).map { root.reading(step.names + $0) }
    }

    mutating func attribute(of entity: NSEntityDescription, _ kind: Kind, isTame: Bool = false) -> [String]? {
        let leaves = readsSubentities ? entity.leavesOfSubentities : entity.leaves
        return dice.pickIfAny(leaves.filter { Kind($0.type) == kind && !(isTame && $0.isWild) })?.names
    }

    /// Returns an attribute that an object of the entity has, whatever its own entity.
    mutating func ownAttribute(of entity: NSEntityDescription, _ kind: Kind) -> [String]? {
        dice.pickIfAny(entity.leaves.filter { Kind($0.type) == kind })?.names
    }

    mutating func toOne() -> ExpressionForm? {
        let root = root()
        let step = walk(([], root.entity), atMost: 2)
        return dice.pickIfAny(step.entity.relationships { !$0.isToMany }).map { root.reading(step.names + [$0.name]) }
    }
}
