public import Foundation
public import StrataUserActivity

extension View {
    /// Advertises an activity while the view is shown.
    ///
    ///     ProductDetail(product)
    ///         .userActivity("com.example.shop.product") { activity in
    ///             activity.title = product.name
    ///             try? activity.setTypedPayload(product)
    ///         }
    ///
    /// All views of a window that advertise a type share one activity, which belongs to the window.
    /// The handlers run after the views are updated, outer views first: when the activity is new, when
    /// the modifier is evaluated with new values, when observable state that the handler has read has
    /// changed, when the app has set `needsSave`, and before the scene is kept.
    ///
    /// - Parameters:
    ///   - activityType: The type of the activity.
    ///   - isActive: Whether the view advertises the activity. If no view does, there is none.
    ///   - update: Sets the content of the activity.
    public func userActivity(
        _ activityType: String, isActive: Bool = true, _ update: @escaping (NSUserActivity) -> Void
    ) -> some View {
        modified(ActivityModifier(role: .advertise(type: activityType, update: isActive ? update : nil)))
    }

    /// Advertises an activity about an element while the view is shown.
    ///
    /// - Parameters:
    ///   - activityType: The type of the activity.
    ///   - element: The element; nil to advertise nothing.
    ///   - update: Sets the content of the activity for the element.
    public func userActivity<P>(
        _ activityType: String, element: P?, _ update: @escaping (P, NSUserActivity) -> Void
    ) -> some View {
        modified(
            ActivityModifier(
                role: .advertise(type: activityType, update: element.map { element in { update(element, $0) } })))
    }

    /// Runs an action when the window continues an activity of a type: one that was restored with the
    /// scene, or that comes from another device or a search.
    ///
    /// The actions of all views for the type run, outer views first, after the views have appeared.
    public func onContinueUserActivity(_ activityType: String, perform action: @escaping (NSUserActivity) -> Void)
        -> some View
    {
        modified(ActivityModifier(role: .continue(type: activityType, action: action)))
    }

    /// Runs an action when the window opens a URL, or continues the activity of browsing a web page.
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        modified(ActivityModifier(role: .open(action: action)))
    }

    /// Says which external events the window handles while it is open. The sets of all views of the
    /// window are united.
    ///
    /// - Parameters:
    ///   - preferring: Strings that the identifiers of the events contain that the window prefers to
    ///     handle: an activity's `targetContentIdentifier` or else `webpageURL`, or a URL. The string
    ///     `*` matches each event.
    ///   - allowing: The same for the events that the window handles if no other prefers to.
    public func handlesExternalEvents(preferring: Set<String>, allowing: Set<String>) -> some View {
        modified(ActivityModifier(role: .prefer(preferring: preferring, allowing: allowing)))
    }
}
