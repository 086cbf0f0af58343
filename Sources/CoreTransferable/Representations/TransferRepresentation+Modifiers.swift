/// A representation with changed forms.
public struct _ModifiedTransferRepresentation<Item: Transferable>: TransferRepresentation {
    /// No representation.
    public typealias Body = Never

    /// The forms.
    public let _channels: [_TransferChannel]

    init(_ base: some TransferRepresentation<Item>, _ change: (inout _TransferChannel) -> Void) {
        _channels = base._channels.map { channel in
            var channel = channel
            change(&channel)
            return channel
        }
    }
}

extension TransferRepresentation {
    /// Sends only the values that meet a condition in this form.
    public func exportingCondition(_ condition: @escaping @Sendable (Item) -> Bool) -> some TransferRepresentation<Item> {
        _ModifiedTransferRepresentation(self) { channel in
            let inner = channel.condition
            channel.condition = { value in
                guard let item = value as? Item else { return false }
                return condition(item) && inner?(item) ?? true
            }
        }
    }

    /// Sets the name that a file with a value should have.
    public func suggestedFileName(_ fileName: String) -> some TransferRepresentation<Item> {
        _ModifiedTransferRepresentation(self) { $0.fileName = { _ in fileName } }
    }

    /// Sets the name that a file with a value should have.
    public func suggestedFileName(_ fileName: @escaping @Sendable (Item) -> String?) -> some TransferRepresentation<Item> {
        _ModifiedTransferRepresentation(self) { $0.fileName = { value in (value as? Item).flatMap(fileName) } }
    }

    /// Sets the receivers that may see this form.
    public func visibility(_ visibility: TransferRepresentationVisibility) -> some TransferRepresentation<Item> {
        _ModifiedTransferRepresentation(self) { $0.visibility = visibility }
    }
}
