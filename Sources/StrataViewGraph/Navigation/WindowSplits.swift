/// The split views of a window.
@MainActor
final class WindowSplits {
    private struct Entry {
        weak var model: SplitModel?
    }

    private var entries: [Entry] = []

    /// Adds a split view, when it is evaluated for the first time.
    func add(_ model: SplitModel) {
        entries.removeAll { $0.model == nil }
        entries.append(Entry(model: model))
    }

    /// The split views that exist, in the order in which they were first evaluated.
    var models: [SplitModel] { entries.compactMap(\.model) }

    /// Shows or hides the sidebar of the outermost split view; without one, does nothing.
    func toggleSidebar() { models.first?.toggleSidebar() }
}
