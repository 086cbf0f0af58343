/// The pages of a stack above its first one.
///
/// # Values and views
///
/// A link with a value appends the value to the path, which the app may own. A link with a
/// destination, and `navigationDestination(isPresented:)`, push a view that is not in the path.
/// Both are entries of the model, from the lowest page to the top one.
///
/// For values, the path decides: after each change of it, ``reconcile(with:)`` keeps the entries up
/// to the first value that the path no longer has, removes the rest, and appends entries for new
/// values. An entry that is kept keeps its page, and so the page's state.
///
/// An action of the app may end one page and push another. The modifier of the former may be
/// evaluated last, and must not remove the new page with its own: so a page that was ended is
/// removed before another is pushed.
///
/// The row of a link leaves the graph when the user scrolls it out of its list, and its page stays.
/// When the row returns, its new node is known by its place (``Entry/origin``) and owns the page
/// again. Meanwhile the pages themselves observe whether the page is still presented.
@MainActor
final class StackModel {
    /// A page above the first.
    struct Entry {
        let id: Int
        /// The value of the path; nil for a view that a link or a modifier pushed.
        let value: AnyHashable?
        /// The item for which a modifier pushed the view. It is part of the location, not of the path.
        var item: AnyHashable?
        var view: any View
        /// The number of views that have replaced the first one.
        var revision = 0
        /// The node of the link or the modifier that pushed the view; nil after it has left the graph.
        var owner: ObjectIdentifier?
        /// The path of the link that pushed the view, which a later node of the same link has, too.
        let origin: UInt64?
        /// The binding by which the app ends the presentation, and hears that the page was removed.
        var isPresented: Binding<Bool>?

        /// Whether the link that pushed the view has left the graph.
        var isOrphan: Bool { owner == nil && origin != nil }
        /// Whether the app presents the view no more, and the owner has not been evaluated since.
        var hasEnded: Bool { isPresented?.wrappedValue == false }
    }

    private(set) var entries: [Entry] = []
    /// The number of changes of the entries, which links observe.
    private let changes = StateBox(0)
    private(set) var path = PathAccess()
    /// The node that has the pages as children.
    weak var pagesNode: ViewNode?
    weak var node: ViewNode?
    /// Whether the pages are part of the browser's history: not in a sheet, and of the columns of a
    /// split view only in the last.
    var isInHistory = true
    /// The page of the sheet or the popover around the stack; nil outside one.
    weak var outerPage: NavigationPage?
    /// The stack of the details of a split view that contain the stack; nil for one that is not in the
    /// details.
    weak var outerColumn: StackModel?
    /// Makes the column of the stack visible in a narrow window; nil outside a split view.
    var showsColumn: (() -> Void)?
    /// The same, for a selection that the app has changed; it does nothing if the app has a binding to
    /// the column that is visible.
    var showsColumnForApp: (() -> Void)?
    /// Called when the page that a view in another column has pushed was popped; nil outside a split
    /// view.
    var onLeft: (() -> Void)?
    /// Called after a change of ``topTitle``; nil outside a split view.
    var onTitle: (() -> Void)?
    /// Whether a view in another column has pushed the first entry, whose page then stands in the
    /// place of the first page, and leads back to that column.
    private(set) var isFirstFromOtherColumn = true
    /// Whether the stack is a column of a split view.
    var isColumn = false
    /// The stacks that the app has put into the first page of a column, of which the tabs of a tab view
    /// may each have one.
    private var inners: [WeakStack] = []
    /// The selections of the lists in the column before, whose links lead here.
    private(set) var lists = ColumnSelections()
    /// The tab around the stack.
    weak var tab: TabModel.Page?
    private var nextID = 1
    /// The destinations for the values of each type, in the order in which modifiers have set them.
    /// The first is used.
    private var destinations: [ObjectIdentifier: [Destination]] = [:]
    /// The nodes that show a value of each type, with or without a destination.
    private var users: [ObjectIdentifier: [WeakNode]] = [:]

    /// The items of modifiers, in the order in which they were first evaluated.
    private(set) var items: [(source: ObjectIdentifier, item: DestinationItem)] = []

    private struct Destination {
        let type: any Hashable.Type
        let makeView: (AnyHashable) -> any View
        /// The node of the modifier.
        let source: ObjectIdentifier
    }

    private struct WeakNode { weak var node: ViewNode? }
    private struct WeakStack { weak var model: StackModel? }

    /// Whether the stack is part of the window's history now: not in a tab that is not selected.
    var isActive: Bool { isInHistory && isInSelectedTab }

