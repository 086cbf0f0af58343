// Lists and tables with rows of outlines, for which hosts have other roles.

extension Element {
    /// Whether the element is a list or a table with rows of an outline.
    package var isOutline: Bool {
        switch content {
        case .collection(.list(let look)): look.isOutline
        case .collection(.table(let look)): look.isOutline
        default: false
        }
    }

    /// Makes the list or table an outline, after its first row of one was made. It remains one.
    @MainActor
    func becomeOutline(in graph: WindowGraph) {
        guard !isOutline else { return }
        switch content {
        case .collection(.list(var look)):
            look.isOutline = true
            graph.set(self, content: .collection(.list(look)), traits: traits)
        case .collection(.table(var look)):
            look.isOutline = true
            graph.set(self, content: .collection(.table(look)), traits: traits)
        default: return
        }
        sendRows(in: graph)
    }

    /// Sends the rows again that the host has drawn: their roles depend on that of the list.
    @MainActor
    private func sendRows(in graph: WindowGraph) {
        for child in children {
            switch child.content {
            case .collection(.row): graph.setNeedsSending(child)
            case .collection(.section), .collection(.tableBody): child.sendRows(in: graph)
            default: break
            }
        }
    }
}
