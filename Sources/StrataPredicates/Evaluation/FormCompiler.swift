import Foundation

/// Compiles forms into closures, for one type of row.
///
/// ## Evaluation in memory
///
/// A predicate in memory is evaluated for one object after another: the unsaved objects of a fetch,
/// the changed rows of a live result. So the form is traversed once, by `test(_:)` and
/// `evaluator(_:)`, which return nested closures. All work that does not depend on the row is done
/// then: key paths are resolved to readers, patterns folded, regular expressions compiled, lists
/// for IN sorted, unbound variables and unknown operators rejected. For example,
///
///     magnitude > 4.5 AND place CONTAINS[cd] "alaska"
///
/// becomes a closure that calls two tests. The first reads a column and compares a double with the
/// captured 4.5; the second reads a column and runs a `StringMatcher` over its UTF-8.
///
/// **Rows.** The compiler is generic over the type that it reads:
///
/// - Rows of a store, which consist of values. They have no relationships, and there is no object
///   to pass to a closure.
/// - `any KeyValueReadable`: managed objects, which read their own keys.
/// - `Operand`: everything else, such as dictionaries, collections and Swift values, which are read
///   through `Mirror`.
///
/// **Values and operands.** A comparison compares `Value`s. On the way there an expression can
/// produce an object or a collection, which an `Operand` holds. A comparison of a plain key path
/// skips the operand and reads the value directly (`values` instead of `operands`).
///
/// **Collections.** A key path through a to-many relationship gives a collection, possibly of
/// collections. ANY and ALL test its leaves, SUBQUERY filters them, and IN and CONTAINS search them,
/// as a store's SQL does. A single value counts as a collection of one, and null as an empty one.
///
/// **Variables** are in `Bindings`, which one evaluation owns. A SUBQUERY sets its variable for
/// each element and then restores the previous value; an assignment stays in force for everything
/// evaluated after it.
///
/// **Errors.** The compiler throws for errors in the predicate itself. An evaluation throws if an
/// object has no value to compare, such as for an unknown key. The public API traps in both cases,
/// where Apple's frameworks raise an exception.
struct FormCompiler<Row> {
    typealias Test = (Row, Bindings?) throws -> Bool
    typealias Evaluator = (Row, Bindings?) throws -> Operand
    typealias ValueReader = (Row) throws -> Value
    typealias OperandReader = (Row) throws -> Operand

    /// Returns the reader of a key path without collection operators, as a value.
    let values: ([String]) throws -> ValueReader
    /// Returns the reader of a key path as an operand, which can be an object or a collection.
    let operands: ([String]) throws -> OperandReader
    /// Returns the row as an object, for closures; nil if rows are not objects.
    let object: ((Row) -> Any?)?
    /// The variables known to have a value, so that others are rejected at once; nil if bindings
    /// supply them at evaluation.
    var variables: Set<String>?

    /// Compiles for rows that consist of values.
    init(readingValues resolving: @escaping ([String]) throws -> (Row) -> Value) {
        values = resolving
        operands = { names in
            let read = try resolving(names)
            return { .value(read($0)) }
        }
        object = nil
        variables = []
    }

    /// Compiles for rows that are objects.
    private init(
        _ operands: @escaping ([String]) throws -> OperandReader, values: (([String]) throws -> ValueReader)? = nil,
        object: @escaping (Row) -> Any?
    ) {
        self.operands = operands
        self.values =
            values ?? { names in
                let read = try operands(names)
                return { try read($0).value }
            }
        self.object = object
        variables = nil
    }

    // MARK: Predicates

    func test(_ form: PredicateForm) throws -> Test {
        switch form {
        case .always(let value):
            return { _, _ in value }
        case .and(let forms):
            let tests = try forms.map(test)
            guard tests.count == 2 else { return { row, bindings in try tests.allSatisfy { try $0(row, bindings) } } }
            let (first, second) = (tests[0], tests[1])
            return { row, bindings in try first(row, bindings) && second(row, bindings) }
        case .or(let forms):
            let tests = try forms.map(test)
            guard tests.count == 2 else { return { row, bindings in try tests.contains { try $0(row, bindings) } } }
            let (first, second) = (tests[0], tests[1])
            return { row, bindings in try first(row, bindings) || second(row, bindings) }
        case .not(let form):
            let test = try test(form)
            return { row, bindings in try !test(row, bindings) }
        case .comparison(let left, let comparison, let right):
            return try compare(left, comparison, right)
        case .block(let block):
            let object = try rowObject("A predicate made of a closure")
            return { row, bindings in block.body(object(row), bindings?.objects) }
        }
    }

