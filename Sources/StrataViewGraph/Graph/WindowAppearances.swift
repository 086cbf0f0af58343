/// The actions of a modifier that run when its view appears and disappears.
@MainActor
final class AppearanceActions {
    private weak var node: ViewNode?
    /// The order in which appearances were added.
    fileprivate let number: Int
    private(set) var isShown = false
    /// The actions of the last evaluation.
    var appear: (() -> Void)?
    var disappear: (() -> Void)?

    fileprivate init(_ node: ViewNode, number: Int) {
        self.node = node
        self.number = number
    }

    /// Whether the view has to appear, or to disappear.
    fileprivate var isOutdated: Bool { isShown != (node?.isShown ?? false) }

    /// Runs an action if the view has appeared or disappeared.
    fileprivate func update() {
        guard isOutdated else { return }
        isShown.toggle()
        if let action = isShown ? appear : disappear { RunningAction.perform(action) }
    }

    /// Runs the action for a view that is removed.
    fileprivate func end() {
        guard isShown else { return }
        isShown = false
        if let disappear { RunningAction.perform(disappear) }
    }
}

/// The appearances of the views in a window.
///
/// A view appears once the window is visible and the view is shown. It disappears when it is
/// removed, when another page of its stack covers it, and when the user selects another tab. A view
/// that is covered keeps its state, and appears again when it is uncovered.
///
/// A page that is covered or uncovered does not evaluate its views. So each modifier that has
/// actions registers them (``AppearanceActions``), and after an update that has covered or uncovered
/// a page, the window compares all of them with the pages.
@MainActor
final class WindowAppearances {
    private var known: [ObjectIdentifier: AppearanceActions] = [:]
    private var count = 0
    /// Whether a page was covered or uncovered since the last update.
    private(set) var isOutdated = false

    /// Adds an appearance for a node. It ends when the node is removed.
    func add(_ node: ViewNode) -> AppearanceActions {
        count += 1
        let appearance = AppearanceActions(node, number: count)
        let id = ObjectIdentifier(node)
        known[id] = appearance
        node.graph.whenShown { [weak appearance] in appearance?.update() }
        node.onRemoval = { [weak self] in self?.known.removeValue(forKey: id)?.end() }
        return appearance
    }

    /// Schedules a comparison of all appearances with the pages, after the update.
    func setNeedsUpdate() { isOutdated = true }

    /// Runs the actions of the views that have appeared, and then those of the views that have
    /// disappeared. O(n) appearances if a page was covered or uncovered.
    func update() {
        guard isOutdated else { return }
        isOutdated = false
        let changed = known.values.filter(\.isOutdated).sorted { $0.number < $1.number }
        let covered = changed.filter(\.isShown)
        for appearance in changed where !appearance.isShown { appearance.update() }
        for appearance in covered { appearance.update() }
    }
}

extension ViewNode {
    /// Whether the user can see the view: no other page of a stack covers it, and it is not in a tab
    /// that is not selected. Sheets and dialogs are above all pages.
    var isShown: Bool {
        guard isInGraph, !isInHiddenTab(firstElement) else { return false }
        var next: ViewNode? = self
        while let current = next {
            switch current.element?.content {
            case .navigation(.page(let page)) where page.isCovered: return false
            case .navigation(.tabPage(isSelected: false)): return false
            case .presentation(.sheet), .presentation(.popover), .presentation(.alert), .presentation(.confirmation): return true
            default: break
            }
            if isInHiddenTab(current.element) { return false }
            next = current.parent
        }
        return true
    }

    /// Returns whether an element is the content of a tab that is not selected. Such a page has no
    /// node of its own if the view has no tab item.
    private func isInHiddenTab(_ element: Element?) -> Bool {
        if case .navigation(.tabPage(isSelected: false))? = element?.parent?.content { true } else { false }
    }
}
