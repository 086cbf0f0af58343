import Foundation
import StrataPredicates

/// Writes a form as a person could have written it: as a format with arguments, or with
/// substitution variables, in any of the equivalent spellings.
struct FormSpelling {
    private(set) var arguments: [Any] = []
    private(set) var variables: [String: Any] = [:]
    private var dice: Dice
    private let usesVariables: Bool

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        usesVariables = dice.once(in: 4)
    }

    mutating func format(_ form: PredicateForm) -> String {
        switch form {
        case .always(let value): value ? "TRUEPREDICATE" : "falsepredicate"
        case .and(let forms): joined(forms, dice.pick([" AND ", " && ", " and "]))
        case .or(let forms): joined(forms, dice.pick([" OR ", " || ", " or "]))
        case .not(.comparison(let left, let comparison, let right)) where comparison.modifier == .any:
            "NONE \(format(left)) \(format(comparison)) \(format(right))"
        case .not(let form): "\(dice.pick(["NOT ", "!", "not "]))(\(format(form)))"
        case .comparison(let left, let comparison, let right):
            "\(modifier(comparison))\(format(left)) \(format(comparison)) \(format(right))"
        case .block: preconditionFailure("A closure has no spelling.")
        }
    }

    private mutating func joined(_ forms: [PredicateForm], _ separator: String) -> String {
        forms.map { "(\(format($0)))" }.joined(separator: separator)
    }

    private mutating func modifier(_ comparison: PredicateForm.Comparison) -> String {
        switch comparison.modifier {
        case .direct: ""
        case .any: dice.pick(["ANY ", "SOME ", "any "])
        case .all: "ALL "
        }
    }

    private mutating func format(_ comparison: PredicateForm.Comparison) -> String {
        let spellings: [String] =
            switch comparison.kind {
            case .equal: ["==", "="]
            case .notEqual: ["!=", "<>"]
            case .less: ["<"]
            case .lessOrEqual: ["<=", "=<"]
            case .greater: [">"]
            case .greaterOrEqual: [">=", "=>"]
            case .between: ["BETWEEN", "between"]
            case .in: ["IN", "in"]
            case .contains: ["CONTAINS", "contains"]
            case .beginsWith: ["BEGINSWITH"]
            case .endsWith: ["ENDSWITH"]
            case .like: ["LIKE", "like"]
            case .matches: ["MATCHES"]
            }
        let options =
            (comparison.caseInsensitive ? "c" : "") + (comparison.diacriticInsensitive ? "d" : "")
            + (comparison.normalized ? "n" : "") + (comparison.localeSensitive ? "l" : "")
        return dice.pick(spellings) + (options.isEmpty ? "" : "[\(options)]")
    }

    // MARK: Expressions

    private mutating func format(_ form: ExpressionForm) -> String {
        switch form {
        case .constant(let value): return format(value)
        case .keyPath([]): return dice.pick(["SELF", "self"])
        case .keyPath(let names):
            guard dice.once(in: 3) else { return names.joined(separator: ".") }
            arguments.append(names.joined(separator: "."))
            return "%K"
        case .variable(let name): return "$\(name)"
        case .path(let base, let names): return "\(format(base)).\(names.joined(separator: "."))"
        case .function(.index, let operands): return "\(format(operands[0]))[\(format(operands[1]))]"
        case .function(.cast, let operands): return "CAST(\(format(operands[0])), \(operands[1].format))"
        case .function(.onesComplement, let operands): return "~(\(format(operands[0])))"
        case .function(let function, let operands):
            if let sign = Self.signs[function] { return "(\(format(operands[0])) \(sign) \(format(operands[1])))" }
            let name = function.arity == 1 && dice.flag() ? String(function.rawValue.dropLast()) : function.rawValue
            return "\(name)(\(list(operands)))"
        case .message(let target, let selector, let operands):
            return "FUNCTION(\(format(target)), '\(selector)'\(operands.map { ", \(format($0))" }.joined()))"
        case .aggregate(let elements): return "{\(list(elements))}"
        case .subquery(let collection, let variable, let predicate):
            return "SUBQUERY(\(format(collection)), $\(variable), \(format(predicate)))"
        case .set(let operation, let left, let right): return "(\(format(left)) \(operation.rawValue) \(format(right)))"
        case .conditional(let predicate, let yes, let no): return "TERNARY(\(format(predicate)), \(format(yes)), \(format(no)))"
        case .symbol(let symbol): return symbol.rawValue
        case .assignment(let name, let value): return "($\(name) := \(format(value)))"
        case .anyKey, .fetch, .block: preconditionFailure("The generator makes no \(form).")
        }
    }

    private mutating func list(_ forms: [ExpressionForm]) -> String { forms.map { format($0) }.joined(separator: ", ") }

    /// Returns a substitution variable, a literal, or a conversion specifier, whose argument it
    /// appends.
    private mutating func format(_ value: Value) -> String {
        if usesVariables {
            let name = "v\(variables.count)"
            variables[name] = Self.argument(value)
            return "$\(name)"
        }
        switch value {
        case .null where dice.flag(): return dice.pick(["nil", "NULL"])
        case .int(let int) where dice.once(in: 3): return "\(int)"
        case .int(let int) where dice.flag():
            arguments.append(int)
            return "%lld"
        case .bool(let bool) where dice.flag(): return bool ? "YES" : "false"
        case .double(let double) where dice.flag():
            arguments.append(double)
            return "%lf"
        case .string(let text) where dice.flag() && text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic }:
            return "'\(text)'"
        default:
            arguments.append(Self.argument(value))
            return "%@"
        }
    }

    /// Returns the argument for a value: a reference unchanged, any other value as a Foundation
    /// object.
    private static func argument(_ value: Value) -> Any {
        switch value {
        case .object: value
        case .list(let values): values.map { argument($0) }
        default: value.object ?? NSNull()
        }
    }

    private static let signs: [NamedFunction: String] = [
        .add: "+", .subtract: "-", .multiply: "*", .divide: "/", .raise: "**",
        .and: "&", .or: "|", .exclusiveOr: "^", .leftShift: "<<", .rightShift: ">>",
    ]
}
