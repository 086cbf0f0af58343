package import Foundation
internal import StrataArchives

/// A value that the `userInfo` of an activity can keep. It can be compared, encoded, and cross
/// threads.
package indirect enum UserInfoValue: Hashable, Codable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    /// An integer that is larger than `Int.max`.
    case unsigned(UInt64)
    case real(Double)
    case decimal(Decimal)
    case string(String)
    case data(Data)
    case date(Date)
    case url(URL)
    case uuid(UUID)
    case array([UserInfoValue])
    case set(Set<UserInfoValue>)
    case dictionary([UserInfoValue: UserInfoValue])
}

extension UserInfoValue {
    /// The value as the `userInfo` of a restored activity contains it. Numbers are of type
    /// `NSNumber`, which casts to each type of number that has the value.
    package var object: Any {
        switch self {
        case .null: NSNull()
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .unsigned(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .decimal(let value): NSDecimalNumber(decimal: value)
        case .array(let values): values.map(\.object)
        case .dictionary(let values): Self.objects(of: values)
        default: key.base
        }
    }

    /// The value as a key of a dictionary, or a member of a set. Numbers are of Swift's types, since
    /// an `NSNumber` is not equal to them.
    private var key: AnyHashable {
        switch self {
        case .null: NSNull()
        case .boolean(let value): value
        case .integer(let value): value
        case .unsigned(let value): value
        case .real(let value): value
        case .decimal(let value): value
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .url(let value): value
        case .uuid(let value): value
        case .array(let values): values.map(\.key)
        case .set(let values): Set(values.map(\.key))
        case .dictionary(let values): values.reduce(into: [AnyHashable: AnyHashable]()) { $0[$1.key.key] = $1.value.key }
        }
    }

    /// Returns the entries of a dictionary with objects as values.
    package static func objects(of values: [UserInfoValue: UserInfoValue]) -> [AnyHashable: Any] {
        values.reduce(into: [:]) { $0[$1.key.key] = $1.value.object }
    }
}

extension UserInfoValue {
    /// The number of bytes that the value takes, without its case.
    var size: Int {
        switch self {
        case .null, .boolean: 1
        case .integer, .unsigned, .real, .date: 8
        case .decimal, .uuid: 16
        case .string(let value): value.utf8.count
        case .data(let value): value.count
        case .url(let value): value.absoluteString.utf8.count
        case .array(let values): values.reduce(0) { $0 + $1.size }
        case .set(let values): values.reduce(0) { $0 + $1.size }
        case .dictionary(let values): values.reduce(0) { $0 + $1.key.size + $1.value.size }
        }
    }
}

/// A value that the `userInfo` of an activity cannot keep.
package struct UserInfoProblem: Error, Equatable, CustomStringConvertible {
    /// The keys and indices that lead to the value, such as `.product.images[2]`.
    package var path: String
    /// The name of the value's type.
    package let type: String

    package var description: String { "userInfo\(path) has the type \(type)" }
}

extension UserInfoValue {
    /// Creates a value from an object.
    ///
    /// - Throws: ``UserInfoProblem`` if an activity cannot keep the object, or one inside.
    package init(_ object: Any) throws(UserInfoProblem) {
        if let number = Self(number: object) {
            self = number
            return
        }
        switch object {
        case let key as AnyHashable where Self.isWrapped(object): try self.init(key.base)
        case is NSNull: self = .null
        case let value as String: self = .string(value)
        case let value as Data: self = .data(value)
        case let value as Date: self = .date(value)
        case let value as URL: self = .url(value)
        case let value as UUID: self = .uuid(value)
        case let values as [Any]: try self.init(elements: values)
        case let values as Set<AnyHashable>: try self.init(members: values)
        case let values as [AnyHashable: Any]: try self.init(entries: values)
        default: try self.init(optional: object)
        }
    }

    /// Returns whether a value is stored as `AnyHashable`.
    private static func isWrapped(_ object: Any) -> Bool { type(of: object) == AnyHashable.self }

    private init(elements: [Any]) throws(UserInfoProblem) {
        var values: [UserInfoValue] = []
        for (index, element) in elements.enumerated() { values.append(try Self.value(element, at: "[\(index)]")) }
        self = .array(values)
    }

    private init(members: Set<AnyHashable>) throws(UserInfoProblem) {
        var values: Set<UserInfoValue> = []
        for member in members { values.insert(try Self.value(member.base, at: "[]")) }
        self = .set(values)
    }

    private init(entries: [AnyHashable: Any]) throws(UserInfoProblem) {
        var values: [UserInfoValue: UserInfoValue] = [:]
        for (key, element) in entries {
            let path = ".\(key.base)"
            values[try Self.value(key.base, at: path)] = try Self.value(element, at: path)
        }
        self = .dictionary(values)
    }

    /// Creates a value from an optional: nil is null.
    private init(optional object: Any) throws(UserInfoProblem) {
        guard let optional = object as? any OptionalValue else {
            throw UserInfoProblem(path: "", type: String(reflecting: type(of: object)))
        }
        guard let wrapped = optional.anyWrapped else {
            self = .null
            return
        }
        try self.init(wrapped)
    }

    /// Returns the value of an object in a collection.
    ///
    /// - Throws: ``UserInfoProblem`` with the path of the object.
    package static func value(_ object: Any, at path: String) throws(UserInfoProblem) -> UserInfoValue {
        do {
            return try UserInfoValue(object)
        } catch {
            throw UserInfoProblem(path: path + error.path, type: error.type)
        }
    }

    private init?(number object: Any) {
        switch type(of: object) {
        case is Decimal.Type: self = .decimal(object as? Decimal ?? 0)
        case is NSDecimalNumber.Type: self = .decimal((object as? NSDecimalNumber)?.decimalValue ?? 0)
        default:
            switch ExactNumber(object) {
            case .boolean(let value): self = .boolean(value)
            case .integer(let value): self = .integer(value)
            case .unsigned(let value): self = .unsigned(value)
            case .real(let value): self = .real(value)
            case nil: return nil
            }
        }
    }
}

/// An optional, for values of type `Any`.
private protocol OptionalValue {
    /// The value; nil for none.
    var anyWrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var anyWrapped: Any? { map { $0 as Any } }
}
