import SwiftUI

/// Ten columns of fifty rows, all of which are in the window and change places. For
/// `make bench-browser`.
struct MovingRowsExample: View {
    @State private var isReversed = false

    var body: some View {
        VStack(alignment: .leading) {
            Button("Reverse") { withAnimation(.linear(duration: 2)) { isReversed.toggle() } }
                .accessibilityIdentifier("rows.reverse")
            HStack(alignment: .top, spacing: 8) {
                ForEach(0..<10) { column in
                    VStack(spacing: 0) {
                        ForEach(rows(of: column), id: \.self) { number in
                            Text("Row \(number)").font(.caption).accessibilityIdentifier("rows.row.\(number)")
                                .frame(width: 80, height: 15)
                        }
                    }
                }
            }
        }
        .padding()
    }

    private func rows(of column: Int) -> [Int] {
        let rows = Array(50 * column..<50 * (column + 1))
        return isReversed ? rows.reversed() : rows
    }
}
