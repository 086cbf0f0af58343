/// The item of a context menu that opens a new window for the item below the pointer. A menu in
/// which the app has an item with the same title does not get it.
struct NewWindowItem: View {
    static let title: LocalizedStringKey = "Open in New Window"

    /// The token of the item.
    let token: String
    /// Whether the menu has other items, which end above.
    let hasDivider: Bool
    @Environment(\.windowOpener) private var opener

    var body: some View {
        if hasDivider { Divider() }
        Button(Self.title) {
            guard let opener, let graph = opener.graph, let offer = graph.drags.offer(token, of: graph) else { return }
            opener.open(offer)
        }
    }
}
