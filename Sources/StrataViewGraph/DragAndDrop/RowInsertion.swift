public import CoreTransferable
public import UniformTypeIdentifiers

/// The items that the user can drop between the rows of a `ForEach`.
struct RowInsertion {
    let types: [UTType]
    /// Called with the items, and with a function that returns the offset before which they are
    /// inserted. Rows may be deleted while values are loaded, so the action asks for the offset when
    /// it inserts them.
    let action: (_ offset: @escaping @MainActor () -> Int, [NSItemProvider]) -> Void

    /// Returns the destination of a row.
    ///
    /// - Parameters:
    ///   - position: Returns the position of the row; nil if it was removed.
    ///   - count: Returns the number of elements; 0 if the `ForEach` was removed.
    @MainActor
    func receiver(
        position: @escaping @MainActor () -> Int?, count: @escaping @MainActor () -> Int
    ) -> (DropEvent, WindowGraph) -> Void {
        { event, graph in
            // Only the drop counts: the host shows where the items would be inserted.
            guard event.phase == .dropped, let dropped = position() else { return }
            let delegate = RowDropDelegate { [weak graph] items in
                let offset: @MainActor () -> Int = {
                    // The collection may have changed since the last evaluation.
                    graph?.update()
                    return min((position() ?? dropped) + (event.isAfter ? 1 : 0), count())
                }
                action(offset, items)
            }
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
    ///     before which they are inserted. It is an offset in `data` as it is then.
    public func dropDestination<T: Transferable>(
        for payloadType: T.Type = T.self, action: @escaping ([T], Int) -> Void
    ) -> some DynamicViewContent {
        let insertion = RowInsertion(types: T.importedContentTypes()) { offset, items in
            load(T.self, from: items) { action($0, offset()) }
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
        _editing(_RowEdits(insertion: RowInsertion(types: supportedContentTypes) { action($0(), $1) }))
    }

    /// Inserts items whose types have one of several identifiers.
    public func onInsert(
        of acceptedTypeIdentifiers: [String], perform action: @escaping (Int, [NSItemProvider]) -> Void
    ) -> some DynamicViewContent {
        onInsert(of: acceptedTypeIdentifiers.map(UTType.init(of:)), perform: action)
    }
}
