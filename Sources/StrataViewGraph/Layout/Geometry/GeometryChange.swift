/// The storage of a `GeometryChangeModifier`: the last value that the transform returned.
@MainActor
private final class LastGeometry<Value> {
    var value: Value?
}

/// Puts the content into a box whose size the host reports, and calls an action when a value that
/// depends on the size has changed.
private struct GeometryChangeModifier<Value: Equatable>: BuiltInModifier {
    let transform: (GeometryProxy) -> Value
    /// The action, with the previous value, which is the new one at the first report.
    let action: (Value, Value) -> Void

    static func listShape(of content: ListShape) -> ListShape { content == .row ? .row : .several }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let last = node.storage as? LastGeometry<Value> ?? LastGeometry()
        node.storage = last
        let report = EventHandler(ResizeEvent.self) { [transform, action] event in
            let value = transform(GeometryProxy(size: event.size))
            let previous = last.value ?? value
            let isFirst = last.value == nil
            last.value = value
            if isFirst || previous != value { action(previous, value) }
        }
        node.show(.layout(.box(.measured)), on: [report])
        node.updateChild(0, content, environment: node.environment.inBox(of: nil))
    }
}

extension View {
    /// Calls an action with a value that depends on the size of the view: after the host has drawn
    /// the view for the first time, and after each change of the value.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - transform: Returns the value for a size.
    ///   - action: The action, with the new value.
    public func onGeometryChange<T: Equatable & Sendable>(
        for type: T.Type, of transform: @escaping @Sendable (GeometryProxy) -> T,
        action: @escaping (_ newValue: T) -> Void
    ) -> some View {
        modified(GeometryChangeModifier(transform: transform) { _, value in action(value) })
    }

    /// Calls an action with a value that depends on the size of the view: after the host has drawn
    /// the view for the first time, and after each change of the value.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - transform: Returns the value for a size.
    ///   - action: The action, with the old and the new value, which are equal at the first call.
    public func onGeometryChange<T: Equatable & Sendable>(
        for type: T.Type, of transform: @escaping @Sendable (GeometryProxy) -> T,
        action: @escaping (_ oldValue: T, _ newValue: T) -> Void
    ) -> some View {
        modified(GeometryChangeModifier(transform: transform, action: action))
    }
}
