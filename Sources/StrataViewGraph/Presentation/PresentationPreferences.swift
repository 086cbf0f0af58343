public import Foundation

/// The properties of a sheet or a popover that modifiers in its content set.
struct PresentationPreferences {
    var detents: Set<PresentationDetent>?
    var selection: Binding<PresentationDetent>?
    /// Whether the handle for the height is visible; nil if there are several heights.
    var dragIndicator: Bool?
    var isDismissDisabled: Bool?
    var background: Color?
    var cornerRadius: CGFloat?
    /// The form in a narrow window.
    var adaptation: PresentationAdaptation.Form?

    /// Replaces the properties that another report sets.
    mutating func merge(_ other: PresentationPreferences) {
        detents = other.detents ?? detents
        selection = other.selection ?? selection
        dragIndicator = other.dragIndicator ?? dragIndicator
        isDismissDisabled = other.isDismissDisabled ?? isDismissDisabled
        background = other.background ?? background
        cornerRadius = other.cornerRadius ?? cornerRadius
        adaptation = other.adaptation ?? adaptation
    }
}

/// The reports of modifiers in the content of a sheet or a popover.
@MainActor
final class PresentationReports {
    /// The node of the sheet or the popover, which is evaluated after each report.
    weak var node: ViewNode?
    /// The page that collects the title of content without a stack.
    let page = NavigationPage(isWindow: true)
    private let reports = Reports<PresentationPreferences>()
    private(set) var preferences = PresentationPreferences()

    /// Sets the properties that a modifier's node reports.
    func report(_ preferences: PresentationPreferences, from node: ViewNode) {
        reports.set(preferences, from: node)
        refresh()
    }

    /// Removes the report of a node.
    func remove(_ node: ObjectIdentifier) {
        reports.remove(node)
        refresh()
    }

    private func refresh() {
        preferences = reports.fromInnermost.reduce(into: PresentationPreferences()) { $0.merge($1) }
        node?.setNeedsEvaluation()
    }
}

/// The identity of a view's value, by which an evaluation recognizes a new value.
final class ViewRevision {}

/// The storage of the node of a sheet or a popover.
@MainActor
class PresentationStorage {
    /// The value whose content is shown.
    private var shown: ViewRevision?
    let reports = PresentationReports()

    /// Returns the label of the presentation: the title of its content.
    func label(default name: String) -> String {
        let titles = [reports.page.title, reports.page.innerTitle]
        return titles.first { !$0.isEmpty } ?? name
    }

    /// Shows the element of the node over the window, with the content of a value, between the bars
    /// for the toolbars in the content.
    func show(_ content: any View, of revision: ViewRevision, in node: ViewNode) {
        reports.node = node
        reports.page.bar = node
        node.graph.presentations.add(node)
        node.arrange = { [unowned node, unowned page = reports.page] in page.addBars(to: node.elementsBelow, of: node) }
        // Otherwise this is an evaluation after a report of the content, which changes the
        // presentation only.
        guard shown !== revision else { return }
        shown = revision
        var environment = node.environment
        environment.presentationReports = reports
        environment.navigationPage = reports.page
        environment.editScope = reports.page.editMode
        node.updateChild(0, content, environment: environment)
    }
}

private struct PresentationReportsKey: EnvironmentKey {
    static var defaultValue: PresentationReports? { nil }
}

extension EnvironmentValues {
    /// The reports to the sheet or the popover around the view; nil outside one.
    var presentationReports: PresentationReports? {
        get { self[PresentationReportsKey.self] }
        set { self[PresentationReportsKey.self] = newValue }
    }
}

/// Reports properties to the sheet or the popover around the view.
private struct PresentationPreferencesModifier: BuiltInModifier {
    let preferences: PresentationPreferences

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let reports = node.environment.presentationReports
        let id = ObjectIdentifier(node)
        reports?.report(preferences, from: node)
        node.onRemoval = { [weak reports] in reports?.remove(id) }
        node.updateChild(0, content)
    }
}

extension View {
    /// Reports properties to the sheet or the popover around the view.
    func presentation(_ change: (inout PresentationPreferences) -> Void) -> some View {
        var preferences = PresentationPreferences()
        change(&preferences)
        return modified(PresentationPreferencesModifier(preferences: preferences))
    }

    /// Sets the heights that the sheet around the view can have in a narrow window.
    public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { presentation { $0.detents = detents } }

    /// Sets the heights that the sheet around the view can have in a narrow window, with a binding
    /// to the present one.
    public func presentationDetents(
        _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
    ) -> some View {
        presentation {
            $0.detents = detents
            $0.selection = selection
        }
    }

    /// Shows or hides the handle with which the user changes the height of the sheet around the
    /// view.
    public func presentationDragIndicator(_ visibility: Visibility) -> some View {
        presentation { $0.dragIndicator = visibility == .automatic ? nil : visibility == .visible }
    }

    /// Sets whether only the app's own controls can dismiss the sheet or the popover around the
    /// view.
    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
        presentation { $0.isDismissDisabled = isDisabled }
    }

    /// Sets the color behind the content of the sheet around the view.
    public func presentationBackground<S: ShapeStyle>(_ style: S) -> some View {
        presentation { $0.background = style._color }
    }

    /// Sets the radius of the corners of the sheet around the view; nil for the host's.
    public func presentationCornerRadius(_ cornerRadius: CGFloat?) -> some View {
        presentation { $0.cornerRadius = cornerRadius }
    }
}
