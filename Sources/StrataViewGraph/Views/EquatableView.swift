/// A view that is evaluated again only if it differs from the last one, by its own `==`.
public struct EquatableView<Content: Equatable & View>: BuiltInView {
    /// The view to compare.
    public var content: Content

    /// Compares a view before it is evaluated again.
    public init(content: Content) { self.content = content }

    /// The shape of the content.
    public static var _listShape: ListShape { Content._listShape }

    @MainActor
    private final class Last {
        var content: Content
        var environment: EnvironmentValues

        init(_ content: Content, _ environment: EnvironmentValues) {
            self.content = content
            self.environment = environment
        }
    }

    /// Updates the content if it, or its environment, has changed.
    public func _update(_ node: ViewNode) {
        if let last = node.storage as? Last {
            if last.content == content, last.environment.isEqual(to: node.environment) { return }
            last.content = content
            last.environment = node.environment
        } else {
            node.storage = Last(content, node.environment)
        }
        node.updateChild(0, content)
    }
}

extension View where Self: Equatable {
    /// Evaluates the view again only if it differs from the last one, by its own `==`.
    public func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}
