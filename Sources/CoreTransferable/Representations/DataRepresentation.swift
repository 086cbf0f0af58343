public import Foundation
public import UniformTypeIdentifiers

/// A form in which values are data that closures make and read.
///
///     DataRepresentation(contentType: .png) { layer in
///         layer.png()
///     } importing: { data in
///         try Layer(png: data)
///     }
public struct DataRepresentation<Item: Transferable>: TransferRepresentation {
    /// No representation.
    public typealias Body = Never

    /// The form.
    public let _channels: [_TransferChannel]

    /// Sends and receives values as data of a type.
    public init(
        contentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data,
        importing: @escaping @Sendable (Data) async throws -> Item
    ) {
        self.init(exported: contentType, imported: contentType, exporting, importing)
    }

    /// Sends values as data of a type.
    public init(exportedContentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data) {
        self.init(exported: exportedContentType, imported: nil, exporting, nil)
    }

    /// Receives values as data of a type.
    public init(importedContentType: UTType, importing: @escaping @Sendable (Data) async throws -> Item) {
        self.init(exported: nil, imported: importedContentType, nil, importing)
    }

    init(
        exported: UTType?, imported: UTType?, _ exporting: (@Sendable (Item) async throws -> Data)?,
        _ importing: (@Sendable (Data) async throws -> Item)?
    ) {
        var channel = _TransferChannel(exported: exported, imported: imported)
        if let exporting { channel.exporting = { .data(try await exporting(try item($0))) } }
        if let importing { channel.importing = { try await importing(try $0.data()) } }
        _channels = [channel]
    }
}
