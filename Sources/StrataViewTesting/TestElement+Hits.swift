import StrataViewGraph

// Hit tests, which decide whether the pointer reaches an element.
extension TestElement {
    /// Whether clicks, touches and drags reach the element: neither it nor a view around it has
    /// `allowsHitTesting(false)`.
    ///
    /// The keyboard and assistive technology reach other elements, too. So `press(_:modifiers:)`,
    /// `type(_:)`, `submit()`, `enter(_:)`, `focus()`, `performPrimaryAction()` and `dismiss()` work
    /// for all elements, and `tap()` for the buttons of accessibility actions.
    public var isHittable: Bool {
        window.update()
        for each in ancestors {
            if each.element.traits.layout.ignoresHits { return false }
            if each.element.content.isForAssistiveTechnology { return true }
        }
        return true
    }

    /// Returns the closest element around this one, or this one itself, that fulfills a condition and
    /// is hittable: the pointer reaches what is behind a view with `allowsHitTesting(false)`. If none
    /// of those that fulfill the condition is hittable, returns the closest of them.
    func closest(_ condition: (Element) -> Bool) -> TestElement? {
        let all = ancestors.filter { condition($0.element) }
        return all.first(where: \.isHittable) ?? all.first
    }

    /// Throws an error if the pointer does not reach the element.
    func requireHits(_ action: String) throws {
        guard !isHittable else { return }
        throw ActionNotHandled(
            description: "“\(label)” cannot be \(action): it, or a view around it, has allowsHitTesting(false).")
    }
}

extension ElementContent {
    /// Whether only assistive technology and the keyboard reach what is inside.
    fileprivate var isForAssistiveTechnology: Bool {
        if case .control(.group(.accessibilityElements)) = self { true } else { false }
    }
}
