import Foundation

/// Makes closures of forms, for one kind of row.
struct FormCompiler<Row> {
    typealias Test = (Row, Bindings?) throws -> Bool
    typealias Evaluator = (Row, Bindings?) throws -> Operand
    typealias ValueReader = (Row) throws -> Value
    typealias OperandReader = (Row) throws -> Operand

    /// What reads a key path without collection operators, as a value.
    let values: ([String]) throws -> ValueReader
    /// The same as an operand, which may be an object or a collection of them.
    let operands: ([String]) throws -> OperandReader
    /// The row as an object, for closures; nil where a row is none.
    let object: ((Row) -> Any?)?
    /// The variables that have a value; nil where only an evaluation can tell.
    var variables: Set<String>?

    /// For rows that hold values only.
    init(readingValues resolving: @escaping ([String]) throws -> (Row) -> Value) {
        values = resolving
        operands = { names in
            let read = try resolving(names)
            return { .value(read($0)) }
        }
        object = nil
        variables = []
    }

    /// For rows that are objects.
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
        switch (comparison.modifier, right) {
        case (.direct, .constant(let right)) where right.isNull && (comparison.kind == .equal || comparison.kind == .notEqual):
            // Whether anything is there can be asked of objects that no comparison takes.
            let (read, wanted) = (try evaluator(left), comparison.kind == .equal)
            return { row, bindings in try read(row, bindings).isNull == wanted }
        case (.direct, .constant(let right)):
            let test = try comparison.test(against: right)
            if case .keyPath(let names) = left, !names.hasOperator {
                let read = try values(names)
                return { row, _ in test(try read(row)) }
            }
            let read = try evaluator(left)
            return { row, bindings in test(try read(row, bindings).value) }
        case (.direct, _):
            let (readLeft, readRight) = (try evaluator(left), try evaluator(right))
            return { row, bindings in
                try comparison.singleTest(against: readRight(row, bindings).value)(readLeft(row, bindings).value)
            }
        case (.any, _):
            return try eachElement(left, comparison, right) { elements, test in try elements.contains(where: test) }
        case (.all, _):
            return try eachElement(left, comparison, right) { elements, test in try elements.allSatisfy(test) }
        }
    }

    /// ANY and ALL ask the elements of collections at any depth; a value that is no collection counts as a collection of one, and
    /// null as an empty one.
    private func eachElement(
        _ left: ExpressionForm, _ comparison: PredicateForm.Comparison, _ right: ExpressionForm,
        _ combine: @escaping ([Value], (Value) throws -> Bool) throws -> Bool
    ) throws -> Test {
        let readLeft = try evaluator(left)
        if case .constant(let right) = right {
            let test = try comparison.test(against: right)
            return { row, bindings in try combine(readLeft(row, bindings).leaves, test) }
        }
        let readRight = try evaluator(right)
        return { row, bindings in
            let test = try comparison.singleTest(against: readRight(row, bindings).value)
            return try combine(readLeft(row, bindings).leaves, test)
        }
    }

    func rowObject(_ what: String) throws -> (Row) -> Any? {
        guard let object else { throw InvalidPredicate("\(what) needs an object; a store's rows are none.") }
        return object
    }
}

extension FormCompiler where Row == Operand {
    /// For objects of any kind.
    static var forObjects: FormCompiler<Operand> {
        FormCompiler({ names in { try $0.following(names[...]) } }, object: \.object)
    }
}

extension FormCompiler where Row == any KeyValueReadable {
    /// For objects that answer for their own keys. They mean what they mean as operands, and are not wrapped, counted and unwrapped on
    /// their way to each comparison.
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
    /// The values in a collection and in the collections in it.
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
