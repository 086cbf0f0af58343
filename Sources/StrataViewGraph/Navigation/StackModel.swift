/// The pages of a stack, above its first one.
///
/// # Values and views
///
/// A link with a value appends it to the path, which the app may own. A link with a destination,
/// and `navigationDestination(isPresented:)`, push views that no path knows. Both are entries here,
/// in the order in which they cover each other.
///
/// The path is the truth about values: ``reconcile(with:)`` keeps the entries up to the first value
/// that the path has no longer, and appends what is new. An entry that stays keeps its page, and so
/// the page's state.
@MainActor
final class StackModel {
    /// A page above the first.
    struct Entry {
        let id: Int
        /// The value of the path; nil for a view that a link pushed.
        let value: AnyHashable?
        var view: any View
        /// Changes with the view.
        var revision = 0
        /// The link or modifier that pushed the view.
        var owner: ObjectIdentifier?
        /// Tells the owner of the view that its page was removed.
        let onPop: (() -> Void)?
    }

    private(set) var entries: [Entry] = []
    /// Counts the changes of the entries, for the links that read them.
    private let changes = StateBox(0)
    private(set) var path = PathAccess()
    /// The node that has the pages as children.
    weak var pagesNode: ViewNode?
    weak var node: ViewNode?
    /// Whether the stack can be a part of the browser's history; not in a sheet.
    var isPlace = true
    /// The page of the sheet around the stack.
    weak var outerPage: NavigationPage?
    /// Shows the column of the stack, where there is room for one column only.
    var showsColumn: (() -> Void)?
    /// Called when the user or the app has removed the last page, for a column of a split view.
    var onEmptied: (() -> Void)?
    /// Whether the stack's first page is a column's, so that the second leads back to a column.
    var isColumn = false
    /// The tab around the stack.
    weak var tab: TabModel.Page?
    private var nextID = 1
    private var destinations: [ObjectIdentifier: Destination] = [:]

    private struct Destination {
        let type: any Hashable.Type
        let makeView: (AnyHashable) -> any View
        let source: ObjectIdentifier
        var users: [WeakNode] = []
    }

    private struct WeakNode { weak var node: ViewNode? }

    /// Whether the user sees the stack's pages.
    var isActive: Bool { isPlace && node?.isInGraph == true && (tab?.isVisible ?? true) }

    // MARK: Values

    /// Takes the values of the path, which may have changed.
    func update(path: PathAccess, values: [AnyHashable]) {
        self.path = path
        reconcile(with: values)
    }

    private func reconcile(with values: [AnyHashable]) {
        guard entries.compactMap(\.value) != values else { return }
        var kept: [Entry] = []
        var next = 0
        for entry in entries {
            if let value = entry.value {
                guard next < values.count, values[next] == value else { break }
                next += 1
            }
            kept.append(entry)
        }
        drop(entries[kept.count...])
        entries = kept
        for value in values[next...] {
            entries.append(makeEntry(DestinationView(model: self, value: value), value: value))
        }
        setNeedsPages()
    }

    private func makeEntry(
        _ view: any View, value: AnyHashable? = nil, owner: ObjectIdentifier? = nil, onPop: (() -> Void)? = nil
    ) -> Entry {
        defer { nextID += 1 }
        return Entry(id: nextID, value: value, view: view, owner: owner, onPop: onPop)
    }

    private func drop(_ entries: ArraySlice<Entry>) { for entry in entries.reversed() { entry.onPop?() } }

    /// The entries; reading them in an evaluation observes their changes.
    var observedEntries: [Entry] {
        _ = changes.value
        return entries
    }

    private func setNeedsPages() {
        changes.value += 1
        pagesNode?.setNeedsEvaluation()
        node?.graph.history.setNeedsShow()
    }

    // MARK: What links and buttons call

    /// Appends a value to the path.
    func push(_ value: AnyHashable) { path.write(path.read() + [value]) }

    /// Shows a view on a page of its own, until its owner or the user removes it.
    func push(_ view: any View, owner: ObjectIdentifier? = nil, onPop: (() -> Void)? = nil) {
        entries.append(makeEntry(view, owner: owner, onPop: onPop))
        setNeedsPages()
    }

    /// Replaces all pages above the first.
    func replace(with view: any View, owner: ObjectIdentifier, onPop: (() -> Void)? = nil) {
        pop(to: 0)
        push(view, owner: owner, onPop: onPop)
    }

