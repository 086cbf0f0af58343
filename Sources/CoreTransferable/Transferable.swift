public import Foundation
public import UniformTypeIdentifiers

/// A type whose values can be dragged to another view, window or program, and dropped.
///
///     struct Card: Codable, Transferable {
///         var title: String
///
///         static var transferRepresentation: some TransferRepresentation {
///             CodableRepresentation(contentType: UTType(exportedAs: "com.example.card"))
///             ProxyRepresentation(exporting: \.title)
///         }
///     }
///
/// The representations are the forms in which a value is sent and received, the best ones first. A
/// receiver gets the first of its own that the sender offers.
public protocol Transferable: Sendable {
    /// The type of the representations.
    associatedtype Representation: TransferRepresentation

    /// The forms in which a value is sent and received, the best ones first.
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

extension Transferable {
    /// The channels of the type's representations, in order.
    package static var transferChannels: [_TransferChannel] { transferRepresentation._channels }

    /// Returns the types of data from which a value can be made, the best ones first.
    public static func importedContentTypes() -> [UTType] {
        transferChannels.compactMap { $0.importing == nil ? nil : $0.importedType }
    }

    /// Returns the types of data in which values of the type can be sent, the best ones first.
    ///
    /// - Parameter visibility: The receiver that may see the data.
    public static func exportedContentTypes(_ visibility: TransferRepresentationVisibility = .all) -> [UTType] {
        transferChannels.filter { $0.visibility.includes(visibility) }.compactMap { $0.exporting == nil ? nil : $0.exportedType }
    }

    /// Returns the types of data in which the value can be sent, the best ones first.
    ///
    /// - Parameter visibility: The receiver that may see the data.
    public func exportedContentTypes(_ visibility: TransferRepresentationVisibility = .all) -> [UTType] {
        exportChannels(visibility).map(\.type)
    }

    /// The name that a file with the value should have; nil if there is none.
    public var suggestedFilename: String? {
        for channel in Self.transferChannels { if let name = channel.fileName?(self) { return name } }
        return nil
    }

    /// Creates a value from data.
    ///
    /// - Parameters:
    ///   - data: The data.
    ///   - contentType: The type of the data; nil for the first that the type imports.
    /// - Throws: The error of the representation, or `CocoaError.featureUnsupported` if no
    ///   representation imports the type of data.
    public init(importing data: Data, contentType: UTType?) async throws {
        self = try await Self.importing(.data(data), of: contentType ?? Self.importedContentTypes().first ?? .data)
    }

    /// Returns the value as data of a type.
    ///
    /// - Throws: The error of the representation, or `CocoaError.featureUnsupported` if no
    ///   representation exports a type that conforms to this one.
    public func exported(as contentType: UTType) async throws -> Data {
        guard let (_, channel) = exportChannels(.ownProcess).first(where: { $0.type.conforms(to: contentType) }) else {
            throw CocoaError(.featureUnsupported)
        }
        return try await channel.export(self).data()
    }

    /// The channels by which the value can be sent, with their types.
    func exportChannels(_ visibility: TransferRepresentationVisibility) -> [(type: UTType, channel: _TransferChannel)] {
        Self.transferChannels.compactMap { channel in
            guard channel.exporting != nil, channel.visibility.includes(visibility), channel.condition?(self) ?? true else {
                return nil
            }
            return channel.exportedType.map { ($0, channel) }
        }
    }

    /// Creates a value from content of a type.
    static func importing(_ content: TransferContent, of type: UTType) async throws -> Self {
        let channel = transferChannels.first { $0.importing != nil && $0.importedType.map(type.conforms(to:)) ?? false }
        guard let value = try await channel?.importing?(content) as? Self else { throw CocoaError(.featureUnsupported) }
        return value
    }
}

/// The receivers to which a representation is visible.
public struct TransferRepresentationVisibility: Hashable, Sendable {
    private let reach: Int

    /// All programs.
    public static let all = Self(reach: 0)
    /// The programs of the same team. Strata knows no teams: only this process.
    public static let team = Self(reach: 1)
    /// The programs of the same group. Strata knows no groups: only this process.
    public static let group = Self(reach: 2)
    /// Only this process.
    public static let ownProcess = Self(reach: 3)

    /// Returns whether a representation of this visibility is visible to a receiver.
    func includes(_ receiver: Self) -> Bool { reach <= receiver.reach }
}
