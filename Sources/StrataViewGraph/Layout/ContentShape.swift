extension View {
    /// Returns the view unchanged.
    ///
    /// On Apple's platforms, this sets the area that receives clicks, taps and drags. In a browser,
    /// that area is always the rectangle of the view, empty parts included.
    public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }

    /// Returns the view unchanged; see ``contentShape(_:eoFill:)``.
    public func contentShape<S: Shape>(_ kind: ContentShapeKinds, _ shape: S, eoFill: Bool = false) -> some View { self }
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
