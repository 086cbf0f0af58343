/// Adds the items of a toolbar to the bars of the page.
private struct ToolbarModifier<Items: View>: BuiltInModifier {
    let items: Items

    func update<Content: View>(_ node: ViewNode, content: Content) {
        node.updateChild(0, content)
        var environment = node.environment.forPresentation
        environment.isEnabled = node.environment.isEnabled
        environment.isToolbarContent = true
        node.updateChild(1, ToolbarItemsView(items: items), environment: environment)
    }
}

/// The items of a toolbar. Their nodes are below the modifier, their elements in the page's bars.
private struct ToolbarItemsView<Items: View>: BuiltInView {
    let items: Items

    func _update(_ node: ViewNode) {
        let page = node.page
        node.detach(to: page.bar)
        node.updateChild(0, items)
        page.report(toolbar: node)
        let id = ObjectIdentifier(node)
        node.onRemoval = { [weak page] in page?.remove(id) }
    }
}

private struct IsToolbarContentKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// Whether the view is an item of a toolbar, where a label is its icon alone unless
    /// `labelStyle(_:)` sets another style. What an item opens is not: a menu, a sheet or a popover.
    var isToolbarContent: Bool {
        get { self[IsToolbarContentKey.self] }
        set { self[IsToolbarContentKey.self] = newValue }
    }
}

extension View {
    /// Adds items to the bars of the page. Outside a stack and a split view, the window, the sheet or
    /// the popover around the view has the bars.
    public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
        modified(ToolbarModifier(items: ToolbarContentView(content: content())))
    }

    /// Adds views at the trailing end of the page's bar.
    public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        modified(ToolbarModifier(items: content()))
    }

    /// Adds items to the bars of the page. The user cannot rearrange them.
    public func toolbar<Content: CustomizableToolbarContent>(
        id: String, @ToolbarContentBuilder content: () -> Content
    ) -> some View {
        modified(ToolbarModifier(items: ToolbarContentView(content: content())))
    }

    /// Shows or hides bars of the page.
    ///
    /// - Parameters:
    ///   - visibility: Whether they are shown.
    ///   - bars: The bars; the bar at the top if there is none.
    public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        showing(visibility, bars)
    }

    /// Shows or hides bars of the page.
    ///
    /// - Parameters:
    ///   - visibility: Whether they are shown.
    ///   - bars: The bars; the bar at the top if there is none.
    public func toolbarVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        showing(visibility, bars)
    }

    private func showing(_ visibility: Visibility, _ bars: [ToolbarPlacement]) -> some View {
        let isHidden: Bool? = visibility == .automatic ? nil : visibility == .hidden
        return barPreferences { preferences in
            if bars.isEmpty || bars.contains(.navigationBar) { preferences.isHidden = isHidden }
            if bars.contains(.bottomBar) { preferences.isBottomHidden = isHidden }
            if bars.contains(.tabBar) { preferences.isTabBarHidden = isHidden }
        }
    }

    /// Sets the color behind the bar at the top of the page. Has no effect for other bars.
    public func toolbarBackground<S: ShapeStyle>(_ style: S, for bars: ToolbarPlacement...) -> some View {
        barPreferences { if bars.isEmpty || bars.contains(.navigationBar) { $0.barColor = style._color } }
    }

    /// Shows or hides the background of the bar at the top of the page. Has no effect for other
    /// bars.
    public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        barPreferences {
            if bars.isEmpty || bars.contains(.navigationBar), visibility != .automatic {
                $0.showsBarBackground = visibility == .visible
            }
        }
    }

    /// Shows or hides the background of the bar at the top of the page. Has no effect for other
    /// bars.
    public func toolbarBackgroundVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        barPreferences {
            if bars.isEmpty || bars.contains(.navigationBar), visibility != .automatic {
                $0.showsBarBackground = visibility == .visible
            }
        }
    }

    /// Sets the appearance, light or dark, of the bar at the top of the page; nil for that of the
    /// page. Has no effect for other bars.
    public func toolbarColorScheme(_ colorScheme: ColorScheme?, for bars: ToolbarPlacement...) -> some View {
        barPreferences {
            if bars.isEmpty || bars.contains(.navigationBar) { $0.barColorScheme = .some(colorScheme) }
        }
    }

    /// Removes an item from the bar that it has by itself; nil removes none.
    public func toolbar(removing defaultItemKind: ToolbarDefaultItemKind?) -> some View {
        barPreferences {
            switch defaultItemKind?.kind {
            case .title: $0.removesTitle = true
            case .sidebarToggle: $0.removesSidebarToggle = true
            case nil: break
            }
        }
    }

    /// Adds views at the leading and the trailing end of the page's bar.
    public func navigationBarItems<L: View, T: View>(leading: L, trailing: T) -> some View {
        toolbar {
            ToolbarItemGroup(placement: .navigationBarLeading) { leading }
            ToolbarItemGroup(placement: .navigationBarTrailing) { trailing }
        }
    }

    /// Adds a view at the leading end of the page's bar.
    public func navigationBarItems<L: View>(leading: L) -> some View {
        toolbar { ToolbarItemGroup(placement: .navigationBarLeading) { leading } }
    }

    /// Adds a view at the trailing end of the page's bar.
    public func navigationBarItems<T: View>(trailing: T) -> some View {
        toolbar { ToolbarItemGroup(placement: .navigationBarTrailing) { trailing } }
    }
}
