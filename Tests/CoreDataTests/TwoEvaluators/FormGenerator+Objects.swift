import CoreData
import StrataPredicates

// Expressions of objects and of collections of objects.
extension FormGenerator {
    /// Returns an expression whose value is an object, and the object's entity.
    private mutating func object() -> (form: ExpressionForm, entity: NSEntityDescription) {
        let root = root()
        let step = walk(([], root.entity), atMost: 3)
        return (root.reading(step.names + (dice.once(in: 6) ? ["objectID"] : [])), step.entity)
    }

    /// Returns an object or its ID as a constant, sometimes of an entity that cannot match.
    private mutating func constantObject(_ entity: NSEntityDescription, isMeant: Bool = false) -> ExpressionForm {
        let candidates = !isMeant && dice.once(in: 12) ? graph.objects : graph.objects(of: entity.root)
        guard let object = dice.pickIfAny(candidates) else { return .constant(.null) }
        return dice.flag() ? constant(object) : constant(object.objectID)
    }

    private mutating func constantObjects(_ entity: NSEntityDescription, areMeant: Bool = false) -> ExpressionForm {
        let values = (0..<dice.int(0...6)).compactMap { _ -> Value? in
            if case .constant(let value) = constantObject(entity, isMeant: areMeant) { value } else { nil }
        }
        return .constant(.list(values))
    }

    /// Returns an object as an argument, and a key path of to-one relationships from it:
    /// `%@.category`.
    mutating func argument() -> (base: ExpressionForm, step: Step)? {
        guard let object = dice.pickIfAny(graph.objects) else { return nil }
        return (.constant(.opaque(OpaqueValue(object))), walk(([], object.entity), atMost: 2))
    }

    /// Returns a comparison of an object with the destination of an argument's relationship.
    private mutating func relatedToArgument(_ equality: Comparison) -> PredicateForm? {
        let (left, entity) = object()
        guard let (base, step) = argument(), let relationship = dice.pickIfAny(step.entity.relationships({ _ in true })),
            relationship.destinationEntity?.root === entity.root
        else { return nil }
        let names = step.names + [relationship.name]
        return .comparison(left, relationship.isToMany ? Comparison(.in) : equality, .path(base, names))
    }

    mutating func objects() -> PredicateForm? {
        let equality = Comparison(dice.flag() ? .equal : .notEqual)
        if dice.once(in: 5), let form = relatedToArgument(equality) { return form }
        switch dice.int(0...6) {
        case 0, 1:
            let (left, entity) = object()
            return .comparison(left, equality, constantObject(entity))
        case 2:
            let (left, entity) = object()
            return .comparison(left, Comparison(.in), constantObjects(entity))
        case 3:
            let ((left, entity), (right, other)) = (object(), object())
            return entity.root === other.root ? .comparison(left, equality, right) : nil
        case 4:
            guard let (root, step) = membersAtAnyDepth() else { return nil }
            let member = dice.flag() ? constantObject(step.entity) : member(of: step.entity)
            return member.map { .comparison($0, Comparison(.in), root.reading(step.names)) }
        case 5:
            guard let (root, step) = membersAtAnyDepth() else { return nil }
            let member = dice.flag() ? constantObject(step.entity) : member(of: step.entity)
            return member.map { .comparison(root.reading(step.names), Comparison(.contains), $0) }
        default:
            guard let (root, step, _) = members() else { return nil }
            let modifier: Comparison.Modifier = dice.flag() ? .any : .all
            return dice.flag()
                ? .comparison(root.reading(step.names), Comparison(equality.kind, modifier), constantObject(step.entity))
                : .comparison(root.reading(step.names), Comparison(.in, modifier), constantObjects(step.entity))
        }
    }

    /// Returns an expression whose value can be a member of a collection of the entity.
    private mutating func member(of entity: NSEntityDescription) -> ExpressionForm? {
        let (form, other) = object()
        return entity.root === other.root ? form : nil
    }

