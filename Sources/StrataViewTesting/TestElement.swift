import StrataViewGraph

/// An element of a ``TestWindow``, such as a text, a button or a row.
///
/// A test element refers to the element itself and not to a search: it shows later changes, and
/// ``exists`` is false once the element was removed.
@MainActor
public struct TestElement {
    let element: Element
    let window: TestWindow

    init(_ element: Element, in window: TestWindow) {
        self.element = element
        self.window = window
    }

    // MARK: Reading

    /// Whether the element is still in the window.
    public var exists: Bool {
        window.update()
        return element.isMounted
    }

    /// The texts inside the element, from top to bottom, with the titles of alerts, confirmation
    /// dialogs and the sections of menus.
    public var texts: [String] {
        if case .text(let text) = element.content { return [text.runs.words] }
        let texts = children.flatMap(\.texts)
        return (element.content.dialogTitle ?? element.content.menuSectionTitle).map { [$0] + texts } ?? texts
    }

    /// The texts inside the element, joined by spaces.
    public var text: String { texts.joined(separator: " ") }

    /// The accessibility identifier.
    public var identifier: String? { element.traits.identifier }

    /// The text that a text field contains; nil for other elements.
    public var value: String? {
        if case .control(.textField(let field)) = view.element.content { field.text } else { nil }
    }

    /// Whether a toggle is on; nil for other elements.
    public var isOn: Bool? {
        if case .control(.toggle(let toggle)) = view.element.content { toggle.isOn } else { nil }
    }

    /// Whether a control or a navigation link is enabled; true for other elements.
    public var isEnabled: Bool {
        switch view.element.content {
        case .control(.button(let button)): button.isEnabled
        case .control(.textField(let field)): field.isEnabled
        case .control(.toggle(let toggle)): toggle.isEnabled
        case .control(.link(let link)): link.isEnabled
        case .control(.share(let share)): share.button.isEnabled
        case .control(.choices(let choices)): choices.isEnabled
        case .control(.choice(let choice)): choice.isEnabled
        case .control(.picker(let picker)): picker.isEnabled
        case .control(.slider(let slider)): slider.isEnabled
        case .control(.datePicker(let picker)): picker.isEnabled
        case .control(.colorPicker(let picker)): picker.isEnabled
        case .navigation(.link(let link)): link.isEnabled
        case .navigation(.tab(let tab)): tab.isEnabled
        default: true
        }
    }

    /// The view inside the owner of a context menu; for other elements, the element itself. Modifiers
    /// that follow `contextMenu`, such as an identifier, apply to the owner.
    var view: TestElement {
        guard case .presentation(.menuOwner) = element.content, element.children.count == 1 else { return self }
        return TestElement(element.children[0], in: window).view
    }

    /// The elements directly inside the element.
    public var children: [TestElement] { element.children.map { TestElement($0, in: window) } }

    // MARK: Finding

    /// Returns the first element inside this one that has a kind, a name and an identifier.
    ///
    /// - Parameters:
    ///   - kind: The kind of the element.
    ///   - name: The text inside the element, or its accessibility label; nil for any.
    ///   - identifier: The element's accessibility identifier; nil for any.
    /// - Throws: ``ElementNotFound``, whose description outlines this element.
    public func find(
        _ kind: ElementKind = .any, _ name: String? = nil, identifier: String? = nil
    ) throws -> TestElement {
        if let found = all(kind, name, identifier: identifier).first { return found }
        let wanted = [
            kind == .any ? "element" : kind.rawValue, name.map { "“\($0)”" }, identifier.map { "with the identifier \($0)" },
        ]
        throw ElementNotFound(
            description: "There is no \(wanted.compactMap(\.self).joined(separator: " ")) in:\n\(outline())")
    }

    /// Returns all elements inside this one that have a kind, a name and an identifier, from top to
    /// bottom. Of nested elements with the same name or identifier, the kind `any` finds the innermost
    /// only.
    public func all(_ kind: ElementKind = .any, _ name: String? = nil, identifier: String? = nil) -> [TestElement] {
        children.flatMap { child -> [TestElement] in
            let inner = child.all(kind, name, identifier: identifier)
            // An identifier may be on the owner of a context menu, around the element of the kind.
            let hasKind = kind.contains(child.element) || (identifier != nil && kind.contains(child.view.element))
            let matches =
                hasKind && (name == nil || child.label == name || child.text == name)
                && (identifier == nil || child.identifier == identifier)
            // The elements around a text have the same name. Unless they are searched by kind, only
            // the innermost matches.
            let findsAll = kind != .any || (name == nil && identifier == nil)
            return matches && (findsAll || inner.isEmpty) ? [child] + inner : inner
        }
    }

    /// Returns a line for the element and one for each element inside, indented by depth.
    func outline(depth: Int = 0) -> String {
        let indentation = String(repeating: "  ", count: depth)
        let name = identifier.map { " [\($0)]" } ?? ""
        let line = "\(indentation)\(element.content.summary)\(name)\n"
        return line + children.map { $0.outline(depth: depth + 1) }.joined()
    }

