/// A control that selects a color.
///
/// A browser's color field has no opacity, so the opacity of the selection never changes and
/// `supportsOpacity` has no effect.
public struct ColorPicker<Label: View>: BuiltInView {
    private let selection: Binding<Color>
    private let label: Label

    /// Creates a picker of a color, with a label made of views.
    public init(selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> Label) {
        self.selection = selection
        self.label = label()
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the field after its label.
    public func _update(_ node: ViewNode) {
        node.updateChild(
            0, LabeledControl(label: label, control: ColorField(selection: selection)), environment: node.environment)
    }
}

extension ColorPicker where Label == Text {
    /// Creates a picker of a color, with a localized title.
    public init(_ titleKey: LocalizedStringKey, selection: Binding<Color>, supportsOpacity: Bool = true) {
        self.init(selection: selection, supportsOpacity: supportsOpacity) { Text(titleKey) }
    }

    /// Creates a picker of a color, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, selection: Binding<Color>, supportsOpacity: Bool = true) {
        self.init(selection: selection, supportsOpacity: supportsOpacity) { Text(title) }
    }
}

/// A field for a color as hosts draw it.
package struct ColorPickerContent: Hashable, Sendable {
    /// The color without its opacity. Hosts know the values of semantic colors.
    package var color: Color
    package var isEnabled: Bool
}

/// The color that the user chose.
package struct ColorEvent: ElementEvent {
    package static let name = "color"

    /// The color's 24 bits: red, green and blue.
    package var rgb: Int

    package init(rgb: Int) { self.rgb = rgb }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        rgb = try values.decode(Int.self, forKey: .rgb)
        guard 0..<1 << 24 ~= rgb else {
            throw DecodingError.dataCorruptedError(
                forKey: .rgb, in: values, debugDescription: "The color is not a 24-bit number.")
        }
    }
}

/// The field of a color picker.
private struct ColorField: BuiltInView {
    let selection: Binding<Color>

    func _update(_ node: ViewNode) {
        let color = node.reading { selection.wrappedValue }
        var opaque = color
        opaque.alpha = 1
        let content = ColorPickerContent(color: opaque, isEnabled: node.environment.isEnabled)
        let choose = EventHandler(ColorEvent.self) { [selection, weak node] event in
            guard content.isEnabled else { return }
            func part(_ shift: Int) -> Double { Double((event.rgb >> shift) & 0xFF) / 255 }
            selection.wrappedValue = Color(red: part(16), green: part(8), blue: part(0), opacity: color.alpha)
            // A binding that rejects the color may change no state. The browser shows the color
            // already.
            node?.evaluateAgain()
            node?.sendAgain()
        }
        node.show(.control(.colorPicker(content)), on: [choose])
    }
}
