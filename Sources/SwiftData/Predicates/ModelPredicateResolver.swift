internal import CoreData
internal import Foundation
internal import StrataPredicates

// From a predicate of models to one of managed objects
//
// `PredicateForm` has the names that a predicate's key paths have in Swift. The attributes of
// managed objects have another structure: an enumeration is a composite attribute of one element or
// of one for each case, and a structure has no column of its own. This resolver follows each key
// path from entity to entity and replaces what has another form in the store:
//
// | in the predicate                     | for managed objects                                    |
// | ------------------------------------ | ------------------------------------------------------ |
// | an enumeration with raw values       | the element with the raw value                         |
// | an enumeration without               | the name of the case whose element is not nil          |
// | a structure `== nil`, or a structure | comparisons of its elements                            |
// | a to-many relationship `== nil`      | false, unless the path to it is nil                    |
// | `is Sub`, of an unknown entity       | false                                                  |
// | a UInt or a UInt64                   | its bits; see ModelPredicateResolver+Unsigned.swift    |
//
// It throws for what a store cannot evaluate: transient properties, the elements of arrays and
// dictionaries, encoded values. A predicate that it accepts names only properties that the entities
// have, so that no later step traps. Both evaluators get the same form.

/// A converter of predicates of models; see above.
struct ModelPredicateResolver {
    /// The meaning of an expression.
    enum Meaning {
        /// An object of an entity, or nil.
        case object(NSEntityDescription)
        /// Objects of an entity.
        case objects(NSEntityDescription)
        /// The value of a composite attribute as a whole.
        case structure(NSCompositeAttributeDescription, ValueKind?)
        /// A value that a store has in an encoded form, and that can only be compared with nil.
        case encoded(String)
        /// A number of the type UInt or UInt64, whose bits a store has as a signed number.
        case unsigned
        /// Another value that can be compared.
        case value
        case null
    }

    private let root: NSEntityDescription
    private var variables: [String: Meaning] = [:]

    init(_ root: NSEntityDescription) { self.root = root }

    /// Returns the names along a path to one value of a managed object that a store can sort by.
    ///
    /// - Throws: `InvalidPredicate` for a value that has no column of its own.
    func columns(along names: [String]) throws -> [String] {
        let (form, meaning) = try follow(names[...], from: .keyPath([]), .object(root))
        switch (form, meaning) {
        case (.keyPath(let names), .value), (.keyPath(let names), .unsigned), (.keyPath(let names), .object): return names
        default: throw unsupported("\(names.joined(separator: ".")) has no column")
        }
    }

    // MARK: Predicates

    /// Returns the predicate of managed objects.
    ///
    /// - Throws: `InvalidPredicate`, which names the part that a store cannot evaluate.
    func resolve(_ form: PredicateForm) throws -> PredicateForm {
        switch form {
        case .always, .block: return form
        case .and(let forms): return .and(try forms.map(resolve))
        case .or(let forms): return .or(try forms.map(resolve))
        case .not(let form): return try resolve(form).opposite
        case .comparison(let left, let comparison, let right):
            let (left, leftMeaning) = try resolve(left)
            let (right, rightMeaning) = try resolve(right)
            let isEqual = comparison.kind == .equal
            if isEqual || comparison.kind == .notEqual, comparison.modifier == .direct,
                let equality = try self.equality(left, leftMeaning, right, rightMeaning)
            {
                return isEqual ? equality : equality.opposite
            }
            try requireComparable(left, leftMeaning)
            try requireComparable(right, rightMeaning)
            if leftMeaning.isUnsigned || rightMeaning.isUnsigned { return unsignedComparison(left, comparison, right) }
            return .comparison(left, comparison, right)
        }
    }

