/// A view that pushes a page onto the stack around it when it is pressed.
///
/// If a link is the content of a row of a list, the whole row is the link, with a chevron at its
/// end (`navigationLinkIndicatorVisibility(_:)`). Elsewhere, the innermost `buttonStyle(_:)` draws
/// the link. In the sidebar or the content column of a split view, the page is shown in the next
/// column, in place of the pages there.
public struct NavigationLink<Label: View, Destination: View>: BuiltInView {
    private enum Target {
        /// A view, and the binding that is true while it is pushed.
        case view(Destination, isActive: Binding<Bool>?)
        /// A value for the path; nil disables the link.
        case value(AnyHashable?)
    }

    private let target: Target
    private let label: Label
    /// Whether the link leads to the next column of a split view, and not to a page of its own column.
    var isDetailLink = true

    private init(target: Target, label: Label) {
        self.target = target
        self.label = label
    }

    /// Creates a link to a view.
    public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {
        self.init(target: .view(destination(), isActive: nil), label: label())
    }

    /// Creates a link to a view.
    public init(destination: Destination, @ViewBuilder label: () -> Label) {
        self.init(target: .view(destination, isActive: nil), label: label())
    }

    /// Creates a link to a view that is pushed while a binding is true.
    public init(isActive: Binding<Bool>, @ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {
        self.init(target: .view(destination(), isActive: isActive), label: label())
    }

    /// Creates a link to a view that is pushed while a binding is true.
    public init(destination: Destination, isActive: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.init(target: .view(destination, isActive: isActive), label: label())
    }

    /// Creates a link to a view that is pushed while a selection equals a tag.
    public init<V: Hashable>(
        tag: V, selection: Binding<V?>, @ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label
    ) {
        self.init(target: .view(destination(), isActive: selection.isActive(for: tag)), label: label())
    }

    /// Creates a link to a view that is pushed while a selection equals a tag.
    public init<V: Hashable>(destination: Destination, tag: V, selection: Binding<V?>, @ViewBuilder label: () -> Label) {
        self.init(target: .view(destination, isActive: selection.isActive(for: tag)), label: label())
    }

    /// One row.
    public static var _listShape: ListShape { .row }

    /// Shows the label as a link, and updates the page that the link has pushed.
    public func _update(_ node: ViewNode) {
        let leadsToColumn = self.leadsToColumn(node)
        let isInOwnColumn = node.environment.leadsToColumn && !leadsToColumn
        let model = isInOwnColumn ? node.page.stack : node.environment.stackModel
        let id = ObjectIdentifier(node)
        let press = updateTarget(node, model, id)
        node.onRemoval = { [weak model] in model?.disown(id) }
        let isEnabled = node.environment.isEnabled && model != nil && press != nil
        let isCurrent = leadsToColumn && node.reading { self.isCurrent(node, model, id) }
        let push: @MainActor () -> Void = { [weak node] in if isEnabled, node?.canPush == true { press?() } }
        if let style = node.environment.linkStyle {
            var environment = node.environment
            environment.buttonStyles.removeLast()
            if environment.isEnabled != isEnabled { environment.isEnabled = isEnabled }
            let configuration = PrimitiveButtonStyleConfiguration(
                role: nil, label: AnyView(label), kind: .navigationLink(isCurrent: isCurrent), action: push)
            return node.updateChild(0, style.styledBody(configuration), environment: environment)
        }
        var content = NavigationLinkContent(isEnabled: isEnabled, isCurrent: isCurrent)
        content.indicator = node.environment.navigationLinkIndicatorVisibility
        if content.indicator == .automatic, isInOwnColumn { content.indicator = .visible }
        if !node.environment.isInRow { content.tint = node.environment.tintColor }
        node.show(.navigation(.link(content)), on: [EventHandler(PressEvent.self) { _ in push() }])
        node.updateChild(0, label)
    }

    /// Returns whether the link replaces the pages of another column. A value is shown by a
    /// destination in any column, so `isDetailLink(_:)` affects links to views only.
    private func leadsToColumn(_ node: ViewNode) -> Bool {
        guard node.environment.leadsToColumn else { return false }
        if case .view = target { return isDetailLink }
        return true
    }

    /// Updates the page that the link has pushed, and returns the action of a press; nil for a
    /// disabled link.
    private func updateTarget(_ node: ViewNode, _ model: StackModel?, _ id: ObjectIdentifier) -> (() -> Void)? {
        let leadsToColumn = self.leadsToColumn(node)
        switch target {
        case .value(nil): return nil
        case .value(let value?):
            let selection = node.environment.listSelection
            return { [weak model] in
                if !leadsToColumn {
                    model?.push(value, isFromOtherColumn: false)
                } else if let inner = model?.inner(for: value) {
                    // A stack that the app has put into the other column, which keeps its first page.
                    model?.pop(to: 0)
                    inner.show(value)
                } else if let selection, selection.accepts(value) {
                    // A list with a selection of the value's type: the press selects the value, and the
                    // app shows its details.
                    selection.choose(value, .only)
                } else {
                    model?.pop(to: 0)
                    model?.push(value, isFromOtherColumn: true)
                }
                model?.showsColumn?()
            }
        case .view(let view, nil):
            model?.update(view, of: id, origin: node.stablePath)
            return { [weak model, weak node] in
                if leadsToColumn { model?.pop(to: 0) }
                model?.push(view, owner: id, origin: node?.stablePath, isFromOtherColumn: leadsToColumn)
                model?.showsColumn?()
            }
        case .view(let view, let isActive?):
            if !node.reading({ isActive.wrappedValue }) {
                model?.remove(id)
            } else if model?.update(view, of: id, origin: node.stablePath, isPresented: isActive) == false {
                if leadsToColumn { model?.pop(to: 0) }
                model?.push(
                    view, owner: id, origin: node.stablePath, isFromOtherColumn: leadsToColumn, isPresented: isActive)
                model?.showsColumn?()
            }
            return { [weak model] in
                isActive.wrappedValue = true
                // In a narrow window, another column may cover a page that exists.
                if model?.hasPage(of: id) == true { model?.showsColumn?() }
            }
        }
    }

    /// Returns whether the link's page is visible in the column to which it leads.
    private func isCurrent(_ node: ViewNode, _ model: StackModel?, _ id: ObjectIdentifier) -> Bool {
        let first = model?.observedEntries.first
        if case .value(let value?) = target {
            // Observed also before a stack has a destination for the value.
            model?.observeInners()
            if let inner = model?.inner(for: value) { return first == nil && inner.entries.first?.value == value }
            if let selection = node.environment.listSelection, selection.accepts(value) {
                return selection.contains(value) ?? false
            }
        }
        guard let first else { return false }
        if case .value(let value?) = target { return first.value == value }
        return first.owner == id
    }
}

extension NavigationLink where Destination == Never {
    /// Creates a link that appends a value to the path; nil disables it.
    @_disfavoredOverload
    public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
        self.init(target: .value(value.map { AnyHashable($0) }), label: label())
    }

