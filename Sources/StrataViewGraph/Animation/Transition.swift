import Foundation

/// A way in which views are inserted and removed in an animated change.
///
///     struct Twirl: Transition {
///         func body(content: Content, phase: TransitionPhase) -> some View {
///             content
///                 .rotationEffect(.degrees(phase.value * 90))
///                 .opacity(phase.isIdentity ? 1 : 0)
///         }
///     }
///
/// The effects that the body applies in the first and in the last phase are where an insertion
/// begins and a removal ends: opacity, colors, blur, scale, rotation, offset, clips. The host
/// animates between them and the view as it is, so the body in the phase
/// ``TransitionPhase/identity`` should change nothing. Views that the body adds are not shown.
@MainActor @preconcurrency
public protocol Transition {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The view that the transition is applied to, as it appears in the body.
    typealias Content = PlaceholderContentView<Self>

    /// Returns the view in a phase of the transition.
    @ViewBuilder func body(content: Content, phase: TransitionPhase) -> Body

    /// The properties of the transition.
    static var properties: TransitionProperties { get }
}

extension Transition {
    /// Properties of a transition with motion.
    public static var properties: TransitionProperties { TransitionProperties() }

    /// The effects of the transition.
    var content: TransitionContent {
        if let known = self as? any KnownTransition { return known.knownContent }
        func effects(_ phase: TransitionPhase) -> [TransitionContent.Effect] {
            TransitionSubject.effects { body(content: PlaceholderContentView($0), phase: phase) }
        }
        return ComputedTransitions.content(of: self) {
            TransitionContent(insertion: effects(.willAppear), removal: effects(.didDisappear))
        }
    }

    /// Returns a transition with the effects of this one and of another.
    public func combined<T>(with other: T) -> some Transition where T: Transition {
        CombinedTransition(first: self, second: other)
    }

    /// Returns the transition with an animation of its own, also for changes that are not animated.
    /// Nil leaves the animation of the change as it is.
    public func animation(_ animation: Animation?) -> some Transition { AnimatedTransition(base: self, animation: animation) }
}

/// A phase in the life of a view with a transition.
public enum TransitionPhase: Hashable, Sendable {
    /// The view is about to be inserted.
    case willAppear
    /// The view is shown.
    case identity
    /// The view has been removed.
    case didDisappear

    /// Whether the view is shown.
    public var isIdentity: Bool { self == .identity }

    /// A number for the phase: -1 before the insertion, 0 while the view is shown, 1 after the
    /// removal.
    public var value: Double {
        switch self {
        case .willAppear: -1
        case .identity: 0
        case .didDisappear: 1
        }
    }
}

/// The properties of a transition.
public struct TransitionProperties: Sendable {
    /// Whether the view moves or changes its size. No transition runs if the user asks the system
    /// for less motion, with motion or without.
    public var hasMotion: Bool

    /// Creates the properties of a transition.
    public init(hasMotion: Bool = true) { self.hasMotion = hasMotion }
}

/// A transition whose effects are known without its body.
@MainActor
protocol KnownTransition {
    var knownContent: TransitionContent { get }
}

/// Two transitions at the same time.
private struct CombinedTransition<First: Transition, Second: Transition>: Transition, KnownTransition {
    let first: First
    let second: Second

    func body(content: Content, phase: TransitionPhase) -> some View { content }
    var knownContent: TransitionContent { first.content.combined(with: second.content) }
}

/// A transition with an animation of its own.
private struct AnimatedTransition<Base: Transition>: Transition, KnownTransition {
    let base: Base
    let animation: Animation?

    func body(content: Content, phase: TransitionPhase) -> some View { content }
    var knownContent: TransitionContent { base.content.animation(animation) }
}

/// The view in place of the one that a transition is applied to, to find out the transition's
/// effects.
struct TransitionSubject: BuiltInView {
    /// No other view has a spacer of a negative length.
    private static let content = ElementContent.layout(.spacer(minLength: -1))

    func _update(_ node: ViewNode) { node.show(Self.content) }

    /// Returns the effects that modifiers apply to a view, outer ones first.
    static func effects(_ modify: (TransitionSubject) -> some View) -> [TransitionContent.Effect] {
        let graph = WindowGraph(title: "", content: modify(TransitionSubject()))
        defer { graph.close() }
        return (path(to: content, from: graph.root) ?? []).map(TransitionContent.Effect.drawing)
    }

    /// Returns the effects of the elements from one to the element with a content, which is below
    /// it; nil if it is not.
    private static func path(to content: ElementContent, from element: Element) -> [DrawingEffect]? {
        if element.content == content { return [] }
        for child in element.children {
            guard let inner = path(to: content, from: child) else { continue }
            if case .layout(.box(.effect(let effect))) = element.content { return [effect] + inner }
            return inner
        }
        return nil
    }
}
