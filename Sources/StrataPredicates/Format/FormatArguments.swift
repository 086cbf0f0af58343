import Foundation

/// The arguments of a format, consumed from left to right.
struct FormatArguments {
    private var arguments: ArraySlice<Any>

    init(_ arguments: [Any]) {
        self.arguments = arguments[...]
    }

    /// Returns the operand for the next argument, for a conversion other than `%K`.
    ///
    /// `%@` accepts any comparable value, including numbers, and an `NSExpression`, which becomes
    /// the operand itself, or an element of it in a collection. Numeric conversions accept numbers
    /// of any width, since a Swift argument keeps its type, unlike a C argument.
    ///
    /// - Parameter isFollowed: Whether a key path continues from the argument, so that an object
    ///   must not be replaced with its reference, although it is saved.
    mutating func operand(for conversion: String, isFollowed: Bool = false) throws -> ExpressionForm {
        let argument = try next("%\(conversion)")
        if let expression = argument as? NSExpression { return expression.form }
        if conversion == "@", isFollowed { return .constant(try Value(converting: argument, keepingObjects: true)) }
        if "cCsS".contains(conversion.suffix(1)) { return .constant(.string(try text(argument, for: conversion))) }
        let value = try Value(constant: argument)
        if conversion == "@" { return ExpressionForm(constant: value) }
        let takesFraction = "eEfFgGaA".contains(conversion.suffix(1))
        if value.isNumeric, takesFraction || value.isWhole { return .constant(value) }
        let needed = takesFraction ? "a number" : "a whole number"
        throw InvalidPredicate(
            "%\(conversion) takes \(needed), not \(ExpressionForm.constant(value).format); %@ takes any value.")
    }

    /// Returns a string, or the character of a code for `%c` and `%C`.
    private func text(_ argument: Any, for conversion: String) throws -> String {
        // Ignored: an argument that is no value is matched by its class, or rejected below.
        switch (argument, try? Value(converting: argument)) {
        case (let pointer as UnsafePointer<CChar>, _): return String(cString: pointer)
        case (let pointer as UnsafePointer<UInt16>, _): return String(decodingCString: pointer, as: UTF16.self)
        case (_, .string(let text)?): return text
        case (_, .int(let code)?) where "cC".contains(conversion):
            if let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) { return String(Character(scalar)) }
        default: break
        }
        throw InvalidPredicate("%\(conversion) takes text, not a \(type(of: argument)); %@ takes any value.")
    }

    /// Returns the names in the next argument, for `%K`: names joined by dots, which may be
    /// collection operators.
    mutating func keyPath() throws -> [String] {
        let argument = try next("%K")
        // Ignored: the error below says what the argument must be.
        guard case .string(let text)? = try? Value(converting: argument) else {
            throw InvalidPredicate("%K takes the name of a property as a string, not a \(type(of: argument)).")
        }
        return try [String](keyPath: text)
    }

    private mutating func next(_ conversion: String) throws -> Any {
        guard let argument = arguments.popFirst() else { throw InvalidPredicate("there is no argument left for \(conversion).") }
        return argument
    }
}

extension [String] {
    /// Splits a key path into names; none for `self`.
    ///
    /// - Throws: `InvalidPredicate` for an empty name or an unknown collection operator.
    package init(keyPath text: String) throws {
        self = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if self[0].uppercased() == "SELF" { removeFirst() }
        guard !contains("") else {
            throw InvalidPredicate("\u{201C}\(text)\u{201D} is not a key path of property names joined by dots.")
        }
        try checkOperators()
    }
}

extension Value {
    fileprivate var isNumeric: Bool {
        switch self {
        case .bool, .int, .double, .decimal: true
        default: false
        }
    }

    fileprivate var isWhole: Bool {
        switch self {
        case .bool, .int:
            return true
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
