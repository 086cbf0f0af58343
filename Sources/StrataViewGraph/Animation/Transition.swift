public import Foundation

/// The effects with which an element is inserted and removed in an animated change.
package struct TransitionContent: Hashable, Sendable {
    /// A property with which an element begins its insertion or ends its removal. An inserted
    /// element changes from it to its normal appearance, a removed one the other way around.
    package enum Effect: Hashable, Sendable {
        case opacity
        /// Scaled around a point of the element.
        case scale(Double, anchor: UnitPoint = .center)
        /// Moved over an edge, by the element's own size.
        case move(Edge)
        /// Moved by a distance in points.
        case offset(x: Double, y: Double)
    }

    /// The effects at the start of the insertion; empty to insert the element at once.
    package var insertion: [Effect]
    /// The effects at the end of the removal; empty to remove the element at once.
    package var removal: [Effect]
    /// The animation of a patch that inserts the element; nil for that of the change.
    var insertionAnimation: Animation?
    /// The animation of a patch that removes the element; nil for that of the change.
    var removalAnimation: Animation?
}

/// The way a view is inserted and removed in an animated change.
///
///     if showsDetails {
///         Details().transition(.move(edge: .trailing).combined(with: .opacity))
///     }
public struct AnyTransition: Hashable, Sendable {
    let content: TransitionContent

    private init(_ content: TransitionContent) { self.content = content }
    private init(_ effects: TransitionContent.Effect...) {
        content = TransitionContent(insertion: effects, removal: effects)
    }

    /// The view appears and disappears at once.
    public static let identity = AnyTransition()
    /// The view fades in and out.
    public static let opacity = AnyTransition(.opacity)
    /// The view grows from nothing, and shrinks to nothing.
    public static let scale = AnyTransition(.scale(0))
    /// The view enters over the leading edge, and leaves over the trailing one.
    public static let slide = asymmetric(insertion: move(edge: .leading), removal: move(edge: .trailing))

    /// Returns a transition in which the view grows from a scale, and shrinks to it, around a point.
    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition {
        AnyTransition(.scale(scale, anchor: anchor))
    }

    /// Returns a transition in which the view enters and leaves over an edge.
    public static func move(edge: Edge) -> AnyTransition { AnyTransition(.move(edge)) }

    /// Returns a transition in which the view moves in from a distance in points, and out to it.
    public static func offset(_ offset: CGSize) -> AnyTransition {
        AnyTransition(.offset(x: offset.width, y: offset.height))
    }

    /// Returns a transition in which the view moves in from a distance in points, and out to it.
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition { AnyTransition(.offset(x: x, y: y)) }

    /// Returns a transition in which the view enters over an edge, leaves over the opposite one,
    /// and fades.
    public static func push(from edge: Edge) -> AnyTransition {
        asymmetric(
            insertion: move(edge: edge).combined(with: .opacity), removal: move(edge: edge.opposite).combined(with: .opacity))
    }

    /// Returns a transition with the insertion of one transition and the removal of another.
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition {
        AnyTransition(
            TransitionContent(
                insertion: insertion.content.insertion, removal: removal.content.removal,
                insertionAnimation: insertion.content.insertionAnimation, removalAnimation: removal.content.removalAnimation))
    }

    /// Returns a transition with the effects of this one and of another.
    public func combined(with other: AnyTransition) -> AnyTransition {
        AnyTransition(
            TransitionContent(
                insertion: content.insertion + other.content.insertion, removal: content.removal + other.content.removal,
                insertionAnimation: content.insertionAnimation ?? other.content.insertionAnimation,
                removalAnimation: content.removalAnimation ?? other.content.removalAnimation))
    }

    /// Returns the transition with an animation of its own, also for changes that are not animated.
    /// Nil leaves the animation of the change as it is.
    ///
    /// All changes of one patch share one animation, so changes outside the view have it too.
    public func animation(_ animation: Animation?) -> AnyTransition {
        guard let animation else { return self }
        var content = content
        content.insertionAnimation = animation
        content.removalAnimation = animation
        return AnyTransition(content)
    }
}

extension Edge {
    fileprivate var opposite: Edge {
        switch self {
        case .top: .bottom
        case .bottom: .top
        case .leading: .trailing
        case .trailing: .leading
        }
    }
}

extension View {
    /// Sets the way the view is inserted and removed in an animated change.
    public func transition(_ t: AnyTransition) -> some View { trait { $0.interaction.transition = t.content } }
}

/// The way the text of a view changes in an animated change.
public struct ContentTransition: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case identity, opacity
        case numericText(countsDown: Bool)
    }

    package let kind: Kind

    /// The content changes at once.
    public static let identity = ContentTransition(kind: .identity)
    /// The old content fades out while the new one fades in.
    public static let opacity = ContentTransition(kind: .opacity)
    /// The content is interpolated where the host can do so. A browser cannot, and fades it.
    public static let interpolate = ContentTransition(kind: .opacity)

    /// Returns a transition for numbers: they roll up, or down if they count down.
    public static func numericText(countsDown: Bool = false) -> ContentTransition {
        ContentTransition(kind: .numericText(countsDown: countsDown))
    }
}

extension View {
    /// Sets the way the text of the view changes in an animated change.
    public func contentTransition(_ transition: ContentTransition) -> some View {
        trait { $0.interaction.contentTransition = transition }
    }
}
