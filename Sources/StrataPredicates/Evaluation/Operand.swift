import Foundation

/// The result of an expression: a value that can be compared, an object whose keys can be read, or
/// an intermediate collection.
package enum Operand {
    case value(Value)
    /// An object that reads its own keys, as managed objects do.
    case readable(any KeyValueReadable)
    /// Any other object: a dictionary, a collection or an object that is only passed on.
    case object(Any)
    case collection([Operand])

    /// Wraps any Swift or Foundation value.
    package init(_ any: Any?) {
        guard let any else {
            self = .value(.null)
            return
        }
        switch any {
        // The most common types first: casting to a protocol costs ten times as much.
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
            // Ignored: what is no value is compared as an object.
            let value = try? convertible.predicateValue
            self = value.map(Operand.value) ?? .object(any)
        default: self = .object(any)
        }
    }

    /// Wraps the evaluated object, which in most cases reads its own keys.
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

    /// The value to compare.
    ///
    /// - Throws: `InvalidPredicate` for an object that cannot be compared.
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

    /// The elements of a collection or the values of a dictionary; nil for anything else.
    package var elements: [Operand]? {
        switch self {
        case .value(let value): value.list?.map(Operand.value)
        case .collection(let elements): elements
        case .object(let object as any ElementSequence): object.elementOperands
        case .object(let object as [AnyHashable: Any]): object.values.map { Operand($0) }
        case .readable, .object: nil
        }
    }

    /// The operand as Apple's frameworks return it: numbers as NSNumber, null as nil.
    package var object: Any? {
        switch self {
        case .value(let value): value.object
        case .readable(let object): object
        case .object(let object): object
        case .collection(let elements): elements.map { $0.object ?? NSNull() }
        }
    }
}

/// A Swift or Foundation collection.
protocol ElementSequence {
    var elementOperands: [Operand] { get }
    /// Whether the elements are unordered.
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

/// An optional inside an `Any`.
private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { self }
}

extension Value {
    /// The value as a Foundation object, a list as an array; nil for null.
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
        // CoreData replaces references with objects before it reads `object`. Any other reference
        // is represented by its row ID.
        case .object(let reference): NSNumber(value: reference.rowID.rawValue)
        case .opaque(let value): value.object
        }
    }
}
