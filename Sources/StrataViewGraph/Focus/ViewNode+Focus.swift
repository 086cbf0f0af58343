extension ViewNode {
    /// Connects an element with the targets that it reports the focus to, and returns its handlers
    /// with one for the focus.
    ///
    /// - Parameters:
    ///   - pending: The targets of the modifiers above for the next element.
    ///   - content: The new content of the element.
    ///   - traits: The traits of the element, which the function gives the focus.
    ///   - handlers: The other handlers, which may have one for the focus.
    func connectFocus(
        of element: Element, _ pending: [FocusPlacement], _ content: ElementContent, _ traits: inout ElementTraits,
        _ handlers: [EventHandler]
    ) -> [EventHandler] {
        let own = handlers.first { $0.name == FocusEvent.name }
        let canHaveFocus = content.takesFocus || traits.isFocusable == true
        let claimable = pending.filter(\.isForElement) + (canHaveFocus ? environment.focusPlacements : [])
        let claimed = claimable.filter { $0.target.claim(self) }
        guard !pending.isEmpty || !claimed.isEmpty || own != nil else {
            element.focus = nil
            return handlers
        }
        let others = claimed.filter { placement in !pending.contains { $0.target === placement.target } }
        // The targets that the element has claimed only are those of inner modifiers or of outer
        // elements, whose order does not matter here.
        element.focus = ElementFocus(node: self, targets: (pending + others).map(\.target))
        let focus = graph.focus
        let isCurrent = focus.current === element
        let requested = claimed.map(\.target).filter { $0.isWanted && !$0.isActive.value && focus.request($0) }
        if !requested.isEmpty {
            traits.isFocused = true
        } else if isCurrent, let isWanted = focus.isWanted {
            traits.isFocused = isWanted
        } else if (pending + claimed).contains(where: { $0.target.state != nil }) {
            traits.isFocused = false
        }
        let handler = EventHandler(FocusEvent.self) { [focus, unowned element] event in
            focus.handle(event, at: element)
            if event.origin != .refusal { own?.handle(event) }
        }
        return handlers.filter { $0.name != FocusEvent.name } + [handler]
    }
}
