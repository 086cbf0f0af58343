import Foundation
internal import StrataTraps

extension NamedFunction {
    /// Returns the function's result for values, as a value.
    package func apply(_ arguments: [Value]) throws -> Value {
        try apply(arguments.map(Operand.value)).value
    }

    /// Returns the function's result. As in SQL, an arithmetic or text function returns null if an
    /// argument is null or of another type.
    ///
    /// - Throws: `InvalidPredicate` if a collection function is given no collection, or if a CAST
    ///   names an unknown type.
    func apply(_ arguments: [Operand]) throws -> Operand {
        switch self {
        case .sum: .value(Statistics.sum(try elementValues(arguments)))
        case .count: .value(.int(Int64(try elements(arguments[0]).count)))
        case .min: .value(Statistics.least(try elementValues(arguments)))
        case .max: .value(Statistics.greatest(try elementValues(arguments)))
        case .average: .value(Statistics.average(try elementValues(arguments)))
        case .median: .value(Statistics.median(try elementValues(arguments)))
        case .mode: .value(Statistics.mode(try elementValues(arguments)))
        case .stddev: .value(Statistics.standardDeviation(try elementValues(arguments)))
        case .distinct: .collection(try Statistics.distinct(elements(arguments[0])))
        case .first: try elements(arguments[0]).first ?? .value(.null)
        case .last: try elements(arguments[0]).last ?? .value(.null)
        case .noIndex: arguments[0]
        case .index: try arguments[0].element(at: arguments[1])
        case .cast: try cast(arguments[0], to: arguments[1])
        case .isKind: .value(.bool(try isKind(arguments)))
        case .asKind: try isKind(arguments) ? arguments[0] : .value(.null)
        case .now: .value(.date(Date()))
        case .random: .value(.int(.random(in: 0...Int64(Int32.max))))
        default: .value(applyToValues(try arguments.map { try $0.value }))
        }
    }

    /// Returns the result of a function of single values.
    private func applyToValues(_ arguments: [Value]) -> Value {
        switch self {
        case .uppercase: return arguments[0].text.map { .string($0.uppercased()) } ?? .null
        case .lowercase: return arguments[0].text.map { .string($0.lowercased()) } ?? .null
        case .canonical:
            return arguments[0].text.map { .string(folded($0, caseInsensitive: true, diacriticInsensitive: true)) } ?? .null
        case .length: return ValueProperty.length.read(from: arguments[0]) ?? .null
        default: break
        }
        let numbers = arguments.compactMap(\.number)
        guard numbers.count == arguments.count, let result = apply(numbers) else { return .null }
        if case .date = arguments[0], let second = arguments.dropFirst().first { return result.date(besides: second, self) }
        return result
    }

    private func apply(_ numbers: [Number]) -> Value? {
        switch self {
        case .add: (numbers[0] + numbers[1]).value
        case .subtract: (numbers[0] - numbers[1]).value
        case .multiply: (numbers[0] * numbers[1]).value
        case .divide: (numbers[0] / numbers[1])?.value
        case .sqrt: .double(numbers[0].double.squareRoot())
        case .log: .double(log10(numbers[0].double))
        case .ln: .double(Foundation.log(numbers[0].double))
        case .exp: .double(Foundation.exp(numbers[0].double))
        case .raise: .double(pow(numbers[0].double, numbers[1].double))
        case .ceiling: .double(numbers[0].double.rounded(.up))
        case .floor: .double(numbers[0].double.rounded(.down))
        case .trunc: .double(numbers[0].double.rounded(.towardZero))
        case .abs: numbers[0].double < 0 ? (Number.int(0) - numbers[0]).value : numbers[0].asComputed.value
        default: applyToWhole(numbers.compactMap(\.int), count: numbers.count)
        }
    }

    private func applyToWhole(_ ints: [Int64], count: Int) -> Value? {
        guard ints.count == count else { return nil }
        return switch self {
        case .modulus: ints[1] == 0 ? nil : .int(ints[0].remainderReportingOverflow(dividingBy: ints[1]).partialValue)
        case .randomUpTo: ints[0] > 0 ? .int(.random(in: 0..<ints[0])) : nil
        case .and: .int(ints[0] & ints[1])
        case .or: .int(ints[0] | ints[1])
        case .exclusiveOr: .int(ints[0] ^ ints[1])
        case .leftShift: .int(ints[0] << ints[1])
        case .rightShift: .int(ints[0] >> ints[1])
        case .onesComplement: .int(~ints[0])
        default: trap("\(rawValue) is not a function of integers.")
        }
    }

    private func cast(_ operand: Operand, to type: Operand) throws -> Operand {
        guard let name = try type.value.text else {
            throw InvalidPredicate("CAST takes the name of a type in quotes, such as CAST(time, \"NSNumber\").")
        }
        return .value(try operand.value.castOrNull(to: name))
    }

    private func isKind(_ arguments: [Operand]) throws -> Bool {
        guard case .readable(let object) = arguments[0], let name = try arguments[1].value.text else { return false }
        return object.isKind(ofEntityNamed: name)
    }

    private func elementValues(_ arguments: [Operand]) throws -> [Value] {
        try elements(arguments[0]).map { try $0.value }
    }

    private func elements(_ operand: Operand) throws -> [Operand] {
        if operand.isNull { return [] }
        guard let elements = operand.elements else {
            throw InvalidPredicate(
                "\(rawValue) takes a collection, such as {1, 2} or a to-many key path, not \(operand.typeName).")
        }
        return elements
    }
}

extension Value {
    /// The result as a date if a number was added to a date or subtracted from it; otherwise the
    /// number itself.
    fileprivate func date(besides second: Value, _ function: NamedFunction) -> Value {
        if case .date = second { return self }
        guard function == .add || function == .subtract, let number else { return self }
        return .date(Date(timeIntervalSinceReferenceDate: number.double))
    }
}

extension Operand {
    /// Returns the element at an index, or a dictionary's value for a key; null if there is none.
    func element(at index: Operand) throws -> Operand {
        if isNull { return self }
        if case .object(let dictionary as [AnyHashable: Any]) = self {
            guard let key = index.object as? AnyHashable else { return .value(.null) }
            return Operand(dictionary[key])
        }
        guard let elements else { throw InvalidPredicate("an index needs a collection before it, not \(typeName).") }
        guard let place = try index.value.number?.int else {
            throw InvalidPredicate("an index is a whole number, FIRST, LAST or SIZE, not \(index.typeName).")
        }
        return place >= 0 && place < elements.count ? elements[Int(place)] : .value(.null)
    }

    /// Returns the first or last element of a collection, or its size.
    func element(_ symbol: ExpressionForm.IndexSymbol) throws -> Operand {
        if isNull { return self }
        guard let elements else { throw InvalidPredicate("[\(symbol.rawValue)] needs a collection before it, not \(typeName).") }
        return switch symbol {
        case .first: elements.first ?? .value(.null)
        case .last: elements.last ?? .value(.null)
        case .size: .value(.int(Int64(elements.count)))
        }
    }
}