    // MARK: Acting

    /// Presses the element with the pointer: a button, a link, a toggle, or a view with a tap gesture.
    /// If it is none of these, presses the closest one around it, as a click does.
    ///
    /// - Throws: ``ActionNotHandled`` if there is none, or if it is disabled, is not hittable, or was
    ///   removed.
    public func tap() throws {
        try requireEnabled("tapped")
        if element.tapGesture == nil, view.element !== element { return try view.tap() }
        if !element.handlesTaps, let owner = closest(\.handlesTaps) { return try owner.tap() }
        try requireHits("tapped")
        try activate()
    }

    /// Presses the element with any device.
    func activate() throws {
        try requireEnabled("tapped")
        if element.handles(ToggleEvent.self) {
            send(ToggleEvent(isOn: isOn != true))
        } else if element.handles(PressEvent.self) {
            send(PressEvent())
        } else if let gesture = element.tapGesture {
            send(GestureEvent(gesture: gesture))
            send(GestureEvent(gesture: -1, phase: .cancelled))
        } else {
            throw notHandled("tapped")
        }
    }

    /// Replaces the text of a text field or a text editor, as if the user had typed it.
    ///
    /// - Throws: ``ActionNotHandled`` for other elements, and for a field that is disabled or was
    ///   removed.
    public func type(_ text: String) throws {
        try requireEnabled("typed into")
        guard view.element === element else { return try view.type(text) }
        if element.handles(EditEvent.self) {
            send(EditEvent(text: text))
        } else if element.handles(InputEvent.self) {
            send(InputEvent(text: text))
        } else {
            throw notHandled("typed into")
        }
    }

    /// Presses Return in a text field.
    ///
    /// - Throws: ``ActionNotHandled`` for other elements, and for a field that is disabled or was
    ///   removed.
    public func submit() throws {
        try requireEnabled("submitted")
        guard view.element === element else { return try view.submit() }
        guard element.handles(SubmitEvent.self) else { throw notHandled("submitted") }
        send(SubmitEvent())
    }

    /// Deletes a row of a list, as a swipe does.
    ///
    /// - Throws: ``ActionNotHandled`` if the row cannot be deleted, or is not hittable. A row with
    ///   trailing swipe actions cannot be deleted unless its list is edited: press an action with
    ///   ``swipe(_:)``.
    public func delete() throws {
        guard element.handles(DeleteEvent.self), isInEditedList || !hasTrailingActions else { throw notHandled("deleted") }
        try requireHits("deleted")
        send(DeleteEvent())
    }

    /// Dismisses a dialog, as the Escape key does.
    ///
    /// - Throws: ``ActionNotHandled`` for other elements.
    public func dismiss() throws {
        guard element.handles(DismissEvent.self) else { throw notHandled("dismissed") }
        send(DismissEvent())
    }

    /// Scrolls a list so that the rows at these positions are visible, and therefore made.
    ///
    /// - Throws: ``ActionNotHandled`` for other elements.
    public func scroll(toRows rows: Range<Int>) throws {
        guard element.handles(VisibleRowsEvent.self) else { throw notHandled("scrolled") }
        send(VisibleRowsEvent(rows: rows))
    }

    func send(_ event: some ElementEvent) {
        // As a host does, so that the actions of changed values belong to the event.
        window.graph.performEvent {
            window.graph.send(event, to: element.id)
            window.update()
        }
        window.update()
    }

    func requireEnabled(_ action: String) throws {
        guard exists else { throw ActionNotHandled(description: "An element that was removed cannot be \(action).") }
        guard isEnabled else { throw ActionNotHandled(description: "“\(label)” is disabled and cannot be \(action).") }
    }

    func notHandled(_ action: String) -> ActionNotHandled {
        ActionNotHandled(description: "\(element.content.summary) cannot be \(action):\n\(outline())")
    }
}

extension ElementContent {
    /// The visible title of an alert or a confirmation dialog; nil for other elements.
    var dialogTitle: String? {
        switch self {
        case .presentation(.alert(let title)): title
        case .presentation(.confirmation(let dialog)): dialog.showsTitle ? dialog.title : nil
        default: nil
        }
    }

    /// The visible title of a section of a menu; nil for other elements.
    var menuSectionTitle: String? {
        if case .control(.group(.menuSection(let title?, _))) = self, !title.isEmpty { title } else { nil }
    }

    /// The element's line in an outline: the kind of its content and, for a text, the text.
    var summary: String {
        switch self {
        case .window: "window"
        case .text(let text): "text “\(text.runs.words)”"
        default: Self.name(of: self)
        }
    }

    /// Returns the names of the nested enumeration cases of a value, such as "control button".
    private static func name(of value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum else { return "" }
        guard let child = mirror.children.first else { return "\(value)" }
        let inner = name(of: child.value)
        return [child.label, inner.isEmpty ? nil : inner].compactMap(\.self).joined(separator: " ")
    }
}
