/// A modifier that an app defines: a value that makes a new view of the view that it is applied to.
///
///     struct Card: ViewModifier {
///         func body(content: Content) -> some View {
///             content.padding().background(.quaternary)
///         }
///     }
///
///     Text("Hello").modifier(Card())
///
/// A modifier may have dynamic properties, such as `@State` and `@Environment`.
@MainActor @preconcurrency
public protocol ViewModifier {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The view that the modifier is applied to, as it appears in the body.
    typealias Content = _ViewModifier_Content<Self>

    /// Returns the modified view.
    @ViewBuilder func body(content: Content) -> Body
}

extension ViewModifier {
    /// Returns a modifier that applies this one first and then another.
    public func concat<T>(_ modifier: T) -> ModifiedContent<Self, T> { ModifiedContent(content: self, modifier: modifier) }
}

/// A value with a modifier applied to it: a view, or another modifier.
public struct ModifiedContent<Content, Modifier> {
    /// The value that is modified.
    public var content: Content
    /// The modifier.
    public var modifier: Modifier

    /// Applies a modifier to a value.
    public init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: Equatable where Content: Equatable, Modifier: Equatable {}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    /// The body of the modifier, with the modified view as its `content`.
    public var body: some View {
        StyleBody(style: modifier) { modifier in
            modifier.body(content: _ViewModifier_Content(content))
        }
    }

    /// The shape of the modifier's body, in which `content` has the shape of the modified view.
    public static var _listShape: ListShape {
        PlaceholderShapes.with(Content._listShape, for: Modifier.self) { Modifier.Body._listShape }
    }
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
    /// Applies the first modifier and then the second.
    public func body(content placeholder: _ViewModifier_Content<Self>) -> some View {
        placeholder.modifier(content).modifier(modifier)
    }
}

/// The view that a modifier is applied to, as it appears in the modifier's body.
public struct _ViewModifier_Content<Modifier: ViewModifier>: BuiltInView {
    private let update: (ViewNode) -> Void

    init<Content: View>(_ content: Content) { update = { $0.updateChild(0, content) } }

    /// A view that only shows an element and updates children.
    public static var _evaluation: _ViewEvaluation { .drawing }

    /// The shape of the modified view, while the shape of the modifier's body is computed;
    /// otherwise any number of rows, because the type of the modified view is unknown.
    public static var _listShape: ListShape { PlaceholderShapes.shapes[ObjectIdentifier(Modifier.self)] ?? .several }

    /// Updates the modified view.
    public func _update(_ node: ViewNode) { update(node) }
}

/// The shapes of modified views, by the type of their modifier, while the shape of a body is
/// computed.
///
/// The shape of a modifier's body depends on the modified view, but the type of its `content` does
/// not name the type of that view.
@MainActor
enum PlaceholderShapes {
    fileprivate static var shapes: [ObjectIdentifier: ListShape] = [:]

    fileprivate static func with(_ shape: ListShape, for modifier: Any.Type, _ compute: () -> ListShape) -> ListShape {
        let key = ObjectIdentifier(modifier)
        let outer = shapes[key]
        shapes[key] = shape
        defer { shapes[key] = outer }
        return compute()
    }
}

/// A modifier that changes nothing.
public struct EmptyModifier: ViewModifier {
    /// A modifier that changes nothing.
    public static let identity = EmptyModifier()

    /// Creates the modifier.
    public init() {}

    /// Returns the content.
    public func body(content: Content) -> some View { content }
}

extension View {
    /// Applies a modifier.
    public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> { ModifiedContent(content: self, modifier: modifier) }
}
