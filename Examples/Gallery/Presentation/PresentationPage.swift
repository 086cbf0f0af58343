import SwiftUI

/// Sheets, covers, popovers, alerts and confirmation dialogs.
struct PresentationPage: View {
    @State private var isSheetShown = false
    @State private var park: Park?
    @State private var isCoverShown = false
    @State private var isPopoverShown = false
    @State private var isEdgeShown = false
    @State private var isAlertShown = false
    @State private var isQuestionShown = false
    @State private var isActionSheetShown = false
    @State private var name = ""
    @State private var log = "Nothing yet"

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            Flow {
                Button("Sheet") { isSheetShown = true }.accessibilityIdentifier("presentation.sheet")
                    .sheet(isPresented: $isSheetShown, onDismiss: { log = "Sheet dismissed" }) { NoteSheet(log: $log) }
                Button("Item") { park = Park.all[0] }.accessibilityIdentifier("presentation.item")
                    .sheet(item: $park) { park in
                        Text(park.name).accessibilityIdentifier("presentation.itemtext").interactiveDismissDisabled()
                            .toolbar {
                                ToolbarItem(placement: .cancellationAction) {
                                    Button("Close") { self.park = nil }.accessibilityIdentifier("presentation.itemclose")
                                }
                            }
                        Button("Next") { self.park = Park.all[park.id] }.accessibilityIdentifier("presentation.nextitem")
                        Button("Done") { self.park = nil }.accessibilityIdentifier("presentation.itemdone")
                    }
                Button("Cover") { isCoverShown = true }.accessibilityIdentifier("presentation.cover")
                    .fullScreenCover(isPresented: $isCoverShown) { CoverPage() }
                Button("Popover") { isPopoverShown = true }.accessibilityIdentifier("presentation.popover")
                    .popover(isPresented: $isPopoverShown) {
                        Text("A view with more about another.").accessibilityIdentifier("presentation.popovertext")
                            .contextMenu {
                                Button("Copy") { log = "Copied" }
                                Button("Mark") { log = "Marked" }
                            }
                    }
            }
            Flow {
                Button("Alert") { isAlertShown = true }.accessibilityIdentifier("presentation.alert")
                    .alert("Name the park", isPresented: $isAlertShown) {
                        TextField("Name", text: $name).accessibilityIdentifier("presentation.name")
                        Button("Save") { log = "Saved \(name)" }
                        Button("Cancel", role: .cancel) { log = "Canceled" }
                    } message: {
                        Text("The name can be changed later.")
                    }
                Button("Question") { isQuestionShown = true }.accessibilityIdentifier("presentation.question")
                    .confirmationDialog("Delete the park?", isPresented: $isQuestionShown, titleVisibility: .visible) {
                        Button("Delete", role: .destructive) { log = "Deleted" }
                        Button("Archive") { log = "Archived" }
                    }
            }
            Button("Action sheet") { isActionSheetShown = true }.accessibilityIdentifier("presentation.actions")
                .actionSheet(isPresented: $isActionSheetShown) {
                    ActionSheet(
                        title: Text("Share the park"),
                        buttons: [
                            .default(Text("Copy")) { log = "Copied" }, .destructive(Text("Remove")) { log = "Removed" },
                            .cancel(),
                        ])
                }
            Button("Popover above") { isEdgeShown = true }.accessibilityIdentifier("presentation.edge")
                .popover(isPresented: $isEdgeShown, arrowEdge: .top) {
                    Text("At the top edge").accessibilityIdentifier("presentation.edgetext")
                        .presentationCompactAdaptation(.popover)
                }
            Text(log).foregroundStyle(.secondary).accessibilityIdentifier("presentation.log")
        }
    }
}

private struct NoteSheet: View {
    @Binding var log: String
    @State private var note = ""
    @State private var kind = "Idea"
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            List {
                Section("Note") { TextField("Note", text: $note).accessibilityIdentifier("presentation.note") }
                Picker("Kind", selection: $kind) {
                    ForEach(["Idea", "Task", "Visit"], id: \.self) { Text(verbatim: $0) }
                }
                .pickerStyle(.navigationLink)
                .accessibilityIdentifier("presentation.kind")
                NavigationLink("Details") {
                    Text("Inside a sheet").navigationTitle("Details").containerBackground(.teal.opacity(0.2), for: .navigation)
                }
            }
            .navigationTitle("New note")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save") {
                        log = "Noted \(note)"
                        dismiss()
                    }
                    .accessibilityIdentifier("presentation.save")
                }
            }
        }
        .presentationDetents([.medium, .large])
        .presentationDragIndicator(.visible)
        .presentationBackground(.background)
    }
}

private struct CoverPage: View {
    @Environment(\.presentationMode) private var presentationMode

    var body: some View {
        NavigationView {
            Text("The whole window")
                .navigationBarTitle("Cover", displayMode: .inline)
                .navigationBarItems(
                    trailing: Button("Close") { presentationMode.wrappedValue.dismiss() }
                        .accessibilityIdentifier("presentation.close"))
        }
        .presentationBackground {
            LinearGradient(colors: [.teal.opacity(0.3), .clear], startPoint: .top, endPoint: .bottom)
        }
    }
}
