public import CoreTransferable
public import UniformTypeIdentifiers

/// The items that the user can drop between the rows of a `ForEach`.
struct RowInsertion {
    let types: [UTType]
    /// Called with the offset before which the items are inserted.
    let action: (Int, [NSItemProvider]) -> Void

    /// Returns the destination of a row.
    ///
    /// - Parameter position: Returns the position of the row; nil if it was removed.
    @MainActor
    func receiver(_ position: @escaping () -> Int?) -> (DropEvent, WindowGraph) -> Void {
        { event, graph in
            // Only the drop counts: the host shows where the items would be inserted.
            guard event.phase == .dropped, let position = position() else { return }
            let delegate = RowDropDelegate { action(event.isAfter ? position + 1 : position, $0) }
            DropReceiver(types, delegate, after: nil).handle(event, in: graph, nil)
        }
    }

    private struct RowDropDelegate: DropDelegate {
        let action: ([NSItemProvider]) -> Void

        func performDrop(info: DropInfo) -> Bool {
            action(info.items)
            return true
        }
    }
}

extension DynamicViewContent {
    /// Inserts values that are dropped between the rows of a list, or pasted while a row has the
    /// focus, which inserts them after that row.
    ///
    /// - Parameters:
    ///   - payloadType: The type of the values.
    ///   - action: Called with the values, when they have been loaded, and the offset, in `data`,
    ///     before which they are inserted.
    public func dropDestination<T: Transferable>(
        for payloadType: T.Type = T.self, action: @escaping ([T], Int) -> Void
    ) -> some DynamicViewContent {
        let insertion = RowInsertion(types: T.importedContentTypes()) { offset, items in
            load(T.self, from: items) { action($0, offset) }
        }
        return _editing(_RowEdits(insertion: insertion))
    }

    /// Inserts items that are dropped between the rows of a list, or pasted while a row has the
    /// focus, which inserts them after that row.
    ///
    /// - Parameters:
    ///   - supportedContentTypes: The types of items.
    ///   - action: Called with the offset, in `data`, before which the items are inserted.
    public func onInsert(
        of supportedContentTypes: [UTType], perform action: @escaping (Int, [NSItemProvider]) -> Void
    ) -> some DynamicViewContent {
        _editing(_RowEdits(insertion: RowInsertion(types: supportedContentTypes, action: action)))
    }

    /// Inserts items whose types have one of several identifiers.
    public func onInsert(
        of acceptedTypeIdentifiers: [String], perform action: @escaping (Int, [NSItemProvider]) -> Void
    ) -> some DynamicViewContent {
        onInsert(of: acceptedTypeIdentifiers.map(UTType.init(of:)), perform: action)
    }
}
