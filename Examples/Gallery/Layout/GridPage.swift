import SwiftUI

/// Lazy grids and a grid with aligned columns.
struct GridPage: View {
    private static let colors: [Color] = [.red, .orange, .yellow, .green, .mint, .teal, .cyan, .blue, .indigo, .purple]

    var body: some View {
        VStack(alignment: .leading, spacing: 20) {
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 90), spacing: 10)], spacing: 10) {
                ForEach(Self.colors.indices, id: \.self) { index in
                    RoundedRectangle(cornerRadius: 10)
                        .fill(Self.colors[index].gradient)
                        .frame(height: 48)
                        .accessibilityIdentifier("grid.cell\(index)")
                }
            }
            .accessibilityIdentifier("grid.lazy")
            Grid(alignment: .leading, horizontalSpacing: 16, verticalSpacing: 8) {
                GridRow {
                    Text("Place").font(.headline)
                    Text("Magnitude").font(.headline).gridColumnAlignment(.trailing)
                }
                Divider()
                GridRow {
                    Text("Ridgecrest, California").accessibilityIdentifier("grid.place")
                    Text("7.1").accessibilityIdentifier("grid.magnitude")
                }
                GridRow {
                    Text("Noto")
                    Text("7.5")
                }
                GridRow { Text("Both columns at once").foregroundStyle(.secondary).gridCellColumns(2) }
            }
        }
    }
}
