import SwiftUI

/// More views whose sizes the page reports than a connection may send messages at once.
struct ManySizesExample: View {
    /// The widths of the views, as the app knows them.
    @Observable @MainActor
    final class Widths {
        var byNumber: [Int: CGFloat] = [:]
    }

    @State private var widths = Widths()
    @State private var lines = 40

    var body: some View {
        VStack(spacing: 2) {
            HStack {
                Button("Half") { lines = 20 }.accessibilityIdentifier("manysizes.half")
                KnownWidths(widths: widths, count: 30 * lines)
            }
            ForEach(0..<lines, id: \.self) { line in
                HStack(spacing: 2) {
                    ForEach(0..<30) { column in
                        Color.teal.frame(height: 8)
                            .onGeometryChange(for: CGFloat.self) {
                                $0.size.width
                            } action: {
                                widths.byNumber[30 * line + column] = $0
                            }
                    }
                }
            }
        }
        .padding()
    }
}

/// The number of the widths that are known, and the least and the greatest of them.
private struct KnownWidths: View {
    let widths: ManySizesExample.Widths
    let count: Int

    var body: some View {
        let known = (0..<count).compactMap { widths.byNumber[$0] }
        Text(verbatim: "\(known.count) widths, from \(known.min() ?? 0) to \(known.max() ?? 0)")
            .accessibilityIdentifier("manysizes.state")
    }
}

/// More layouts of the app's own than a connection may send messages at once.
struct ManyLayoutsExample: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            ForEach(0..<40) { line in
                HStack(spacing: 2) {
                    ForEach(0..<30) { column in
                        SingleLayout { Text("\(30 * line + column)").font(.system(size: 8)) }
                    }
                }
            }
        }
        .padding()
    }
}

/// One view, as large as it is.
private struct SingleLayout: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        subviews.first?.sizeThatFits(.unspecified) ?? .zero
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        subviews.first?.place(at: bounds.origin, proposal: .unspecified)
    }
}
