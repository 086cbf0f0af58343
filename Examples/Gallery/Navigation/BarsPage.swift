import SwiftUI

/// Sheets that show the bars of a page, in several looks.
struct BarsPage: View {
    @State private var shown: Look?

    private enum Look: String, CaseIterable, Identifiable {
        case items = "Items", colored = "Colored", hidden = "Without a bar", bare = "Without a bar, the older form", editable =
            "Title that can be edited"
        case inspected = "Inspector"
        case document = "Document with a title menu"

        var id: Self { self }
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            ForEach(Look.allCases) { look in
                Button(look.rawValue) { shown = look }.buttonStyle(.bordered).accessibilityIdentifier("bars.\(look)")
            }
        }
        .sheet(item: $shown) { look in
            NavigationStack { page(look) }.presentationCornerRadius(24).presentationDragIndicator(.hidden)
        }
    }

    @ViewBuilder private func page(_ look: Look) -> some View {
        switch look {
        case .items: ItemsPage()
        case .colored:
            content.navigationTitle("Colored").toolbarTitleDisplayMode(.inline)
                .toolbarBackground(.indigo.opacity(0.2), for: .navigationBar)
        case .hidden: content.toolbarVisibility(.hidden, for: .navigationBar)
        case .bare: content.navigationBarHidden(true)
        case .editable: EditablePage()
        case .inspected: InspectedPage()
        case .document: DocumentPage()
        }
    }

    private var content: some View {
        VStack(spacing: 12) {
            Text("The content of the page")
            Button("Done") { shown = nil }.buttonStyle(.borderedProminent)
        }
    }
}

/// A page with items in both bars, and another page without a Back button.
private struct ItemsPage: View {
    @State private var log = "Nothing yet"

    var body: some View {
        VStack(spacing: 16) {
            Text(log).accessibilityIdentifier("bars.log")
            NavigationLink("A page without a Back button") {
                BackPage().navigationTitle("No Back button").navigationBarBackButtonHidden()
            }
        }
        .navigationTitle("Items")
        .navigationSubtitle("and a line below")
        .navigationBarTitleDisplayMode(.inline)
        .toolbar {
            DoneItem()
            ToolbarItemGroup(placement: .topBarTrailing) {
                Button("Copy", systemImage: "doc.on.doc") { log = "Copied" }.labelStyle(.iconOnly)
                Button("Delete", systemImage: "trash", role: .destructive) { log = "Deleted" }.labelStyle(.iconOnly)
            } label: {
                Image(systemName: "ellipsis").accessibilityLabel("More")
            }
            ToolbarItem(placement: .bottomBar) { Button("First") { log = "First" } }
            ToolbarSpacer(placement: .bottomBar)
            ToolbarItem(placement: .bottomBar) { Button("Last") { log = "Last" } }
        }
        .toolbarBackground(.visible, for: .bottomBar)
    }
}

private struct BackPage: View {
    @Environment(\.dismiss) private var dismiss

    var body: some View { Button("Go back") { dismiss() }.buttonStyle(.bordered) }
}

private struct DoneItem: ToolbarContent {
    @Environment(\.dismiss) private var dismiss

    var body: some ToolbarContent {
        ToolbarItem(placement: .cancellationAction) { Button("Done") { dismiss() }.accessibilityIdentifier("bars.done") }
    }
}

/// A page whose title the user edits in the bar.
private struct EditablePage: View {
    @State private var title = "My page"
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        VStack(spacing: 12) {
            Text("Called \(title)")
            Button("Done") { dismiss() }
        }
        .navigationTitle($title)
        .navigationBarTitleDisplayMode(.inline)
    }
}

/// A page with details beside it, and without a title in its bar.
private struct InspectedPage: View {
    @State private var isInspected = false
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        VStack(spacing: 12) {
            Toggle("Details", isOn: $isInspected).accessibilityIdentifier("bars.inspect")
            Button("Done") { dismiss() }
        }
        .padding()
        .inspector(isPresented: $isInspected) {
            Text("The details").padding().accessibilityIdentifier("bars.details").inspectorColumnWidth(160)
        }
        .navigationTitle("Inspected")
        .toolbar(removing: .title)
    }
}

/// A page with the bar of an editor, whose title opens a menu.
private struct DocumentPage: View {
    @State private var title = "Report"
    @State private var log = "Nothing yet"
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        VStack(spacing: 16) {
            Text(log).accessibilityIdentifier("bars.document.log")
            NavigationLink("A page of the document") {
                Text("A page").navigationTitle("Page").navigationBarTitleDisplayMode(.inline).toolbarRole(.editor)
            }
            .accessibilityIdentifier("bars.document.page")
        }
        .navigationTitle(title)
        .toolbarRole(.editor)
        .toolbarTitleMenu {
            Button("Rename") { title = "Annual report" }.accessibilityIdentifier("bars.document.rename")
            Button("Duplicate") { log = "Duplicated" }
        }
        .toolbar {
            ToolbarItemGroup(placement: .secondaryAction) {
                Button("Bold", systemImage: "bold") { log = "Bold" }.labelStyle(.iconOnly)
                    .accessibilityIdentifier("bars.document.bold")
            }
            ToolbarItem(placement: .primaryAction) { Button("Done") { dismiss() } }
        }
    }
}
