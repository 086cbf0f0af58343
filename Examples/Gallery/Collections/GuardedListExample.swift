import SwiftUI

/// A list whose binding accepts some of the selections, and changes others.
struct GuardedListExample: View {
    private static let rooms = ["Hall", "Kitchen", "Vault", "Door to the kitchen"]
    @State private var room: String? = "Hall"

    var body: some View {
        List(Self.rooms, id: \.self, selection: guarded) { Text($0) }
            .accessibilityIdentifier("list.guarded")
            .frame(height: 180)
        Text("In: \(room ?? "no room")").accessibilityIdentifier("list.room")
    }

    private var guarded: Binding<String?> {
        Binding {
            room
        } set: { new in
            if new == "Door to the kitchen" { room = "Kitchen" } else if new != "Vault" { room = new }
        }
    }
}
