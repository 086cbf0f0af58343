import SwiftUI

/// The space that views take, and their place: priorities, positions, insets, cells of a grid, a
/// layout that changes, and frames in coordinate spaces.
struct SizesPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 24) {
            HStack {
                Text("This text keeps its space").lineLimit(1).layoutPriority(1).accessibilityIdentifier("sizes.kept")
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
            LayoutExample()
            FramesExample()
        }
    }

    private func cell(_ color: Color) -> some View { RoundedRectangle(cornerRadius: 8).fill(color.opacity(0.6)) }
}

/// Frames in the coordinate spaces of a scroll view, of the window, and of a view with a name.
private struct FramesExample: View {
    @State private var offset = 0
    @State private var drop = CGPoint.zero

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            Text("Scrolled by \(offset) points").accessibilityIdentifier("sizes.offset")
            ScrollView {
                VStack(alignment: .leading) {
                    ForEach(1..<21) { Text("Line \($0)").frame(maxWidth: .infinity, alignment: .leading) }
                }
                .onGeometryChange(for: Int.self) {
                    Int(-$0.frame(in: .scrollView).minY)
                } action: {
                    offset = $0
                }
            }
            .frame(height: 110)
            .border(.separator)
            .accessibilityIdentifier("sizes.scroll")
            GeometryReader { geometry in
                let frame = geometry.frame(in: .named("board"))
                Text("At \(Int(frame.minX)), \(Int(frame.minY)) of the board; pressed at \(Int(drop.x)), \(Int(drop.y))")
                    .font(.footnote)
                    .accessibilityIdentifier("sizes.place")
            }
            .frame(height: 40)
            .background(.orange.opacity(0.2))
            .gesture(DragGesture(minimumDistance: 0, coordinateSpace: .named("board")).onEnded { drop = $0.location })
            .accessibilityIdentifier("sizes.reader")
            .padding(.init(top: 12, leading: 30, bottom: 12, trailing: 12))
            .border(.separator)
            .coordinateSpace(.named("board"))
        }
    }
}
