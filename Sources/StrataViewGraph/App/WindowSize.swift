public import Foundation

/// The way in which the user can resize a window, for `windowResizability(_:)`.
public struct WindowResizability: Sendable {
    /// The default of the platform.
    public static let automatic = WindowResizability()
    /// Between the smallest and the largest size of the content.
    public static let contentSize = WindowResizability()
    /// From the smallest size of the content.
    public static let contentMinSize = WindowResizability()
}

extension Scene {
    /// Sets the size of new windows, in points. It does nothing where the system determines the size,
    /// as on an iPhone and for the tab of a browser.
    public func defaultSize(_ size: CGSize) -> some Scene { self }

    /// Sets the size of new windows, in points. It does nothing where the system determines the size,
    /// as on an iPhone and for the tab of a browser.
    public func defaultSize(width: CGFloat, height: CGFloat) -> some Scene { self }

    /// Sets how the user can resize windows. It does nothing where the system determines the size, as
    /// on an iPhone and for the tab of a browser.
    public func windowResizability(_ resizability: WindowResizability) -> some Scene { self }
}
