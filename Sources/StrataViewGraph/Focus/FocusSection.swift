extension View {
    /// Makes the view a section that guides the arrow keys: they find it by its whole frame, also
    /// where that is empty, and move the focus to the nearest control inside.
    ///
    /// In a window or dialog with a section, the arrow keys move the focus between controls that have
    /// no use of their own for these keys, such as buttons. The controls of a section come before
    /// those beside it. For the Tab key nothing changes.
    ///
    ///     HStack(alignment: .bottom) {
    ///         VStack { Button("1") {}; Button("2") {}; Spacer() }
    ///         // The right arrow moves the focus from 1 or 2 to A, although A is further down.
    ///         VStack { Spacer(); Button("A") {}; Button("B") {} }.focusSection()
    ///     }
    public func focusSection() -> some View { trait { $0.interaction.isFocusSection = true } }
}
