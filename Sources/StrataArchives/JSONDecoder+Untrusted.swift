package import Foundation

extension JSONDecoder {
    /// Decodes a value from JSON that may be damaged or hostile.
    ///
    /// Foundation's decoder refuses JSON of more than 512 levels. If the bracket that opens the 513th
    /// level is the last character, it traps instead, because the place that it names in the error is
    /// behind the end. No JSON ends with such a bracket.
    ///
    /// JSON has to be UTF-8, as RFC 8259 requires: Foundation ignores incomplete characters at the end
    /// of other encodings, so the last bytes would not tell the last character.
    ///
    /// - Throws: A `DecodingError` for data that is no JSON in UTF-8, or the error of the type.
    package func decode<T: Decodable>(_ type: T.Type, fromUntrusted data: Data) throws -> T {
        // How Foundation recognizes other encodings.
        let isUTF8 = !data.prefix(4).contains(0) && !data.starts(with: [0xFE, 0xFF]) && !data.starts(with: [0xFF, 0xFE])
        guard isUTF8, data.last != UInt8(ascii: "["), data.last != UInt8(ascii: "{") else {
            let description = "The data is no JSON in UTF-8, or ends with an opening bracket."
            throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: description))
        }
        return try decode(type, from: data)
    }
}
