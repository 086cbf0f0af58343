import SwiftUI

/// Views whose layout the user changes. They keep their state.
struct LayoutExample: View {
    @State private var isColumn = false

    private var layout: AnyLayout { isColumn ? AnyLayout(VStackLayout(alignment: .leading)) : AnyLayout(HStackLayout()) }

    var body: some View {
        VStack(alignment: .leading) {
            Toggle("In a column", isOn: $isColumn.animation()).accessibilityIdentifier("layout.column")
            layout {
                CountButton(name: "Foreshocks").accessibilityIdentifier("layout.first")
                CountButton(name: "Aftershocks").accessibilityIdentifier("layout.second")
            }
        }
    }
}

/// A button that counts its presses.
private struct CountButton: View {
    let name: String
    @State private var count = 0

    var body: some View { Button("\(name): \(count)") { count += 1 }.buttonStyle(.bordered) }
}
