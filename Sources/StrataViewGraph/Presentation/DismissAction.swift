/// Removes the page or the sheet around the view that reads it: `@Environment(\.dismiss)`.
///
///     Button("Done") { dismiss() }
public struct DismissAction {
    let perform: () -> Void

    init(_ perform: @escaping () -> Void) { self.perform = perform }

    /// Removes the page or the sheet. Does nothing where there is none.
    @MainActor
    public func callAsFunction() { perform() }
}

/// Whether a page or a sheet is shown, and a way to remove it; the older form of `dismiss`.
public struct PresentationMode {
    /// Whether the view is on a page or in a sheet that can be removed.
    public private(set) var isPresented: Bool

    init(isPresented: Bool) { self.isPresented = isPresented }

    /// Removes the page or the sheet.
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

    /// Removes the page or the sheet around the view.
    public var dismiss: DismissAction { dismissAction ?? DismissAction {} }

    /// Whether the view is on a page or in a sheet that can be removed.
    public var isPresented: Bool { dismissAction != nil }

    /// Whether the view is on a page or in a sheet, as a binding whose value can remove it.
    public var presentationMode: Binding<PresentationMode> {
        let action = dismissAction
        return Binding(
            get: { PresentationMode(isPresented: action != nil) },
            set: { mode in
                if !mode.isPresented { action?.perform() }
            })
    }

    /// Sets how the view is removed.
    mutating func setPresentation(_ dismiss: DismissAction) { dismissAction = dismiss }
}
