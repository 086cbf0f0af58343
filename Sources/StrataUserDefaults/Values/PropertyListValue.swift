package import Foundation
internal import StrataArchives

/// A value of a property list.
///
/// `UserDefaults` takes and returns values of type `Any`. They are kept as this type, whose values
/// can be compared and can cross threads.
package indirect enum PropertyListValue: Sendable {
    case boolean(Bool)
    case integer(Int)
    /// An integer that is larger than `Int.max`.
    case unsigned(UInt64)
    case real(Double)
    case string(String)
    case data(Data)
    case date(Date)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])
}

extension PropertyListValue: Equatable {
    /// Whether two values are of one case and equal. Real numbers and dates are compared by their
    /// bits: a value that is not a number would never equal itself, and stay a change that is not
    /// written yet.
    package static func == (one: PropertyListValue, other: PropertyListValue) -> Bool {
        switch (one, other) {
        case (.boolean(let one), .boolean(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.unsigned(let one), .unsigned(let other)): one == other
        case (.real(let one), .real(let other)): one.bitPattern == other.bitPattern
        case (.string(let one), .string(let other)): one == other
        case (.data(let one), .data(let other)): one == other
        case (.date(let one), .date(let other)): one.bits == other.bits
        case (.array(let one), .array(let other)): one == other
        case (.dictionary(let one), .dictionary(let other)): one == other
        default: false
        }
    }
}

extension Date {
    /// The bits of the number of seconds.
    fileprivate var bits: UInt64 { timeIntervalSinceReferenceDate.bitPattern }
}

extension PropertyListValue {
    /// The value as `UserDefaults` returns it: of a type of Swift's.
    package var object: Any {
        switch self {
        case .boolean(let value): value
        case .integer(let value): value
        case .unsigned(let value): value
        case .real(let value): value
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .array(let values): values.map(\.object)
        case .dictionary(let values): values.mapValues(\.object)
        }
    }

    /// Creates a value from one of Swift's types or Foundation's classes; nil if a property list
    /// cannot contain it.
    package init?(_ object: Any) {
        if let number = Self(number: object) {
            self = number
        } else if let string = object as? String {
            self = .string(string)
        } else if let data = object as? Data {
            self = .data(data)
        } else if let date = object as? Date {
            self = .date(date)
        } else if let elements = object as? [Any] {
            var values: [PropertyListValue] = []
            for element in elements {
                guard let value = PropertyListValue(element) else { return nil }
                values.append(value)
            }
            self = .array(values)
        } else if let elements = object as? [AnyHashable: Any] {
            var values: [String: PropertyListValue] = [:]
            for (key, element) in elements {
                guard let key = key as? String, let value = PropertyListValue(element) else { return nil }
                values[key] = value
            }
            self = .dictionary(values)
        } else {
            return nil
        }
    }

    private init?(number object: Any) {
        switch ExactNumber(object) {
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .unsigned(let value): self = .unsigned(value)
        case .real(let value): self = .real(value)
        case nil: return nil
        }
    }
}

// MARK: Conversions that UserDefaults documents

extension PropertyListValue {
    /// The value as a string: a string, or the digits of a number.
    var asString: String? {
        switch self {
        case .boolean(let value): value ? "1" : "0"
        case .integer(let value): String(value)
        case .unsigned(let value): String(value)
        case .real(let value): NSNumber(value: value).stringValue
        case .string(let value): value
        default: nil
        }
    }

    /// The value as an integer: a number without its fraction, or the number at the start of a
    /// string.
    var asInteger: Int {
        switch self {
        case .boolean(let value): value ? 1 : 0
        case .integer(let value): value
        case .unsigned: .max
        case .real(let value): value.isNaN ? 0 : Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
        case .string(let value): NSString(string: value).integerValue
        default: 0
        }
    }

    /// The value as a real number: a number, or the number at the start of a string.
    var asReal: Double {
        switch self {
        case .boolean(let value): value ? 1 : 0
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .real(let value): value
        case .string(let value): NSString(string: value).doubleValue
        default: 0
        }
    }

    /// The value as a Boolean: a number that is not zero, or a string such as "YES", "true" or "1".
    var asBoolean: Bool {
        switch self {
        case .boolean(let value): value
        case .integer(let value): value != 0
        case .unsigned: true
        case .real(let value): value != 0
        case .string(let value): NSString(string: value).boolValue
        default: false
        }
    }

    /// The URL that ``init(_:)-(URL)`` made a value of; nil for another value.
    var asURL: URL? {
        switch self {
        case .string(let path): URL(fileURLWithPath: NSString(string: path).expandingTildeInPath)
        // Ignored: data that is no archive of a URL is a value of another type.
        case .data(let archive): (try? KeyedArchiveDecoder.object(in: archive, of: [NSURL.self])) as? URL
        default: nil
        }
    }

    /// Creates a value from a URL, as Apple documents it: the path of a file, relative to the home
    /// directory if it is inside, and the keyed archive of another URL.
    init?(_ url: URL) {
        if url.isFileURL {
            let path = url.absoluteURL.path
            let home = NSHomeDirectory()
            self = .string(path == home || path.hasPrefix("\(home)/") ? "~\(path.dropFirst(home.count))" : path)
        } else {
            // Ignored: the caller reports a value that cannot be stored.
            guard let archive = try? KeyedArchiveEncoder.data(of: url as NSURL, isSecure: true) else { return nil }
            self = .data(archive)
        }
    }
}
