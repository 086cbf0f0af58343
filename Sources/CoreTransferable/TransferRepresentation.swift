package import Foundation
internal import StrataTraps
internal import UniformTypeIdentifiers

/// A form, or several, in which values of a type are sent and received.
public protocol TransferRepresentation<Item>: Sendable {
    /// The type of the values.
    associatedtype Item: Transferable

    /// The type of the representation that this one consists of.
    associatedtype Body: TransferRepresentation

    /// The representation that this one consists of.
    @TransferRepresentationBuilder<Item> var body: Body { get }

    /// The forms, in order.
    var _channels: [_TransferChannel] { get }
}

extension TransferRepresentation {
    /// The forms of the body, in order.
    public var _channels: [_TransferChannel] { body._channels }
}

extension Never: TransferRepresentation, Transferable {
    /// No value.
    public typealias Item = Never
    /// No representation.
    public typealias Body = Never
    /// No representation.
    public typealias Representation = Never

    /// Never returns.
    public static var transferRepresentation: Never { trap("There is no value of the type Never.") }
    /// Never returns.
    public var body: Never { self }
    /// No forms.
    public var _channels: [_TransferChannel] { [] }
}

extension TransferRepresentation where Body == Never {
    /// Never returns: a representation of its own consists of no other.
    public var body: Never { trap("This representation has no body.") }
}

/// One form in which values are sent, received, or both, independent of the type of the values.
public struct _TransferChannel: Sendable {
    typealias Export = @Sendable (any Sendable) async throws -> TransferContent
    typealias Import = @Sendable (TransferContent) async throws -> any Sendable

    var exportedType: UTType?
    var importedType: UTType?
    var visibility = TransferRepresentationVisibility.all
    /// Whether a value is sent in this form; nil for every value.
    var condition: (@Sendable (any Sendable) -> Bool)?
    /// The name that a file with a value should have.
    var fileName: (@Sendable (any Sendable) -> String?)?
    var exporting: Export?
    var importing: Import?

    init(exported: UTType?, imported: UTType?) {
        exportedType = exported
        importedType = imported
    }

    /// Returns the content of a value.
    func export(_ value: any Sendable) async throws -> TransferContent {
        guard let exporting else { throw CocoaError(.featureUnsupported) }
        return try await exporting(value)
    }
}

/// Returns a value as an item of a type, which it is if the types of representations agree.
func item<Item>(_ value: any Sendable) throws -> Item {
    guard let item = value as? Item else { throw CocoaError(.featureUnsupported) }
    return item
}

/// The content of an item on its way: data, or a file.
package enum TransferContent: Sendable {
    case data(Data)
    /// A file, which the receiver may read but does not own.
    case file(URL)

    /// Returns the content as data.
    func data() throws -> Data {
        switch self {
        case .data(let data): data
        case .file(let url): try Data(contentsOf: url)
        }
    }

    /// Calls a closure with a file that has the content. If the content is data, the file is
    /// temporary, and is removed after the call.
    ///
    /// - Parameter name: The name of a temporary file.
    func withFile<Result>(named name: String, _ body: (URL) async throws -> Result) async throws -> Result {
        switch self {
        case .file(let url): return try await body(url)
        case .data(let data):
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("strata-item-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            defer {
                do {
                    try FileManager.default.removeItem(at: folder)
                } catch {
                    warn("The temporary folder \(folder.path) cannot be removed: \(error.localizedDescription)")
                }
            }
            let url = folder.appendingPathComponent(name)
            try data.write(to: url)
            return try await body(url)
        }
    }
}

/// Combines representations, the best one first.
@resultBuilder
public struct TransferRepresentationBuilder<Item: Transferable> {
    /// Returns a representation of the type.
    public static func buildExpression<Content: TransferRepresentation>(_ content: Content) -> Content
    where Content.Item == Item { content }

    /// Returns a single representation.
    public static func buildBlock<Content: TransferRepresentation>(_ content: Content) -> Content where Content.Item == Item {
        content
    }

    /// Combines several representations.
    public static func buildBlock<each Content: TransferRepresentation>(
        _ content: repeat each Content
    ) -> TupleTransferRepresentation<Item, (repeat each Content)> {
        var channels: [_TransferChannel] = []
        for part in repeat each content { channels += part._channels }
        return TupleTransferRepresentation(channels: channels)
    }
}

/// Several representations of one type.
public struct TupleTransferRepresentation<Item: Transferable, Value>: TransferRepresentation {
    /// No representation.
    public typealias Body = Never

    let channels: [_TransferChannel]

    /// The forms of all representations, in order.
    public var _channels: [_TransferChannel] { channels }
}
