/// The sign of a button that shows and hides content: it points down while the content is shown,
/// otherwise in the direction of text.
///
/// It is a symbol, so it has the color and size of the text, and looks the same in each font.
struct DisclosureSign: View {
    let isExpanded: Bool

    var body: some View {
        Image(systemName: isExpanded ? "chevron.down" : "chevron.forward")
            .symbolVariant(.none)
            .imageScale(.small)
    }
}