    /// Returns the equality of two expressions that a store cannot compare as they are; nil for
    /// others.
    private func equality(
        _ left: ExpressionForm, _ leftMeaning: Meaning, _ right: ExpressionForm, _ rightMeaning: Meaning
    ) throws -> PredicateForm? {
        switch (leftMeaning, rightMeaning) {
        case (.structure, _), (.objects, .null): try equality(left, leftMeaning, constant: right)
        case (_, .structure), (.null, .objects): try equality(right, rightMeaning, constant: left)
        case (.encoded, .null): .comparison(left, .init(.equal), right)
        case (.null, .encoded): .comparison(right, .init(.equal), left)
        default: nil
        }
    }

    /// Returns the condition that a structure, or a to-many relationship, equals a constant.
    private func equality(
        _ form: ExpressionForm, _ meaning: Meaning, constant other: ExpressionForm
    ) throws -> PredicateForm {
        switch (form, meaning) {
        case (.constant, _): return .always(form == other)
        case (.conditional(let test, let yes, let no), _):
            // The branches are resolved already, and their meaning is that of the whole.
            let whenTrue = try equality(yes, meaning, constant: other)
            let whenFalse = try equality(no, meaning, constant: other)
            return .or([.and([test, whenTrue]), .and([test.opposite, whenFalse])])
        case (_, .structure(let attribute, let kind)):
            if other == .constant(.null), !attribute.isOptional { return isMissing(form.owner) }
            return try elementEquality(form, attribute, kind, other)
        default: return isMissing(form.owner)
        }
    }

    /// Returns the condition that the object with a property is nil.
    private func isMissing(_ owner: ExpressionForm?) -> PredicateForm {
        switch owner {
        case nil, .keyPath([]), .variable: .always(false)
        case let owner?: .comparison(owner, .init(.equal), .constant(.null))
        }
    }

    /// Returns the condition that the elements of a structure equal those of a captured one, or are
    /// nil.
    private func elementEquality(
        _ form: ExpressionForm, _ attribute: NSCompositeAttributeDescription, _ kind: ValueKind?, _ other: ExpressionForm
    ) throws -> PredicateForm {
        var stored: [String: Any] = [:]
        if other.isCapturedStructure {
            guard let values = elements(of: other, kind) else { return .always(false) }
            stored = values
        } else if other != .constant(.null) {
            throw unsupported("'\(attribute.name)' can be compared with nil and with a captured structure only")
        }
        return .and(
            try attribute.elements.map { element in
                let value = try Value(converting: stored[element.name])
                return .comparison(form.appending([element.name]), .init(.equal), .constant(value))
            })
    }

    private func requireComparable(_ form: ExpressionForm, _ meaning: Meaning) throws {
        switch meaning {
        case .structure(let attribute, _):
            throw unsupported("'\(attribute.name)' is a structure: compare one of its properties, or the whole with ==")
        case .encoded(let reason): throw unsupported(reason)
        case .object, .objects, .unsigned, .value, .null:
            if form.isCapturedStructure { throw unsupported("a captured structure can be compared with one in the model only") }
        }
    }

    func unsupported(_ reason: String) -> InvalidPredicate {
        InvalidPredicate("A store cannot evaluate this predicate of \(root.name ?? "models"): \(reason).")
    }

    // MARK: Expressions

    private func resolve(_ form: ExpressionForm) throws -> (ExpressionForm, Meaning) {
        switch form {
        case .constant(let value): return (form, value == .null ? .null : .value)
        case .keyPath(let names): return try follow(names[...], from: .keyPath([]), .object(root))
        case .path(let base, let names):
            let (base, meaning) = try resolve(base)
            return try follow(names[...], from: base, meaning)
        case .variable(let name): return (form, variables[name] ?? .value)
        case .subquery(let collection, let variable, let predicate):
            var (collection, meaning) = try resolve(collection)
            // `parent?.gifts ?? []` is the gifts, none of which counts without a parent.
            var conditions: [PredicateForm] = []
            while case .conditional(let test, let models, .constant(let none)) = collection, none == .null || none == .list([]) {
                conditions.append(test)
                collection = models
            }
            if !meaning.isModels { try requireComparable(collection, meaning) }
            var inner = self
            inner.variables[variable] = meaning.element
            conditions.append(try inner.resolve(predicate))
            return (.subquery(collection, variable: variable, conditions.count == 1 ? conditions[0] : .and(conditions)), meaning)
        case .conditional(let test, let yes, let no): return try conditional(resolve(test), resolve(yes), resolve(no))
        case .function(let function, let arguments) where function == .isKind || function == .asKind:
            return try kind(function, arguments)
        case .function(let function, let arguments): return (.function(function, try arguments.map(comparable)), .value)
        case .aggregate(let elements): return (.aggregate(try elements.map(comparable)), .value)
        case .set(let operation, let left, let right):
            let (left, meaning) = try resolve(left)
            return (.set(operation, left, try resolve(right).0), meaning)
        case .message(let target, let selector, let arguments):
            return (.message(try comparable(target), selector, try arguments.map(comparable)), .value)
        case .assignment, .symbol, .anyKey, .fetch, .block: return (form, .value)
        }
    }

