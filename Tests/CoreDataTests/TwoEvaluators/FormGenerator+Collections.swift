import CoreData
import StrataPredicates

// Forms over to-many relationships.
extension FormGenerator {
    /// Returns a to-many relationship, reached through at most two to-one relationships.
    mutating func members(isOrdered: Bool = false) -> (root: Root, step: Step, isOrdered: Bool)? {
        let root = root()
        let step = walk(([], root.entity), atMost: 2)
        let relationships = step.entity.relationships { $0.isToMany && ($0.isOrdered || !isOrdered) }
        guard let relationship = dice.pickIfAny(relationships), let destination = relationship.destinationEntity else {
            return nil
        }
        return (root, (step.names + [relationship.name], destination), relationship.isOrdered)
    }

    /// Returns the values of an attribute in all members, or in the objects that the members refer
    /// to.
    mutating func collected(_ kind: Kind, isTame: Bool = false) -> ExpressionForm? {
        guard let (root, first, _) = members() else { return nil }
        let step = walk(first, atMost: 1)
        return attribute(of: step.entity, kind, isTame: isTame).map { root.reading(step.names + $0) }
    }

    /// Returns the same through a second to-many relationship.
    mutating func collectedTwice(_ kind: Kind) -> ExpressionForm? {
        guard let (root, first, _) = members() else { return nil }
        guard let second = dice.pickIfAny(first.entity.relationships { $0.isToMany }), let destination = second.destinationEntity
        else { return nil }
        return attribute(of: destination, kind).map { root.reading(first.names + [second.name] + $0) }
    }

    /// Returns members, some of the time those of members.
    mutating func membersAtAnyDepth() -> (root: Root, step: Step)? {
        guard let (root, first, _) = members() else { return nil }
        guard dice.once(in: 6), let second = dice.pickIfAny(first.entity.relationships { $0.isToMany }),
            let destination = second.destinationEntity
        else { return (root, first) }
        return (root, (first.names + [second.name], destination))
    }

    /// Returns a comparison with ANY, ALL or NONE.
    mutating func elements(_ depth: Int) -> PredicateForm? {
        let kind = dice.pick(Kind.allCases)
        guard let left = dice.once(in: 6) ? collectedTwice(kind) : collected(kind) else { return nil }
        var comparison = Comparison(
            dice.pick([.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]), dice.flag() ? .any : .all)
        var right = dice.once(in: 4) ? scalar(kind, depth) : constant(kind)
        switch dice.int(0...5) {
        case 0:
            comparison.kind = .in
            right = .constant(.list((0..<dice.int(0...4)).compactMap { _ in constant(kind).constant }))
        case 1:
            comparison.kind = .between
            right = .aggregate([constant(kind), constant(kind)])
        case 2 where kind == .text:
            comparison.kind = dice.pick([.contains, .beginsWith, .endsWith, .like, .matches])
            (comparison.caseInsensitive, comparison.diacriticInsensitive) = (dice.flag(), dice.once(in: 3))
            if comparison.kind == .matches { right = constant(dice.pick(SampleValues.expressions)) }
            if comparison.kind == .like { right = constant(dice.pick(SampleValues.likePatterns)) }
        case 3 where dice.flag(): right = .constant(.null)
        default: break
        }
        let form = PredicateForm.comparison(left, comparison, right)
        return dice.once(in: 4) ? .not(form) : form
    }

