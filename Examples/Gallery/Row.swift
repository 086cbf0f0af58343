import SwiftUI

/// Views side by side, or one below the other in a compact width.
struct Row<Content: View>: View {
    private let content: Content
    @Environment(\.horizontalSizeClass) private var width

    init(@ViewBuilder content: () -> Content) { self.content = content() }

    var body: some View {
        if width == .compact {
            VStack(alignment: .leading, spacing: 12) { content }
        } else {
            HStack(spacing: 12) { content }
        }
    }
}

/// Views side by side, in as many columns as there is space for.
struct Flow<Content: View>: View {
    private let minimum: CGFloat
    private let content: Content

    /// Creates columns that are at least as wide as a number of points.
    init(minimum: CGFloat = 100, @ViewBuilder content: () -> Content) {
        self.minimum = minimum
        self.content = content()
    }

    var body: some View {
        LazyVGrid(
            columns: [GridItem(.adaptive(minimum: minimum), spacing: 12, alignment: .leading)], alignment: .leading, spacing: 12
        ) {
            content
        }
    }
}
