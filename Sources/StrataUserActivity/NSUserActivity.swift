public import Foundation
internal import StrataTraps

/// The identifier by which an app finds a saved activity again, to delete it.
public typealias NSUserActivityPersistentIdentifier = String

/// The type of an activity that is a web page: ``NSUserActivity/webpageURL`` is its address.
public let NSUserActivityTypeBrowsingWeb: String = "NSUserActivityTypeBrowsingWeb"

/// The state of an app at a moment, which can be restored later, in another window or on another
/// device.
///
///     let activity = NSUserActivity(activityType: "com.example.shop.product")
///     activity.title = product.name
///     try activity.setTypedPayload(product)
///     activity.becomeCurrent()
///
/// # The current activity
///
/// An app on a device has one current activity. A server shows many windows to many people, so here
/// each window has a current activity of its own. ``becomeCurrent()`` finds the window by the code
/// that calls it: an action or a body of a view, and the tasks that these start, belong to the
/// view's window. Called from other code, such as a timer or a `Task.detached`, it works for an
/// activity that was current in a window before, or that a window has given to the app. For another
/// one, a line in the log says that there is no window.
///
/// An activity belongs to the main actor, as the views do.
open class NSUserActivity: NSObject {
    /// The type of the activity, in reverse-DNS form.
    public let activityType: String

    /// The title of the activity, for the user.
    open var title: String? { didSet { contentChanged() } }

    /// The state of the app that is needed to continue the activity.
    ///
    /// Keys and values can be strings, numbers, dates, data, URLs, UUIDs, `NSNull`, and arrays, sets
    /// and dictionaries of these. A value of another type stays in this object, but is left out when
    /// the activity is kept or sent, and a line in the log names it. Apple's frameworks raise an
    /// exception then, which would end the server for everyone.
    ///
    /// Numbers of a restored activity are of type `NSNumber`, which casts to `Int`, `Double` and
    /// `Bool`.
    open var userInfo: [AnyHashable: Any]? { didSet { contentChanged() } }

    /// The keys of ``userInfo`` whose entries are stored, so that a search or a restored window can
    /// continue the activity later; nil for all.
    ///
    /// A link to another device transfers all entries.
    open var requiredUserInfoKeys: Set<String>? { didSet { contentChanged() } }

    /// The identifier of the content, by which scenes say which activities they show.
    open var targetContentIdentifier: String? { didSet { contentChanged() } }

    /// The web page with the same content. Its scheme has to be `http` or `https`: another address
    /// is not set, and a line in the log says so.
    open var webpageURL: URL? {
        get { webpage }
        set { webpage = newValue.flatMap { acceptsWebpage($0) ? $0 : webpage } }
    }

    private var webpage: URL? { didSet { contentChanged() } }

    /// The address of the page that referred to ``webpageURL``.
    open var referrerURL: URL? { didSet { contentChanged() } }

    /// The time from which the activity is no longer offered; nil for no end.
    open var expirationDate: Date? { didSet { contentChanged() } }

    /// Words by which the user can find the activity.
    open var keywords: Set<String> = [] { didSet { contentChanged() } }

    /// The identifier by which the app deletes the activity when it was saved.
    open var persistentIdentifier: NSUserActivityPersistentIdentifier? { didSet { contentChanged() } }

    /// Whether the activity can be continued on another device.
    open var isEligibleForHandoff = true { didSet { contentChanged() } }

    /// Whether the user can find the activity by a search.
    open var isEligibleForSearch = false { didSet { contentChanged() } }

    /// Whether everyone may find the activity by a search. Has no effect beyond
    /// ``isEligibleForSearch``, since Strata has no public index.
    open var isEligibleForPublicIndexing = false { didSet { contentChanged() } }

    /// Whether the activity can be suggested to the user. Has no effect yet: nothing suggests
    /// activities.
    open var isEligibleForPrediction = false { didSet { contentChanged() } }

    /// Whether the content has to be updated before the activity is kept or sent.
    ///
    /// Set it to true when the state that the activity describes has changed. Before the activity is
    /// kept, the window calls the handlers of its views and
    /// ``NSUserActivityDelegate/userActivityWillSave(_:)``, and then sets it to false.
    open var needsSave = false { didSet { if needsSave { contentChanged() } } }

    /// The object that updates the activity before it is kept.
    open weak var delegate: (any NSUserActivityDelegate)?

    /// The window in which the activity is or was current, or that has made it.
    package weak var scope: (any UserActivityScope)?
    /// Whether the app has ended the use of the activity.
    package private(set) var isInvalid = false
    /// The keys of ``userInfo`` that a payload has set, by the payload's type.
    var payloadKeys: [ObjectIdentifier: Set<String>] = [:]

    /// Creates an activity.
    ///
    /// - Parameter activityType: The type, in reverse-DNS form. Traps if it is empty.
    public init(activityType: String) {
        require(!activityType.isEmpty, "An NSUserActivity needs a type, such as \"com.example.app.document\".")
        self.activityType = activityType
    }

    /// Creates an activity of the first type that the app's `Info.plist` declares. Traps if it
    /// declares none.
    @available(*, deprecated, message: "Use init(activityType:) with a type of the app.")
    public convenience override init() {
        guard let type = UserActivityTypes.declared.first else {
            trap("The app's Info.plist has no NSUserActivityTypes. Use NSUserActivity(activityType:).")
        }
        self.init(activityType: type)
    }

    /// Adds entries to ``userInfo``. They replace those with the same keys.
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { _, new in new }
    }

    // MARK: The current activity

    /// Makes the activity the current one of the window whose code calls this. Does nothing after
    /// ``invalidate()``.
    open func becomeCurrent() {
        guard !isInvalid else { return }
        guard let scope = UserActivityScopes.current ?? scope else {
            return UserActivityLog.warn(
                "An activity of the type '\(activityType)' cannot become current, because becomeCurrent() was called outside the actions and bodies of a window's views. Call it in an action, or use the modifier userActivity(_:isActive:_:)."
            )
        }
        if let former = self.scope, former !== scope { former.activityResignedCurrent(self) }
        self.scope = scope
        scope.activityBecameCurrent(self)
    }

    /// Ends the time in which the activity is current. The one that was current before becomes
    /// current again.
    open func resignCurrent() { scope?.activityResignedCurrent(self) }

    /// Ends the use of the activity: it is not current, and cannot become current again.
    open func invalidate() {
        resignCurrent()
        isInvalid = true
        scope = nil
    }

    /// Notifies the window of a change of the content.
    private func contentChanged() { scope?.activityChanged(self) }

    private func acceptsWebpage(_ url: URL) -> Bool {
        let scheme = url.scheme?.lowercased()
        if scheme == "http" || scheme == "https" { return true }
        UserActivityLog.warn(
            "The webpageURL of an activity of the type '\(activityType)' was not set, because its scheme is '\(scheme ?? "")'. Set one with http or https, and put other addresses into userInfo."
        )
        return false
    }
}
