/// A stack of pages or columns side by side, for apps written before ``NavigationStack`` and
/// ``NavigationSplitView``.
///
///     NavigationView {
///         List(parks) { park in
///             NavigationLink(park.name) { ParkDetails(park: park) }
///         }
///         Text("Select a park")
///     }
///
/// One view in the closure is the first page of a stack. Two views are a sidebar and details, three
/// have a column with content between them, and further ones are not shown. A link shows its
/// destination in the next column, in place of the view there. A narrow window shows one column at
/// a time, and a link leads to the next one. In the style `stack`, the first view is the first page
/// of a stack, and the others are not shown.
public struct NavigationView<Content: View>: View {
    @Environment(\.navigationViewIsStack) private var isStack
    private let content: Content

    /// Creates a stack with a first page, or columns with a view for each.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    public var body: some View {
        let columns = (content as? any ViewSequence)?.views ?? []
        if columns.count < 2 {
            NavigationStack { content }
        } else if isStack {
            NavigationStack { AnyView(erasing: columns[0]) }
        } else {
            NavigationColumns(roots: Array(columns.prefix(3)))
        }
    }
}

/// The columns of a ``NavigationView``.
private struct NavigationColumns: BuiltInView {
    let roots: [any View]

    func _update(_ node: ViewNode) { SplitModel.show(roots, in: node, nil, nil) }
}
