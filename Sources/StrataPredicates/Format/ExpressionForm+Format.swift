import Foundation

extension ExpressionForm {
    /// The format that parses back to an equal expression, in Apple's spelling.
    ///
    /// Exceptions: a name that is not an identifier, which only `%K` can introduce, and a closure
    /// do not parse back.
    package var format: String { format(isOperand: false) }

    /// Returns the format.
    ///
    /// - Parameter isOperand: Whether a function computes with the value. Then a whole double has a
    ///   fraction, without which it would be an integer, and divide as one, when it is parsed again.
    fileprivate func format(isOperand: Bool) -> String {
        switch self {
        case .constant(let value): value.literal(isOperand: isOperand)
        case .variable(let name): "$" + name.escaped
        case .keyPath([]): "SELF"
        case .keyPath(let names): names.escaped
        case .path(let base, let names): base.operandFormat + names.continued
        case .assignment(let name, let value): "$\(name.escaped) := \(value.operandFormat(isOperand: true))"
        case .function(let function, let arguments): function.format(arguments)
        case .message(let target, "valueForKeyPath:", let arguments) where arguments.count == 1 && arguments[0].isVariable:
            "\(target.operandFormat).\(arguments[0].format)"
        // Apple prints a space before this comma, too.
        case .message(let target, let selector, let arguments):
            "FUNCTION(\([target, .constant(.string(selector))].formats)\(arguments.isEmpty ? "" : " , ")\(arguments.formats))"
        case .aggregate(let elements): "{\(elements.formats(areOperands: isOperand))}"
        case .subquery(let collection, let variable, let predicate):
            "SUBQUERY(\(collection.format), $\(variable.escaped), \(predicate.format))"
        case .set(let operation, let left, let right):
            "\(left.operandFormat(isOperand: isOperand)) \(operation.rawValue) \(right.operandFormat(isOperand: isOperand))"
        case .conditional(let predicate, let yes, let no):
            "TERNARY(\(predicate.format), \([yes, no].formats(areOperands: isOperand)))"
        case .symbol(let symbol): symbol.rawValue
        case .anyKey: "ANYKEY"
        case .fetch(let request, let context, let countOnly):
            "FETCH(\([request, context, .constant(.bool(countOnly))].formats))"
        case .block(let block, let arguments):
            "BLOCK(0x\(String(UInt(bitPattern: ObjectIdentifier(block)), radix: 16)), \(arguments.formats))"
        }
    }

    private var isVariable: Bool {
        if case .variable = self { true } else { false }
    }

    /// The format for one side of a comparison. An assignment needs parentheses: it would absorb
    /// the operator.
    var sideFormat: String {
        if case .assignment = self { "(\(format))" } else { format }
    }

    /// The format before a key path or a call, in parentheses if it contains an operator.
    var operandFormat: String { operandFormat(isOperand: false) }

    /// Returns the format for an operand, in parentheses if it contains an operator.
    fileprivate func operandFormat(isOperand: Bool) -> String {
        let format = format(isOperand: isOperand)
        return switch self {
        case .function(let function, _) where function.infix != nil || function == .onesComplement: "(\(format))"
        case .set, .assignment: "(\(format))"
        default: format
        }
    }
}

extension NamedFunction {
    fileprivate func format(_ arguments: [ExpressionForm]) -> String {
        func operand(_ index: Int) -> String { arguments[index].operandFormat(isOperand: true) }
        if let infix, arguments.count == 2 { return "\(operand(0)) \(infix) \(operand(1))" }
        let all = arguments.formats(areOperands: true)
        return switch self {
        case .onesComplement: "~\(operand(0))"
        case .index: "\(operand(0))[\(arguments[1].format)]"
        case .cast: "CAST(\(all))"
        default: "\(rawValue)(\(all))"
        }
    }
}

extension [ExpressionForm] {
    fileprivate var formats: String { formats(areOperands: false) }

    fileprivate func formats(areOperands: Bool) -> String {
        map { $0.format(isOperand: areOperands) }.joined(separator: ", ")
    }
}

extension [String] {
    fileprivate var escaped: String { self[0].escaped + Array(dropFirst()).continued }

    /// The names after the start of a path, where `self`, as in `@max.self`, is not escaped: it can
    /// only be a name there.
    fileprivate var continued: String { map { "." + ($0 == "self" ? $0 : $0.escaped) }.joined() }
}

extension String {
    fileprivate var escaped: String { escapedWords.contains(uppercased()) ? "#\(self)" : self }
}
