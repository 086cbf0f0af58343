internal import StrataTraps

/// A result builder that makes one view of the statements of a closure.
@resultBuilder
@MainActor @preconcurrency
public struct ViewBuilder {
    /// Accepts a view.
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

    /// Builds an empty view from an empty closure.
    public static func buildBlock() -> EmptyView { EmptyView() }

    /// Builds a view from a single statement.
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    /// Builds a view from several statements.
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
        TupleView((repeat each content))
    }

    /// Builds the content of an `if` without `else`.
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    /// Builds the first branch of an `if` or `switch`.
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        _ConditionalContent(storage: .first(first))
    }

    /// Builds the second branch of an `if` or `switch`.
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        _ConditionalContent(storage: .second(second))
    }

    /// Erases the type of what an `if #available` builds.
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

/// A view that shows nothing.
public struct EmptyView: BuiltInView {
    /// Creates an empty view.
    public init() {}

    /// Any number of rows; there is no shape for none.
    public static var _listShape: ListShape { .several }

    /// Shows nothing.
    public func _update(_ node: ViewNode) { node.keepChildren(0) }
}

/// Several views, one after the other.
public struct TupleView<T>: BuiltInView {
    /// The views, as a tuple.
    public var value: T
    private let children: [any View]

    package init<each Content: View>(_ content: (repeat each Content)) where T == (repeat each Content) {
        value = content
        var children: [any View] = []
        repeat children.append(each content)
        self.children = children
    }

    /// Any number of rows: those of all views.
    public static var _listShape: ListShape { .several }

    /// Updates one child for each view.
    public func _update(_ node: ViewNode) {
        for (index, child) in children.enumerated() { node.updateChild(index, child) }
        node.keepChildren(children.count)
    }
}

/// One of two views, chosen by `if … else` or `switch`.
public struct _ConditionalContent<First: View, Second: View>: BuiltInView {
    enum Storage {
        case first(First)
        case second(Second)
    }

    let storage: Storage

    /// The shape of both branches if they have the same one, else any number of rows.
    public static var _listShape: ListShape { First._listShape == Second._listShape ? First._listShape : .several }

    /// Updates the child with the view of the chosen branch. A child of the other branch is
    /// replaced.
    public func _update(_ node: ViewNode) {
        // The branch is part of the child's identity: two branches of the same type share no state.
        switch storage {
        case .first(let view): node.updateChild(0, view, branch: 0)
        case .second(let view): node.updateChild(0, view, branch: 1)
        }
    }
}

extension Optional: View where Wrapped: View {
    /// Traps: an optional view has no body.
    public var body: Never { trap("An optional view is built in and has no body; the graph updates it directly.") }

    /// Any number of rows: those of the view, or none for nil.
    public static var _listShape: ListShape { .several }

    /// Updates the child, or removes it for nil.
    public func _update(_ node: ViewNode) {
        guard let view = self else { return node.keepChildren(0) }
        node.updateChild(0, view)
    }
}

/// A view with its type erased.
public struct AnyView: BuiltInView {
    private let view: any View

    /// Erases the type of a view.
    public init<V: View>(_ view: V) { self.view = view }

    /// Erases the type of a view.
    public init<V: View>(erasing view: V) { self.view = view }

    /// Wraps a view whose type is erased already.
    package init(erasing view: any View) { self.view = view }

    /// Any number of rows, because the type is unknown.
    public static var _listShape: ListShape { .several }

    /// Updates the child. A view of another type replaces it, and starts with initial state.
    public func _update(_ node: ViewNode) { node.updateChild(0, view) }
}
