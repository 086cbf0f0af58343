// Controls whose label is a title with an image from an asset catalog.

extension Button where Label == StrataViewGraph.Label<Text, Image> {
    /// Creates a button with a localized title and an image from an asset catalog.
    public init(_ titleKey: LocalizedStringKey, image: ImageResource, action: @escaping @MainActor () -> Void) {
        self.init(role: nil, action: action) { StrataViewGraph.Label(titleKey, image: image) }
    }

    /// Creates a button with a string as its title and an image from an asset catalog.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, image: ImageResource, action: @escaping @MainActor () -> Void) {
        self.init(role: nil, action: action) { StrataViewGraph.Label(title, image: image) }
    }

    /// Creates a button with a localized title, an image from an asset catalog, and a role.
    public init(
        _ titleKey: LocalizedStringKey, image: ImageResource, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { StrataViewGraph.Label(titleKey, image: image) }
    }

    /// Creates a button with a string as its title, an image from an asset catalog, and a role.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, image: ImageResource, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { StrataViewGraph.Label(title, image: image) }
    }
}

extension Menu where Label == StrataViewGraph.Label<Text, Image> {
    /// Creates a menu with a localized title and an image from an asset catalog.
    public init(_ titleKey: LocalizedStringKey, image: ImageResource, @ViewBuilder content: () -> Content) {
        self.init(content: content) { StrataViewGraph.Label(titleKey, image: image) }
    }

    /// Creates a menu with a string as its title and an image from an asset catalog.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, image: ImageResource, @ViewBuilder content: () -> Content) {
        self.init(content: content) { StrataViewGraph.Label(title, image: image) }
    }

    /// Creates a button that runs an action, with a localized title and an image from an asset
    /// catalog, and beside it a button that opens the menu.
    public init(
        _ titleKey: LocalizedStringKey, image: ImageResource, @ViewBuilder content: () -> Content,
        primaryAction: @escaping @MainActor () -> Void
    ) {
        self.init(content: content, label: { StrataViewGraph.Label(titleKey, image: image) }, primaryAction: primaryAction)
    }

    /// Creates a button that runs an action, with a string as its title and an image from an asset
    /// catalog, and beside it a button that opens the menu.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, image: ImageResource, @ViewBuilder content: () -> Content,
        primaryAction: @escaping @MainActor () -> Void
    ) {
        self.init(content: content, label: { StrataViewGraph.Label(title, image: image) }, primaryAction: primaryAction)
    }
}

extension Toggle where Label == StrataViewGraph.Label<Text, Image> {
    /// Creates a toggle with a localized title and an image from an asset catalog.
    public init(_ titleKey: LocalizedStringKey, image: ImageResource, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { StrataViewGraph.Label(titleKey, image: image) }
    }

    /// Creates a toggle with a string as its title and an image from an asset catalog.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, image: ImageResource, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { StrataViewGraph.Label(title, image: image) }
    }
}

extension Picker where Label == StrataViewGraph.Label<Text, Image> {
    /// Creates a picker with a localized title and an image from an asset catalog.
    public init(
        _ titleKey: LocalizedStringKey, image: ImageResource, selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { StrataViewGraph.Label(titleKey, image: image) }
    }

    /// Creates a picker with a string as its title and an image from an asset catalog.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, image: ImageResource, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { StrataViewGraph.Label(title, image: image) }
    }
}

extension ControlGroup {
    /// Creates a group of controls with a localized title and an image from an asset catalog.
    public init<C: View>(_ titleKey: LocalizedStringKey, image: ImageResource, @ViewBuilder content: () -> C)
    where Content == LabeledControlGroupContent<C, Label<Text, Image>> {
        self.init(content: content) { Label(titleKey, image: image) }
    }

    /// Creates a group of controls with a string as its title and an image from an asset catalog.
    @_disfavoredOverload
    public init<C: View, S: StringProtocol>(_ title: S, image: ImageResource, @ViewBuilder content: () -> C)
    where Content == LabeledControlGroupContent<C, Label<Text, Image>> {
        self.init(content: content) { Label(title, image: image) }
    }
}
