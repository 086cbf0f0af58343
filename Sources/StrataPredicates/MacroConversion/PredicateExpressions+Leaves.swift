import Foundation

extension PredicateExpressions.Variable: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        guard let form = reader.variables[key] else { throw InvalidPredicate.unreadable(self) }
        return .expression(form)
    }
}

extension PredicateExpressions.NilLiteral: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node { .expression(.constant(.null)) }
}

extension PredicateExpressions.KeyPath: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        let base = try reader.expression(root)
        // A property of a captured object or type is read now, as a node without variables.
        if reader.conversion != nil, case .constant(.opaque) = base { throw InvalidPredicate.unreadable(self) }
        let isText = Root.Output.self == String.self || Root.Output.self == Substring.self
        switch kind {
        case .collectionCount: return .expression(base.appending([isText ? "length" : "@count"]))
        case .collectionIsEmpty:
            return .predicate(
                .comparison(base.appending([isText ? "length" : "@count"]), .init(.equal), .constant(.int(0))))
        case .collectionFirst: return .expression(.function(.index, [base, .symbol(.first)]))
        case .bidirectionalCollectionLast: return .expression(.function(.index, [base, .symbol(.last)]))
        case nil: return .expression(base.appending(try [String](keyPath)))
        @unknown default: throw InvalidPredicate.unreadable(self)
        }
    }
}

extension [String] {
    /// Creates the names of the properties along a key path.
    ///
    /// - Throws: `InvalidPredicate` for a computed property of a class that is not `KeyPathNaming`.
    init(_ keyPath: AnyKeyPath) throws {
        if let naming = type(of: keyPath).rootType as? any KeyPathNaming.Type, let names = naming.names(of: keyPath) {
            self = names
            return
        }
        if let names = try KeyPathNamers.names(of: keyPath) {
            self = names
            return
        }
        // The description lists stored properties: \Quake.station?.name.
        let printed = "\(keyPath)"
        self = printed.split(separator: ".").dropFirst().map { $0.filter { $0 != "?" && $0 != "!" } }
        guard !isEmpty, allSatisfy({ $0.unicodeScalars.allSatisfy(\.isNamePart) }) else {
            throw InvalidPredicate("\(printed) is not a path of stored properties, and its class does not name computed ones.")
        }
    }
}

extension PredicateExpressions.Value: FormReadable {
    func read(_ reader: PredicateReader) throws -> PredicateReader.Node {
        if let function = CapturedFunction.node(of: value, Output.self) { return function }
        return switch value as Any {
        case let range as any ConstantRange: try range.node(reader)
        case let value: .expression(.constant(try reader.constant(value)))
        }
    }
}

extension PredicateExpressions.PredicateRegex: ValueConvertible {
    package var predicateValue: StrataPredicates.Value { .string(stringRepresentation) }
}

/// A captured Swift range.
private protocol ConstantRange {
    func node(_ reader: PredicateReader) throws -> PredicateReader.Node
}

extension PredicateReader {
    fileprivate func range(_ lower: Any?, _ upper: Any?, isClosed: Bool) throws -> Node {
        .range(
            lower: try lower.map { .constant(try constant($0)) }, upper: try upper.map { .constant(try constant($0)) },
            isClosed: isClosed)
    }
}

extension Range: ConstantRange {
    fileprivate func node(_ reader: PredicateReader) throws -> PredicateReader.Node {
        try reader.range(lowerBound, upperBound, isClosed: false)
    }
}

extension PartialRangeFrom: ConstantRange {
    fileprivate func node(_ reader: PredicateReader) throws -> PredicateReader.Node {
        try reader.range(lowerBound, nil, isClosed: true)
    }
}

extension PartialRangeThrough: ConstantRange {
    fileprivate func node(_ reader: PredicateReader) throws -> PredicateReader.Node {
        try reader.range(nil, upperBound, isClosed: true)
    }
}

extension PartialRangeUpTo: ConstantRange {
    fileprivate func node(_ reader: PredicateReader) throws -> PredicateReader.Node {
        try reader.range(nil, upperBound, isClosed: false)
    }
}
