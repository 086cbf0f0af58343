/// A picker that is a menu of its options, with a view of the app for the selected value as the
/// label of its button.
struct CurrentValueMenu<SelectionValue: Hashable, Content: View>: View {
    @Environment(\.menuIndicatorVisibility) private var indicator
    let selection: Binding<SelectionValue>
    let content: Content
    let currentValueLabel: AnyView

    var body: some View {
        Menu {
            ChoicesPicker(appearance: .menu, selection: selection, content: content)
        } label: {
            currentValueLabel
        }
        .menuIndicator(indicator == .automatic ? .visible : indicator)
    }
}
