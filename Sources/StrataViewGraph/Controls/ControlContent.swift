/// The content of an element that the user operates, that shows a value, or that groups others.
package enum ControlContent: Hashable, Sendable {
    case button(ButtonContent)
    case textField(TextFieldContent)
    case toggle(ToggleContent)
    case progress(ProgressContent)
    /// A native pop-up menu of the host, around its options.
    case picker(PickerContent)
    case option(PickerOption)
    /// A group of options with a title, around the options.
    case optionGroup(title: String)
    /// A group of choices of which one is selected, around the choices.
    case choices(ChoicesContent)
    case choice(ChoiceContent)
    case slider(SliderContent)
    case stepper(StepperContent)
    case datePicker(DatePickerContent)
    case colorPicker(ColorPickerContent)
    case gauge(GaugeContent)
    /// The element around a button and the menu that it opens.
    case menu
    /// The menu that a button opens, around its entries. The first entry can be the nearest to the
    /// button, also in a menu that opens above it.
    case menuItems(startsAtButton: Bool)
    case link(LinkContent)
    case share(ShareContent)
    /// A label and the control that it names.
    case labeled(LabeledLayout)
    /// The label of a control. A hidden one is not drawn, and still names the control.
    case controlLabel(isHidden: Bool)
    case group(GroupContent)
    case search(SearchContent)
}
