/// A native pop-up menu of the host, around its options.
package struct PickerContent: Hashable, Sendable {
    /// The number of the selected option; nil for none.
    package var selection: Int?
    package var isEnabled: Bool
    package var size: ControlSize
    package var tint: Color?
}

/// One option of a picker's menu.
package struct PickerOption: Hashable, Sendable {
    /// The number of the option's tag; see `PickerNumbers`.
    package var id: Int
    package var title: String
}

/// A group of choices of which one is selected, around the choices.
package struct ChoicesContent: Hashable, Sendable {
    package enum Appearance: Hashable, Sendable {
        case segmented, inline, radioGroup, menu
    }

    package var appearance: Appearance
    package var isEnabled: Bool
    package var size: ControlSize
    package var tint: Color?
}

/// One choice of a group, around its label.
package struct ChoiceContent: Hashable, Sendable {
    package var appearance: ChoicesContent.Appearance
    package var isSelected: Bool
    package var isEnabled: Bool
    /// Whether the Tab key moves the focus to this choice of the group: the selected one, or the
    /// first one without a selection.
    package var isTabStop: Bool
    /// Whether the menu of an entry stays open after a choice.
    package var keepsMenuOpen = false
}

/// The option that the user selected in a menu.
package struct OptionEvent: ElementEvent {
    package static let name = "option"

    /// The number of the option.
    package var option: Int

    package init(option: Int) { self.option = option }
}