    /// Creates a link that appends a value to the path; nil disables it.
    ///
    /// A `Codable` value is part of the page's URL and of `NavigationPath.codable`.
    public init<P: Codable & Hashable>(value: P?, @ViewBuilder label: () -> Label) {
        self.init(target: .value(value.map { AnyHashable($0) }), label: label())
    }

    /// Creates a link with a localized title that appends a value to the path; nil disables it.
    public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) where Label == Text {
        self.init(target: .value(value.map { AnyHashable($0) }), label: Text(titleKey))
    }

    /// Creates a link with a localized title that appends a value to the path; nil disables it.
    ///
    /// A `Codable` value is part of the page's URL and of `NavigationPath.codable`.
    public init<P: Codable & Hashable>(_ titleKey: LocalizedStringKey, value: P?) where Label == Text {
        self.init(target: .value(value.map { AnyHashable($0) }), label: Text(titleKey))
    }

    /// Creates a link with a string as its title that appends a value to the path; nil disables it.
    @_disfavoredOverload
    public init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) where Label == Text {
        self.init(target: .value(value.map { AnyHashable($0) }), label: Text(title))
    }
}

extension Binding {
    /// Returns a binding that is true while this one equals a tag.
    fileprivate func isActive<V: Hashable>(for tag: V) -> Binding<Bool> where Value == V? {
        Binding<Bool>(
            get: { wrappedValue == tag },
            set: { isActive in
                if isActive { wrappedValue = tag } else if wrappedValue == tag { wrappedValue = nil }
            })
    }
}

extension ViewNode {
    /// Whether the node is on the top page of its stack, or outside one. A second press of a link may
    /// arrive after the first has covered the link's page, before the host has shown the new page.
    fileprivate var canPush: Bool {
        // Shows the page of a press that arrived in the same moment.
        graph.update()
        guard isInGraph else { return false }
        return page.stack?.isCovered(page) != true
    }
}

extension EnvironmentValues {
    /// The button style that draws a navigation link; nil for the look of links. In a list or a form,
    /// a link looks like a row that leads to a page, whatever the style.
    fileprivate var linkStyle: (any PrimitiveButtonStyle)? {
        guard !isInRow, let style = buttonStyles.last, !(style is DefaultButtonStyle) else { return nil }
        return style
    }

    /// Whether a link is a row of a list or a form, or inside one.
    fileprivate var isInRow: Bool { isListContent || isRowContent }

    /// Shows the column to which links lead in a narrow window; nil if they lead to no other
    /// column.
    @MainActor
    var showsNextColumn: (() -> Void)? { leadsToColumn ? stackModel?.showsColumn : nil }
}

private struct LeadsToColumnKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// Whether links replace the pages of another column instead of pushing onto the stack around
    /// them.
    var leadsToColumn: Bool {
        get { self[LeadsToColumnKey.self] }
        set { self[LeadsToColumnKey.self] = newValue }
    }
}
