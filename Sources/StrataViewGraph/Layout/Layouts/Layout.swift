/// A type that arranges views, such as ``HStackLayout``.
///
/// A layout is called like a function with the views that it arranges:
///
///     let layout = isCompact ? AnyLayout(VStackLayout()) : AnyLayout(HStackLayout())
///     layout {
///         Text("Magnitude")
///         Text("6.1")
///     }
///
/// An app uses the built-in layouts: a browser arranges the views, by rules that an app cannot add.
public protocol Layout: Sendable {
    /// The built-in arrangement that hosts draw for the layout.
    var _arrangement: BuiltInLayoutArrangement { get }
}

/// An arrangement of views that hosts can draw.
public struct BuiltInLayoutArrangement: Sendable {
    enum Value: Sendable {
        case stack(StackLayout)
        case grid(GridArrangement)
    }

    let value: Value
}

extension Layout {
    /// Returns the views, arranged by the layout.
    @MainActor @preconcurrency
    public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
        ArrangedViews(arrangement: _arrangement.value, content: content())
    }
}

/// A layout with its type erased.
///
/// When a view changes its layout, the views inside keep their state, and the move to their new
/// places is animated like any other change. A change between ``GridLayout`` and another layout
/// makes the views again.
public struct AnyLayout: Layout {
    /// The arrangement of the erased layout.
    public let _arrangement: BuiltInLayoutArrangement

    /// Erases the type of a layout.
    public init<L: Layout>(_ layout: L) { _arrangement = layout._arrangement }
}

/// Views in an arrangement that can change.
private struct ArrangedViews<Content: View>: BuiltInView {
    let arrangement: BuiltInLayoutArrangement.Value
    let content: Content

    func _update(_ node: ViewNode) {
        switch arrangement {
        case .stack(let layout):
            node.arrange = nil
            node.show(.layout(.stack(layout)))
            node.updateChild(0, content)
        case .grid(let layout): node.showGrid(layout, content)
        }
    }
}
