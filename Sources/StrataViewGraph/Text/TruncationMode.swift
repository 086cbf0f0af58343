extension Text {
    /// The part of a text that an ellipsis replaces where the text does not fit.
    public enum TruncationMode: Hashable, Sendable {
        /// The start of the text.
        case head
        /// The end of the text.
        case tail
        /// The middle of the text.
        case middle
    }
}

extension EnvironmentValues {
    /// The part of a text that an ellipsis replaces where the text does not fit.
    public var truncationMode: Text.TruncationMode {
        get { textStyle.truncation }
        set { textStyle.truncation = newValue }
    }
}

extension View {
    /// Sets the part of a text that an ellipsis replaces where the text does not fit.
    ///
    /// The mode applies to a text whose limit is one line, and whose parts have no styles of their
    /// own. Other texts are cut at their end.
    public func truncationMode(_ mode: Text.TruncationMode) -> some View { changingText { $0.truncation = mode } }
}