    /// Returns a comparison of a count, a sum or another aggregate with a number.
    mutating func aggregated(_ depth: Int) -> PredicateForm? {
        if dice.once(in: 20), let values = collected(.number, isTame: true) {
            // The rounding of a standard deviation depends on the order of its values, so that it
            // is compared with a number that it cannot equal.
            return .comparison(
                .function(.stddev, [values]), Comparison(dice.flag() ? .less : .greater),
                constant(Double(dice.int(0...4)) + 0.7311))
        }
        guard let number = dice.flag() ? sized(depth) : aggregate(depth) else { return nil }
        let kind: Comparison.Kind = dice.pick([.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
        return dice.once(in: 5)
            ? .comparison(scalar(.number, 0), Comparison(kind), number)
            : .comparison(number, Comparison(kind), dice.once(in: 4) ? scalar(.number, depth) : constant(dice.int(0...4)))
    }

    /// Returns an expression for the number of members.
    mutating func sized(_ depth: Int) -> ExpressionForm? {
        if dice.once(in: 10), let (base, step) = argument(),
            let relationship = dice.pickIfAny(step.entity.relationships({ $0.isToMany }))
        {
            return .path(base, step.names + [relationship.name, "@count"])
        }
        guard let (root, step, isOrdered) = members() else { return nil }
        let collection = root.reading(step.names)
        switch dice.int(0...6) {
        case 0: return .function(.count, [collection])
        case 1 where isOrdered: return .function(.index, [collection, .symbol(.size)])
        case 2:
            guard let leaf = dice.pickIfAny(step.entity.leaves) else { return nil }
            return .function(
                .count, [root.reading(step.names + [dice.pick(["@distinctUnionOfObjects", "@unionOfObjects"])] + leaf.names)])
        case 3 where depth > 0: return subquery(depth - 1).map { .path($0.form, ["@count"]) }
        default: return root.reading(step.names + ["@count"])
        }
    }

    /// Returns an expression for an aggregate: a sum, an average, a minimum, a maximum or the like.
    mutating func aggregate(_ depth: Int) -> ExpressionForm? {
        if dice.once(in: 5) {
            return .function(
                dice.pick([.sum, .average, .min, .max, .count, .median]),
                [.aggregate((0..<dice.int(1...3)).map { _ in dice.flag() ? constant(dice.int(-4...4)) : tameAttribute() })])
        }
        guard let (root, first, _) = members() else { return nil }
        let step = walk(first, atMost: 1)
        guard let attribute = attribute(of: step.entity, .number, isTame: true) else { return nil }
        switch dice.int(0...5) {
        case 0: return .function(dice.pick([.sum, .average, .min, .max, .median]), [root.reading(step.names + attribute)])
        case 1 where depth > 0:
            guard let (form, entity) = subquery(depth - 1), let names = self.attribute(of: entity, .number, isTame: true)
            else { return nil }
            return .path(form, [dice.pick(["@sum", "@avg", "@min", "@max"])] + names)
        default:
            let rest = step.names.dropFirst(first.names.count) + attribute
            return root.reading(first.names + [dice.pick(["@sum", "@avg", "@min", "@max"])] + rest)
        }
    }

    private mutating func tameAttribute() -> ExpressionForm {
        let root = root()
        return attribute(of: root.entity, .number, isTame: true).map { root.reading($0) } ?? constant(1)
    }

    // MARK: Subqueries

    mutating func subquery(_ depth: Int) -> (form: ExpressionForm, entity: NSEntityDescription)? {
        guard roots.count < 4, let (root, step) = dice.once(in: 6) ? single() : membersAtAnyDepth() else {
            return nil
        }
        let variable = ["x", "y", "z"][roots.count - 1]
        roots.append(Root(variable: variable, entity: step.entity))
        defer { roots.removeLast() }
        return (.subquery(root.reading(step.names), variable: variable, predicate(depth: depth)), step.entity)
    }

    /// Returns a to-one relationship, reached through at most two others.
    private mutating func single() -> (root: Root, step: Step)? {
        let root = root()
        let step = walk(([], root.entity), atMost: 2)
        guard let relationship = dice.pickIfAny(step.entity.relationships { !$0.isToMany }),
            let destination = relationship.destinationEntity
        else { return nil }
        return (root, (step.names + [relationship.name], destination))
    }

    mutating func subqueries(_ depth: Int) -> PredicateForm? {
        guard let (form, entity) = subquery(max(depth - 1, 0)) else { return nil }
        let ordering: Comparison.Kind = dice.pick([.equal, .notEqual, .less, .greater])
        let kind = dice.pick(Kind.allCases)
        switch dice.int(0...5) {
        case 0:
            guard let attribute = attribute(of: entity, kind) else { return nil }
            return .comparison(.path(form, attribute), Comparison(ordering, dice.flag() ? .any : .all), constant(kind))
        case 1:
            guard let attribute = attribute(of: entity, kind) else { return nil }
            return .comparison(scalar(kind, 0), Comparison(.in), .path(form, attribute))
        case 2: return .comparison(.function(.count, [form]), Comparison(ordering), constant(dice.int(0...3)))
        default: return .comparison(.path(form, ["@count"]), Comparison(ordering), constant(dice.int(0...3)))
        }
    }
}

extension ExpressionForm {
    fileprivate var constant: Value? {
        if case .constant(let value) = self { value } else { nil }
    }
}
