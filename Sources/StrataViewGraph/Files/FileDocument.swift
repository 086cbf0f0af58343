public import OpenCombine
public import UniformTypeIdentifiers

/// A document as a value, which is read from a file and written to one.
///
///     struct Note: FileDocument {
///         static let readableContentTypes: [UTType] = [.plainText]
///         var text = ""
///
///         init(configuration: ReadConfiguration) throws {
///             let data = configuration.file.regularFileContents ?? Data()
///             text = String(decoding: data, as: UTF8.self)
///         }
///
///         func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
///             FileWrapper(regularFileWithContents: Data(text.utf8))
///         }
///     }
@preconcurrency
public protocol FileDocument: Sendable {
    /// The types of files from which the document can be read.
    static var readableContentTypes: [UTType] { get }

    /// The types of files that the document can be written to. By default, those that can be read.
    static var writableContentTypes: [UTType] { get }

    /// The file to read, and its type.
    typealias ReadConfiguration = FileDocumentReadConfiguration

    /// The type of the file to write.
    typealias WriteConfiguration = FileDocumentWriteConfiguration

    /// Reads the document.
    init(configuration: Self.ReadConfiguration) throws

    /// Returns the content of the file.
    func fileWrapper(configuration: Self.WriteConfiguration) throws -> FileWrapper
}

extension FileDocument {
    /// The types that can be read.
    public static var writableContentTypes: [UTType] { readableContentTypes }
}

/// A document as an object, which is read from a file and written to one.
@preconcurrency
public protocol ReferenceFileDocument: ObservableObject, Sendable {
    /// The content of the document at one moment.
    associatedtype Snapshot

    /// The types of files from which the document can be read.
    static var readableContentTypes: [UTType] { get }

    /// The types of files that the document can be written to. By default, those that can be read.
    static var writableContentTypes: [UTType] { get }

    /// The file to read, and its type.
    typealias ReadConfiguration = FileDocumentReadConfiguration

    /// The type of the file to write.
    typealias WriteConfiguration = FileDocumentWriteConfiguration

    /// Reads the document.
    init(configuration: Self.ReadConfiguration) throws

    /// Returns the present content, to write it to a file of a type.
    func snapshot(contentType: UTType) throws -> Self.Snapshot

    /// Returns the content of the file for a snapshot.
    func fileWrapper(snapshot: Self.Snapshot, configuration: Self.WriteConfiguration) throws -> FileWrapper
}

extension ReferenceFileDocument {
    /// The types that can be read.
    public static var writableContentTypes: [UTType] { readableContentTypes }
}

/// The file that a document is read from.
public struct FileDocumentReadConfiguration {
    /// The type of the file.
    public let contentType: UTType
    /// The content of the file.
    public let file: FileWrapper

    package init(contentType: UTType, file: FileWrapper) {
        self.contentType = contentType
        self.file = file
    }
}

/// The file that a document is written to.
public struct FileDocumentWriteConfiguration {
    /// The type of the file.
    public let contentType: UTType
    /// The content that the file had before; nil for a new file.
    public let existingFile: FileWrapper?
}
