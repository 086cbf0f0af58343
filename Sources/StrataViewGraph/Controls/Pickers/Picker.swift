internal import StrataTraps

/// A control that selects one of several values.
///
///     Picker("Order", selection: $order) {
///         Text("Newest first").tag(Order.time)
///         Text("Strongest first").tag(Order.magnitude)
///     }
///
/// The tag of a view is the value that it selects. An element of a ``ForEach`` without a tag
/// selects its ID.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: BuiltInView {
    private let selection: Binding<SelectionValue>
    private let label: Label
    private let content: Content
    /// The view of the selected value outside of the options; nil for that of the option.
    private var currentValueLabel: AnyView?

    /// Creates a picker with a label made of views.
    public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {
        self.selection = selection
        self.label = label()
        self.content = content()
    }

    /// Creates a picker with a view as its label; the older form.
    public init(selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content) {
        self.selection = selection
        self.label = label
        self.content = content()
    }

    /// Creates a picker with a view that shows the selected value while the options are not shown: in
    /// the styles `menu` and `navigationLink`.
    public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> some View
    ) {
        self.init(selection: selection, content: content, label: label)
        self.currentValueLabel = AnyView(currentValueLabel())
    }

    /// Creates a picker that sets several values. It shows the first one while they differ. Traps
    /// if there are none.
    public init<C: RandomAccessCollection>(
        sources: C, selection: KeyPath<C.Element, Binding<SelectionValue>>, @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        self.init(selection: Self.all(sources.map { $0[keyPath: selection] }), content: content, label: label)
    }

    /// Returns one binding for the bindings of several values. Traps if there are none.
    static func all(_ bindings: [Binding<SelectionValue>]) -> Binding<SelectionValue> {
        require(!bindings.isEmpty, "Picker(sources:selection:) needs at least one source. Omit the picker if there is none.")
        return Binding {
            // A menu or a group of choices has one selection, so it shows the first value.
            bindings[0].wrappedValue
        } set: { value in
            for binding in bindings { binding.wrappedValue = value }
        }
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the picker in the style of the environment.
    public func _update(_ node: ViewNode) {
        let environment = node.environment
        let isInMenu = environment.isMenuContent
        switch isInMenu ? .inline : environment.pickerAppearance {
        case .automatic, .menu:
            // As on iOS, the label is drawn only in a form and a list.
            let hidesLabel = !environment.isInFormOrList
            if let currentValueLabel {
                let menu = CurrentValueMenu(selection: selection, content: content, currentValueLabel: currentValueLabel)
                let picker = LabeledControl(hidesLabel: hidesLabel, label: label, control: menu)
                return node.updateChild(0, picker, branch: 3, environment: environment)
            }
            let picker = LabeledControl(
                hidesLabel: hidesLabel, label: label, control: MenuPicker(selection: selection, content: content))
            node.updateChild(0, picker, branch: 0, environment: environment)
        case .segmented: show(.segmented, in: node, hidesLabel: true)
        case .inline: show(isInMenu ? .menu : .inline, in: node, hidesLabel: isInMenu)
        case .radioGroup: show(.radioGroup, in: node, hidesLabel: false)
        case .navigationLink:
            let link = NavigationLinkPicker(
                selection: selection, label: label, content: content, currentValueLabel: currentValueLabel)
            node.updateChild(0, link, branch: 2, environment: environment)
        }
    }

    private func show(_ appearance: ChoicesContent.Appearance, in node: ViewNode, hidesLabel: Bool) {
        let picker = LabeledControl(
            layout: appearance == .radioGroup ? .compact : .column, hidesLabel: hidesLabel, label: label,
            control: ChoicesPicker(appearance: appearance, selection: selection, content: content))
        node.updateChild(0, picker, branch: 1, environment: node.environment)
    }
}

extension Picker where Label == Text {
    /// Creates a picker with a localized title.
    public init(_ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {
        self.init(selection: selection, content: content) { Text(titleKey) }
    }

    /// Creates a picker with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {
        self.init(selection: selection, content: content) { Text(title) }
    }

    /// Creates a picker with a localized title that sets several values. It shows the first one
    /// while they differ. Traps if there are none.
    public init<C: RandomAccessCollection>(
        _ titleKey: LocalizedStringKey, sources: C, selection: KeyPath<C.Element, Binding<SelectionValue>>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(sources: sources, selection: selection, content: content) { Text(titleKey) }
    }

    /// Creates a picker with a string as its title that sets several values. It shows the first one
    /// while they differ. Traps if there are none.
    @_disfavoredOverload
    public init<C: RandomAccessCollection, S: StringProtocol>(
        _ title: S, sources: C, selection: KeyPath<C.Element, Binding<SelectionValue>>, @ViewBuilder content: () -> Content
    ) {
        self.init(sources: sources, selection: selection, content: content) { Text(title) }
    }
}

/// A picker that is a native pop-up menu of the host.
///
/// The content is evaluated below the picker's node, but its elements are not shown. Each tagged
/// view becomes an option with the view's text as its title; see `ChoicesPicker`.
private struct MenuPicker<SelectionValue: Hashable, Content: View>: BuiltInView {
    let selection: Binding<SelectionValue>
    let content: Content

    func _update(_ node: ViewNode) {
        let numbers = node.storage as? PickerNumbers ?? PickerNumbers()
        node.storage = numbers
        let selected = node.reading { selection.wrappedValue }
        let isEnabled = node.environment.isEnabled
        let select = EventHandler(OptionEvent.self) { [selection, weak node] event in
            guard isEnabled else { return }
            if let value = numbers.tag(event.option)?.selection(as: SelectionValue.self) { selection.wrappedValue = value }
            // A binding that rejects the value may change no state, and the option may have been
            // removed. The browser shows it already.
            node?.evaluateAgain()
            node?.sendAgain()
        }
        var content = PickerContent(isEnabled: isEnabled, size: node.environment.controlSize, tint: node.environment.tintColor)
        var environment = node.environment
        environment.rowContainer = .none
        environment.endPendingTraits()
        environment.focusPlacements = []
        environment.isPickerContent = true
        node.updateChild(0, self.content, environment: environment)
        // All tags get their numbers now, in the order of the options.
        let options = node.taggedViews.map { (tag: $0.tag, number: numbers.number(of: $0.tag)) }
        content.selection = options.first { $0.tag.selection(as: SelectionValue.self) == selected }?.number
        node.show(.control(.picker(content)), on: [select])
        node.arrange = { [unowned node, selected = content.selection] in
            defer { numbers.endArrangement(except: selected) }
            return Self.options(node, numbers)
        }
    }

    /// Returns the elements of the options, in groups for sections with a header. Of views with equal
    /// tags, only the first is an option.
    private static func options(_ node: ViewNode, _ numbers: PickerNumbers) -> [Element] {
        numbers.beginArrangement()
        let style = PickerSectionStyle.groups { .control(.optionGroup(title: $0)) }
        return style.elements(of: node.pickerItems, graph: node.graph) { view, group in
            let number = numbers.number(of: view.tag)
            guard numbers.elements[number] == nil else { return nil }
            let content = ElementContent.control(.option(PickerOption(id: number, title: view.title)))
            return numbers.element(number, in: group, content, graph: node.graph)
        }
    }
}
