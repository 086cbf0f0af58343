import Foundation

extension Value {
    /// Returns the result of `CAST(value, "type")`.
    ///
    /// - Throws: `InvalidPredicate` for an unknown type, and for a value that cannot be converted
    ///   to it.
    func cast(to type: String) throws -> Value {
        if isNull { return .null }
        if let value = casting(to: type) { return value }
        let types = "NSString, NSNumber, NSDecimalNumber, NSDate, NSUUID, NSURL and NSData (base 64)"
        throw InvalidPredicate(
            Self.castTypes.contains(type)
                ? "CAST cannot convert \(ExpressionForm.constant(self).format) to \(type)." : "CAST makes \(types), not \(type).")
    }

    /// Returns the result of a CAST of a row's value; null if the value cannot be converted.
    ///
    /// - Throws: `InvalidPredicate` for an unknown type.
    func castOrNull(to type: String) throws -> Value {
        Self.castTypes.contains(type) ? casting(to: type) ?? .null : try cast(to: type)
    }

    private static let castTypes: Set<String> = [
        "NSString", "NSNumber", "NSDecimalNumber", "NSDate", "NSUUID", "NSURL", "NSData",
    ]

    private func casting(to type: String) -> Value? {
        switch (type, self) {
        case ("NSDate", .date), ("NSUUID", .uuid), ("NSURL", .url), ("NSData", .data), ("NSString", .string): self
        case ("NSString", _): plainText.map(Value.string)
        case ("NSDate", _): number.map { .date(Date(timeIntervalSinceReferenceDate: $0.double)) }
        case ("NSNumber", .string(let text)): Int64(text).map(Value.int) ?? Double(text).map(Value.double)
        case ("NSNumber", _): number?.asComputed.value
        case ("NSDecimalNumber", .string("NaN")): .decimal(.nan)
        case ("NSDecimalNumber", .string(let text)): Decimal(string: text).map(Value.decimal)
        case ("NSDecimalNumber", _): number.flatMap { Decimal(string: "\($0.value.plainText ?? "")") }.map(Value.decimal)
        case ("NSUUID", .string(let text)): UUID(uuidString: text).map(Value.uuid)
        case ("NSURL", .string(let text)): URL(string: text).map(Value.url)
        case ("NSData", .string(let text)): Data(base64Encoded: text).map(Value.data)
        default: nil
        }
    }

    /// The text that `description` of Apple's objects returns; nil for values without one.
    var plainText: String? {
        switch self {
        case .bool(let bool): bool ? "1" : "0"
        case .int(let int): "\(int)"
        case .double(let double): Int64(exactly: double).map(String.init) ?? "\(double)"
        case .decimal(let decimal): "\(decimal)"
        case .string(let text): text
        case .url(let url): url.absoluteString
        case .uuid(let uuid): uuid.uuidString
        case .date(let date): date.description
        default: nil
        }
    }
}
