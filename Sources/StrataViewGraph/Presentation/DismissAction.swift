/// An action that removes the page, the sheet or the popover around the view, or closes its window:
/// `@Environment(\.dismiss)`.
///
///     Button("Done") { dismiss() }
@MainActor @preconcurrency
public struct DismissAction {
    private let perform: @MainActor () -> Void

    nonisolated init(_ perform: @escaping @MainActor () -> Void) { self.perform = perform }

    /// Removes the innermost page, sheet or popover around the view. If there is none, closes the
    /// window of the view, if another window has opened it.
    ///
    /// In the details of a split view, shows the column before in a narrow window. In a wide one,
    /// removes the page that a link has pushed, or clears the selection of the list in the column
    /// before; without either, acts on what is around the split view.
    public func callAsFunction() { perform() }
}

/// The presentation of a page, a sheet or a popover, which can be ended. New code uses
/// ``DismissAction``.
public struct PresentationMode: Sendable {
    /// Whether the view is in a page, a sheet or a popover that can be removed.
    public private(set) var isPresented: Bool

    init(isPresented: Bool) { self.isPresented = isPresented }

    /// Removes the page, the sheet or the popover, if called on the binding in the environment.
    public mutating func dismiss() { isPresented = false }
}

private struct DismissKey: EnvironmentKey {
    static var defaultValue: DismissAction? { nil }
}

extension EnvironmentValues {
    private var dismissAction: DismissAction? {
        get { self[DismissKey.self] }
        set { self[DismissKey.self] = newValue }
    }

    /// The action that removes the page, the sheet or the popover around the view, or closes its
    /// window.
    public var dismiss: DismissAction {
        dismissAction ?? DismissAction { [windowOpener] in windowOpener?.dismiss() }
    }

    /// Whether the view is in a page, a sheet or a popover that can be removed, or shows the details
    /// of a selection that ``dismiss`` clears.
    public var isPresented: Bool { dismissAction != nil }

    /// A binding to the presentation of the view. New code uses ``dismiss`` and ``isPresented``.
    public var presentationMode: Binding<PresentationMode> {
        let action = dismissAction
        return Binding(
            get: { PresentationMode(isPresented: action != nil) },
            set: { mode in
                guard !mode.isPresented, let action else { return }
                if isOnMainQueue { MainActor.assumeIsolated { action() } } else { Task { await action() } }
            })
    }

    /// Sets the action that removes the view.
    mutating func setPresentation(_ dismiss: DismissAction) { dismissAction = dismiss }
}
