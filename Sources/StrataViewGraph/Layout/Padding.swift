public import Foundation

extension View {
    /// Adds space on some sides, in points; nil for the host's usual distance.
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        box(.padding(edges, length.map { EdgeInsets(edges, $0) }))
    }

    /// Adds the same space on all sides, in points.
    public func padding(_ length: CGFloat) -> some View { padding(.all, length) }

    /// Adds space by side, in points.
    public func padding(_ insets: EdgeInsets) -> some View { box(.padding(.all, insets)) }

    /// Adds space on some sides, in points; nil for the host's usual distance. This is the same as
    /// ``padding(_:_:)``, because browsers have no safe areas.
    public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { padding(edges, length) }

    /// Adds the same space on all sides, in points.
    public func safeAreaPadding(_ length: CGFloat) -> some View { padding(length) }

    /// Adds space by side, in points.
    public func safeAreaPadding(_ insets: EdgeInsets) -> some View { padding(insets) }

    /// Adds a distance between the content of a window and its edges. A browser has one for all
    /// purposes.
    public func scenePadding(_ padding: ScenePadding, edges: Edge.Set = .all) -> some View { scenePadding(edges) }

    /// Adds the usual distance between the content of a window and its edges.
    public func scenePadding(_ edges: Edge.Set = .all) -> some View { padding(edges, nil) }
}

/// A distance between the content of a window and its edges.
public struct ScenePadding: Hashable, Sendable {
    private let name: String

    /// The smallest distance that the host recommends.
    public static let minimum = ScenePadding(name: "minimum")
}
