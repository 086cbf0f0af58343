public import Foundation

/// The areas at the edges of a screen that bars or a keyboard may cover. Browsers have none.
public struct SafeAreaRegions: OptionSet, Sendable {
    /// The areas as a bit mask.
    public let rawValue: UInt

    /// Creates a set from its bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The areas that bars cover.
    public static let container = SafeAreaRegions(rawValue: 1)
    /// The area that a keyboard covers.
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    /// Every area.
    public static let all = SafeAreaRegions(rawValue: .max)
}

extension View {
    /// Returns the view unchanged: browsers have no safe areas.
    public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }

    /// Returns the view unchanged: browsers have no safe areas.
    public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }

    /// Puts views above or below this one, where they stay while it scrolls. Nothing scrolls behind
    /// them, unlike on Apple's platforms.
    public func safeAreaInset<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
    ) -> some View {
        VStack(alignment: alignment, spacing: spacing ?? 0) {
            if edge == .top { content() }
            self
            if edge == .bottom { content() }
        }
    }

    /// Puts views beside this one, where they stay while it scrolls. Nothing scrolls behind them,
    /// unlike on Apple's platforms.
    public func safeAreaInset<V: View>(
        edge: HorizontalEdge, alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
    ) -> some View {
        HStack(alignment: alignment, spacing: spacing ?? 0) {
            if edge == .leading { content() }
            self
            if edge == .trailing { content() }
        }
    }

    /// Puts a bar above or below this view, where it stays while the view scrolls. Nothing scrolls
    /// behind it, so it is what `safeAreaInset` makes.
    public func safeAreaBar<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
    ) -> some View {
        safeAreaInset(edge: edge, alignment: alignment, spacing: spacing, content: content)
    }

    /// Puts a bar beside this view, where it stays while the view scrolls. Nothing scrolls behind
    /// it, so it is what `safeAreaInset` makes.
    public func safeAreaBar<V: View>(
        edge: HorizontalEdge, alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
    ) -> some View {
        safeAreaInset(edge: edge, alignment: alignment, spacing: spacing, content: content)
    }
}
