public import Foundation
public import UniformTypeIdentifiers

/// A form in which values are files.
public struct FileRepresentation<Item: Transferable>: TransferRepresentation {
    /// No representation.
    public typealias Body = Never

    /// The form.
    public let _channels: [_TransferChannel]

    /// Sends and receives values as files of a type.
    ///
    /// - Parameters:
    ///   - contentType: The type of the files.
    ///   - shouldAttemptToOpenInPlace: Has no effect: a received file is a copy.
    ///   - exporting: Returns a file with the value.
    ///   - importing: Reads a file, which may be removed after the call.
    public init(
        contentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile,
        importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) {
        self.init(exported: contentType, imported: contentType, exporting, importing)
    }

    /// Sends values as files of a type.
    ///
    /// - Parameters:
    ///   - exportedContentType: The type of the files.
    ///   - shouldAllowToOpenInPlace: Has no effect: the receiver gets a copy.
    ///   - exporting: Returns a file with the value.
    public init(
        exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
    ) {
        self.init(exported: exportedContentType, imported: nil, exporting, nil)
    }

    /// Receives values as files of a type.
    ///
    /// - Parameters:
    ///   - importedContentType: The type of the files.
    ///   - shouldAttemptToOpenInPlace: Has no effect: a received file is a copy.
    ///   - importing: Reads a file, which may be removed after the call.
    public init(
        importedContentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
        importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) {
        self.init(exported: nil, imported: importedContentType, nil, importing)
    }

    private init(
        exported: UTType?, imported: UTType?, _ exporting: (@Sendable (Item) async throws -> SentTransferredFile)?,
        _ importing: (@Sendable (ReceivedTransferredFile) async throws -> Item)?
    ) {
        let name = "file" + (imported?.preferredFilenameExtension.map { ".\($0)" } ?? "")
        var channel = _TransferChannel(exported: exported, imported: imported)
        if let exporting { channel.exporting = { .file(try await exporting(try item($0)).file) } }
        if let importing {
            channel.importing = { content in
                try await content.withFile(named: name) { try await importing(ReceivedTransferredFile(file: $0)) }
            }
        }
        _channels = [channel]
    }
}

/// A file that a representation sends.
public struct SentTransferredFile: Sendable {
    /// The file.
    public let file: URL
    /// Whether the receiver may open the file itself. Strata always sends a copy.
    public let allowAccessingOriginalFile: Bool

    /// Sends a file.
    public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {
        self.file = file
        self.allowAccessingOriginalFile = allowAccessingOriginalFile
    }
}

/// A file that a representation receives.
public struct ReceivedTransferredFile: Sendable {
    /// The file, which may be removed when the closure of the representation returns.
    public let file: URL
    /// False: a received file is a copy.
    public let isOriginalFile = false
}
