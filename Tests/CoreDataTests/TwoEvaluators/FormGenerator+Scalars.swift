import CoreData
import Foundation
import StrataPredicates

// Expressions that give a single value.
extension FormGenerator {
    mutating func scalar(_ kind: Kind, _ depth: Int) -> ExpressionForm {
        if depth > 0, dice.once(in: 2), let computed = computed(kind, depth - 1) { return computed }
        if dice.once(in: 20), let (base, step) = argument(), let names = ownAttribute(of: step.entity, kind) {
            return .path(base, step.names + names)
        }
        return dice.once(in: 4) ? constant(kind) : attribute(kind) ?? constant(kind)
    }

    mutating func constant(_ kind: Kind) -> ExpressionForm {
        let type: NSAttributeType =
            switch kind {
            case .number:
                dice.pick([
                    .integer64AttributeType, .integer64AttributeType, .doubleAttributeType, .decimalAttributeType,
                    .booleanAttributeType,
                ])
            case .text: dice.once(in: 8) ? .URIAttributeType : .stringAttributeType
            case .date: .dateAttributeType
            case .data: dice.pick([.binaryDataAttributeType, .UUIDAttributeType])
            }
        return constant(SampleValues.value(type, isWild: dice.once(in: 6), &dice))
    }

    func constant(_ any: Any?) -> ExpressionForm {
        guard let value = try? Value(converting: any) else { preconditionFailure("\(any ?? "nil") is no constant.") }
        return .constant(value)
    }

    private mutating func computed(_ kind: Kind, _ depth: Int) -> ExpressionForm? {
        if dice.once(in: 6) { return .conditional(predicate(depth: 0), scalar(kind, depth), scalar(kind, depth)) }
        if dice.once(in: 8) { return extreme(kind) }
        switch kind {
        case .number: return number(depth)
        case .text:
            switch dice.int(0...4) {
            case 0: return .function(.cast, [.function(.add, [whole(0), whole(0)]), constant("NSString")])
            case 1: return property(.text)
            default: return .function(dice.pick([.uppercase, .lowercase, .canonical]), [scalar(.text, depth)])
            }
        case .date:
            switch dice.int(0...2) {
            case 0: return .function(.cast, [.function(.add, [tameNumber(), whole(0)]), constant("NSDate")])
            default: return .function(dice.pick([.add, .subtract]), [scalar(.date, depth), tameNumber()])
            }
        case .data: return nil
        }
    }

    /// The least or greatest value in a collection.
    private mutating func extreme(_ kind: Kind) -> ExpressionForm? {
        guard kind != .data, let (root, step, _) = members() else { return nil }
        guard let attribute = attribute(of: step.entity, kind) else { return nil }
        return dice.flag()
            ? root.reading(step.names + [dice.pick(["@min", "@max"])] + attribute)
            : .function(dice.pick([.min, .max]), [root.reading(step.names + attribute)])
    }

    private mutating func number(_ depth: Int) -> ExpressionForm {
        switch dice.int(0...11) {
        case 0...3:
            .function(dice.pick([.add, .subtract, .multiply, .divide]), [scalar(.number, depth), scalar(.number, depth)])
        case 4: .function(.raise, [tameNumber(), constant(dice.int(-2...3))])
        case 5: .function(dice.pick([.abs, .ceiling, .floor, .trunc]), [scalar(.number, depth)])
        case 6: .function(dice.pick([.sqrt, .exp, .ln, .log]), [tameNumber()])
        case 7: .function(dice.pick([.modulus, .and, .or, .exclusiveOr]), [whole(depth), whole(0)])
        case 8: .function(dice.pick([.leftShift, .rightShift]), [whole(depth), constant(dice.int(0...70))])
        case 9:
            dice.flag()
                ? .function(.onesComplement, [whole(depth)])
                : .function(.cast, [scalar(.date, 0), constant("NSNumber")]).unlessConstant ?? whole(0)
        case 10: dice.flag() ? .function(.length, [scalar(.text, depth)]) : property(.number) ?? whole(0)
        default: sized(depth) ?? aggregate(depth) ?? whole(0)
        }
    }

    /// A whole number: an attribute or a constant.
    private mutating func whole(_ depth: Int) -> ExpressionForm {
        if depth > 0, dice.flag() { return .function(dice.pick([.add, .multiply, .and]), [whole(depth - 1), whole(0)]) }
        let root = root()
        let step = walk(([], root.entity), atMost: 1)
        let types: Set<NSAttributeType> = [.integer16AttributeType, .integer32AttributeType, .integer64AttributeType]
        let leaves = step.entity.leaves.filter { types.contains($0.type) }
        guard let leaf = dice.pickIfAny(leaves), !dice.once(in: 3) else { return constant(dice.int(-9...9)) }
        return root.reading(step.names + leaf.names)
    }

    /// A number with which arithmetic stays exact.
    private mutating func tameNumber() -> ExpressionForm {
        let root = root()
        guard let attribute = attribute(of: root.entity, .number, isTame: true), !dice.once(in: 3) else {
            return constant(Double(dice.int(-12...12)) / 4)
        }
        return root.reading(attribute)
    }

    /// A property that Foundation's value of an attribute has, such as `length` of a string.
    private mutating func property(_ kind: Kind) -> ExpressionForm? {
        let root = root()
        let step = walk(([], root.entity), atMost: 2)
        guard let leaf = dice.pickIfAny(step.entity.leaves) else { return nil }
        let properties: [String] =
            switch (leaf.type, kind) {
            case (.stringAttributeType, .text): ["uppercaseString", "lowercaseString", "capitalizedString", "description"]
            case (.stringAttributeType, .number): ["length", "length", "intValue", "doubleValue", "boolValue"]
            case (.URIAttributeType, .text): ["absoluteString", "path", "host", "lastPathComponent"]
            case (.UUIDAttributeType, .text): ["UUIDString"]
            case (.binaryDataAttributeType, .number): ["length"]
            case (.dateAttributeType, .number): ["timeIntervalSince1970", "timeIntervalSinceReferenceDate"]
            case (.integer16AttributeType, .text), (.booleanAttributeType, .text), (.doubleAttributeType, .text): ["stringValue"]
            case (_, .number) where Kind(leaf.type) == .number: ["intValue", "doubleValue", "floatValue", "boolValue"]
            default: []
            }
        return dice.pickIfAny(properties).map { root.reading(step.names + leaf.names + [$0]) }
    }

    /// A string attribute.
    mutating func string() -> ExpressionForm? {
        let root = root()
        let step = walk(([], root.entity), atMost: 2)
        let leaves = step.entity.leaves.filter { $0.type == .stringAttributeType }
        return dice.pickIfAny(leaves).map { root.reading(step.names + $0.names) }
    }
}

extension ExpressionForm {
    /// Nil for the cast of a constant, which a parser turns into a constant.
    fileprivate var unlessConstant: ExpressionForm? {
        if case .function(.cast, let operands) = self, case .constant = operands[0] { nil } else { self }
    }
}
