import SwiftUI

/// A text field, and its text backwards.
struct TextFieldPage: View {
    @State private var text = ""

    var body: some View {
        VStack(alignment: .leading) {
            TextField("Some words", text: $text).accessibilityIdentifier("textfield.field")
            Text(String(text.reversed())).foregroundStyle(.secondary).accessibilityIdentifier("textfield.reversed")
        }
    }
}
