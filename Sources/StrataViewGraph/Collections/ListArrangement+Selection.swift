// The selection of rows outside a lazy `ForEach`.
extension ListArrangement {
    /// Returns whether a row is selected; nil if it cannot be. The selection is the same for all rows,
    /// so the first one that reads it observes it for the others.
    func isSelected(_ tag: AnyHashable?) -> Bool? {
        guard let tag, selection.accepts(tag) else { return nil }
        guard observedArrangement != arrangements else { return selection.contains(tag) }
        observedArrangement = arrangements
        return observing { selection.contains(tag) }
    }

    /// Reads state during an arrangement. The list is arranged again after the next change of a
    /// value that was read.
    private func observing<Value>(_ read: () -> Value) -> Value {
        let readers = node.graph.readers
        readers.readerReplaced()
        return trackObservation(of: { readers.observing(read) }) { [weak self, arrangements] in
            guard let self, self.arrangements == arrangements, node.isInGraph else { return false }
            guard !WindowReaders.isSweeping else { return true }
            node.graph.recordTransaction()
            node.graph.setNeedsArrangement(node)
            return true
        }
    }
}
