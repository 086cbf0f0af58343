import StrataViewGraph

// The keyboard focus.
extension TestElement {
    /// Whether the element has the keyboard focus, or an element inside it, as far as views can
    /// know: only those that a modifier such as `focused` or `focusable` connects with the focus
    /// can.
    public var isFocused: Bool {
        window.update()
        guard let focused = window.graph.focusedElement else { return false }
        return sequence(first: focused, next: \.parent).contains { $0 === element }
    }

    /// Moves the keyboard focus to the element, as a click or the Tab key does.
    ///
    /// - Throws: ``ActionNotHandled`` for an element that is disabled or was removed.
    public func focus() throws {
        try requireEnabled("focused")
        guard let reporter = ancestors.first(where: { $0.element.handles(FocusEvent.self) }) else { throw notHandled("focused") }
        window.moveFocus(to: reporter.element, by: .user)
    }
}

extension TestWindow {
    /// Takes the keyboard focus from the element that has it, as a click beside all controls does.
    public func endFocus() {
        update()
        if let focused = graph.focusedElement { graph.send(FocusEvent(isFocused: false), to: focused.id) }
        update()
    }

    /// Moves the focus to an element.
    func moveFocus(to element: Element, by origin: FocusEvent.Origin) {
        if let former = graph.focusedElement, former !== element {
            graph.send(FocusEvent(isFocused: false, origin: origin, movesOn: true), to: former.id)
        }
        graph.send(FocusEvent(isFocused: true, origin: origin), to: element.id)
        update()
    }

    /// Moves the focus to the element that the app has asked for last, unless it is disabled, and
    /// refuses the other requests. Returns whether there was a request.
    func answerFocusRequests() -> Bool {
        if let focused = graph.focusedElement, focused.isMounted, focused.traits.isFocused == false {
            graph.send(FocusEvent(isFocused: false, origin: .app), to: focused.id)
            return true
        }
        let requests = graph.focusRequests
        guard let last = requests.last else { return false }
        let refusal = FocusEvent(isFocused: false, origin: .refusal)
        for element in requests where element !== last { graph.send(refusal, to: element.id) }
        if TestElement(last, in: self).isEnabled { moveFocus(to: last, by: .app) } else { graph.send(refusal, to: last.id) }
        return true
    }
}
