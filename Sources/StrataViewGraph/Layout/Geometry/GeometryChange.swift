/// The storage of a `GeometryChangeModifier`: the frame, and the last value that the transform
/// returned.
@MainActor
private final class LastGeometry<Value> {
    let measured = MeasuredFrame()
    var value: Value?
}

/// Puts the content into a box whose frame the host reports, and calls an action when a value that
/// depends on the frame has changed.
private struct GeometryChangeModifier<Value: Equatable>: BuiltInModifier {
    let transform: (GeometryProxy) -> Value
    /// The action, with the previous value, which is the new one at the first report.
    let action: (Value, Value) -> Void

    static func listShape(of content: ListShape) -> ListShape { content == .row ? .row : .several }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let last = node.storage as? LastGeometry<Value> ?? LastGeometry()
        node.storage = last
        let measured = last.measured
        let report = EventHandler(ResizeEvent.self) { [weak node, transform, action] event in
            guard let node, measured.adopt(event) else { return }
            let proxy = GeometryProxy(size: event.size, measured: measured, in: node.environment)
            let value = transform(proxy)
            // The next report has the location that the transform has asked for.
            if proxy.awaitsLocation { return }
            let previous = last.value ?? value
            let isFirst = last.value == nil
            last.value = value
            if isFirst || previous != value { action(previous, value) }
        }
        let show = { [unowned measured] (node: ViewNode) in
            node.show(.layout(.box(.measured(reportsLocation: measured.reportsLocation))), on: [report])
        }
        measured.showAgain = { [weak node] in if let node { show(node) } }
        show(node)
        node.updateChild(0, content, environment: node.environment.inBox(of: nil))
    }
}

extension View {
    /// Calls an action with a value that depends on the frame of the view: after the host has drawn
    /// the view for the first time, and after each change of the value.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - transform: Returns the value for a frame.
    ///   - action: The action, with the new value.
    public func onGeometryChange<T: Equatable & Sendable>(
        for type: T.Type, of transform: @escaping @Sendable (GeometryProxy) -> T,
        action: @escaping (_ newValue: T) -> Void
    ) -> some View {
        modified(GeometryChangeModifier(transform: transform) { _, value in action(value) })
    }

    /// Calls an action with a value that depends on the frame of the view: after the host has drawn
    /// the view for the first time, and after each change of the value.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - transform: Returns the value for a frame.
    ///   - action: The action, with the old and the new value, which are equal at the first call.
    public func onGeometryChange<T: Equatable & Sendable>(
        for type: T.Type, of transform: @escaping @Sendable (GeometryProxy) -> T,
        action: @escaping (_ oldValue: T, _ newValue: T) -> Void
    ) -> some View {
        modified(GeometryChangeModifier(transform: transform, action: action))
    }
}
