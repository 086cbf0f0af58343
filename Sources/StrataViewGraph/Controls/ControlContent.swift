/// The content of elements that the user operates, or that show a value.
package enum ControlContent: Hashable, Sendable {
    case button(ButtonContent)
    case textField(TextFieldContent)
    case toggle(ToggleContent)
    case progress(ProgressContent)
    /// A menu of the browser's form, around its options.
    case picker(PickerContent)
    case option(PickerOption)
    /// A group of which one is chosen, around its choices.
    case choices(ChoicesContent)
    case choice(ChoiceContent)
    case slider(SliderContent)
    case stepper(StepperContent)
    case datePicker(DatePickerContent)
    case colorPicker(ColorPickerContent)
    case gauge(GaugeContent)
    /// A button and the menu that it opens.
    case menu
    case menuItems
    case link(LinkContent)
    case share(ShareContent)
    /// A label and the control that it names.
    case labeled(LabeledLayout)
    /// The label of a control; hidden ones name it only.
    case controlLabel(isHidden: Bool)
    case group(GroupContent)
    case search(SearchContent)
}
