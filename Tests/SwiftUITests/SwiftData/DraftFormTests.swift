#if SwiftData
    import StrataViewTesting
    import SwiftData
    import SwiftUI
    import Testing

    /// Views of models that are in no context.
    @MainActor
    struct DraftFormTests {
        private struct Form: View {
            @State private var room = Room(name: "draft")
            @State private var chore = Chore(title: "kept")

            var body: some View {
                ForEach(room.chores) { Text($0.title) }
                Text(chore.room?.name ?? "nowhere")
                Button("Refer") { chore.room = room }
                Button("Create") { _ = Chore(title: "created", room: room) }
                Button("Remove") { room.chores.removeAll() }
            }
        }

        @Test func `a form of a draft follows the other sides of relationships`() {
            let shown = Shown(Form())
            let buttons = ["Refer", "Create", "Remove"]
            #expect(shown.texts == ["nowhere"] + buttons)
            shown.press("Refer")
            #expect(shown.texts == ["kept", "draft"] + buttons)
            shown.press("Create")
            #expect(shown.texts == ["kept", "created", "draft"] + buttons)
            shown.press("Remove")
            #expect(shown.texts == ["nowhere"] + buttons)
        }
    }
#endif
