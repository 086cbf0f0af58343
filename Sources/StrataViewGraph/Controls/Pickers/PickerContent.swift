/// A picker with a menu of the host's form, around its options.
package struct PickerContent: Hashable, Sendable {
    /// The option that is chosen; nil for none.
    package var selection: Int?
    package var isEnabled: Bool
    package var size: ControlSize
    package var tint: Color?
}

/// One option of a picker's menu.
package struct PickerOption: Hashable, Sendable {
    /// A number that stands for the option's tag while the picker exists.
    package var id: Int
    package var title: String
}

/// A group of choices, of which the user makes one.
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
    /// Whether the Tab key moves the focus here: to the selected choice, or the first one.
    package var isTabStop: Bool
}

/// The option that the user chose in a menu.
package struct OptionEvent: ElementEvent {
    package static let name = "option"

    package var option: Int

    package init(option: Int) { self.option = option }
}
