import SwiftUI

/// The content of a window: the earthquakes as a list or, in a wide window, as a table, and the
/// selected ones beside them.
struct ContentView: View {
    @Environment(QuakesProvider.self) private var provider
    @Environment(\.managedObjectContext) private var viewContext
    @Environment(\.horizontalSizeClass) private var width

    @State private var layout = Layout.list
    @State private var selection: Set<Quake.ID> = []
    @State private var filter = ""
    @State private var column = NavigationSplitViewColumn.sidebar
    @State private var failure: String?

    /// The ways to show the earthquakes in a wide window.
    private enum Layout: String, CaseIterable {
        case list = "List"
        case table = "Table"
    }

    var body: some View {
        NavigationSplitView(preferredCompactColumn: $column) {
            quakes
                .navigationTitle("Earthquakes")
                .navigationSplitViewColumnWidth(
                    min: 320, ideal: showsTable ? 860 : 380, max: showsTable ? 860 : 380
                )
                .toolbar { toolbar }
        } detail: {
            SelectedQuakes(selection) { delete(selection) }
        }
        .searchable(text: $filter, prompt: "Filter by place")
        .task { if provider.isEmpty || provider.awaitsFirstImport { await refresh() } }
        .alert("The feed could not be imported", isPresented: isShowingFailure) {
            Button("OK", role: .cancel) {}
        } message: {
            Text(failure ?? "")
        }
    }

    private var showsTable: Bool { layout == .table && width == .regular }

    @ViewBuilder private var quakes: some View {
        if showsTable {
            QuakeTable(filter: filter, selection: $selection, delete: delete)
        } else {
            QuakeList(filter: filter, selection: $selection, delete: delete)
        }
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItemGroup(placement: .topBarTrailing) {
            if width == .regular {
                Picker("Layout", selection: $layout) {
                    ForEach(Layout.allCases, id: \.self) { Text($0.rawValue) }
                }
                .pickerStyle(.segmented)
                .labelsHidden()
                .accessibilityIdentifier("layout")
            }
            Button("Refresh", systemImage: "arrow.clockwise") { Task { await refresh() } }
                .labelStyle(.iconOnly)
                .keyboardShortcut("r", modifiers: .option)
                .disabled(provider.progress != nil)
                .help("Load the feed again (Alt+R)")
                .accessibilityIdentifier("refresh")
        }
    }

    private var isShowingFailure: Binding<Bool> {
        Binding {
            failure != nil
        } set: {
            if !$0 { failure = nil }
        }
    }

    private func refresh() async {
        do {
            try await provider.refresh()
        } catch {
            failure = error.localizedDescription
        }
    }

    private func delete(_ ids: Set<Quake.ID>) {
        do {
            try withAnimation {
                for id in ids { viewContext.delete(try viewContext.existingObject(with: id)) }
                try viewContext.save()
            }
            selection.subtract(ids)
            if selection.isEmpty { column = .sidebar }
        } catch {
            viewContext.rollback()
            failure = error.localizedDescription
        }
    }
}
