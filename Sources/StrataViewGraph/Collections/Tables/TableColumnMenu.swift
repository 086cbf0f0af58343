/// The menu after the titles of a table, which shows, hides and moves columns.
struct TableColumnMenu<Value: Identifiable>: View {
    let columns: [TableColumnDefinition<Value>]
    let customization: Binding<TableColumnCustomization<Value>>

    private struct Entry: Identifiable {
        let id: String
        let column: TableColumnDefinition<Value>
    }

    private func entries(_ isIncluded: (TableColumnDefinition<Value>) -> Bool) -> [Entry] {
        customization.wrappedValue.ordered(columns).filter(isIncluded).compactMap { column in
            column.customizationID.map { Entry(id: $0, column: column) }
        }
    }

    var body: some View {
        Menu {
            ForEach(entries(\.isHideable)) { entry in
                Toggle(isOn: visibility(of: entry)) { entry.column.title }
            }
            Divider()
            ForEach(entries { $0.isMovable && customization.wrappedValue.isVisible($0) }) { entry in
                Menu {
                    moveButton("Move Left", entry.id, -1)
                    moveButton("Move Right", entry.id, 1)
                } label: {
                    entry.column.title
                }
            }
            if customization.wrappedValue.hasOrder {
                Divider()
                Button("Reset Order") { customization.wrappedValue.resetOrder() }
            }
        } label: {
            Image(systemName: "ellipsis.circle").accessibilityLabel("Columns")
        }
        .buttonStyle(.plain)
    }

    private func visibility(of entry: Entry) -> Binding<Bool> {
        Binding {
            customization.wrappedValue.isVisible(entry.column)
        } set: {
            customization.wrappedValue[visibility: entry.id] = $0 ? .visible : .hidden
        }
    }

    private func moveButton(_ title: LocalizedStringKey, _ id: String, _ step: Int) -> some View {
        let neighbor = customization.wrappedValue.neighbor(of: id, step, among: columns)
        return Button(title) {
            if let neighbor { customization.wrappedValue.exchange(id, neighbor, among: columns) }
        }
        .disabled(neighbor == nil)
    }
}
