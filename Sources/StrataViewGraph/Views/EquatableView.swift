/// A view that is evaluated again only if its `==` says that it has changed.
public struct EquatableView<Content: Equatable & View>: BuiltInView {
    /// The view to compare.
    public var content: Content

    /// Creates a view that compares another one before it is evaluated again.
    public init(content: Content) { self.content = content }

    /// The shape of the content.
    public static var _listShape: ListShape { Content._listShape }

    /// The content and the environment of the last evaluation.
    @MainActor
    private final class Last {
        var content: Content
        var environment: EnvironmentValues

        init(_ content: Content, _ environment: EnvironmentValues) {
            self.content = content
            self.environment = environment
        }
    }

    /// Updates the content if the view or its environment has changed.
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
    /// Returns a view that is evaluated again only if its `==` says that it has changed.
    public func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}
