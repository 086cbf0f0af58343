import SwiftUI

/// The space that views take: priorities, positions, insets, and cells of a grid.
struct SizesPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 24) {
            HStack {
                Text("This text keeps its space").lineLimit(1).layoutPriority(1)
                Text("and this one ends where there is none left for it").lineLimit(1).foregroundStyle(.secondary)
            }
            .padding(10)
            .border(.separator)
            ZStack {
                Rectangle().fill(.teal.opacity(0.15))
                Circle().fill(.orange).frame(width: 16, height: 16).position(x: 24, y: 24)
                Text("Positioned").position(x: 140, y: 60)
            }
            .frame(height: 84)
            .clipShape(.rect(cornerRadius: 10))
            ScrollView {
                VStack(alignment: .leading) {
                    ForEach(1..<13) { Text("Line \($0)").frame(maxWidth: .infinity, alignment: .leading) }
                }
                .scenePadding(.horizontal)
            }
            .scrollIndicators(.hidden)
            .safeAreaInset(edge: .bottom) {
                Text("An inset below the lines").font(.footnote).padding(8).frame(maxWidth: .infinity).background(.bar)
            }
            .frame(height: 150)
            .border(.separator)
            .accessibilityIdentifier("sizes.inset")
            Text("A safe area of this page").safeAreaPadding(.horizontal, 24).border(.separator)
            Grid(horizontalSpacing: 12, verticalSpacing: 12) {
                GridRow {
                    cell(.blue).frame(width: 90, height: 60)
                    Circle().fill(.red).frame(width: 16, height: 16).gridCellAnchor(.bottomTrailing)
                }
                GridRow {
                    Divider().gridCellColumns(2).gridCellUnsizedAxes(.horizontal)
                }
                GridRow {
                    cell(.green).frame(width: 60, height: 40)
                    cell(.purple).frame(width: 120, height: 40)
                }
            }
        }
    }

    private func cell(_ color: Color) -> some View { RoundedRectangle(cornerRadius: 8).fill(color.opacity(0.6)) }
}
