/// The color of the icons of rows, for `listItemTint(_:)`.
public struct ListItemTint: Sendable {
    let color: Color

    /// A color.
    public static func fixed(_ tint: Color) -> ListItemTint { ListItemTint(color: tint) }

    /// A color that a system may replace by one that the user prefers. A browser has no such setting.
    public static func preferred(_ tint: Color) -> ListItemTint { ListItemTint(color: tint) }

    /// Gray.
    public static let monochrome = ListItemTint(color: .gray)
}

private struct ListItemTintKey: EnvironmentKey {
    static var defaultValue: Color? { nil }
}

extension EnvironmentValues {
    /// The color of the icons of labels in lists; nil for that of their titles.
    var listItemTint: Color? {
        get { self[ListItemTintKey.self] }
        set { self[ListItemTintKey.self] = newValue }
    }
}

extension View {
    /// Sets the color of the icons of labels in rows and headers of lists; nil for the host's choice.
    public func listItemTint(_ tint: ListItemTint?) -> some View {
        changingEnvironment { $0.listItemTint = tint?.color }
    }

    /// Sets the color of the icons of labels in rows and headers of lists; nil for the host's choice.
    public func listItemTint(_ tint: Color?) -> some View { changingEnvironment { $0.listItemTint = tint } }
}
