/// A request of an app to its host that does not change the window itself.
package enum HostRequest: Hashable, Sendable {
    /// Opens a window of a scene in another tab.
    ///
    /// - Parameter name: The name of the tab, so that the window is opened once; nil for a new tab
    ///   each time.
    case openWindow(scene: String, value: String?, name: String?)
    /// Opens a window in another tab that continues an activity of the app, for a token of
    /// ``PendingActivities``. The scene is nil for the app's first one.
    case openActivity(scene: String?, token: String)
    /// Gives the tab of this window the name by which `openWindow` finds it; nil for none.
    case nameWindow(name: String?)
    /// Shows the tab of this window, which continues an activity, in place of the user's tab.
    case comeForward
    /// Closes the windows of a scene that this window has opened, and this window if it belongs to
    /// the scene. If the scene is nil, closes only this window.
    case closeWindow(scene: String?, value: String?)
    /// Downloads the file with an ID.
    case download(id: String)
    /// Tells what the item of a drag offers: its types, with those to which they conform, and its
    /// text for other programs, by MIME type.
    case dragOffer(token: String, types: [String], texts: [String: String])
    /// Reports that the item of a drag can be opened in a new window.
    case windowOffer(token: String)
    /// Sets the effect of a drop on an element.
    case dropProposal(element: Int, operation: DropOperation)
    /// Shows the rotors of the app in the menu that the user has opened.
    case rotors(revision: Int, [RotorContent])
    /// Has screen readers speak a message.
    case announce(String)
    /// Scrolls to an element, moves the focus there, and selects a range of its text, counted in
    /// UTF-16 code units.
    case reveal(element: Int, range: Range<Int>?)
}
