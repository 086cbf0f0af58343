/// A button that opens the window of the app's settings.
public struct SettingsLink<Label: View>: View {
    @Environment(\.openSettings) private var openSettings
    private let label: Label

    /// Creates a button with a label made of views.
    public init(@ViewBuilder label: () -> Label) { self.label = label() }

    /// The button.
    public var body: some View {
        Button {
            openSettings()
        } label: {
            label
        }
    }
}

extension SettingsLink where Label == Text {
    /// Creates a button titled "Settings…".
    public init() { self.init { Text("Settings…") } }
}
