extension CustomizableToolbarContent {
    /// Sets whether the items are shown unless the user has customized the toolbar.
    ///
    /// The user cannot customize it in a browser, so hidden items are never shown, as with
    /// `showsByDefault: false`.
    ///
    /// - Parameters:
    ///   - defaultVisibility: Whether the items are shown.
    ///   - options: The choices that the user has while customizing.
    public func defaultCustomization(
        _ defaultVisibility: Visibility = .automatic, options: ToolbarCustomizationOptions = []
    ) -> some CustomizableToolbarContent {
        DefaultCustomization(content: self, isHidden: defaultVisibility == .hidden)
    }
}

/// The choices that a user has while customizing a toolbar.
public struct ToolbarCustomizationOptions: OptionSet, Sendable {
    /// The bits of the options.
    public var rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The item can always be added, also where it is usually not offered.
    public static let alwaysAvailable = ToolbarCustomizationOptions(rawValue: 1 << 0)
}

/// Toolbar content that is shown or not.
private struct DefaultCustomization<Content: CustomizableToolbarContent>: CustomizableToolbarContent {
    let content: Content
    let isHidden: Bool

    func _updateToolbar(_ node: ViewNode) {
        if isHidden { node.keepChildren(0) } else { node.updateChild(0, ToolbarContentView(content: content)) }
    }

    var body: Never { neverBody() }
}