    /// Gives the page of an owner its present view. Returns false if there is none.
    @discardableResult
    func update(_ view: any View, of owner: ObjectIdentifier) -> Bool {
        guard let index = entries.firstIndex(where: { $0.owner == owner }) else { return false }
        entries[index].view = view
        entries[index].revision += 1
        pagesNode?.setNeedsEvaluation()
        return true
    }

    func contains(_ owner: ObjectIdentifier) -> Bool { entries.contains { $0.owner == owner } }

    /// Keeps the page of an owner that is removed, as it is.
    func disown(_ owner: ObjectIdentifier) {
        for index in entries.indices where entries[index].owner == owner { entries[index].owner = nil }
    }

    /// Removes the page of an owner, with those above it.
    func remove(_ owner: ObjectIdentifier) {
        if let index = entries.firstIndex(where: { $0.owner == owner }) { pop(to: index) }
    }

    /// Removes the entry with an ID, with those above it.
    func pop(_ id: Int) {
        if let index = entries.firstIndex(where: { $0.id == id }) { pop(to: index) }
    }

    /// Removes the pages above a number of entries.
    func pop(to count: Int) {
        guard count < entries.count else { return }
        let dropped = entries[count...]
        let hadValues = dropped.contains { $0.value != nil }
        entries.removeSubrange(count...)
        drop(dropped)
        if hadValues { path.write(entries.compactMap(\.value)) }
        setNeedsPages()
        if entries.isEmpty { onEmptied?() }
        // A binding that keeps the values shows them again.
        node?.setNeedsEvaluation()
    }

    // MARK: Destinations

    /// Sets the views of a type of values. The first modifier for a type counts, which is the one
    /// of the lowest page.
    func register(_ type: any Hashable.Type, from id: ObjectIdentifier, _ makeView: @escaping (AnyHashable) -> any View) {
        let key = ObjectIdentifier(type)
        if let source = destinations[key]?.source, source != id { return }
        let users = destinations[key]?.users ?? []
        let isNew = destinations[key] == nil
        destinations[key] = Destination(type: type, makeView: makeView, source: id, users: users.filter { $0.node != nil })
        for user in users { user.node?.setNeedsEvaluation() }
        if isNew { for user in undecided { user.node?.setNeedsEvaluation() } }
    }

    func unregister(_ type: any Hashable.Type, from source: ObjectIdentifier) {
        let key = ObjectIdentifier(type)
        if destinations[key]?.source == source { destinations[key] = nil }
    }

    /// Nodes of values whose type has no destination yet.
    private var undecided: [WeakNode] = []

    fileprivate func view(of value: AnyHashable, for node: ViewNode) -> any View {
        let key = ObjectIdentifier(Swift.type(of: value.base))
        guard let destination = destinations[key] else {
            undecided.removeAll { $0.node == nil || $0.node === node }
            undecided.append(WeakNode(node: node))
            return MissingDestination()
        }
        if !destination.users.contains(where: { $0.node === node }) {
            destinations[key]?.users.append(WeakNode(node: node))
        }
        return destination.makeView(value)
    }

    /// The types of values that have a destination.
    var types: [any Hashable.Type] { destinations.values.map(\.type) }

    // MARK: Pages

    /// The pages, the first included.
    var pages: [NavigationPage] = [] { didSet { tab?.hidesTabBar = hidesTabBar } }

    /// Whether the top page asks for hiding the bar with the tabs.
    var hidesTabBar: Bool { pages.last?.preferences.isTabBarHidden ?? false }

    /// Whether another page is over one.
    func isCovered(_ page: NavigationPage) -> Bool { pages.last !== page }
}

/// The destination of a value of the path.
private struct DestinationView: BuiltInView {
    let model: StackModel
    let value: AnyHashable

    func _update(_ node: ViewNode) {
        let view: any View = node.reading { model.view(of: value, for: node) }
        node.updateChild(0, view)
    }
}

/// The content of a page for a value whose type has no destination.
private struct MissingDestination: View {
    var body: some View {
        Text(verbatim: "⚠️").font(.largeTitle).accessibilityLabel(Text("No destination"))
    }
}

private struct StackModelKey: EnvironmentKey {
    static var defaultValue: StackModel? { nil }
}

extension EnvironmentValues {
    /// The stack onto which links push.
    var stackModel: StackModel? {
        get { self[StackModelKey.self] }
        set { self[StackModelKey.self] = newValue }
    }
}
