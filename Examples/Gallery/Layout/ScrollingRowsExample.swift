import SwiftUI

/// Rows that scroll to the side and can be put into another order.
struct ScrollingRowsExample: View {
    @State private var names = ["Fruit", "Nuts", "Bread"]

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            Button("Reverse") { names.reverse() }.accessibilityIdentifier("scroll.reverse")
            ForEach(names, id: \.self) { name in
                HStack {
                    Text(name).frame(width: 60, alignment: .leading)
                    ScrollView(.horizontal) {
                        HStack(spacing: 8) {
                            ForEach(1..<31, id: \.self) { Text("\(name) \($0)").padding(6).background(.mint.opacity(0.2)) }
                        }
                    }
                    .accessibilityIdentifier("scroll.shelf\(name)")
                }
            }
        }
    }
}
