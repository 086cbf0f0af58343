/// A control that switches between on and off.
///
///     Toggle("Show details", isOn: $showsDetails)
///
/// The innermost `toggleStyle(_:)` draws the toggle. Without one it is a switch.
public struct Toggle<Label: View>: BuiltInView {
    private let configuration: ToggleStyleConfiguration

    /// Creates a toggle with a label made of views.
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        configuration = ToggleStyleConfiguration(label: AnyView(label()), isOn: isOn)
    }

    /// Creates a toggle that sets several values. While they differ, it is off and its `isMixed` is
    /// true.
    public init<C: RandomAccessCollection>(
        sources: C, isOn: KeyPath<C.Element, Binding<Bool>>, @ViewBuilder label: () -> Label
    ) {
        let bindings = sources.map { $0[keyPath: isOn] }
        let all = Binding {
            !bindings.isEmpty && bindings.allSatisfy(\.wrappedValue)
        } set: { value in
            for binding in bindings { binding.wrappedValue = value }
        }
        configuration = ToggleStyleConfiguration(label: AnyView(label()), isOn: all) {
            bindings.contains(where: \.wrappedValue) && !bindings.allSatisfy(\.wrappedValue)
        }
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the body that the style makes.
    public func _update(_ node: ViewNode) {
        var environment = node.environment
        let style = environment.toggleStyles.popLast() ?? DefaultToggleStyle()
        node.updateChild(0, Self.body(of: style, configuration), environment: environment)
    }

    private static func body(of style: some ToggleStyle, _ configuration: ToggleStyleConfiguration) -> any View {
        StyleBody(style: style) { $0.makeBody(configuration: configuration) }
    }
}

extension Toggle where Label == ToggleStyleConfiguration.Label {
    /// Creates a toggle from a style's configuration. The next outer style draws it.
    public init(_ configuration: ToggleStyleConfiguration) { self.configuration = configuration }
}

extension Toggle where Label == Text {
    /// Creates a toggle with a localized title.
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(titleKey) } }

    /// Creates a toggle with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }

    /// Creates a toggle for several values, with a localized title.
    public init<C: RandomAccessCollection>(
        _ titleKey: LocalizedStringKey, sources: C, isOn: KeyPath<C.Element, Binding<Bool>>
    ) {
        self.init(sources: sources, isOn: isOn) { Text(titleKey) }
    }

    /// Creates a toggle for several values, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol, C: RandomAccessCollection>(
        _ title: S, sources: C, isOn: KeyPath<C.Element, Binding<Bool>>
    ) {
        self.init(sources: sources, isOn: isOn) { Text(title) }
    }
}
