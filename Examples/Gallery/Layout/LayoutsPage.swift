import Foundation
import SwiftUI

/// Layouts of the app's own, and alignment guides.
struct LayoutsPage: View {
    @State private var tags = ["depth", "magnitude", "tsunami", "felt", "alert", "significance"]
    @State private var isRound = false

    private var layout: AnyLayout { isRound ? AnyLayout(CircleLayout()) : AnyLayout(TagLayout()) }

    var body: some View {
        VStack(alignment: .leading, spacing: 24) {
            HStack {
                Button("Add a tag") { withAnimation { tags.insert("tag \(tags.count)", at: 0) } }
                    .accessibilityIdentifier("layouts.add")
                Toggle("In a circle", isOn: $isRound.animation()).accessibilityIdentifier("layouts.round")
            }
            layout {
                ForEach(tags, id: \.self) { tag in
                    Text(tag)
                        .padding(.horizontal, 10).padding(.vertical, 4)
                        .background(.blue.opacity(0.15), in: .capsule)
                        .accessibilityIdentifier("layouts.tag")
                }
            }
            .frame(height: isRound ? 260 : nil)
            EqualWidthLayout {
                ForEach(["Yes", "Later", "Not now"], id: \.self) { title in
                    Button {
                    } label: {
                        Text(title).frame(maxWidth: .infinity)
                    }
                    .buttonStyle(.bordered)
                    .accessibilityIdentifier("layouts.equal")
                }
            }
            VStack(alignment: .leading, spacing: 4) {
                Text("A heading").accessibilityIdentifier("layouts.heading")
                Text("indented by 20 points").alignmentGuide(.leading) { $0[.leading] - 20 }
                    .accessibilityIdentifier("layouts.indented")
            }
            HStack(alignment: .title) {
                VStack {
                    Text("Before")
                    Text("Title").font(.title).alignmentGuide(.title) { $0[VerticalAlignment.center] }
                        .accessibilityIdentifier("layouts.title")
                }
                Text("at the middle of the title").accessibilityIdentifier("layouts.aligned")
            }
        }
    }
}

extension VerticalAlignment {
    private enum Title: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context[VerticalAlignment.center] }
    }

    fileprivate static let title = VerticalAlignment(Title.self)
}

/// Views in lines, which wrap.
private struct TagLayout: Layout {
    var spacing: CGFloat = 8

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        let frames = frames(in: proposal.width ?? .infinity, subviews)
        return CGSize(width: frames.map(\.maxX).max() ?? 0, height: frames.map(\.maxY).max() ?? 0)
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        for (subview, frame) in zip(subviews, frames(in: bounds.width, subviews)) {
            subview.place(
                at: CGPoint(x: bounds.minX + frame.minX, y: bounds.minY + frame.minY),
                proposal: ProposedViewSize(frame.size))
        }
    }

    private func frames(in width: CGFloat, _ subviews: Subviews) -> [CGRect] {
        var place = CGPoint.zero
        var height: CGFloat = 0
        return subviews.map { subview in
            let size = subview.sizeThatFits(.unspecified)
            if place.x > 0, place.x + size.width > width {
                place = CGPoint(x: 0, y: place.y + height + spacing)
                height = 0
            }
            height = max(height, size.height)
            defer { place.x += size.width + spacing }
            return CGRect(origin: place, size: size)
        }
    }
}

/// Views side by side, all as wide as the widest.
private struct EqualWidthLayout: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        let most = most(subviews)
        return CGSize(width: (most.width + 8) * CGFloat(subviews.count) - 8, height: most.height)
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        let most = most(subviews)
        for (index, subview) in subviews.enumerated() {
            subview.place(
                at: CGPoint(x: bounds.minX + (most.width + 8) * CGFloat(index), y: bounds.midY), anchor: .leading,
                proposal: ProposedViewSize(most))
        }
    }

    private func most(_ subviews: Subviews) -> CGSize {
        let sizes = subviews.map { $0.sizeThatFits(.unspecified) }
        return CGSize(width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).max() ?? 0)
    }
}

/// Views on a circle.
private struct CircleLayout: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        proposal.replacingUnspecifiedDimensions()
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        let radius = min(bounds.width, bounds.height) / 2 - 20
        for (index, subview) in subviews.enumerated() {
            let angle = 2 * CGFloat.pi * CGFloat(index) / CGFloat(subviews.count)
            let point = CGPoint(x: bounds.midX + radius * sin(angle), y: bounds.midY - radius * cos(angle))
            subview.place(at: point, anchor: .center, proposal: .unspecified)
        }
    }
}
