internal import Traps

/// Builds one view out of the statements of a closure.
@resultBuilder
@MainActor @preconcurrency
public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
        TupleView((repeat each content))
    }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        _ConditionalContent(storage: .first(first))
    }

    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        _ConditionalContent(storage: .second(second))
    }

    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

/// A view that shows nothing.
public struct EmptyView: BuiltInView {
    public init() {}
    public static var _listShape: ListShape { .several }
    public func _update(_ node: ViewNode) { node.keepChildren(0) }
}

/// Several views, one after the other.
public struct TupleView<T>: BuiltInView {
    public var value: T
    private let children: [any View]

    package init<each Content: View>(_ content: (repeat each Content)) where T == (repeat each Content) {
        value = content
        var children: [any View] = []
        repeat children.append(each content)
        self.children = children
    }

    public static var _listShape: ListShape { .several }

    public func _update(_ node: ViewNode) {
        for (index, child) in children.enumerated() { node.updateChild(index, child) }
        node.keepChildren(children.count)
    }
}

/// One of two views, as `if … else` chooses.
public struct _ConditionalContent<First: View, Second: View>: BuiltInView {
    enum Storage {
        case first(First)
        case second(Second)
    }

    let storage: Storage

    public static var _listShape: ListShape { First._listShape == .row && Second._listShape == .row ? .row : .several }

    public func _update(_ node: ViewNode) {
        // The branch is part of the child's identity: two branches of the same type do not share state.
        switch storage {
        case .first(let view): node.updateChild(0, view, branch: 0)
        case .second(let view): node.updateChild(0, view, branch: 1)
        }
    }
}

extension Optional: View where Wrapped: View {
    public var body: Never { trap("An optional view is built in and has no body; the graph updates it directly.") }
    public static var _listShape: ListShape { .several }

    public func _update(_ node: ViewNode) {
        guard let view = self else { return node.keepChildren(0) }
        node.updateChild(0, view)
    }
}

/// A view with its type erased.
public struct AnyView: BuiltInView {
    private let view: any View

    public init<V: View>(_ view: V) { self.view = view }
    public init<V: View>(erasing view: V) { self.view = view }
    package init(erasing view: any View) { self.view = view }

    public static var _listShape: ListShape { .several }
    public func _update(_ node: ViewNode) { node.updateChild(0, view) }
}

/// Several views treated as one, with no layout of its own.
public struct Group<Content: View>: BuiltInView {
    private let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    public static var _listShape: ListShape { Content._listShape }
    public func _update(_ node: ViewNode) { node.updateChild(0, content) }
}
