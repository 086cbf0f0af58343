/// The style of text that a view inherits.
package struct TextStyle: Hashable, Sendable {
    package var font = Font.body
    package var color: Color?
    /// A gradient or material in place of the color.
    package var paint: ShapePaint?
    /// Lines before the text is truncated with an ellipsis; nil for no limit.
    package var lineLimit: Int?

    package init() {}
}

private struct TextStyleKey: EnvironmentKey {
    static var defaultValue: TextStyle { TextStyle() }
}

extension EnvironmentValues {
    /// The style of text.
    package var textStyle: TextStyle {
        get { self[TextStyleKey.self] }
        set { self[TextStyleKey.self] = newValue }
    }

    /// The font of text; `body` where no view above has set one.
    public var font: Font? {
        get { textStyle.font }
        set { textStyle.font = newValue ?? .body }
    }

    /// The number of lines after which text is truncated; nil for no limit.
    public var lineLimit: Int? {
        get { textStyle.lineLimit }
        set { textStyle.lineLimit = newValue }
    }
}

extension View {
    /// Sets the font of text; nil for `body`.
    public func font(_ font: Font?) -> some View { changingText { $0.font = font ?? .body } }

    /// Sets the weight of text, in any font.
    public func fontWeight(_ weight: Font.Weight?) -> some View { changingText { $0.font.weight = weight } }

    /// Sets the weight of text to bold; false removes a weight set above.
    public func bold(_ isActive: Bool = true) -> some View { fontWeight(isActive ? .bold : nil) }

    /// Gives all digits the same width, so that numbers line up.
    public func monospacedDigit() -> some View { changingText { $0.font.hasMonospacedDigits = true } }

    /// Truncates text with an ellipsis after a number of lines; nil for no limit.
    public func lineLimit(_ number: Int?) -> some View { changingText { $0.lineLimit = number } }

    private func changingText(_ change: @escaping (inout TextStyle) -> Void) -> some View {
        changingEnvironment { change(&$0.textStyle) }
    }
}
