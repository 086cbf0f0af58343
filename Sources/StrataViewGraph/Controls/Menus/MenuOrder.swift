/// The order of the entries of a menu, for `menuOrder(_:)`.
public struct MenuOrder: Equatable, Hashable, Sendable {
    private enum Kind { case automatic, priority, fixed }
    private let kind: Kind

    /// The host's choice: `fixed`.
    public static let automatic = MenuOrder(kind: .automatic)
    /// The first entry is the nearest to the button: at the bottom of a menu that opens above it.
    public static let priority = MenuOrder(kind: .priority)
    /// From the top to the bottom.
    public static let fixed = MenuOrder(kind: .fixed)
}

private struct MenuOrderKey: EnvironmentKey {
    static var defaultValue: MenuOrder { .automatic }
}

extension EnvironmentValues {
    /// The order of the entries of menus.
    public var menuOrder: MenuOrder {
        get { self[MenuOrderKey.self] }
        set { self[MenuOrderKey.self] = newValue }
    }
}

extension View {
    /// Sets the order of the entries of menus that buttons open. Submenus, which open beside their
    /// entry, have the order in which the entries are written.
    public func menuOrder(_ order: MenuOrder) -> some View { changingEnvironment { $0.menuOrder = order } }
}
