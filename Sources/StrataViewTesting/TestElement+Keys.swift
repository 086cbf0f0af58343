public import StrataViewGraph

// Presses of keys.
extension TestElement {
    /// Presses a key while the element has the focus, as a browser does:
    ///
    /// 1. The closest element, from this one to the window, whose `onKeyPress` is for the key handles
    ///    it. In a text field, that excludes keys that type a character.
    /// 2. Otherwise, the key presses the button or toggle with this keyboard shortcut.
    /// 3. ⌘Z and ⇧⌘Z undo and redo a step of the window's undo manager, except in a text field, where a
    ///    browser undoes what was typed.
    /// 4. Return submits a text field. Return and the space bar press a button or a toggle.
    /// 5. Escape dismisses the dialog in front.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - modifiers: The modifiers that are held down.
    /// - Throws: ``ActionNotHandled`` if the key does nothing, or the element was removed.
    public func press(_ key: KeyEquivalent, modifiers: EventModifiers = []) throws {
        guard exists else { throw ActionNotHandled(description: "An element that was removed cannot have the focus.") }
        let isTyped = modifiers.isDisjoint(with: [.control, .option, .command]) && key.typesCharacter
        if !(isTyped && ElementKind.textField.contains(element)) {
            if reportPress(key, modifiers) { return }
            if let button = shortcutControl(KeyboardShortcut(key, modifiers: modifiers)) { return try button.activate() }
        }
        if key == "z", modifiers.subtracting(.shift) == .command, !ElementKind.textField.contains(element) {
            return window.root.send(UndoCommandEvent(isRedo: modifiers.contains(.shift)))
        }
        if modifiers.isEmpty {
            switch key {
            case .return where element.handles(SubmitEvent.self): return try submit()
            case .return where element.handles(PressEvent.self): return try activate()
            case .space where element.handles(PressEvent.self) || element.handles(ToggleEvent.self): return try activate()
            case .escape:
                if let dialog = window.all(.dialog).last { return try dialog.dismiss() }
            default: break
            }
        }
        throw ActionNotHandled(
            description: "No view handles the key \(key.character.debugDescription). Add onKeyPress to “\(label)” or a view "
                + "around it, or keyboardShortcut to a button that is enabled.")
    }

    /// Reports the press to the closest element that handles the key. Returns whether there is one.
    private func reportPress(_ key: KeyEquivalent, _ modifiers: EventModifiers) -> Bool {
        let typed = key.typesCharacter ? String(key.character) : ""
        func event(_ phase: KeyPress.Phases) -> KeyPressEvent {
            KeyPressEvent(
                key: String(key.character), characters: modifiers.contains(.shift) ? typed.uppercased() : typed,
                modifiers: modifiers.rawValue, phase: phase.rawValue)
        }
        var isHandled = false
        for phase in [KeyPress.Phases.down, .up] {
            let isField = ElementKind.textField.contains(element)
            let handler = ancestors.first { $0.element.traits.interaction.keys?.contains(key, phase, isField: isField) == true }
            guard let handler else { continue }
            handler.send(event(phase))
            isHandled = true
        }
        return isHandled
    }

    /// Returns the enabled button or toggle with a shortcut: in the dialog in front, if one is open.
    private func shortcutControl(_ shortcut: KeyboardShortcut) -> TestElement? {
        let scope = window.all(.dialog).last ?? window.root
        return scope.all().first { control in
            switch control.element.content {
            case .control(.button(let content)): content.isEnabled && content.shortcut == shortcut
            case .control(.toggle(let content)): content.isEnabled && content.shortcut == shortcut
            default: false
            }
        }
    }
}

extension TestWindow {
    /// Presses a key while no element has the focus: a keyboard shortcut, or Escape for the dialog in
    /// front.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - modifiers: The modifiers that are held down.
    /// - Throws: ``ActionNotHandled`` if the key does nothing.
    public func press(_ key: KeyEquivalent, modifiers: EventModifiers = []) throws {
        try root.press(key, modifiers: modifiers)
    }
}

extension KeyFilter {
    /// Returns whether a host reports a key in a phase.
    ///
    /// - Parameter isField: Whether a field has the focus, which keeps the keys of commands.
    fileprivate func contains(_ key: KeyEquivalent, _ phase: KeyPress.Phases, isField: Bool) -> Bool {
        phases & phase.rawValue != 0 && (keys?.contains(key.character) ?? true || !isField && commands.contains(key.character))
    }
}

extension KeyEquivalent {
    /// Whether the key types a character, unlike Return and the arrows.
    fileprivate var typesCharacter: Bool {
        character.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0xF700...0xF8FF).contains($0.value) }
    }
}
