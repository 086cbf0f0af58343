/// A stack of pages that cover each other, each with a bar that leads back.
///
///     NavigationStack {
///         List(parks) { park in
///             NavigationLink(park.name, value: park)
///         }
///         .navigationTitle("Parks")
///         .navigationDestination(for: Park.self) { ParkDetails(park: $0) }
///     }
///
/// In a browser, Back and Forward go through the pages, and the URL contains the `Codable` values
/// of the path, so that the user can reload it and send it. See `WindowHistory`.
public struct NavigationStack<Data, Root: View>: BuiltInView {
    private let path: PathAccess?
    private let root: Root

    /// Creates a stack with a path of its own.
    public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
        path = nil
        self.root = root()
    }

    /// Creates a stack with a path of values of any types.
    public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) where Data == NavigationPath {
        self.path = PathAccess(path)
        self.root = root()
    }

    /// Creates a stack with a path of values of one type.
    public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
        self.path = PathAccess(path)
        self.root = root()
    }

    /// Shows the pages.
    public func _update(_ node: ViewNode) {
        let stack = node.storage as? StackStorage ?? StackStorage(node)
        node.storage = stack
        let path = self.path ?? stack.ownPath
        stack.model.update(path: path, values: node.reading { path.read() })
        stack.model.outerPage = node.environment.isInPresentation ? node.environment.navigationPage : nil
        stack.model.tab = node.environment.tabPage
        if let page = node.environment.navigationPage {
            if page.isFirstOfColumn { page.stack?.add(inner: stack.model) }
            stack.model.outerColumn = page.columnAround?.column == .detail ? page.stack : nil
        }
        stack.revision += 1
        node.show(.navigation(.stack))
        node.updateChild(0, StackPages(stack: stack, root: root))
    }
}

/// The state of a stack, kept from update to update.
@MainActor
final class StackStorage {
    let model = StackModel()
    /// The values of the path of a stack for which the app has no path.
    private let ownValues = StateBox(NavigationPath())
    let firstPage = NavigationPage()
    /// The number of evaluations of the stack itself. Each of them evaluates every page.
    var revision = 0

    init(_ node: ViewNode) {
        model.node = node
        model.isInHistory = !node.environment.isInPresentation
        firstPage.stack = model
        node.graph.history.register(model)
        node.onRemoval = { [weak model, weak graph = node.graph] in
            if let model { graph?.history.unregister(model) }
        }
    }

    /// The path of a stack for which the app has none.
    var ownPath: PathAccess {
        PathAccess(Binding(get: { [ownValues] in ownValues.value }, set: { [ownValues] in ownValues.value = $0 }))
    }
}

/// The pages of a stack. An update evaluates the pages that are new or have a new view, and all of
/// them after an evaluation of the stack itself.
struct StackPages: BuiltInView {
    let stack: StackStorage
    let root: any View
    /// The stack of another column to which links lead; nil if links push onto this one.
    var linkStack: StackModel?

    @MainActor
    private final class Pages {
        struct Page {
            let node: ViewNode
            let page: NavigationPage
            /// The revisions of the stack and of the entry that the page shows.
            var revisions: [Int]
        }

        var byID: [Int: Page] = [:]
    }

    func _update(_ node: ViewNode) {
        let model = stack.model
        model.pagesNode = node
        model.removeEndedOrphans(node)
        let pages = node.storage as? Pages ?? Pages()
        node.storage = pages
        var environment = node.environment.inBox(of: nil)
        environment.stackModel = linkStack ?? model
        environment.leadsToColumn = linkStack != nil

        var former = pages.byID
        pages.byID = [:]
        var previous: NavigationPage?
        var entries: [(id: Int, view: any View, revision: Int)] = [(0, root, 0)]
        for entry in model.entries { entries.append((entry.id, entry.view, entry.revision)) }
        let known = entries.map { entry in former[entry.id]?.page ?? makePage(entry.id) }
        model.pages = known
        node.children = []
        node.graph.setNeedsStructure()
        for (entry, page) in zip(entries, known) {
            let revisions = [stack.revision, entry.revision]
            var item =
                former.removeValue(forKey: entry.id)
                ?? Pages.Page(node: node.makeChild(of: NavigationPageView.self), page: page, revisions: [])
            page.previous = previous
            node.children.append(item.node)
            if item.revisions != revisions {
                item.node.update(with: NavigationPageView(page: page, content: entry.view), environment: environment)
                item.revisions = revisions
            }
            item.node.setCovered(model.isCovered(page))
            pages.byID[entry.id] = item
            previous = page
        }
        for item in former.values { item.node.remove() }
        node.graph.history.setNeedsShow()
        if let container = node.container { node.graph.setNeedsArrangement(container) }
    }

    private func makePage(_ id: Int) -> NavigationPage {
        if id == 0 { return stack.firstPage }
        let page = NavigationPage()
        page.stack = stack.model
        if stack.model.leadsOutOfColumn, stack.model.entries.first?.id == id {
            // The page that a link in another column has pushed. It has no Back button of its own:
            // in a narrow window, its button leads back to that column.
            page.column = stack.firstPage.column
        }
        page.pop = { [weak model = stack.model] in model?.pop(id) }
        return page
    }
}
