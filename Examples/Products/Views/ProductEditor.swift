import SwiftUI

/// The sheet in which a product is edited.
struct ProductEditor: View {
    let product: Product
    @Environment(ProductStore.self) private var store
    private var draft = ProductDraft()
    @State private var failure: String?

    init(product: Product) { self.product = product }

    private var hasFailed: Binding<Bool> {
        Binding(get: { failure != nil }, set: { if !$0 { failure = nil } })
    }

    var body: some View {
        Form {
            Section {
                TextField("Name", text: draft.$name).accessibilityIdentifier("editor.name")
                TextField("Price in euros", value: draft.$price, format: .number.precision(.fractionLength(2)))
                    .keyboardType(.decimalPad)
                    .accessibilityIdentifier("editor.price")
                Stepper("Stock: \(draft.stock)", value: draft.$stock, in: 0...999)
                Picker("Light", selection: draft.$light) {
                    ForEach(Product.Light.allCases) { Text($0.title) }
                }
            }
            Section("Notes") {
                TextField("Notes", text: draft.$notes, axis: .vertical)
                    .lineLimit(3...8)
                    .accessibilityIdentifier("editor.notes")
            }
        }
        .navigationTitle("Edit Plant")
        .toolbar {
            ToolbarItem(placement: .cancellationAction) {
                Button("Cancel", action: draft.discard).accessibilityIdentifier("editor.cancel")
            }
            ToolbarItem(placement: .confirmationAction) {
                Button("Save", action: save).disabled(!draft.isValid).accessibilityIdentifier("editor.save")
            }
        }
        .alert("The changes were not saved", isPresented: hasFailed) {
        } message: {
            Text(failure ?? "")
        }
        .interactiveDismissDisabled(draft.applied(to: product) != product)
    }

    /// Saves the product, and closes the sheet. If that fails, the sheet stays.
    private func save() {
        do {
            try store.update(draft.applied(to: product))
            draft.discard()
        } catch {
            failure = error.localizedDescription
        }
    }
}