    /// Returns a predicate with UNION, INTERSECT or MINUS of collections of objects.
    mutating func sets() -> PredicateForm? {
        guard let (root, step, _) = members(), let (otherRoot, other, _) = members(), step.entity.root === other.entity.root
        else { return nil }
        let right = dice.once(in: 3) ? constantObjects(step.entity, areMeant: true) : otherRoot.reading(other.names)
        let set = ExpressionForm.set(dice.pick(ExpressionForm.SetOperation.allCases), root.reading(step.names), right)
        guard dice.once(in: 3), case .keyPath = right, let attribute = ownAttribute(of: step.entity.root, .text) else {
            let counted = dice.flag() ? ExpressionForm.path(set, ["@count"]) : .function(.count, [set])
            return .comparison(counted, Comparison(dice.pick([.equal, .notEqual, .less, .greater])), constant(dice.int(0...4)))
        }
        return .comparison(.path(set, attribute), Comparison(.equal, dice.flag() ? .any : .all), constant(.text))
    }

    /// Returns a predicate that reads members of ordered relationships by index.
    mutating func indexed() -> PredicateForm? {
        guard let (root, step, _) = members(isOrdered: true) else { return nil }
        let place: ExpressionForm =
            switch dice.int(0...3) {
            case 0: .symbol(.first)
            case 1: .symbol(.last)
            default: constant(dice.int(0...3))
            }
        let collection = root.reading(step.names)
        let element: ExpressionForm =
            dice.once(in: 5) ? .function(dice.pick([.first, .last]), [collection]) : .function(.index, [collection, place])
        let equality = Comparison(dice.flag() ? .equal : .notEqual)
        switch dice.int(0...3) {
        case 0: return .comparison(element, equality, dice.flag() ? .constant(.null) : constantObject(step.entity))
        default:
            let kind = dice.pick(Kind.allCases)
            guard let attribute = attribute(of: step.entity, kind) else { return nil }
            return .comparison(
                .path(element, attribute),
                Comparison(dice.pick([.equal, .notEqual, .less, .greater])), dice.once(in: 5) ? .constant(.null) : constant(kind))
        }
    }

    /// Returns a predicate that a store may refuse with an error; see `Refusals`.
    mutating func exotic() -> PredicateForm? {
        guard let text = string() else { return nil }
        switch dice.int(0...7) {
        case 0:
            var comparison = Comparison(dice.pick([.equal, .notEqual, .less, .greaterOrEqual]))
            comparison.localeSensitive = true
            (comparison.caseInsensitive, comparison.diacriticInsensitive) = (dice.once(in: 3), dice.once(in: 3))
            return .comparison(text, comparison, dice.flag() ? constant(.text) : string() ?? constant(.text))
        case 1: return .comparison(.message(text, "uppercaseString", []), Comparison(.equal), constant(.text))
        case 2:
            guard let values = collected(.number, isTame: true) else { return nil }
            return .comparison(.function(.mode, [values]), Comparison(.contains), constant(dice.int(-6...6)))
        case 3: return .comparison(.assignment("assigned", text), Comparison(.equal), constant(.text))
        case 4:
            guard case .keyPath(let names) = text, names.count == 1 else { return nil }
            return .comparison(
                .message(.keyPath([]), "valueForKey:", [constant(names[0])]), Comparison(.notEqual), constant(.text))
        case 5:
            guard let (root, step, _) = members(), let second = dice.pickIfAny(step.entity.relationships { $0.isToMany }) else {
                return nil
            }
            let name = second.isOrdered ? "@distinctUnionOfArrays" : "@distinctUnionOfSets"
            return .comparison(
                .function(.count, [root.reading(step.names + [name, second.name])]), Comparison(.greater),
                constant(dice.int(0...3)))
        case 6:
            // Compared only with a stored date, because two calls return two times.
            return attribute(.date).map { .comparison($0, Comparison(dice.flag() ? .less : .greater), .function(.now, [])) }
        default: return .comparison(.function(.noIndex, [text]), Comparison(.equal), constant(.text))
        }
    }
}

extension NSEntityDescription {
    /// The entity at the top of the hierarchy.
    var root: NSEntityDescription { superentity?.root ?? self }
}
