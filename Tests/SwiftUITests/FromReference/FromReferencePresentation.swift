import StrataViewTesting
import SwiftUI
import Testing

/// The forms of `sheet`, `alert` and their relatives that Apple's reference shows.
@MainActor
struct FromReferencePresentation {
    struct InventoryItem: Identifiable {
        var id: String { title }
        let title: String
        var quantity: Int
    }

    private struct Sheets: View {
        @State private var isShowingSheet = false
        @State private var detail: InventoryItem?
        @State private var items = [InventoryItem(title: "Pen", quantity: 1), InventoryItem(title: "Book", quantity: 2)]
        @State private var dismissals = 0

        var body: some View {
            Button("Show") { isShowingSheet.toggle() }
                .sheet(isPresented: $isShowingSheet, onDismiss: didDismiss) {
                    List($items) { $item in Stepper("\(item.title) \(item.quantity)", value: $item.quantity) }
                    Button("Insert") { items.insert(InventoryItem(title: "Cup", quantity: 3), at: 0) }
                    Button("Dismiss", action: { isShowingSheet.toggle() })
                }
            ForEach(items) { item in Button("Show \(item.title)") { detail = item } }
                .sheet(item: $detail) { item in
                    Text("Detail of \(item.title)")
                        .presentationDetents([.medium, .large])
                }
            Button("Replace") { detail = items[1] }
            Text("\(dismissals) dismissals, \(items.map(\.quantity).reduce(0, +)) things")
        }

        private func didDismiss() { dismissals += 1 }
    }

    @Test func `sheets`() throws {
        let window = TestWindow(Sheets())
        try window.find(.button, "Show").tap()
        try window.all(.stepper)[1].increment()
        #expect(window.texts.contains("Book 3"))
        try window.find(.button, "Insert").tap()
        try window.all(.stepper)[1].increment()
        #expect(window.texts.contains("Pen 2"))
        #expect(window.texts.contains("0 dismissals, 8 things"))
        try window.find(.button, "Dismiss").tap()
        #expect(window.texts.contains("1 dismissals, 8 things"))
        try window.find(.button, "Show Pen").tap()
        #expect(window.texts.contains("Detail of Pen"))
        try window.find(.dialog).dismiss()
        #expect(!window.texts.contains("Detail of Pen"))
    }

    private struct Alerts: View {
        struct SaveDetails: Identifiable {
            let name: String
            let error: String
            let id = 1
        }
        @State private var isShown = false
        @State private var didError = false
        @State private var details: SaveDetails?
        @State private var name = ""
        @State private var log: [String] = []

        var body: some View {
            Button("Login") { isShown = true }
                .alert("Login failed.", isPresented: $isShown) {
                    TextField("Name", text: $name)
                    Button("OK") { log.append("ok \(name)") }
                    Button("Cancel", role: .cancel) { log.append("cancel") }
                } message: {
                    Text("Please check your credentials.")
                }
            Button("Save") {
                details = SaveDetails(name: "File", error: "Disk full")
                didError = true
            }
            .alert("Save failed.", isPresented: $didError, presenting: details) { details in
                Button(role: .destructive) {
                    log.append("delete \(details.name)")
                } label: {
                    Text("Delete \(details.name)")
                }
                Button("Retry") { log.append("retry") }
            } message: { details in
                Text(details.error)
            }
            Button("Ask") { isShown = false }
                .confirmationDialog("Sure?", isPresented: .constant(false), titleVisibility: .visible) { Button("Yes") {} }
            Text(log.joined(separator: ",")).accessibilityIdentifier("log")
        }
    }

    @Test func `alerts`() throws {
        let window = TestWindow(Alerts())
        try window.find(.button, "Login").tap()
        #expect(window.texts.contains("Please check your credentials."))
        try window.find(.textField, "Name").type("Ada")
        try window.find(.button, "OK").tap()
        try window.find(.button, "Login").tap()
        try window.find(.button, "Cancel").tap()
        try window.find(.button, "Save").tap()
        #expect(window.texts.contains("Disk full"))
        try window.find(.button, "Delete File").tap()
        #expect(try window.find(identifier: "log").text == "ok Ada,cancel,delete File")
        #expect(window.all(.dialog).isEmpty)
    }
}