    private func comparable(_ form: ExpressionForm) throws -> ExpressionForm {
        let (form, meaning) = try resolve(form)
        try requireComparable(form, meaning)
        return form
    }

    private func conditional(
        _ test: PredicateForm, _ yes: (form: ExpressionForm, meaning: Meaning), _ no: (form: ExpressionForm, meaning: Meaning)
    ) throws -> (ExpressionForm, Meaning) {
        if case .always(let holds) = test { return holds ? yes : no }
        if yes.meaning.isUnsigned || no.meaning.isUnsigned {
            return (.conditional(test, yes.form.unsignedBits, no.form.unsignedBits), .unsigned)
        }
        // Nil and a captured structure mean what the other branch does.
        let meaning: Meaning =
            switch yes.meaning {
            case .null: no.meaning
            case .value where yes.form.isCapturedStructure: no.meaning
            default: yes.meaning
            }
        return (.conditional(test, yes.form, no.form), meaning)
    }

    /// Resolves a test or a cast for a class.
    private func kind(_ function: NamedFunction, _ arguments: [ExpressionForm]) throws -> (ExpressionForm, Meaning) {
        let isTest = function == .isKind
        let (base, meaning) = try resolve(arguments[0])
        if case .null = meaning { return isTest ? (.constant(.bool(false)), .value) : (base, meaning) }
        guard case .object(let entity) = meaning, case .constant(.string(let name)) = arguments[1] else {
            throw unsupported("only a model can be tested for its class")
        }
        guard let kind = entity.kind(named: name) else {
            return isTest ? (.constant(.bool(false)), .value) : (.constant(.null), .null)
        }
        return (.function(function, [base, arguments[1]]), isTest ? .value : .object(kind))
    }
}

extension ModelPredicateResolver.Meaning {
    fileprivate var isModels: Bool {
        if case .objects = self { true } else { false }
    }

    fileprivate var isUnsigned: Bool {
        if case .unsigned = self { true } else { false }
    }

    /// The meaning of an element of a collection.
    fileprivate var element: Self {
        if case .objects(let entity) = self { .object(entity) } else { .value }
    }
}

extension PredicateForm {
    /// The form that holds if this one does not.
    fileprivate var opposite: PredicateForm {
        switch self {
        case .always(let holds): .always(!holds)
        case .not(let form): form
        default: .not(self)
        }
    }
}

extension ExpressionForm {
    /// The object or the structure of which the last name of a path is read; nil for other
    /// expressions.
    fileprivate var owner: ExpressionForm? {
        switch self {
        case .keyPath(let names): names.isEmpty ? nil : .keyPath(names.dropLast())
        case .path(let base, let names): names.count > 1 ? .path(base, names.dropLast()) : base
        default: nil
        }
    }

    /// Whether the expression is, or contains, a captured structure.
    fileprivate var isCapturedStructure: Bool {
        guard case .constant(let value) = self else { return false }
        return value.isCapturedStructure
    }
}

extension Value {
    fileprivate var isCapturedStructure: Bool {
        switch self {
        case .opaque(let value): value.object is CapturedConstants.Structure
        case .list(let values): values.contains(where: \.isCapturedStructure)
        default: false
        }
    }
}
