import Foundation

/// A property, or a method without arguments, of Foundation's classes that a format can read:
/// `name.length`, `items.@avg.doubleValue`, `FUNCTION(name, "uppercaseString")`.
///
/// Other properties would need the Objective-C runtime, which Linux lacks.
package enum ValueProperty: String, CaseIterable {
    case length, uppercaseString, lowercaseString, capitalizedString, description, stringValue
    case intValue, integerValue, longLongValue, doubleValue, floatValue, boolValue
    case timeIntervalSince1970, timeIntervalSinceReferenceDate
    case absoluteString, path, host, lastPathComponent
    case uuidString = "UUIDString"

    /// Whether the property's type is a string.
    package var isText: Bool {
        switch self {
        case .uppercaseString, .lowercaseString, .capitalizedString, .description, .stringValue, .absoluteString, .path, .host,
            .lastPathComponent, .uuidString:
            true
        case .length, .intValue, .integerValue, .longLongValue, .doubleValue, .floatValue, .boolValue, .timeIntervalSince1970,
            .timeIntervalSinceReferenceDate:
            false
        }
    }

    /// Returns the property of a value: null for null, nil if values of this type do not have it.
    package func read(from value: Value) -> Value? {
        if value.isNull { return .null }
        switch (self, value) {
        case (.timeIntervalSince1970, .date(let date)): return .double(date.timeIntervalSince1970)
        case (.timeIntervalSinceReferenceDate, .date(let date)): return .double(date.timeIntervalSinceReferenceDate)
        case (.absoluteString, .url(let url)): return .string(url.absoluteString)
        case (.path, .url(let url)): return .string(url.path)
        case (.host, .url(let url)): return url.host.map(Value.string) ?? .null
        case (.lastPathComponent, .url(let url)): return .string(url.lastPathComponent)
        case (.uuidString, .uuid(let uuid)): return .string(uuid.uuidString)
        case (.length, .data(let data)): return .int(Int64(data.count))
        // A URL compares by its text, so its length is that of the text.
        case (.length, .url(let url)): return .int(Int64(url.absoluteString.utf16.count))
        case (.description, _), (.stringValue, _): return value.plainText.map(Value.string)
        case (_, .string(let text)): return read(from: text)
        default: return value.number.flatMap(read)
        }
    }

    private func read(from text: String) -> Value? {
        switch self {
        case .length: .int(Int64(text.utf16.count))
        case .uppercaseString: .string(text.uppercased())
        case .lowercaseString: .string(text.lowercased())
        case .capitalizedString: .string(text.capitalized)
        case .lastPathComponent: .string(NSString(string: text).lastPathComponent)
        case .intValue, .integerValue, .longLongValue: .int(LeadingNumber(text).int)
        case .boolValue: .bool(LeadingNumber(text).bool)
        default: read(from: Number.double(LeadingNumber(text).double))
        }
    }

    private func read(from number: Number) -> Value? {
        switch self {
        // Clamped to 64 bits, as for a text.
        case .intValue, .integerValue, .longLongValue: .int(number.int ?? (number.double < 0 ? .min : .max))
        case .doubleValue: .double(number.double)
        case .floatValue: .double(Double(Float(number.double)))
        case .boolValue: .bool(number.double != 0)
        default: nil
        }
    }
}
