/// The item of a context menu that opens a new window for the item below the pointer.
struct NewWindowItem: View {
    /// The token of the item.
    let token: String
    /// Whether the menu has other items, which end above.
    let hasDivider: Bool
    @Environment(\.windowOpener) private var opener

    var body: some View {
        if hasDivider { Divider() }
        Button("Open in New Window") {
            guard let opener, let graph = opener.graph, let offer = graph.drags.offer(token, of: graph) else { return }
            opener.open(offer)
        }
    }
}
