import Foundation

/// What an expression gives: a value that compares, an object whose keys can be read, or a collection made on the way.
package enum Operand {
    case value(Value)
    /// An object that answers for its own keys, as managed objects do.
    case readable(any KeyValueReadable)
    /// Any other object as it was found: a dictionary, a collection, or whatever a predicate may hand on.
    case object(Any)
    case collection([Operand])

    /// Any Swift or Foundation value as an operand.
    package init(_ any: Any?) {
        guard let any else {
            self = .value(.null)
            return
        }
        switch any {
        // The commonest first, and by their own types: a question about a protocol costs ten times as much.
        case let text as String: self = .value(.string(text))
        case let number as NSNumber: self = .value(number.predicateValue)
        case let number as Double: self = .value(.double(number))
        case let number as Int: self = .value(.int(Int64(number)))
        case let date as Date: self = .value(.date(date))
        case let optional as any OptionalValue: self = optional.wrapped.map { Operand($0) } ?? .value(.null)
        case let readable as any KeyValueReadable: self = .readable(readable)
        case is any ElementSequence, is [AnyHashable: Any]: self = .object(any)
        case let hashable as AnyHashable where type(of: any) == AnyHashable.self: self = Operand(hashable.base)
        case let convertible as any ValueConvertible:
            let value = try? convertible.predicateValue
            self = value.map(Operand.value) ?? .object(any)
        default: self = .object(any)
        }
    }

    /// The object that a predicate is asked about, which most often has keys.
    package init(subject: Any?) {
        if let readable = subject as? any KeyValueReadable {
            self = .readable(readable)
        } else {
            self.init(subject)
        }
    }

    var isReadable: Bool {
        if case .readable = self { true } else { false }
    }

    package var isNull: Bool {
        if case .value(let value) = self { value.isNull } else { false }
    }

    /// The value that a comparison compares. Throws `InvalidPredicate` for an object that is none.
    package var value: Value {
        get throws {
            switch self {
            case .value(let value): value
            case .collection(let elements): .list(try elements.map { try $0.value })
            case .readable(let object): try Value(converting: object)
            case .object(let object): try Value(converting: object)
            }
        }
    }

    /// The elements of a collection, a dictionary's values among them; nil for what is no collection.
    package var elements: [Operand]? {
        switch self {
        case .value(let value): value.list?.map(Operand.value)
        case .collection(let elements): elements
        case .object(let object as any ElementSequence): object.elementOperands
        case .object(let object as [AnyHashable: Any]): object.values.map { Operand($0) }
        case .readable, .object: nil
        }
    }

    /// The operand as Apple's frameworks would hand it out: numbers as NSNumber, null as nil.
    package var object: Any? {
        switch self {
        case .value(let value): value.object
        case .readable(let object): object
        case .object(let object): object
        case .collection(let elements): elements.map { $0.object ?? NSNull() }
        }
    }
}

/// A collection of Swift's or Foundation's.
protocol ElementSequence {
    var elementOperands: [Operand] { get }
    /// Whether the elements come in no order of their own.
    var isSet: Bool { get }
}

extension ElementSequence {
    var isSet: Bool { false }
}

extension Array: ElementSequence {
    var elementOperands: [Operand] { map { Operand($0) } }
}

extension Set: ElementSequence {
    var isSet: Bool { true }
    var elementOperands: [Operand] { map { Operand($0) } }
}

extension NSArray: ElementSequence {
    var elementOperands: [Operand] { map { Operand($0) } }
}

extension NSSet: ElementSequence {
    var isSet: Bool { true }
    var elementOperands: [Operand] { allObjects.map { Operand($0) } }
}

extension NSOrderedSet: ElementSequence {
    var elementOperands: [Operand] { array.map { Operand($0) } }
}

/// What is inside an optional that was itself put into an `Any`.
private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { self }
}

extension Value {
    /// The value as an object of Foundation's, a list as an array; nil for null.
    package var object: Any? {
        switch self {
        case .null: nil
        case .bool(let bool): NSNumber(value: bool)
        case .int(let int): NSNumber(value: int)
        case .double(let double): NSNumber(value: double)
        case .decimal(let decimal): NSDecimalNumber(decimal: decimal)
        case .string(let string): string
        case .date(let date): date
        case .data(let data): data
        case .uuid(let uuid): uuid
        case .url(let url): url
        case .list(let values): values.map { $0.object ?? NSNull() }
        // Who can make the object of a reference does so before an evaluator sees it.
        case .object(let reference): NSNumber(value: reference.number)
        case .opaque(let value): value.object
        }
    }
}
