public import Foundation
public import OpenCombine
internal import OpenCombineFoundation
internal import StrataArchives
public import UniformTypeIdentifiers

/// A form in which values are encoded, by default as JSON.
public struct CodableRepresentation<Item, Encoder, Decoder>: TransferRepresentation
where
    Item: Transferable & Codable, Encoder: TopLevelEncoder & SendableMetatype, Decoder: TopLevelDecoder & SendableMetatype,
    Encoder.Output == Data, Decoder.Input == Data
{
    /// No representation.
    public typealias Body = Never

    /// The form.
    public let _channels: [_TransferChannel]

    /// Sends and receives values of a type as JSON.
    ///
    /// - Parameters:
    ///   - itemType: The type of the values.
    ///   - contentType: The type of the data.
    public init(for itemType: Item.Type = Item.self, contentType: UTType)
    where Encoder == JSONEncoder, Decoder == JSONDecoder {
        self.init(for: itemType, contentType: contentType, encoder: JSONEncoder(), decoder: JSONDecoder())
    }

    /// Sends and receives values of a type as an encoder writes them.
    ///
    /// - Parameters:
    ///   - itemType: The type of the values.
    ///   - contentType: The type of the data.
    ///   - encoder: The encoder, which several values may use at a time.
    ///   - decoder: The decoder, which several values may use at a time.
    public init(for itemType: Item.Type = Item.self, contentType: UTType, encoder: Encoder, decoder: Decoder) {
        let coders = Coders(encoder: encoder, decoder: decoder)
        let data = DataRepresentation<Item>(contentType: contentType) {
            try coders.encoder.encode($0)
        } importing: {
            try coders.decode($0)
        }
        _channels = data._channels
    }

    /// The encoder and the decoder.
    // Safe to share: the documentation of the initializer asks for coders that several values may
    // use at a time, as Foundation's can be.
    private struct Coders: @unchecked Sendable {
        let encoder: Encoder
        let decoder: Decoder

        /// Decodes a value from the data of a drop or an upload.
        func decode(_ data: Data) throws -> Item {
            // Safe to decode: the app's own decoder is to check what it reads.
            guard let json = decoder as? JSONDecoder else { return try decoder.decode(Item.self, from: data) }
            return try json.decode(Item.self, fromUntrusted: data)
        }
    }
}
