public import Foundation

private struct ListRowSpacingKey: EnvironmentKey {
    static var defaultValue: CGFloat? { nil }
}

private struct ListSectionSpacingKey: EnvironmentKey {
    static var defaultValue: CGFloat? { nil }
}

private struct MinListRowHeightKey: EnvironmentKey {
    static var defaultValue: CGFloat? { nil }
}

private struct MinListHeaderHeightKey: EnvironmentKey {
    static var defaultValue: CGFloat? { nil }
}

extension EnvironmentValues {
    /// The space between the rows of lists, in points; nil for the space of the style.
    var listRowSpacing: CGFloat? {
        get { self[ListRowSpacingKey.self] }
        set { self[ListRowSpacingKey.self] = newValue }
    }

    /// The space between the sections of lists, in points; nil for the space of the style.
    fileprivate var listSectionSpacing: CGFloat? {
        get { self[ListSectionSpacingKey.self] }
        set { self[ListSectionSpacingKey.self] = newValue }
    }

    /// The smallest height of the rows of lists, in points. Until it is set, it is 44, and some
    /// styles of lists have lower rows.
    public var defaultMinListRowHeight: CGFloat {
        get { self[MinListRowHeightKey.self] ?? 44 }
        set { self[MinListRowHeightKey.self] = newValue }
    }

    /// The smallest height of the headers of sections in lists, in points; nil for the height of the
    /// header's content.
    public var defaultMinListHeaderHeight: CGFloat? {
        get { self[MinListHeaderHeightKey.self] }
        set { self[MinListHeaderHeightKey.self] = newValue }
    }

    /// The measures of lists.
    var listMeasures: ListMeasures {
        ListMeasures(
            rowSpacing: listRowSpacing, sectionSpacing: listSectionSpacing, minRowHeight: self[MinListRowHeightKey.self],
            minHeaderHeight: defaultMinListHeaderHeight)
    }
}

/// The measures of a list that an app sets, in points; nil for those of the list's style.
package struct ListMeasures: Hashable, Sendable {
    /// The space between rows.
    package var rowSpacing: CGFloat?
    /// The space between sections.
    package var sectionSpacing: CGFloat?
    /// The smallest height of a row.
    package var minRowHeight: CGFloat?
    /// The smallest height of a header.
    package var minHeaderHeight: CGFloat?
}

/// The space between the sections of a list.
public struct ListSectionSpacing: Hashable, Sendable {
    fileprivate let length: CGFloat?

    /// The space of the list's style.
    public static let `default` = ListSectionSpacing(length: nil)
    /// A small space.
    public static let compact = ListSectionSpacing(length: 8)

    /// Returns a space in points.
    public static func custom(_ spacing: CGFloat) -> ListSectionSpacing { ListSectionSpacing(length: max(spacing, 0)) }
}

extension View {
    /// Sets the space between the sections of the lists and forms inside.
    public func listSectionSpacing(_ spacing: ListSectionSpacing) -> some View {
        changingEnvironment { $0.listSectionSpacing = spacing.length }
    }

    /// Sets the space between the sections of the lists and forms inside, in points.
    public func listSectionSpacing(_ spacing: CGFloat) -> some View { listSectionSpacing(.custom(spacing)) }

    /// Sets the space between the rows of lists, in points; nil for the space of the style.
    public func listRowSpacing(_ spacing: CGFloat?) -> some View { changingEnvironment { $0.listRowSpacing = spacing } }
}
