import Foundation

/// Mirrors the content where lines are read from right to left.
private struct FlipModifier: ViewModifier {
    @Environment(\.layoutDirection) private var direction
    let isEnabled: Bool

    func body(content: Content) -> some View {
        content.scaleEffect(x: isEnabled && direction == .rightToLeft ? -1 : 1)
    }
}

extension View {
    /// Mirrors the view where lines are read from right to left, as an arrow that points forward
    /// needs.
    public func flipsForRightToLeftLayoutDirection(_ enabled: Bool) -> some View { modifier(FlipModifier(isEnabled: enabled)) }
}
