/// The title of a window, and its place in the history of its browser tab.
///
/// # Places
///
/// The place of a window is made of the pages above the first in its visible stacks. The depth of
/// the place is their number and, in a narrow window, that of the columns of a split view before the
/// one that is visible and of the pages in them; the location does not name these. Its location is
/// the query of a URL:
/// `?path=Park:42/Trail:%22Mist%22` for a stack with two values, each the name of its type and
/// its JSON; a string is written without quotes. The item of a page that
/// `navigationDestination(item:)` has pushed is written in the same way, with `item~` before its
/// type, and the first value in the details of a split view with `own~` if a link in the details has
/// pushed it. Each further visible stack has a `path` of its own. A path ends before the first page
/// that has no `Codable` value or item. Before the paths, `tab=parks` names the selected page of
/// a visible tab view, unless that page was selected from the start. A change of the selection
/// replaces the tab's current entry in the browser's history.
///
/// # The life of a step
///
/// 1. The user presses a link. Its stack has one more page, and ``show()`` writes the new depth and
///    location into the content of the window's element, at the end of the graph's update.
/// 2. The host compares the depth with that of the tab's current entry in the browser's history. It
///    adds an entry for each new page, or goes back by the number of removed pages.
/// 3. The user presses Back in the browser. The tab moves to another entry, and the host sends a
///    ``NavigateEvent`` with the depth and the location of that entry. ``go(to:)`` removes pages,
///    or pushes those that the location names.
/// 4. The window's element is sent again in any case. If the app has rejected or replaced the
///    pages, the history is wrong, and the host corrects it as in step 2.
///
/// # Untrusted locations
///
/// The user may edit a location. So a value is decoded only as a type for which the stack has a
/// destination, as the element type of its path, or as the type of an item. Decoding ends at the
/// first value that fails.
@MainActor
package final class WindowHistory {
    /// The page that collects the title and the toolbars of views outside all stacks.
    let windowPage = NavigationPage(isWindow: true)
    private let title: String
    private weak var rootNode: ViewNode?
    private var stacks: [Weak] = []
    private var tabViews: [WeakTabs] = []
    private var needsShow = true
    /// The last URL that the app has opened.
    var opened = OpenedURL(number: 0, url: "") {
        didSet {
            needsShow = true
            rootNode?.setNeedsEvaluation()
        }
    }

    private struct Weak { weak var model: StackModel? }
    private struct WeakTabs { weak var model: TabModel? }

    init(title: String) { self.title = title }

    /// Sets the node of the window's element, which shows the place and handles its event.
    func connect(to node: ViewNode) {
        rootNode = node
        windowPage.bar = node
        node.element?.handlers = [EventHandler(NavigateEvent.self) { [weak self] in self?.go(to: $0) }]
    }

    /// Adds a stack of the window.
    func register(_ model: StackModel) {
        stacks.append(Weak(model: model))
        needsShow = true
    }

    /// Adds a tab view of the window.
    func register(_ model: TabModel) {
        tabViews.removeAll { $0.model == nil }
        tabViews.append(WeakTabs(model: model))
        needsShow = true
    }

    /// The visible tab views, in the order in which they were first evaluated.
    private var activeTabs: [TabModel] { tabViews.compactMap(\.model).filter(\.isVisible) }

    /// Removes a stack of the window.
    func unregister(_ model: StackModel) {
        stacks.removeAll { $0.model == nil || $0.model === model }
        needsShow = true
    }

    /// Has the next update compute the title and the place.
    func setNeedsShow() { needsShow = true }

    /// The visible stacks, in the order in which they were first evaluated.
    private var activeStacks: [StackModel] { stacks.compactMap(\.model).filter(\.isActive) }

    /// The number of pages above the first in the visible stacks.
    private var pageCount: Int { activeStacks.reduce(0) { $0 + $1.entries.count } }

    /// The depth of the place.
    private var depth: Int { pageCount + (rootNode?.graph.splits.models.reduce(0) { $0 + $1.depth } ?? 0) }

    /// The location of the place.
    private var location: String {
        NavigationLocation(tabs: activeTabs.map(\.location), paths: activeStacks.map(\.encodedPath)).query
    }

    /// Writes the title and the place into the window's element, if they may have changed.
    func show() {
        guard needsShow, let rootNode, let root = rootNode.element else { return }
        needsShow = false
        let stacks = activeStacks
        var content = WindowProperties(title: title)
        let titles = stacks.compactMap(\.pages.last?.title) + [windowPage.title]
        content.title = titles.last { !$0.isEmpty } ?? title
        content.depth = depth
        content.opened = opened
        content.location = location
        rootNode.graph.set(root, content: .window(content), traits: root.traits)
        rootNode.graph.activities.locationChanged(to: content.location)
    }

    /// Removes or pushes pages, so that the place is that of an entry of the browser's history.
    package func go(to event: NavigateEvent) {
        let depth = depth
        if event.depth < depth {
            pop(depth - event.depth)
        } else if event.depth > depth {
            open(event.location, depth: event.depth)
        }
        rootNode?.sendAgain()
    }

    /// Removes pages, those of the last stack first, and then shows the columns before.
    private func pop(_ count: Int) {
        var rest = count
        for stack in activeStacks.reversed() where rest > 0 {
            let dropped = min(rest, stack.entries.count)
            stack.pop(to: stack.entries.count - dropped)
            rest -= dropped
        }
        for split in rootNode?.graph.splits.models.reversed() ?? [] {
            while rest > 0, split.depth > 0 {
                split.goBack()
                rest -= 1
            }
        }
    }

    /// Makes the place of a restored window that of its tab: removes the pages that differ from the
    /// location, and pushes those that it names. An activity of another location is not continued.
    ///
    /// The app has restored the pages that it keeps in a scene's storage. The tab's URL and its
    /// entry in the history are newer: the user may have pressed Back while the server was down.
    ///
    /// - Parameters:
    ///   - location: The query of the tab's URL.
    ///   - depth: The depth of the tab's entry in the history, which may have more pages than the
    ///     location can name; nil for an entry that the page has not made.
    package func restore(_ location: String, depth: Int?) {
        guard let rootNode else { return }
        let place = NavigationLocation(query: location)
        rootNode.graph.activities.discardRestored(unlessKeptAt: place)
        // A location may leave out the last pages of a long path.
        let shown = NavigationLocation(query: self.location)
        for (index, stack) in activeStacks.enumerated() {
            let path = index < place.paths.count ? place.paths[index] : []
            let common = zip(stack.encodedPath, path).prefix { $0 == $1 }.count
            // In another tab than the location's, the stack is not that of the path. By the depth alone,
            // such a page could be taken for the column of a narrow window that shows it.
            let isLonger = shown.tabs == place.tabs && index < shown.paths.count && shown.paths[index].count > path.count
            if common < path.count || isLonger { stack.pop(to: common) }
        }
        open(location, depth: depth)
        removePages(beyond: location, depth: depth)
    }

    /// Removes the pages of a restored window that its tab's entry does not have.
    ///
    /// An app may restore the path of a stack only in an `onAppear` action or a task, which run after
    /// ``restore(_:depth:)``. Pages that such an action has removed or replaced are not pushed again,
    /// because the app may have rejected them.
    ///
    /// - Parameters:
    ///   - location: The query of the tab's URL.
    ///   - depth: The depth of the tab's entry, which is untrusted input; nil for an entry that the page
    ///     has not made.
    package func removePages(beyond location: String, depth: Int?) {
        guard let graph = rootNode?.graph else { return }
        graph.update()
        let named = NavigationLocation(query: location).paths.reduce(0) { $0 + $1.count }
        let rest = depth.map { self.depth - max($0, 0) } ?? pageCount - named
        guard rest > 0 else { return }
        pop(rest)
        graph.update()
    }

    /// Selects the tabs and pushes the pages of a location, until a value cannot be decoded.
    ///
    /// - Parameters:
    ///   - location: The query of a URL.
    ///   - depth: The depth of the location's entry in the history; nil for an unknown one.
    package func open(_ location: String, depth: Int? = nil) {
        guard let graph = rootNode?.graph else { return }
        let location = NavigationLocation(query: location)
        let paths = location.paths
        var tabs = location.tabs[...]
        // One step at a time: a tab or a page may contain the next tab view or stack, and a page may
        // set the destination of the next value.
        var opened = true
        while opened {
            graph.update()
            opened = false
            let active = activeTabs
            if active.indices.contains(tabs.startIndex), let tab = tabs.popFirst() {
                if let tab { active[tabs.startIndex - 1].open(tab) }
                opened = true
                continue
            }
            for (stack, path) in zip(activeStacks, paths) where stack.openNext(of: path) { opened = true }
        }
        showDetails(with: paths, depth: depth)
        graph.update()
    }

    /// Shows the details of split views whose stacks have pages of a location. In a narrow window, its
    /// entry may be that of another column, behind which the details keep their pages: then its depth
    /// is less.
    private func showDetails(with paths: [[NavigationLocation.Component]], depth: Int?) {
        for (stack, path) in zip(activeStacks, paths) where !path.isEmpty && !stack.entries.isEmpty {
            guard let details = stack.outerColumn else { continue }
            let isNarrow = stack.node?.environment.horizontalSizeClass == .compact
            if let depth, isNarrow, self.depth >= depth { continue }
            details.showsColumn?()
            // It is that of the content column.
            if let depth, isNarrow, self.depth > depth { details.onLeft?() }
        }
    }
}
