/// Puts a box around a view that a host connects with others.
private struct MatchedGeometryModifier: BuiltInModifier {
    let geometry: MatchedGeometry
    /// The parts of a warning that name the view as a source; nil for a follower.
    let description: MatchedSource.Description?

    static func listShape(of content: ListShape) -> ListShape { content == .row ? .row : .several }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        // The storage of a source also keeps its node, which the warning needs.
        let source = node.storage as? MatchedSource ?? MatchedSource(node)
        node.storage = source
        if let description { source.report(geometry.key, description) } else { source.end() }
        let box = ElementContent.layout(.box(.matched(geometry)))
        if Content._listShape == .row { node.show(box) } else { node.wrapElements(in: box) }
        node.updateChild(0, content, environment: node.environment.inBox(of: nil))
    }
}

extension View {
    /// Connects the frames of views that have the same ID in a namespace.
    ///
    /// One view is the source. The others are drawn with its position, its size or both as long as
    /// the source is there, while the views around them stay where they are. A view that does not
    /// grow, such as a text, keeps its size. If a source replaces another one in an animated change,
    /// it moves from the frame of that one to its own.
    ///
    /// - Parameters:
    ///   - id: The ID of the group of views.
    ///   - namespace: The namespace of the ID.
    ///   - properties: The parts of the frame that the view takes.
    ///   - anchor: The point of the view that determines its position.
    ///   - isSource: Whether the view is the source of the group. With several sources, a warning is
    ///     written, and it is undefined which one counts.
    ///   - fileID: The file that the warning names.
    ///   - line: The line that the warning names.
    public func matchedGeometryEffect<ID: Hashable>(
        id: ID, in namespace: Namespace.ID, properties: MatchedGeometryProperties = .frame, anchor: UnitPoint = .center,
        isSource: Bool = true, fileID: StaticString = #fileID, line: UInt = #line
    ) -> some View {
        let geometry = MatchedGeometry(
            key: MatchKey(id: id, in: namespace), properties: properties, anchor: anchor, isSource: isSource)
        let description = MatchedSource.Description(id: AnyHashable(id), namespace: namespace, fileID: fileID, line: line)
        return modified(MatchedGeometryModifier(geometry: geometry, description: isSource ? description : nil))
    }
}
