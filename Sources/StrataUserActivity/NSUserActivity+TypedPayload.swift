internal import Foundation

extension NSUserActivity {
    /// An error of a payload.
    public enum TypedPayloadError: Error {
        /// ``NSUserActivity/userInfo`` is nil, or has no value of the type.
        case invalidContent
        /// The value is not encoded as a dictionary, or its encoding has failed.
        case encodingError
    }

    /// Returns the value that ``setTypedPayload(_:)`` has put into ``userInfo``.
    ///
    /// - Parameter type: The type of the value. The entries of the dictionary that it does not decode
    ///   may be of any type.
    /// - Throws: ``TypedPayloadError/invalidContent``.
    public func typedPayload<T: Codable>(_ type: T.Type) throws -> T {
        guard let userInfo, !userInfo.isEmpty else { throw TypedPayloadError.invalidContent }
        var entries: [String: Any] = [:]
        for (key, object) in userInfo {
            // Ignored: the payload's type decides whether it misses an entry that is no property
            // list.
            guard let key = key.base as? String, let value = try? UserInfoValue(object) else { continue }
            entries[key] = value.propertyList
        }
        do {
            let data = try PropertyListSerialization.data(fromPropertyList: entries, format: .binary, options: 0)
            // Safe to decode: the line above wrote the bytes.
            return try PropertyListDecoder().decode(type, from: data)
        } catch {
            throw TypedPayloadError.invalidContent
        }
    }

    /// Puts the properties of a value into ``userInfo``, in place of those of the last value of the
    /// same type. Other entries are kept.
    ///
    /// - Parameter payload: A value that is encoded as a dictionary with strings as keys, as
    ///   structures are.
    /// - Throws: ``TypedPayloadError/encodingError``.
    public func setTypedPayload<T: Codable>(_ payload: T) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        // Ignored: Apple's error for a payload that cannot be encoded has no cause.
        // Safe to decode: the encoder wrote the bytes.
        guard let data = try? encoder.encode(payload),
            let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil),
            let entries = list as? [String: Any]
        else { throw TypedPayloadError.encodingError }
        var info = userInfo ?? [:]
        // A property that is nil now had a value before.
        for key in payloadKeys[ObjectIdentifier(T.self)] ?? [] { info[key] = nil }
        for (key, value) in entries { info[key] = value }
        payloadKeys[ObjectIdentifier(T.self)] = Set(entries.keys)
        userInfo = info
    }
}

extension UserInfoValue {
    /// The value in a property list, as `PropertyListEncoder` encodes values of the same types; nil if
    /// a property list cannot contain it.
    fileprivate var propertyList: Any? {
        switch self {
        case .null: nil
        case .boolean(let value): value
        case .integer(let value): value
        case .unsigned(let value): value
        case .real(let value): value
        case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .url(let value): ["relative": value.absoluteString]
        case .uuid(let value): value.uuidString
        case .array(let values): values.compactMap(\.propertyList)
        case .set(let values): values.compactMap(\.propertyList)
        case .dictionary(let values):
            values.reduce(into: [String: Any]()) { list, entry in
                if case .string(let key) = entry.key, let value = entry.value.propertyList { list[key] = value }
            }
        }
    }
}
