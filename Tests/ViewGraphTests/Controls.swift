import Testing

@testable import StrataViewGraph

extension Screen {
    /// The controls of the screen, in order.
    var controls: [(item: Item, content: ControlContent)] {
        all { if case .control = $0 { true } else { false } }.compactMap { item in
            if case .control(let content) = item.content { (item, content) } else { nil }
        }
    }

    /// The items whose controls a closure picks, with what it picks of them.
    func controls<Content>(_ pick: (ControlContent) -> Content?) -> [(item: Item, content: Content)] {
        controls.compactMap { control in pick(control.content).map { (control.item, $0) } }
    }

    var buttons: [(item: Item, content: ButtonContent)] { controls { if case .button(let button) = $0 { button } else { nil } } }
    var fields: [(item: Item, content: TextFieldContent)] {
        controls { if case .textField(let field) = $0 { field } else { nil } }
    }
    var pickers: [(item: Item, content: PickerContent)] { controls { if case .picker(let picker) = $0 { picker } else { nil } } }
    var options: [(item: Item, content: PickerOption)] { controls { if case .option(let option) = $0 { option } else { nil } } }
    var choices: [(item: Item, content: ChoiceContent)] { controls { if case .choice(let choice) = $0 { choice } else { nil } } }
    var sliders: [(item: Item, content: SliderContent)] { controls { if case .slider(let slider) = $0 { slider } else { nil } } }
    var datePickers: [(item: Item, content: DatePickerContent)] {
        controls { if case .datePicker(let picker) = $0 { picker } else { nil } }
    }
}
