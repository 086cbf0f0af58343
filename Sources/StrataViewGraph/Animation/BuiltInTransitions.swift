public import Foundation

/// A transition in which the view appears and disappears at once.
public struct IdentityTransition: Transition, KnownTransition {
    /// Creates the transition.
    public init() {}

    /// Returns the view.
    public func body(content: Content, phase: TransitionPhase) -> some View { content }

    var knownContent: TransitionContent { TransitionContent() }

    /// Properties of a transition without motion.
    public static var properties: TransitionProperties { TransitionProperties(hasMotion: false) }
}

/// A transition in which the view fades in and out.
public struct OpacityTransition: Transition, KnownTransition {
    /// Creates the transition.
    public init() {}

    /// Returns the view, which is transparent before its insertion and after its removal.
    public func body(content: Content, phase: TransitionPhase) -> some View { content.opacity(phase.isIdentity ? 1 : 0) }

    var knownContent: TransitionContent { TransitionContent(.opacity) }

    /// Properties of a transition without motion.
    public static var properties: TransitionProperties { TransitionProperties(hasMotion: false) }
}

/// A transition in which the view grows from a scale, and shrinks to it, around a point.
public struct ScaleTransition: Transition, KnownTransition {
    /// The scale before the insertion and after the removal.
    public var scale: Double
    /// The point of the view that stays where it is.
    public var anchor: UnitPoint

    /// Creates a transition from and to a scale.
    public init(_ scale: Double, anchor: UnitPoint = .center) {
        self.scale = scale
        self.anchor = anchor
    }

    /// Returns the view, scaled before its insertion and after its removal.
    public func body(content: Content, phase: TransitionPhase) -> some View {
        content.scaleEffect(phase.isIdentity ? 1 : scale, anchor: anchor)
    }

    var knownContent: TransitionContent { TransitionContent(.scale(scale, anchor: anchor)) }
}

/// A transition in which the view moves in from a distance, and out to it.
public struct OffsetTransition: Transition, KnownTransition {
    /// The distance in points.
    public var offset: CGSize

    /// Creates a transition from and to a distance in points.
    public init(_ offset: CGSize) { self.offset = offset }

    /// Returns the view, at the distance before its insertion and after its removal.
    public func body(content: Content, phase: TransitionPhase) -> some View { content.offset(phase.isIdentity ? .zero : offset) }

    var knownContent: TransitionContent { TransitionContent(.offset(x: offset.width, y: offset.height)) }
}

/// A transition in which the view enters and leaves over an edge, by its own size.
public struct MoveTransition: Transition, KnownTransition {
    /// The edge.
    public var edge: Edge

    /// Creates a transition over an edge.
    public init(edge: Edge) { self.edge = edge }

    /// Returns the view. Only the host knows the size by which it moves.
    public func body(content: Content, phase: TransitionPhase) -> some View { content }

    var knownContent: TransitionContent { TransitionContent(.move(edge)) }
}

/// A transition in which the view enters over the leading edge, and leaves over the trailing one.
public struct SlideTransition: Transition, KnownTransition {
    /// Creates the transition.
    public init() {}

    /// Returns the view. Only the host knows the size by which it moves.
    public func body(content: Content, phase: TransitionPhase) -> some View { content }

    var knownContent: TransitionContent { .slide }
}

/// A transition in which the view enters over an edge, leaves over the opposite one, and fades.
public struct PushTransition: Transition, KnownTransition {
    /// The edge over which the view enters.
    public var edge: Edge

    /// Creates a transition from an edge.
    public init(edge: Edge) { self.edge = edge }

    /// Returns the view. Only the host knows the size by which it moves.
    public func body(content: Content, phase: TransitionPhase) -> some View { content }

    var knownContent: TransitionContent { .push(from: edge) }
}

/// A transition with the insertion of one transition and the removal of another.
public struct AsymmetricTransition<Insertion: Transition, Removal: Transition>: Transition, KnownTransition {
    /// The transition of the insertion.
    public var insertion: Insertion
    /// The transition of the removal.
    public var removal: Removal

    /// Creates a transition with the insertion of one transition and the removal of another.
    public init(insertion: Insertion, removal: Removal) {
        self.insertion = insertion
        self.removal = removal
    }

    /// Returns the view.
    public func body(content: Content, phase: TransitionPhase) -> some View { content }

    var knownContent: TransitionContent { .asymmetric(insertion: insertion.content, removal: removal.content) }
}

/// A transition in which the view is blurred, scaled and faded.
public struct BlurReplaceTransition: Transition {
    /// The direction in which the size of the view changes.
    public struct Configuration: Equatable, Sendable {
        fileprivate let removalScale: Double

        /// The view grows when it is inserted, and shrinks when it is removed.
        public static let downUp = Configuration(removalScale: 0.5)
        /// The view grows when it is inserted, and grows further when it is removed.
        public static let upUp = Configuration(removalScale: 1.5)
    }

    /// The direction in which the size of the view changes.
    public var configuration: Configuration

    /// Creates the transition.
    public init(configuration: Configuration) { self.configuration = configuration }

    /// Returns the view, blurred before its insertion and after its removal.
    public func body(content: Content, phase: TransitionPhase) -> some View {
        content.opacity(phase.isIdentity ? 1 : 0)
            .blur(radius: phase.isIdentity ? 0 : 10)
            .scaleEffect(phase.isIdentity ? 1 : phase == .willAppear ? 0.5 : configuration.removalScale)
    }
}

extension Transition where Self == IdentityTransition {
    /// A transition in which the view appears and disappears at once.
    public static var identity: IdentityTransition { IdentityTransition() }
}

extension Transition where Self == OpacityTransition {
    /// A transition in which the view fades in and out.
    public static var opacity: OpacityTransition { OpacityTransition() }
}

extension Transition where Self == ScaleTransition {
    /// A transition in which the view grows from nothing, and shrinks to nothing.
    public static var scale: ScaleTransition { ScaleTransition(0) }

    /// Returns a transition in which the view grows from a scale, and shrinks to it.
    public static func scale(_ scale: Double, anchor: UnitPoint = .center) -> Self { Self(scale, anchor: anchor) }
}

extension Transition where Self == OffsetTransition {
    /// Returns a transition in which the view moves in from a distance in points, and out to it.
    public static func offset(_ offset: CGSize) -> Self { Self(offset) }

    /// Returns a transition in which the view moves in from a distance in points, and out to it.
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> Self { Self(CGSize(width: x, height: y)) }
}

extension Transition where Self == MoveTransition {
    /// Returns a transition in which the view enters and leaves over an edge.
    public static func move(edge: Edge) -> Self { Self(edge: edge) }
}

extension Transition where Self == SlideTransition {
    /// A transition in which the view enters over the leading edge, and leaves over the trailing one.
    public static var slide: SlideTransition { SlideTransition() }
}

extension Transition where Self == PushTransition {
    /// Returns a transition in which the view enters over an edge, and leaves over the opposite one.
    public static func push(from edge: Edge) -> Self { Self(edge: edge) }
}

extension Transition where Self == BlurReplaceTransition {
    /// A transition in which the view is blurred, scaled and faded.
    public static var blurReplace: BlurReplaceTransition { BlurReplaceTransition(configuration: .downUp) }

    /// Returns a transition in which the view is blurred, scaled and faded.
    public static func blurReplace(_ config: BlurReplaceTransition.Configuration = .downUp) -> Self {
        Self(configuration: config)
    }
}
