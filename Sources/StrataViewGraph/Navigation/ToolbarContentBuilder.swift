internal import StrataTraps

/// Builds toolbar content from the statements of a closure.
@resultBuilder
@MainActor @preconcurrency
public struct ToolbarContentBuilder {
    /// Returns content unchanged.
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }

    /// Builds content from a single statement.
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }

    /// Builds content from several statements.
    public static func buildBlock<each Content: ToolbarContent>(
        _ content: repeat each Content
    ) -> TupleToolbarContent<(repeat each Content)> {
        TupleToolbarContent(repeat each content)
    }

    /// Builds the content of an `if` without `else`.
    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> _OptionalToolbarContent<Content> {
        _OptionalToolbarContent(content: content)
    }

    /// Builds the first branch of an `if` or `switch`.
    public static func buildEither<First: ToolbarContent, Second: ToolbarContent>(
        first: First
    ) -> _ConditionalToolbarContent<First, Second> {
        _ConditionalToolbarContent(storage: .first(first))
    }

    /// Builds the second branch of an `if` or `switch`.
    public static func buildEither<First: ToolbarContent, Second: ToolbarContent>(
        second: Second
    ) -> _ConditionalToolbarContent<First, Second> {
        _ConditionalToolbarContent(storage: .second(second))
    }

    /// Returns the content of an `if #available` with its type erased.
    public static func buildLimitedAvailability(_ content: some ToolbarContent) -> some ToolbarContent { content }
}

extension ToolbarContent {
    /// Traps, as the body of built-in content.
    func neverBody() -> Never { trap("\(Self.self) is built in and has no body; the graph updates it directly.") }
}

/// The toolbar content of several statements.
public struct TupleToolbarContent<T>: CustomizableToolbarContent {
    private let children: [any View]

    init<each Content: ToolbarContent>(_ content: repeat each Content) where T == (repeat each Content) {
        var children: [any View] = []
        repeat children.append(ToolbarContentView(content: each content))
        self.children = children
    }

    /// Updates one child for each statement.
    public func _updateToolbar(_ node: ViewNode) {
        for (index, child) in children.enumerated() { node.updateChild(index, child) }
    }

    public var body: Never { neverBody() }
}

/// The toolbar content of one of two branches of an `if … else` or `switch`.
public struct _ConditionalToolbarContent<First: ToolbarContent, Second: ToolbarContent>: CustomizableToolbarContent {
    enum Storage {
        case first(First)
        case second(Second)
    }

    let storage: Storage

    /// Updates the child with the content of the branch. Replaces it after a change of the branch.
    public func _updateToolbar(_ node: ViewNode) {
        switch storage {
        case .first(let content): node.updateChild(0, ToolbarContentView(content: content), branch: 0)
        case .second(let content): node.updateChild(0, ToolbarContentView(content: content), branch: 1)
        }
    }

    public var body: Never { neverBody() }
}

/// The toolbar content of an `if` without `else`.
public struct _OptionalToolbarContent<Wrapped: ToolbarContent>: CustomizableToolbarContent {
    let content: Wrapped?

    /// Updates the child, or removes it for nil.
    public func _updateToolbar(_ node: ViewNode) {
        guard let content else { return node.keepChildren(0) }
        node.updateChild(0, ToolbarContentView(content: content))
    }

    public var body: Never { neverBody() }
}
