import SwiftUI

/// A list from right to left, whose row is swiped, one whose rows can be deleted and have actions,
/// one whose margin comes and goes, with the color of the lines below its rows, and one with a tint.
struct ChangingListsExample: View {
    @State private var action = "none"
    @State private var hasMargin = false
    @State private var editMode = EditMode.inactive
    @State private var chosen: Set = ["Elder"]

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            List {
                Text("Apple")
                    .swipeActions(edge: .leading) { Button("Pin") { action = "Pin" } }
                    .swipeActions(edge: .trailing) { Button("Archive") { action = "Archive" } }
                    .swipeActions(edge: .trailing) { Button("Mute") { action = "Mute" } }
            }
            .environment(\.layoutDirection, .rightToLeft)
            .accessibilityIdentifier("changing.mirrored")
            .frame(height: 120)
            Text("Action: \(action)").accessibilityIdentifier("changing.action")
            Button("Edit") { editMode = .active }.accessibilityIdentifier("changing.edit")
            List {
                ForEach(["Cherry", "Date"], id: \.self) { name in
                    Text(name).swipeActions {
                        Button("Flag") { action = "Flag \(name)" }.tint(.orange)
                        Button("Remove", role: .destructive) { action = "Remove \(name)" }
                    }
                }
                .onDelete { action = "Delete \($0.count)" }
            }
            .environment(\.editMode, $editMode)
            .accessibilityIdentifier("changing.acting")
            .frame(height: 120)
            Button("Margin") { hasMargin.toggle() }.accessibilityIdentifier("changing.margin")
            List {
                ForEach(0..<3) { Text("Row \($0)").listRowSeparatorTint(hasMargin ? .orange : nil) }
                    .onDelete { action = "Delete \($0.count)" }
            }
            .contentMargins(.top, hasMargin ? 40 : nil)
            .accessibilityIdentifier("changing.list")
            .frame(height: 240)
            List(["Elder", "Fig"], id: \.self, selection: $chosen) { Text($0) }
                .environment(\.editMode, .constant(.active))
                .tint(.green)
                .accessibilityIdentifier("changing.tinted")
                .frame(height: 100)
        }
        .padding()
    }
}
