/// The positions at which the scrolling of a scroll view ends.
package enum ScrollSnap: Hashable, Sendable {
    /// At multiples of the view's own length.
    case page
    /// At the start of each child of a target layout. With a limit, one gesture does not scroll past
    /// the next child.
    case views(isLimited: Bool)
}

/// The rule by which scrolling ends at certain positions. A browser supports the built-in rules
/// only, so the app cannot add others.
public protocol ScrollTargetBehavior {
    /// The rule in the form that hosts know.
    var _snap: _ScrollSnap { get }
}

/// A built-in rule of a ``ScrollTargetBehavior``.
public struct _ScrollSnap {
    let snap: ScrollSnap
}

/// A behavior with which scrolling ends at multiples of the scroll view's own length.
public struct PagingScrollTargetBehavior: ScrollTargetBehavior {
    /// Creates the behavior.
    public init() {}

    /// The rule in the form that hosts know.
    public var _snap: _ScrollSnap { _ScrollSnap(snap: .page) }
}

/// A behavior with which scrolling ends at the start of a view. The views are the children of the
/// layout with `scrollTargetLayout(isEnabled:)`.
public struct ViewAlignedScrollTargetBehavior: ScrollTargetBehavior {
    /// The number of views by which one gesture scrolls.
    public struct LimitBehavior: Hashable, Sendable {
        fileprivate let isLimited: Bool

        /// The host's choice: a browser does not limit it.
        public static let automatic = LimitBehavior(isLimited: false)
        /// One view.
        public static let always = LimitBehavior(isLimited: true)
        /// Any number of views.
        public static let never = LimitBehavior(isLimited: false)
    }

    private let limitBehavior: LimitBehavior

    /// Creates a behavior with a limit of the number of views by which one gesture scrolls.
    public init(limitBehavior: LimitBehavior = .automatic) { self.limitBehavior = limitBehavior }

    /// The rule in the form that hosts know.
    public var _snap: _ScrollSnap { _ScrollSnap(snap: .views(isLimited: limitBehavior.isLimited)) }
}

extension ScrollTargetBehavior where Self == PagingScrollTargetBehavior {
    /// A behavior with which scrolling ends at multiples of the scroll view's own length.
    public static var paging: PagingScrollTargetBehavior { PagingScrollTargetBehavior() }
}

extension ScrollTargetBehavior where Self == ViewAlignedScrollTargetBehavior {
    /// A behavior with which scrolling ends at the start of a view.
    public static var viewAligned: ViewAlignedScrollTargetBehavior { ViewAlignedScrollTargetBehavior() }

    /// Returns a behavior with which scrolling ends at the start of a view, with a limit of the
    /// number of views by which one gesture scrolls.
    public static func viewAligned(
        limitBehavior: ViewAlignedScrollTargetBehavior.LimitBehavior
    ) -> ViewAlignedScrollTargetBehavior {
        ViewAlignedScrollTargetBehavior(limitBehavior: limitBehavior)
    }
}

extension View {
    /// Sets the positions at which the scrolling of the scroll views inside ends.
    public func scrollTargetBehavior(_ behavior: some ScrollTargetBehavior) -> some View {
        let snap = behavior._snap.snap
        return changingEnvironment { $0.scrolling.snap = snap }
    }

    /// Makes the children of a layout, such as a stack, the views at which scrolling ends with the
    /// behavior ``ScrollTargetBehavior/viewAligned``.
    public func scrollTargetLayout(isEnabled: Bool = true) -> some View {
        trait { $0.layout.isScrollTargetLayout = isEnabled }
    }
}
