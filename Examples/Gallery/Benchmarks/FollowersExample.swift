import SwiftUI

/// A thousand views that follow one view that moves, and a view that a larger one replaces. For
/// `make bench-browser`.
struct FollowersExample: View {
    @Namespace private var namespace
    @State private var isAtEnd = false
    @State private var isLarge = false

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            HStack {
                Button("Move") { withAnimation(.linear(duration: 10)) { isAtEnd.toggle() } }
                    .accessibilityIdentifier("followers.move")
                Button("Grow") { withAnimation { isLarge.toggle() } }
                    .accessibilityIdentifier("followers.grow")
            }
            Circle().fill(.orange).accessibilityIdentifier("followers.source")
                .matchedGeometryEffect(id: "source", in: namespace)
                .frame(width: 40, height: 40)
                .frame(maxWidth: .infinity, alignment: isAtEnd ? .trailing : .leading)
            ForEach(0..<25) { line in
                HStack(spacing: 4) {
                    ForEach(0..<40) { column in follower(40 * line + column) }
                }
            }
            if isLarge {
                RoundedRectangle(cornerRadius: 12).fill(.blue)
                    .matchedGeometryEffect(id: "hero", in: namespace)
                    .frame(width: 300, height: 200)
            } else {
                RoundedRectangle(cornerRadius: 12).fill(.blue).accessibilityIdentifier("followers.small")
                    .matchedGeometryEffect(id: "hero", in: namespace)
                    .frame(width: 60, height: 60)
            }
        }
        .padding()
    }

    private func follower(_ number: Int) -> some View {
        Circle().fill(.teal).accessibilityIdentifier("followers.follower.\(number)")
            .matchedGeometryEffect(id: "source", in: namespace, isSource: false)
            .frame(width: 12, height: 12)
    }
}
