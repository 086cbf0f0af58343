public import Foundation

extension View {
    /// Draws the view over the other views of its stack that have a smaller value. The default is
    /// 0.
    public func zIndex(_ value: Double) -> some View { layoutTrait { $0.zIndex = value } }

    /// Gives the view space before the other views of its stack that have a smaller priority. The
    /// default is 0.
    public func layoutPriority(_ value: Double) -> some View { layoutTrait { $0.priority = value } }

    /// Hides the view, from assistive technology too. It keeps its space.
    public func hidden() -> some View { layoutTrait { $0.isHidden = true } }

    /// Sets whether the view receives clicks, taps and drags. If it does not, the view behind it
    /// receives them.
    public func allowsHitTesting(_ enabled: Bool) -> some View {
        layoutTrait { $0.ignoresHits = $0.ignoresHits || !enabled }
    }

    /// Returns the view unchanged.
    ///
    /// On Apple's platforms, this sets the area that receives clicks, taps and drags. In a browser,
    /// that area is always the rectangle of the view, empty parts included.
    public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }

    /// Returns the view unchanged; see ``contentShape(_:eoFill:)``.
    public func contentShape<S: Shape>(_ kind: ContentShapeKinds, _ shape: S, eoFill: Bool = false) -> some View { self }

    /// Changes the layout traits of the next element.
    func layoutTrait(_ change: @escaping (inout LayoutTraits) -> Void) -> some View {
        changingEnvironment { change(&$0.pendingTraits.layout) }
    }
}

/// The purposes of the area that `contentShape(_:_:eoFill:)` sets on Apple's platforms.
public struct ContentShapeKinds: OptionSet, Sendable {
    /// The purposes as a bit mask.
    public let rawValue: Int

    /// Creates a set from its bit mask.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Clicks, taps and drags.
    public static let interaction = ContentShapeKinds(rawValue: 1)
    /// The image that is shown during a drag.
    public static let dragPreview = ContentShapeKinds(rawValue: 2)
    /// The image that is shown with a context menu.
    public static let contextMenuPreview = ContentShapeKinds(rawValue: 4)
    /// The effect under a pointer.
    public static let hoverEffect = ContentShapeKinds(rawValue: 8)
    /// The ring of the focus.
    public static let focusEffect = ContentShapeKinds(rawValue: 16)
    /// The element for assistive technology.
    public static let accessibility = ContentShapeKinds(rawValue: 32)
}

/// The areas at the edges of a screen that bars or a keyboard may cover. Browsers have none.
public struct SafeAreaRegions: OptionSet, Sendable {
    /// The areas as a bit mask.
    public let rawValue: UInt

    /// Creates a set from its bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The areas that bars cover.
    public static let container = SafeAreaRegions(rawValue: 1)
    /// The area that a keyboard covers.
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    /// Every area.
    public static let all = SafeAreaRegions(rawValue: .max)
}

extension View {
    /// Returns the view unchanged: browsers have no safe areas.
    public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }

    /// Returns the view unchanged: browsers have no safe areas.
    public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }

    /// Puts views above or below this one, where they stay while it scrolls. Nothing scrolls behind
    /// them, unlike on Apple's platforms.
    public func safeAreaInset<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
    ) -> some View {
        VStack(alignment: alignment, spacing: spacing ?? 0) {
            if edge == .top { content() }
            self
            if edge == .bottom { content() }
        }
    }

    /// Puts views beside this one, where they stay while it scrolls. Nothing scrolls behind them,
    /// unlike on Apple's platforms.
    public func safeAreaInset<V: View>(
        edge: HorizontalEdge, alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
    ) -> some View {
        HStack(alignment: alignment, spacing: spacing ?? 0) {
            if edge == .leading { content() }
            self
            if edge == .trailing { content() }
        }
    }
}