    private var isInSelectedTab: Bool { node?.isInGraph == true && (tab?.isVisible ?? true) }

    /// Whether the tabs inside a column that contain the stack are selected. Those around the column do
    /// not matter: the stack is in front there also while the split view itself is hidden.
    private func isInSelectedTab(of column: StackModel) -> Bool {
        guard node?.isInGraph == true else { return false }
        var inner = tab
        while let page = inner, page !== column.tab {
            guard page.isSelected else { return false }
            inner = page.outer
        }
        return true
    }

    // MARK: Values

    /// Sets the path, and reconciles the entries with its values.
    func update(path: PathAccess, values: [AnyHashable]) {
        self.path = path
        reconcile(with: values)
    }

    private func reconcile(with values: [AnyHashable]) {
        guard entries.compactMap(\.value) != values else { return }
        let (values, hasEnded) = removeEnded(before: values)
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
            entries.append(makeEntry(DestinationView(value: value), value: value))
        }
        setNeedsPages()
        if hasEnded, entries.isEmpty, isFirstFromOtherColumn { onLeft?() }
    }

    /// Removes the pages whose owner has ended the lowest of them, before the entries become those of
    /// new values. Returns the values without those of the removed pages, and whether there were any
    /// pages to remove.
    private func removeEnded(before values: [AnyHashable]) -> (values: [AnyHashable], hasEnded: Bool) {
        guard let index = entries.firstIndex(where: \.hasEnded) else { return (values, false) }
        let ended = entries[index...]
        let (below, above) = (entries[..<index].compactMap(\.value), ended.compactMap(\.value))
        entries.removeSubrange(index...)
        drop(ended)
        // The app may have replaced these values already.
        guard !above.isEmpty, values.starts(with: below + above) else { return (values, true) }
        let rest = below + values[(below.count + above.count)...]
        path.write(rest)
        return (rest, true)
    }

    private func makeEntry(
        _ view: any View, value: AnyHashable? = nil, item: AnyHashable? = nil, owner: ObjectIdentifier? = nil,
        origin: UInt64? = nil, isPresented: Binding<Bool>? = nil
    ) -> Entry {
        defer { nextID += 1 }
        return Entry(
            id: nextID, value: value, item: item, view: view, owner: owner, origin: origin, isPresented: isPresented)
    }

    /// Notifies the owners of removed entries, from the top one down.
    private func drop(_ entries: ArraySlice<Entry>) {
        for entry in entries.reversed() { entry.isPresented?.wrappedValue = false }
    }

    /// The entries. A node that reads them in its evaluation observes their changes.
    var observedEntries: [Entry] {
        _ = changes.value
        return entries
    }

    /// Invalidates the pages, the links that read the entries, and the window's place.
    private func setNeedsPages() {
        changes.value += 1
        pagesNode?.setNeedsEvaluation()
        node?.graph.history.setNeedsShow()
    }

    // MARK: Pushing and popping

    /// Whether the second page leads back to another column, a view of which has pushed it.
    var leadsOutOfColumn: Bool { isColumn && isFirstFromOtherColumn && !entries.isEmpty }

    /// Appends a value to the path.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isFromOtherColumn: Whether a view in another column of a split view pushes the page.
    func push(_ value: AnyHashable, isFromOtherColumn: Bool) {
        if entries.isEmpty { isFirstFromOtherColumn = isFromOtherColumn }
        path.write(path.read() + [value])
    }

    /// Pushes a view that is not in the path.
    ///
    /// - Parameters:
    ///   - owner: The node of the link or the modifier, which may update and remove the page.
    ///   - origin: The path of a link, whose row may leave the graph and return; nil for a modifier,
    ///     whose page is removed with it.
    ///   - item: The item that the view shows; nil for none.
    ///   - isFromOtherColumn: Whether a view in another column of a split view pushes the page.
    ///   - isPresented: The binding that is true while the page exists; nil for none.
    func push(
        _ view: any View, owner: ObjectIdentifier, origin: UInt64? = nil, item: AnyHashable? = nil,
        isFromOtherColumn: Bool, isPresented: Binding<Bool>? = nil
    ) {
        if let index = entries.firstIndex(where: \.hasEnded) { remove(from: index) }
        if entries.isEmpty { isFirstFromOtherColumn = isFromOtherColumn }
        entries.append(makeEntry(view, item: item, owner: owner, origin: origin, isPresented: isPresented))
        setNeedsPages()
    }

    /// Replaces the view of the page that an owner, or an earlier node of it, has pushed. Returns false
    /// if there is no such page.
    ///
    /// - Parameters:
    ///   - view: The new view.
    ///   - owner: The node of the link or the modifier.
    ///   - origin: The path of a link, which is computed only while a page has no owner.
    ///   - item: The item that the view shows; nil for none.
    ///   - isPresented: The owner's present binding.
    @discardableResult
    func update(
        _ view: any View, of owner: ObjectIdentifier, origin: @autoclosure () -> UInt64? = nil,
        item: AnyHashable? = nil, isPresented: Binding<Bool>? = nil
    ) -> Bool {
        let owned = entries.firstIndex { $0.owner == owner }
        guard let index = owned ?? orphan(of: origin) else { return false }
        entries[index].view = view
        entries[index].owner = owner
        entries[index].item = item
        entries[index].isPresented = isPresented
        entries[index].revision += 1
        pagesNode?.setNeedsEvaluation()
        return true
    }

    /// Returns the index of the page that a link with a path has pushed before it left the graph.
    private func orphan(of origin: () -> UInt64?) -> Int? {
        guard entries.contains(where: \.isOrphan), let origin = origin() else { return nil }
        return entries.firstIndex { $0.isOrphan && $0.origin == origin }
    }

    /// Returns whether there is a page that an owner has pushed.
    func hasPage(of owner: ObjectIdentifier) -> Bool { entries.contains { $0.owner == owner } }

    /// Keeps the page of an owner that is removed from the graph. Its view is not updated until the
    /// owner returns.
    func disown(_ owner: ObjectIdentifier) {
        for index in entries.indices where entries[index].owner == owner {
            entries[index].owner = nil
            // The pages observe its binding from now on.
            pagesNode?.setNeedsEvaluation()
        }
    }

    /// Removes the lowest page that has no owner and is presented no more, and those above it.
    ///
    /// - Parameter node: The node of the pages, which observes the bindings.
    func removeEndedOrphans(_ node: ViewNode) {
        guard entries.contains(where: \.isOrphan) else { return }
        if let index = node.reading({ entries.firstIndex { $0.isOrphan && $0.hasEnded } }) { pop(to: index) }
    }

    /// Removes the page that an owner has pushed, and those above it.
    func remove(_ owner: ObjectIdentifier) {
        if let index = entries.firstIndex(where: { $0.owner == owner }) { pop(to: index) }
    }

    /// Removes the entry with an ID, and those above it.
    func pop(_ id: Int) {
        if let index = entries.firstIndex(where: { $0.id == id }) { pop(to: index) }
    }

    /// Removes the top entries until a number of them is left.
    func pop(to count: Int) {
        guard count < entries.count else { return }
        remove(from: count)
        if entries.isEmpty, isFirstFromOtherColumn { onLeft?() }
    }

    private func remove(from index: Int) {
        let dropped = entries[index...]
        let hadValues = dropped.contains { $0.value != nil }
        entries.removeSubrange(index...)
        drop(dropped)
        if hadValues { path.write(entries.compactMap(\.value)) }
        setNeedsPages()
        // Reads the path again: if its binding has rejected the change, the pages are shown again.
        node?.setNeedsEvaluation()
    }

    // MARK: Selections

    /// Connects the selection of a list in the column before, whose details the column shows. Returns
    /// whether the list is a new one at its place.
    ///
    /// - Parameters:
    ///   - selection: The selection.
    ///   - place: The path of the list's node.
    func connect(_ selection: ListSelection, at place: UInt64) -> Bool {
        guard lists.connect(selection, at: place) else { return false }
        // Its `dismiss` clears the selection.
        pages.first?.node?.setNeedsEvaluation()
        return true
    }

    /// Disconnects the selection of a list that leaves the column before.
    func disconnect(_ selection: ListSelection, at place: UInt64) {
        if lists.disconnect(selection, at: place) { pages.first?.node?.setNeedsEvaluation() }
    }

    /// Sets the values of the selection of a list in the column before. Returns those that it had last.
    func setSelected(_ values: [AnyHashable], at place: UInt64, isNew: Bool) -> [AnyHashable] {
        lists.setValues(values, at: place, isNew: isNew)
    }

    // MARK: Destinations

    /// Sets the destination of a modifier for the values of a type. It is used unless another
    /// modifier has set one before: the first is the one of the lowest page.
    func register(_ type: any Hashable.Type, from source: ObjectIdentifier, _ makeView: @escaping (AnyHashable) -> any View) {
        let key = ObjectIdentifier(type)
        let destination = Destination(type: type, makeView: makeView, source: source)
        let index = destinations[key]?.firstIndex { $0.source == source }
        if let index { destinations[key]?[index] = destination } else { destinations[key, default: []].append(destination) }
        if destinations[key]?.first?.source == source { invalidateUsers(of: key) }
    }

    /// Removes the destination of a modifier for the values of a type. If it was used, the next one
    /// takes its place.
    func unregister(_ type: any Hashable.Type, from source: ObjectIdentifier) {
        let key = ObjectIdentifier(type)
        let isUsed = destinations[key]?.first?.source == source
        destinations[key]?.removeAll { $0.source == source }
        if isUsed { invalidateUsers(of: key) }
    }

    /// Sets the item of a modifier, which a location may set.
    func register(_ item: DestinationItem, from source: ObjectIdentifier) {
        let index = items.firstIndex { $0.source == source }
        if let index { items[index].item = item } else { items.append((source, item)) }
    }

    /// Removes the item of a modifier.
    func unregisterItem(from source: ObjectIdentifier) { items.removeAll { $0.source == source } }

    private func invalidateUsers(of key: ObjectIdentifier) {
        users[key]?.removeAll { $0.node?.isInGraph != true }
        for user in users[key] ?? [] { user.node?.setNeedsEvaluation() }
    }

    /// Returns the destination of a value, which `node` shows. The node is evaluated again when
    /// another destination for the type is set.
    fileprivate func view(of value: AnyHashable, for node: ViewNode) -> any View {
        let keys = Self.types(of: value).map { ObjectIdentifier($0) }
        for key in keys where users[key]?.contains(where: { $0.node === node }) != true {
            users[key, default: []].append(WeakNode(node: node))
        }
        return keys.lazy.compactMap { self.destinations[$0]?.first }.first?.makeView(value) ?? MissingDestination()
    }

    /// Returns the type of a value and, for an object, its superclasses: an object is also a value of
    /// each of them. The destination for the nearest type is used.
    private static func types(of value: AnyHashable) -> [Any.Type] {
        let type = Swift.type(of: value.base)
        guard let type = type as? AnyClass else { return [type] }
        return sequence(first: type) { _getSuperclass($0) }.map { $0 }
    }

    /// Adds a stack in the first page of the column.
    func add(inner: StackModel) {
        guard !inners.contains(where: { $0.model === inner }) else { return }
        inners.removeAll { $0.model == nil }
        inners.append(WeakStack(model: inner))
        changes.value += 1
    }

    /// Has the links that read which stack of the column shows their value read it again, after another
    /// tab in the first page of the column was selected.
    func tabHasChanged() { changes.value += 1 }

    /// Has the node that calls it in its evaluation observe the stacks in the column.
    func observeInners() {
        _ = changes.value
        for inner in inners { _ = inner.model?.observedEntries }
    }

    /// Returns the stack in front inside the column that shows the destination of a value from another
    /// column; nil if there is none.
    func inner(for value: AnyHashable) -> StackModel? {
        let types = Self.types(of: value).map { ObjectIdentifier($0) }
        return inners.lazy.compactMap(\.model).first { inner in
            inner.isInSelectedTab(of: self) && inner.path.accepts(value)
                && types.contains { inner.destinations[$0]?.isEmpty == false }
        }
    }

    /// Makes a value the only one of the path, above the first page.
    func show(_ value: AnyHashable) {
        // A page that is shown already keeps its state.
        if entries.count == 1, entries[0].value == value { return }
        pop(to: 0)
        path.write([value])
    }

    /// The types of values that have a destination.
    var types: [any Hashable.Type] { destinations.values.compactMap(\.first?.type) }

    // MARK: Pages

    /// The pages from the first to the top one.
    var pages: [NavigationPage] = [] {
        didSet {
            tab?.hidesTabBar = hidesTabBar
            topTitle = pages.last?.title ?? ""
        }
    }

    /// The title of the top page, as its bar has shown it last.
    var topTitle = "" { didSet { if topTitle != oldValue { onTitle?() } } }

    /// Whether the top page hides the bar with the tabs.
    var hidesTabBar: Bool { pages.last?.preferences.isTabBarHidden ?? false }

    /// Returns whether another page covers a page.
    func isCovered(_ page: NavigationPage) -> Bool { pages.last !== page }
}

/// The destination of a value of the path. It finds the model by its page: a model holds its views.
private struct DestinationView: BuiltInView {
    let value: AnyHashable

    func _update(_ node: ViewNode) {
        guard let model = node.page.stack else { return node.keepChildren(0) }
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
    /// The stack onto which links push: that around the view, or that of another column.
    var stackModel: StackModel? {
        get { self[StackModelKey.self] }
        set { self[StackModelKey.self] = newValue }
    }
}
