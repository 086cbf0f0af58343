/// Whether a menu closes after the action of an entry, for `menuActionDismissBehavior(_:)`.
public struct MenuActionDismissBehavior: Equatable, Sendable {
    let keepsMenuOpen: Bool
    private let isAutomatic: Bool

    /// The host's choice: the menu closes.
    public static let automatic = MenuActionDismissBehavior(keepsMenuOpen: false, isAutomatic: true)
    /// The menu closes.
    public static let enabled = MenuActionDismissBehavior(keepsMenuOpen: false, isAutomatic: false)
    /// The menu stays open, so that the user can choose again.
    public static let disabled = MenuActionDismissBehavior(keepsMenuOpen: true, isAutomatic: false)
}

private struct KeepsMenuOpenKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// Whether menus stay open after the action of an entry.
    var keepsMenuOpen: Bool {
        get { self[KeepsMenuOpenKey.self] }
        set { self[KeepsMenuOpenKey.self] = newValue }
    }
}

extension View {
    /// Sets whether the menu closes after the action of an entry: a button, a toggle or a choice of a
    /// picker.
    ///
    ///     Menu("Font") {
    ///         Group {
    ///             Button("Larger") { size += 1 }
    ///             Button("Smaller") { size -= 1 }
    ///         }
    ///         .menuActionDismissBehavior(.disabled)
    ///     }
    public func menuActionDismissBehavior(_ behavior: MenuActionDismissBehavior) -> some View {
        changingEnvironment { $0.keepsMenuOpen = behavior.keepsMenuOpen }
    }
}
