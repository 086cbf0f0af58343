/// A place to which the focus can be moved: a scope, or a view that is preferred in a scope.
@MainActor
final class DefaultFocusPlace {
    let target = FocusTarget()
    /// Whether the place is to have the focus, or has it.
    let isWanted = StateBox(false)
    let namespace: Namespace.ID
    /// Whether the place is a scope, whose first control gets the focus if no view in it is
    /// preferred.
    let isScope: Bool
    var isPreferred = true
    private(set) weak var node: ViewNode?

    init(_ namespace: Namespace.ID, isScope: Bool, _ node: ViewNode) {
        self.namespace = namespace
        self.isScope = isScope
        self.node = node
        target.state = ObjectIdentifier(isWanted)
        target.focusChanged = { [weak self] in self?.set($0) }
        target.refused = { [weak self] in self?.set(false) }
    }

    private func set(_ isWanted: Bool) {
        if self.isWanted.value != isWanted { self.isWanted.value = isWanted }
    }
}

/// Makes the content a scope, or a preferred view of a scope.
private struct FocusPlaceModifier: BuiltInModifier {
    let namespace: Namespace.ID
    let isScope: Bool
    let isPreferred: Bool

    func update<Content: View>(_ node: ViewNode, content: Content) {
        guard isScope || node.environment.focusScopes.contains(namespace) else { return node.updateChild(0, content) }
        let known = (node.storage as? DefaultFocusPlace).flatMap { $0.namespace == namespace ? $0 : nil }
        let place = known ?? DefaultFocusPlace(namespace, isScope: isScope, node)
        node.storage = place
        place.isPreferred = isPreferred
        if known == nil {
            node.graph.focus.add(place)
            if !isScope {
                node.graph.whenShown { [namespace, weak node] in
                    if let node, node.isInGraph { node.graph.focus.moveToDefault(in: namespace, for: node) }
                }
            }
        }
        var environment = node.environment
        environment.addFocus(place.target.placement(isWanted: node.reading { place.isWanted.value }, node))
        if isScope { environment.focusScopes.insert(namespace) }
        node.updateChild(0, content, environment: environment)
    }
}

private struct FocusScopesKey: EnvironmentKey {
    static var defaultValue: Set<Namespace.ID> { [] }
}

extension EnvironmentValues {
    /// The scopes around the view in which it can be preferred.
    fileprivate var focusScopes: Set<Namespace.ID> {
        get { self[FocusScopesKey.self] }
        set { self[FocusScopesKey.self] = newValue }
    }

    /// An action that moves the focus to the default view of a scope.
    public var resetFocus: ResetFocusAction { ResetFocusAction(focus: windowFocus) }
}

/// An action that moves the focus to the default view of a scope: `@Environment(\.resetFocus)`.
///
///     @Namespace private var form
///     @Environment(\.resetFocus) private var resetFocus
///
///     VStack {
///         TextField("Name", text: $name).prefersDefaultFocus(in: form)
///         Button("Clear") { name = ""; resetFocus(in: form) }
///     }
///     .focusScope(form)
@MainActor @preconcurrency
public struct ResetFocusAction {
    fileprivate let focus: WindowFocus?

    /// Moves the focus to the view that prefers it in a scope or, if no view does, to the first
    /// control of the scope.
    public func callAsFunction(in namespace: Namespace.ID) { focus?.moveToDefault(in: namespace) }
}

extension View {
    /// Makes the view a scope, in which `prefersDefaultFocus(_:in:)` sets the view that has the
    /// focus by default.
    public func focusScope(_ namespace: Namespace.ID) -> some View {
        modified(FocusPlaceModifier(namespace: namespace, isScope: true, isPreferred: false))
    }

    /// Sets whether the first control in the view has the focus by default in a scope: when the
    /// view appears, unless a view of the same dialog and page has the focus, and after
    /// `resetFocus`.
    public func prefersDefaultFocus(_ prefersDefaultFocus: Bool = true, in namespace: Namespace.ID) -> some View {
        modified(FocusPlaceModifier(namespace: namespace, isScope: false, isPreferred: prefersDefaultFocus))
    }
}
