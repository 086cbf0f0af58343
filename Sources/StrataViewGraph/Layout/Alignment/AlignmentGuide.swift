public import Foundation

// # Alignment guides
//
// CSS has the built-in alignments, and no others. A view with an alignment guide is drawn in a box
// of its own (`guided`). When it is shown, the stacks around it that align their views by the guide
// stop being laid out by the host: a `LayoutEngine` lays them out, by the same rules, with the
// sizes that the host measures. The host also reports the frames of the boxes with guides inside
// each view, so a guide is found through any other views between it and the stack. Stacks with an
// alignment of an app's own have an engine in any case.

/// A guide that a modifier sets.
struct AlignmentGuide {
    let key: GuideKey
    /// Returns the guide for the size of the view.
    let value: (ViewDimensions) -> CGFloat
}

extension GuideKey {
    /// Whether the alignment is that of the start or the end of the line below a row.
    fileprivate var isListRowSeparator: Bool {
        self == HorizontalAlignment.listRowSeparatorLeading.guide || self == HorizontalAlignment.listRowSeparatorTrailing.guide
    }
}

private struct AlignmentGuideModifier: BuiltInModifier {
    let guide: AlignmentGuide

    static func listShape(of content: ListShape) -> ListShape { content == .row ? .row : .several }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        // Rows do not need a measured box for a line that does not follow it.
        if guide.key.isListRowSeparator { return node.updateChild(0, content) }
        node.show(.layout(.box(.guided)))
        node.graph.layouts.set(guide, of: node)
        node.updateChild(0, content, environment: node.environment.inBox(of: nil))
    }
}

extension View {
    /// Sets the guide by which the stacks around the view align it horizontally.
    ///
    ///     VStack(alignment: .leading) {
    ///         Text("Earthquakes")
    ///         Text("of the last seven days").alignmentGuide(.leading) { $0[.leading] - 20 }
    ///     }
    ///
    /// - Parameters:
    ///   - g: The alignment.
    ///   - computeValue: Returns the distance of the guide from the leading edge of the view.
    public func alignmentGuide(
        _ g: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some View {
        modified(AlignmentGuideModifier(guide: AlignmentGuide(key: g.guide, value: computeValue)))
    }

    /// Sets the guide by which the stacks around the view align it vertically.
    ///
    /// - Parameters:
    ///   - g: The alignment.
    ///   - computeValue: Returns the distance of the guide from the top of the view.
    public func alignmentGuide(
        _ g: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some View {
        modified(AlignmentGuideModifier(guide: AlignmentGuide(key: g.guide, value: computeValue)))
    }
}
