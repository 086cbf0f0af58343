import SwiftUI

/// A list from right to left, whose row is swiped, and a list whose margin comes and goes, with the
/// color of the lines below its rows.
struct ChangingListsExample: View {
    @State private var action = "none"
    @State private var hasMargin = false

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            List {
                Text("Apple")
                    .swipeActions(edge: .leading) { Button("Pin") { action = "Pin" } }
                    .swipeActions(edge: .trailing) { Button("Archive") { action = "Archive" } }
            }
            .environment(\.layoutDirection, .rightToLeft)
            .accessibilityIdentifier("changing.mirrored")
            .frame(height: 120)
            Text("Action: \(action)").accessibilityIdentifier("changing.action")
            Button("Margin") { hasMargin.toggle() }.accessibilityIdentifier("changing.margin")
            List {
                ForEach(0..<3) { Text("Row \($0)").listRowSeparatorTint(hasMargin ? .orange : nil) }
                    .onDelete { action = "Delete \($0.count)" }
            }
            .contentMargins(.top, hasMargin ? 40 : nil)
            .accessibilityIdentifier("changing.list")
            .frame(height: 240)
        }
        .padding()
    }
}
