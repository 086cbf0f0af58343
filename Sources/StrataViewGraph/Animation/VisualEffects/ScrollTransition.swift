import Foundation

/// The phase of a view that scrolls into or out of the visible part of its scroll view.
public enum ScrollTransitionPhase: Hashable, Sendable {
    /// The view is about to enter over the top or leading edge.
    case topLeading
    /// The view is visible.
    case identity
    /// The view is about to enter over the bottom or trailing edge.
    case bottomTrailing

    /// Whether the view is visible.
    public var isIdentity: Bool { self == .identity }

    /// A number for the phase: -1 at the top or leading edge, 0 while the view is visible, 1 at the
    /// bottom or trailing edge.
    public var value: Double {
        switch self {
        case .topLeading: -1
        case .identity: 0
        case .bottomTrailing: 1
        }
    }
}

/// The way in which a view changes between the phases of its scrolling.
public struct ScrollTransitionConfiguration: Hashable, Sendable {
    /// The position at which a view counts as visible.
    public struct Threshold: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case visible(Double)
            case centered
        }

        package let kind: Kind

        /// All of the view is visible.
        public static let visible = visible(1)
        /// Nothing of the view is visible.
        public static let hidden = visible(0)
        /// The view is in the center of the scroll view.
        public static let centered = Threshold(kind: .centered)

        /// A fraction of the view is visible.
        public static func visible(_ amount: Double) -> Threshold { Threshold(kind: .visible(min(max(amount, 0), 1))) }
    }

    package enum Kind: Hashable, Sendable {
        case interactive, animated, identity
    }

    package let kind: Kind
    package private(set) var threshold = Threshold.visible

    /// The view follows the scrolling.
    public static let interactive = ScrollTransitionConfiguration(kind: .interactive)
    /// The view changes when it passes the threshold, with an animation of the browser.
    public static let animated = ScrollTransitionConfiguration(kind: .animated)
    /// The view does not change.
    public static let identity = ScrollTransitionConfiguration(kind: .identity)

    /// Returns the configuration with another threshold.
    public func threshold(_ threshold: Threshold) -> Self {
        var configuration = self
        configuration.threshold = threshold
        return configuration
    }
}

/// The effects of an element that scrolls, as hosts draw them.
package struct ScrollTransitionContent: Hashable, Sendable {
    /// The effects in each phase, outer ones first.
    package var topLeading, identity, bottomTrailing: [DrawingEffect]
    /// The axis of the scrolling; nil for that of the scroll view.
    package var axis: Axis?
    package var topLeadingConfiguration, bottomTrailingConfiguration: ScrollTransitionConfiguration
}

extension View {
    /// Applies effects to the view while it scrolls into and out of the visible part of its scroll
    /// view.
    ///
    /// The closure is called once for each phase. The browser draws the steps between the phases
    /// while the user scrolls, without messages. If the user asks for less motion, the view always
    /// looks as in the phase ``ScrollTransitionPhase/identity``.
    ///
    /// - Parameters:
    ///   - configuration: The way in which the view changes at both ends.
    ///   - axis: The axis of the scrolling; nil for that of the innermost scroll view around the view,
    ///     or the vertical one if that scrolls along both.
    ///   - transition: The effects in a phase.
    public func scrollTransition(
        _ configuration: ScrollTransitionConfiguration = .interactive, axis: Axis? = nil,
        transition: @escaping @Sendable (EmptyVisualEffect, ScrollTransitionPhase) -> some VisualEffect
    ) -> some View {
        scrollTransition(topLeading: configuration, bottomTrailing: configuration, axis: axis, transition: transition)
    }

    /// Applies effects to the view while it scrolls into and out of the visible part of its scroll
    /// view, with a configuration for each end.
    ///
    /// - Parameters:
    ///   - topLeading: The way in which the view changes at the top or leading edge.
    ///   - bottomTrailing: The way in which the view changes at the bottom or trailing edge.
    ///   - axis: The axis of the scrolling; nil for that of the innermost scroll view around the view,
    ///     or the vertical one if that scrolls along both.
    ///   - transition: The effects in a phase.
    public func scrollTransition(
        topLeading: ScrollTransitionConfiguration, bottomTrailing: ScrollTransitionConfiguration, axis: Axis? = nil,
        transition: @escaping @Sendable (EmptyVisualEffect, ScrollTransitionPhase) -> some VisualEffect
    ) -> some View {
        func effects(_ phase: ScrollTransitionPhase) -> [DrawingEffect] {
            transition(EmptyVisualEffect(), phase)._effects.effects.reversed()
        }
        let content = ScrollTransitionContent(
            topLeading: effects(.topLeading), identity: effects(.identity), bottomTrailing: effects(.bottomTrailing),
            axis: axis, topLeadingConfiguration: topLeading, bottomTrailingConfiguration: bottomTrailing)
        // The host draws the effects on the inner box, and measures the outer one, which they do not
        // move.
        let none = BoxStyle.padding([], EdgeInsets())
        return box(none).box(none).trait { $0.interaction.scrollTransition = content }
    }
}
