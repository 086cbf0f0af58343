public import Foundation

/// The way a view is inserted and removed in an animated change.
///
///     if showsDetails {
///         Details().transition(.move(edge: .trailing).combined(with: .opacity))
///     }
public struct AnyTransition: Sendable {
    private let makeContent: @MainActor @Sendable () -> TransitionContent

    /// The effects of the transition. Those of an app's own transition are computed here.
    @MainActor var content: TransitionContent { makeContent() }

    private init(content: TransitionContent) { makeContent = { content } }
    private init(_ effects: TransitionContent.Effect...) {
        self.init(content: TransitionContent(insertion: effects, removal: effects))
    }
    private init(makeContent: @escaping @MainActor @Sendable () -> TransitionContent) { self.makeContent = makeContent }

    /// Erases the type of a transition.
    public init<T>(_ transition: T) where T: Transition {
        // Safe: it is used on the main actor only, to which all transitions are isolated.
        nonisolated(unsafe) let transition = transition
        makeContent = { transition.content }
    }

    /// The view appears and disappears at once.
    public static let identity = AnyTransition()
    /// The view fades in and out.
    public static let opacity = AnyTransition(.opacity)
    /// The view grows from nothing, and shrinks to nothing.
    public static let scale = AnyTransition(.scale(0))
    /// The view enters over the leading edge, and leaves over the trailing one.
    public static let slide = AnyTransition(content: .slide)

    /// Returns a transition in which the view grows from a scale, and shrinks to it, around a point.
    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition {
        AnyTransition(.scale(scale, anchor: anchor))
    }

    /// Returns a transition in which the view enters and leaves over an edge.
    public static func move(edge: Edge) -> AnyTransition { AnyTransition(.move(edge)) }

    /// Returns a transition in which the view moves in from a distance in points, and out to it.
    public static func offset(_ offset: CGSize) -> AnyTransition {
        AnyTransition(TransitionContent.Effect.offset(x: offset.width, y: offset.height))
    }

    /// Returns a transition in which the view moves in from a distance in points, and out to it.
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition {
        AnyTransition(TransitionContent.Effect.offset(x: x, y: y))
    }

    /// Returns a transition in which the view enters over an edge, leaves over the opposite one,
    /// and fades.
    public static func push(from edge: Edge) -> AnyTransition { AnyTransition(content: .push(from: edge)) }

    /// Returns a transition from the appearance that one modifier gives the view to that of another.
    ///
    /// The view itself is drawn without the second modifier, so that should change nothing. Of the
    /// first one, the effects count: opacity, colors, blur, scale, rotation, offset, clips.
    public static func modifier<E>(active: E, identity: E) -> AnyTransition where E: ViewModifier {
        // Safe: it is used on the main actor only, to which all modifiers are isolated.
        nonisolated(unsafe) let active = active
        return AnyTransition(makeContent: {
            ComputedTransitions.content(of: active) {
                let effects = TransitionSubject.effects { $0.modifier(active) }
                return TransitionContent(insertion: effects, removal: effects)
            }
        })
    }

    /// Returns a transition with the insertion of one transition and the removal of another.
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition {
        AnyTransition(makeContent: { .asymmetric(insertion: insertion.content, removal: removal.content) })
    }

    /// Returns a transition with the effects of this one and of another.
    public func combined(with other: AnyTransition) -> AnyTransition {
        AnyTransition(makeContent: { content.combined(with: other.content) })
    }

    /// Returns the transition with an animation of its own, also for changes that are not animated.
    /// Nil leaves the animation of the change as it is.
    public func animation(_ animation: Animation?) -> AnyTransition {
        AnyTransition(makeContent: { content.animation(animation) })
    }
}

extension View {
    /// Sets the way the view is inserted and removed in an animated change.
    public func transition(_ t: AnyTransition) -> some View { trait { $0.interaction.transition = t.content } }

    /// Sets the way the view is inserted and removed in an animated change.
    public func transition<T>(_ transition: T) -> some View where T: Transition {
        trait { $0.interaction.transition = transition.content }
    }
}
