/// A message in place of content that is not available, with actions for the user.
///
///     ContentUnavailableView {
///         Text("No earthquakes")
///     } description: {
///         Text("It is quiet today.")
///     } actions: {
///         Button("Show all") { filter = nil }
///     }
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
    private let label: Label
    private let description: Description
    private let actions: Actions

    /// Creates a message from a label, a description and actions made of views.
    public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        self.label = label()
        self.description = description()
        self.actions = actions()
    }

    /// The message, in the middle of the available space.
    public var body: some View {
        GroupView(.unavailable) {
            label.font(.title2).fontWeight(.bold)
            description.font(.callout).foregroundStyle(.secondary)
            actions
        }
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }
}