    private func compare(
        _ left: ExpressionForm, _ comparison: PredicateForm.Comparison, _ right: ExpressionForm
    ) throws -> Test {
        let reporter = MixedKindsReporter(left, comparison, right)
        switch (comparison.modifier, right) {
        case (.direct, .constant(let right)) where right.isNull && (comparison.kind == .equal || comparison.kind == .notEqual):
            // Objects that cannot be compared can still be tested for nil.
            let (read, wanted) = (try evaluator(left), comparison.kind == .equal)
            return { row, bindings in try read(row, bindings).isNull == wanted }
        case (.direct, .constant(let right)) where !right.keepsObjects:
            let test = try comparison.test(against: right, reporter)
            // One name cannot lead to a collection of collections.
            if case .keyPath(let names) = left, !names.hasOperator, comparison.kind != .contains || names.count == 1 {
                let read = try values(names)
                return { row, _ in try test(try read(row)) }
            }
            let read = try side(left, isSearched: comparison.kind == .contains)
            return { row, bindings in try test(try read(row, bindings)) }
        case (.direct, _):
            let readLeft = try side(left, isSearched: comparison.kind == .contains)
            let readRight = try side(right, isSearched: comparison.kind == .in)
            return { row, bindings in
                try comparison.singleTest(against: readRight(row, bindings), reporter)(readLeft(row, bindings))
            }
        case (.any, _):
            return try eachElement(left, comparison, right, reporter) { elements, test in try elements.contains(where: test) }
        case (.all, _):
            return try eachElement(left, comparison, right, reporter) { elements, test in try elements.allSatisfy(test) }
        }
    }

    /// Compiles ANY or ALL, which test the elements of collections at any depth. A single value
    /// counts as a collection of one, and null as an empty one.
    private func eachElement(
        _ left: ExpressionForm, _ comparison: PredicateForm.Comparison, _ right: ExpressionForm, _ reporter: MixedKindsReporter?,
        _ combine: @escaping ([Value], (Value) throws -> Bool) throws -> Bool
    ) throws -> Test {
        let readLeft = try evaluator(left)
        if case .constant(let right) = right, !right.keepsObjects {
            let test = try comparison.test(against: right, reporter)
            return { row, bindings in try combine(readLeft(row, bindings).leaves, test) }
        }
        let readRight = try side(right, isSearched: comparison.kind == .in)
        return { row, bindings in
            let test = try comparison.singleTest(against: readRight(row, bindings), reporter)
            return try combine(readLeft(row, bindings).leaves, test)
        }
    }

    /// Compiles a side of a comparison.
    ///
    /// - Parameter isSearched: Whether the comparison looks for an element in it.
    private func side(_ form: ExpressionForm, isSearched: Bool) throws -> (Row, Bindings?) throws -> Value {
        let read = try evaluator(form)
        guard isSearched, form.mayLeadToCollections else { return { row, bindings in try read(row, bindings).value } }
        return { row, bindings in try read(row, bindings).searchedValue }
    }

    func rowObject(_ what: String) throws -> (Row) -> Any? {
        guard let object else { throw InvalidPredicate("\(what) needs an object; a store's rows are not objects.") }
        return object
    }
}

extension FormCompiler where Row == Operand {
    /// Compiles for objects of any type.
    static var forObjects: FormCompiler<Operand> {
        FormCompiler({ names in { try $0.following(names[...]) } }, object: \.object)
    }
}

extension FormCompiler where Row == any KeyValueReadable {
    /// Compiles for objects that read their own keys. Equivalent to wrapping each in an `Operand`,
    /// without the cost of wrapping and unwrapping.
    static var forReadables: FormCompiler<any KeyValueReadable> {
        FormCompiler(
            { names in { try Operand.readable($0).following(names[...]) } },
            values: { names in
                guard names.count == 1, names != ["self"] else { return { try Operand.readable($0).following(names[...]).value } }
                let key = ReadKey(names[0])
                return { object in try object.value(key) ?? object.operand(forKey: key.name).value }
            },
            object: { $0 })
    }
}

extension Operand {
    /// The values in a collection and its nested collections.
    fileprivate var leaves: [Value] {
        get throws {
            guard let elements else { return isNull ? [] : [try value] }
            return try elements.flatMap { $0.elements == nil ? [try $0.value] : try $0.leaves }
        }
    }
}

extension Bindings {
    fileprivate var objects: [String: Any] { values.mapValues { $0.object ?? NSNull() } }
}

extension [String] {
    var hasOperator: Bool { contains { $0.hasPrefix("@") } }
}
