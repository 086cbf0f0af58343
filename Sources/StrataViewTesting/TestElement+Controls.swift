public import Foundation
public import StrataViewGraph

// Actions on controls that select a value.
extension TestElement {
    // MARK: Pickers

    /// The titles of a picker's options; empty for other elements.
    public var options: [String] { choices.map(\.title) }

    /// The title of the option that is selected in a picker; nil without a selection, and for other
    /// elements.
    public var selectedOption: String? { choices.first(where: \.isSelected)?.title }

    /// Selects the option of a picker that has a title.
    ///
    /// - Throws: ``ActionNotHandled`` for an element that is not a picker, has no such option, is
    ///   disabled or not hittable, or was removed. Its description lists the titles.
    public func choose(_ title: String) throws {
        try requireEnabled("changed")
        try requireHits("changed")
        guard ElementKind.picker.contains(element) else { throw notHandled("changed by choosing an option") }
        guard let choice = choices.first(where: { $0.title == title }) else {
            let titles = options.map { "“\($0)”" }.joined(separator: ", ")
            throw ActionNotHandled(description: "The picker “\(label)” has no option “\(title)”. Choose one of: \(titles).")
        }
        if let option = choice.number { send(OptionEvent(option: option)) } else { try choice.element.tap() }
    }

    /// An option of a picker. Its number is nil if the option is pressed itself.
    private struct Choice {
        let title: String
        let isSelected: Bool
        let number: Int?
        let element: TestElement
    }

    private var choices: [Choice] {
        window.update()
        let selected: Int? = if case .control(.picker(let picker)) = element.content { picker.selection } else { nil }
        return choices(selected: selected)
    }

    /// Returns the options inside the element, also those in sections.
    private func choices(selected: Int?) -> [Choice] {
        children.flatMap { child -> [Choice] in
            switch child.element.content {
            case .control(.option(let option)):
                [Choice(title: option.title, isSelected: option.id == selected, number: option.id, element: child)]
            case .control(.choice(let choice)):
                [Choice(title: child.label, isSelected: choice.isSelected, number: nil, element: child)]
            case .control(.optionGroup), .control(.group(.menuSection)): child.choices(selected: selected)
            default: []
            }
        }
    }

    // MARK: Dates and colors

    /// The date in a date picker; nil for other elements.
    public var date: Date? {
        if case .control(.datePicker(let picker)) = element.content { picker.date } else { nil }
    }

    /// Enters a date into a date picker. As in a browser, only the parts that the picker shows
    /// change, which have no seconds, and the picker limits the date to its range.
    ///
    /// - Throws: ``ActionNotHandled`` for other elements, and for a picker that is disabled or was
    ///   removed.
    public func enter(_ date: Date) throws {
        try requireEnabled("changed")
        guard case .control(.datePicker(let picker)) = element.content else { throw notHandled("changed by entering a date") }
        send(DateEvent(text: picker.text(of: date)))
    }

    /// The color in a color picker, without its opacity; nil for other elements.
    public var color: Color? {
        if case .control(.colorPicker(let picker)) = element.content { picker.color } else { nil }
    }

    /// Selects a color in a color picker, with 8 bits for each component. The opacity is ignored,
    /// because a browser's color field has none.
    ///
    /// - Throws: ``ActionNotHandled`` for a color without components, such as `Color.red`; for other
    ///   elements; and for a picker that is disabled or not hittable, or was removed.
    public func choose(_ color: Color) throws {
        try requireEnabled("changed")
        guard element.handles(ColorEvent.self) else { throw notHandled("changed by choosing a color") }
        try requireHits("changed")
        guard case .components(let red, let green, let blue) = color.base else {
            throw ActionNotHandled(
                description: "The components of \(color) depend on the appearance. Pass Color(red:green:blue:) instead.")
        }
        func bits(_ component: Double) -> Int { Int((min(max(component, 0), 1) * 255).rounded()) }
        send(ColorEvent(rgb: bits(red) << 16 | bits(green) << 8 | bits(blue)))
    }

    // MARK: Numbers

    /// The value of a slider; nil for other elements.
    public var number: Double? {
        if case .control(.slider(let slider)) = element.content { slider.value } else { nil }
    }

    /// Moves a slider to a value, and releases it. The slider limits the value to its range, and
    /// rounds it to a step.
    ///
    /// - Throws: ``ActionNotHandled`` for other elements, and for a slider that is disabled or not
    ///   hittable, or was removed.
    public func slide(to value: Double) throws {
        try requireEnabled("moved")
        guard element.handles(SlideEvent.self) else { throw notHandled("moved like a slider") }
        try requireHits("moved")
        send(SlideEvent(value: value, isEditing: true))
        send(SlideEvent(value: value, isEditing: false))
    }

    /// Presses the button of a stepper that increments its value.
    ///
    /// - Throws: ``ActionNotHandled`` for other elements, and if the button is disabled, as it is at
    ///   the end of the stepper's range, or not hittable.
    public func increment() throws { try step(by: \.last) }

    /// Presses the button of a stepper that decrements its value.
    ///
    /// - Throws: ``ActionNotHandled`` for other elements, and if the button is disabled, as it is at
    ///   the end of the stepper's range, or not hittable.
    public func decrement() throws { try step(by: \.first) }

    /// Presses one of the two buttons of a stepper, whose names the app may translate.
    private func step(by button: KeyPath<[TestElement], TestElement?>) throws {
        window.update()
        guard ElementKind.stepper.contains(element), let button = all(.button)[keyPath: button] else {
            throw notHandled("changed like a stepper")
        }
        try button.tap()
    }

    // MARK: Disclosure

    /// Whether the group of a disclosure label is expanded; nil for other elements.
    public var isExpanded: Bool? {
        window.update()
        return element.isExpanded
    }

    /// Shows the content of a disclosure group, or the children of an outline's row, if it is hidden.
    /// The element is the label of the group, or the row:
    ///
    ///     try window.find(.disclosure, "Advanced").expand()
    ///
    /// - Throws: ``ActionNotHandled`` for other elements, and for a group that is disabled or not
    ///   hittable.
    public func expand() throws { try setExpanded(true) }

    /// Hides the content of a disclosure group, or the children of an outline's row, if it is shown.
    ///
    /// - Throws: ``ActionNotHandled`` for other elements, and for a group that is disabled or not
    ///   hittable.
    public func collapse() throws { try setExpanded(false) }

    private func setExpanded(_ expands: Bool) throws {
        let action = expands ? "expanded" : "collapsed"
        try requireEnabled(action)
        guard let isExpanded else { throw notHandled(action) }
        guard isExpanded != expands else { return }
        // A row has a button for it, which only the pointer uses.
        let isRow = ElementKind.row.contains(element)
        let button = isRow ? all(.button).first { $0.element.traits.accessibility.isHidden == true } : self
        try (button ?? self).tap()
    }
}
