/// A form in which a value of another type stands for a value.
///
///     ProxyRepresentation(exporting: \.title)
public struct ProxyRepresentation<Item: Transferable, ProxyRepresentation: Transferable>: TransferRepresentation {
    /// No representation.
    public typealias Body = Never

    private let exporting: (@Sendable (Item) async throws -> ProxyRepresentation)?
    private let importing: (@Sendable (ProxyRepresentation) async throws -> Item)?

    /// Sends and receives values as values of another type.
    public init(
        exporting: @escaping @Sendable (Item) async throws -> ProxyRepresentation,
        importing: @escaping @Sendable (ProxyRepresentation) async throws -> Item
    ) {
        self.exporting = exporting
        self.importing = importing
    }

    /// Sends values as values of another type.
    public init(exporting: @escaping @Sendable (Item) async throws -> ProxyRepresentation) {
        self.exporting = exporting
        importing = nil
    }

    /// Receives values as values of another type.
    public init(importing: @escaping @Sendable (ProxyRepresentation) async throws -> Item) {
        exporting = nil
        self.importing = importing
    }

    /// The forms of the other type.
    public var _channels: [_TransferChannel] {
        ProxyRepresentation.transferChannels.compactMap { inner in
            var channel = inner
            channel.exporting = nil
            channel.importing = nil
            if let exporting, let export = inner.exporting {
                channel.exporting = { try await export(try await exporting(try item($0))) }
            }
            if let importing, let read = inner.importing {
                channel.importing = { try await importing(try item(try await read($0))) }
            }
            // Both depend on the other value, which is known only when the item is sent.
            channel.condition = nil
            channel.fileName = nil
            return channel.exporting == nil && channel.importing == nil ? nil : channel
        }
    }
}
