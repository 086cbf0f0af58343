import SwiftUI

/// Rows that scroll to the side, also at the same time, and can be put into another order.
struct ScrollingRowsExample: View {
    @State private var names = ["Fruit", "Nuts", "Bread"]

    var body: some View {
        ScrollViewReader { proxy in
            VStack(alignment: .leading, spacing: 8) {
                HStack(spacing: 12) {
                    Button("Reverse") { names.reverse() }.accessibilityIdentifier("scroll.reverse")
                    Button("Ends of two rows") {
                        proxy.scrollTo("Bread 30")
                        proxy.scrollTo("Fruit 30")
                    }
                    .accessibilityIdentifier("scroll.ends")
                }
                ForEach(names, id: \.self) { row($0) }
            }
        }
    }

    private func row(_ name: String) -> some View {
        HStack {
            Text(name).frame(width: 60, alignment: .leading)
            ScrollView(.horizontal) {
                HStack(spacing: 8) {
                    ForEach(1..<31, id: \.self) { number in
                        Text("\(name) \(number)").padding(6).background(.mint.opacity(0.2)).id("\(name) \(number)")
                    }
                }
            }
            .accessibilityIdentifier("scroll.shelf\(name)")
        }
    }
}
