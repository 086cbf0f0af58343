@_spi(Reflection) import Swift
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

    /// A view that only shows an element and updates children.
    public static var _evaluation: _ViewEvaluation { .drawing }

    /// Any number of rows; there is no shape for none.
    public static var _listShape: ListShape { .several }

    /// Shows nothing.
    public func _update(_ node: ViewNode) { node.keepChildren(0) }
}

/// A view that consists of other views, one after the other.
@MainActor
protocol ViewSequence {
    /// The views.
    var views: [any View] { get }
}

/// Several views, one after the other.
public struct TupleView<T>: BuiltInView, ViewSequence {
    /// The views, as a tuple.
    public var value: T

    package init<each Content: View>(_ content: (repeat each Content)) where T == (repeat each Content) { value = content }

    /// A view that only shows an element and updates children.
    public static var _evaluation: _ViewEvaluation { .drawing }

    /// The rows of all views, if each of them has a known number; else any number of rows.
    public static var _listShape: ListShape { TupleFields.shape(of: T.self) }

    /// Updates one child for each view.
    public func _update(_ node: ViewNode) {
        let fields = TupleFields.of(T.self)
        withUnsafeBytes(of: value) { bytes in
            guard let base = bytes.baseAddress else { return }
            for (index, field) in fields.enumerated() {
                update(node, index, field.type, at: base + field.offset)
            }
        }
        node.keepChildren(fields.count)
    }

    private func update<V: View>(_ node: ViewNode, _ index: Int, _ type: V.Type, at address: UnsafeRawPointer) {
        node.updateChild(index, address.assumingMemoryBound(to: V.self).pointee)
    }

    var views: [any View] {
        let fields = TupleFields.of(T.self)
        return withUnsafeBytes(of: value) { bytes in
            guard let base = bytes.baseAddress else { return [] }
            return fields.map { Self.view($0.type, at: base + $0.offset) }
        }
    }

    private static func view<V: View>(_ type: V.Type, at address: UnsafeRawPointer) -> any View {
        address.assumingMemoryBound(to: V.self).pointee
    }
}

/// The types of the views in a tuple, and their places in it.
@MainActor
private enum TupleFields {
    struct Field {
        let offset: Int
        let type: any View.Type
    }

    private static var known: [ObjectIdentifier: [Field]] = [:]
    /// The tuples whose shape is being computed.
    private static var unfinished: Set<ObjectIdentifier> = []

    /// Returns the shape of the views of a tuple, one after the other. Not kept, because the shape
    /// of a modifier's `content` depends on the modified view.
    static func shape(of type: Any.Type) -> ListShape {
        // A view may contain itself, in a branch of an `if`.
        guard unfinished.insert(ObjectIdentifier(type)).inserted else { return .several }
        defer { unfinished.remove(ObjectIdentifier(type)) }
        var count = 0
        for field in of(type) {
            switch field.type._listShape {
            case .row: count += 1
            case .rows(let rows): count += rows
            case .section, .several: return .several
            }
        }
        return count == 0 ? .several : count == 1 ? .row : .rows(count)
    }

    /// Returns the views in a tuple's type. Reflection finds them at the first use of the type.
    static func of(_ type: Any.Type) -> [Field] {
        let key = ObjectIdentifier(type)
        if let fields = known[key] { return fields }
        var fields: [Field] = []
        if let single = type as? any View.Type {
            // The type of a tuple with one element is that of the element.
            fields = [Field(offset: 0, type: single)]
        } else {
            _ = _forEachField(of: type) { _, offset, fieldType, _ in
                guard let view = fieldType as? any View.Type else { trap("A tuple of views has an element that is not a view.") }
                fields.append(Field(offset: offset, type: view))
                return true
            }
        }
        known[key] = fields
        return fields
    }
}

/// One of two views, or of two rows or columns of a table, chosen by `if … else` or `switch`.
@MainActor @preconcurrency
public struct _ConditionalContent<First, Second> {
    enum Storage {
        case first(First)
        case second(Second)
    }

    let storage: Storage
}

extension _ConditionalContent: View, BuiltInView where First: View, Second: View {
    /// A view that only shows an element and updates children.
    public static var _evaluation: _ViewEvaluation { .drawing }

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

    /// A view that only shows an element and updates children.
    public static var _evaluation: _ViewEvaluation { .drawing }

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

    /// A view that only shows an element and updates children.
    public static var _evaluation: _ViewEvaluation { .drawing }

    /// Any number of rows, because the type is unknown.
    public static var _listShape: ListShape { .several }

    /// Updates the child. A view of another type replaces it, and starts with initial state.
    public func _update(_ node: ViewNode) { node.updateChild(0, view) }
}
