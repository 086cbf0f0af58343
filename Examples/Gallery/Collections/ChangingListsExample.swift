import SwiftUI

/// A list from right to left, whose row is swiped, and a list whose margin comes and goes.
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
            List(0..<3) { Text("Row \($0)") }
                .contentMargins(.top, hasMargin ? 40 : nil)
                .accessibilityIdentifier("changing.list")
                .frame(height: 240)
        }
        .padding()
    }
}
