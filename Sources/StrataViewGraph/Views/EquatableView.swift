/// A view that is evaluated again only if its `==` says that it has changed.
public struct EquatableView<Content: Equatable & View>: BuiltInView {
    /// The view that is compared with its last value.
    public var content: Content

    /// Creates a view that compares `content` with its last value before it evaluates it again.
    public init(content: Content) { self.content = content }

    /// The shape of the content.
    public static var _listShape: ListShape { Content._listShape }

    /// Updates the content if the view or its environment has changed.
    public func _update(_ node: ViewNode) {
        let environment = node.environment
        if let last = node.storage as? LastValue<(content: Content, environment: EnvironmentValues)> {
            if last.value.content == content, last.value.environment.isEqual(to: environment) { return }
            last.value = (content, environment)
        } else {
            node.storage = LastValue((content: content, environment: environment))
        }
        node.updateChild(0, content)
    }
}

extension View where Self: Equatable {
    /// Returns a view that is evaluated again only if its `==` says that it has changed.
    public func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}
