import Foundation

/// The arguments of a format, taken from left to right.
struct FormatArguments {
    private var arguments: ArraySlice<Any>

    init(_ arguments: [Any]) {
        self.arguments = arguments[...]
    }

    var remaining: Int { arguments.count }

    /// The argument for a conversion other than `%K`.
    ///
    /// `%@` takes anything comparable, a number included; the numeric ones take numbers of any width, since a Swift argument keeps its
    /// type on the way here, which a C argument does not.
    mutating func value(for conversion: String) throws -> Value {
        let value = try Value(converting: try next("%\(conversion)"))
        switch (conversion.last, value) {
        case ("@", _): return value
        case (_, .bool), (_, .int): return value
        case (let last?, .double), (let last?, .decimal):
            if "eEfFgGaA".contains(last) || value.isWhole { return value }
        default: break
        }
        let needed = "eEfFgGaA".contains(conversion.suffix(1)) ? "a number" : "a whole number"
        throw InvalidPredicate(
            "%\(conversion) takes \(needed), not \(ExpressionForm.constant(value).format); %@ takes any value.")
    }

    /// The argument for `%K`: names joined by dots.
    mutating func keyPath() throws -> [String] {
        let argument = try next("%K")
        guard case .string(let text)? = try? Value(converting: argument) else {
            throw InvalidPredicate("%K takes the name of a property as a string, not a \(type(of: argument)).")
        }
        if text.uppercased() == "SELF" { return [] }
        let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("@") }) else {
            throw InvalidPredicate(
                "\u{201C}\(text)\u{201D} is not a key path of property names joined by dots; collection operators are not supported by "
                    + "this version of Strata."
            )
        }
        return names
    }

    private mutating func next(_ conversion: String) throws -> Any {
        guard let argument = arguments.popFirst() else { throw InvalidPredicate("there is no argument left for \(conversion).") }
        return argument
    }
}

extension Value {
    fileprivate var isWhole: Bool {
        switch self {
        case .double(let double):
            return double == double.rounded()
        case .decimal(var decimal):
            var whole = Decimal()
            NSDecimalRound(&whole, &decimal, 0, .plain)
            return whole == decimal
        default:
            return false
        }
    }
}
