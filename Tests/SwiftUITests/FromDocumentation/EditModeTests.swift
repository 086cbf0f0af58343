import StrataViewTesting
import SwiftUI
import Testing

/// `EditMode` and `EditButton` by their documentation.
@MainActor
struct EditModeTests {
    private struct Reader: View {
        @Environment(\.editMode) private var editMode

        var body: some View {
            Text(editMode?.wrappedValue.isEditing == true ? "editing" : "reading").accessibilityIdentifier("state")
        }
    }

    @Test func `each mode other than the inactive one is editing`() {
        #expect(EditMode.active.isEditing)
        #expect(EditMode.transient.isEditing)
        #expect(!EditMode.inactive.isEditing)
    }

    @Test func `an edit button switches the edit mode of the environment`() throws {
        let mode = DocumentedValue(EditMode.inactive)
        let window = TestWindow(
            ValueHost(mode) { mode in
                VStack {
                    EditButton().accessibilityIdentifier("edit")
                    Reader()
                }
                .environment(\.editMode, mode)
            })
        try window.find(identifier: "edit").tap()
        #expect(mode.value == .active)
        #expect(try window.find(identifier: "state").text == "editing")
        try window.find(identifier: "edit").tap()
        #expect(mode.value == .inactive)
    }
}
