internal import Foundation

/// Items for the bars of a page, or content made of other items.
@MainActor @preconcurrency
public protocol ToolbarContent {
    /// The type of the body, which the compiler infers.
    associatedtype Body: ToolbarContent

    /// The items of the content.
    @ToolbarContentBuilder var body: Body { get }

    /// Updates a node of the view graph with the items. Content with a body inherits an
    /// implementation.
    func _updateToolbar(_ node: ViewNode)
}

extension ToolbarContent {
    /// Evaluates the body and updates the node's child with it.
    public func _updateToolbar(_ node: ViewNode) { node.updateComposite(self) { ToolbarContentView(content: $0.body) } }
}

/// Items for `toolbar(id:content:)`. The user cannot rearrange them, as on some of Apple's
/// platforms.
public protocol CustomizableToolbarContent: ToolbarContent where Body: CustomizableToolbarContent {}

extension Never: CustomizableToolbarContent {}

extension CustomizableToolbarContent {
    /// Sets how the user can customize the items. It does nothing where the user cannot, as on an
    /// iPhone and in a browser.
    public func customizationBehavior(
        _ behavior: ToolbarCustomizationBehavior
    ) -> some CustomizableToolbarContent { self }
}

/// The ways in which the user can customize an item of a toolbar.
public struct ToolbarCustomizationBehavior: Sendable {
    /// Adding, removing and moving.
    public static let `default` = ToolbarCustomizationBehavior()
    /// Moving only.
    public static let reorderable = ToolbarCustomizationBehavior()
    /// None.
    public static let disabled = ToolbarCustomizationBehavior()
}

/// A view that updates its node with toolbar content.
struct ToolbarContentView<Content: ToolbarContent>: BuiltInView {
    let content: Content

    func _update(_ node: ViewNode) { content._updateToolbar(node) }
}

/// The storage of a node in a toolbar, with the position of its elements in the bars.
@MainActor
final class ToolbarPosition {
    var position: BarItemsContent.Position
    init(_ position: BarItemsContent.Position) { self.position = position }
}

extension ViewNode {
    /// Updates the node with views at a position in the bars.
    func updateToolbar(_ placement: ToolbarItemPlacement, _ content: some View) {
        let position = storage as? ToolbarPosition ?? ToolbarPosition(placement.position)
        position.position = placement.position
        storage = position
        updateChild(0, content)
    }
}

/// A view in a bar.
public struct ToolbarItem<ID, Content: View>: CustomizableToolbarContent {
    private let placement: ToolbarItemPlacement
    private let content: Content
    let isShown: Bool

    /// Shows the view at its placement.
    public func _updateToolbar(_ node: ViewNode) {
        if isShown { node.updateToolbar(placement, content) } else { node.keepChildren(0) }
    }

    public var body: Never { neverBody() }
}

extension ToolbarItem where ID == () {
    /// Creates an item with a view.
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.placement = placement
        self.content = content()
        isShown = true
    }
}

extension ToolbarItem where ID == String {
    /// Creates an item of a toolbar with an identifier.
    public init(id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.init(id: id, placement: placement, showsByDefault: true, content: content)
    }

    /// Creates an item of a toolbar with an identifier.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - placement: The place of the item.
    ///   - showsByDefault: Whether the item is shown. The user cannot add an item that is not.
    ///   - content: The item.
    public init(
        id: String, placement: ToolbarItemPlacement = .automatic, showsByDefault: Bool, @ViewBuilder content: () -> Content
    ) {
        self.placement = placement
        self.content = content()
        isShown = showsByDefault
    }
}

/// Several views in a bar, at one placement.
public struct ToolbarItemGroup<Content: View>: CustomizableToolbarContent {
    private let placement: ToolbarItemPlacement
    private let content: Content

    /// Creates a group of views.
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.placement = placement
        self.content = content()
    }

    /// Shows the views at their placement.
    public func _updateToolbar(_ node: ViewNode) { node.updateToolbar(placement, content) }

    public var body: Never { neverBody() }
}

extension ToolbarItemGroup {
    /// Creates a group of views that is a menu with a label in a compact width.
    public init<C: View, L: View>(
        placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> C, @ViewBuilder label: () -> L
    ) where Content == LabeledToolbarItemGroupContent<C, L> {
        self.init(placement: placement) { LabeledToolbarItemGroupContent(content: content(), label: label()) }
    }
}

/// The views of a group in a bar, or a menu of them in a compact width.
public struct LabeledToolbarItemGroupContent<Content: View, Label: View>: View {
    @Environment(\.horizontalSizeClass) private var sizeClass
    let content: Content
    let label: Label

    init(content: Content, label: Label) {
        self.content = content
        self.label = label
    }

    /// The views, or the menu.
    public var body: some View {
        if sizeClass == .compact {
            Menu {
                content
            } label: {
                label
            }
        } else {
            content
        }
    }
}

/// A space between the items of a bar.
public struct ToolbarSpacer: CustomizableToolbarContent {
    private let sizing: SpacerSizing
    private let placement: ToolbarItemPlacement

    /// Creates a space that fills the rest of the bar, or has a fixed size.
    public init(_ sizing: SpacerSizing = .flexible, placement: ToolbarItemPlacement = .automatic) {
        self.sizing = sizing
        self.placement = placement
    }

    /// Shows the space.
    public func _updateToolbar(_ node: ViewNode) {
        let isFlexible = sizing == .flexible
        node.updateToolbar(placement, isFlexible ? AnyView(Spacer()) : AnyView(Spacer().frame(width: 12)))
    }

    public var body: Never { neverBody() }
}

/// The size of a space in a toolbar.
public struct SpacerSizing: Hashable, Sendable {
    private let isFlexible: Bool

    /// The rest of the bar.
    public static let flexible = SpacerSizing(isFlexible: true)
    /// A fixed size.
    public static let fixed = SpacerSizing(isFlexible: false)
}
