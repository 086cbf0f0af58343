public import Foundation

/// The way an element is inserted and removed, in an animated change.
package struct TransitionContent: Hashable, Sendable {
    /// A difference of an element that is not there from one that is.
    package enum Effect: Hashable, Sendable {
        case opacity
        case scale(Double)
        /// Moved out over an edge, by the element's own size.
        case move(Edge)
        /// Moved by a distance in points.
        case offset(x: Double, y: Double)
    }

    package var insertion: [Effect]
    package var removal: [Effect]
}

/// The way a view is inserted and removed, in an animated change.
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

    /// The view comes and goes at once.
    public static let identity = AnyTransition()
    /// The view fades in and out.
    public static let opacity = AnyTransition(.opacity)
    /// The view grows from nothing, and shrinks to nothing.
    public static let scale = AnyTransition(.scale(0))
    /// The view comes in over the leading edge, and leaves over the trailing one.
    public static let slide = asymmetric(insertion: move(edge: .leading), removal: move(edge: .trailing))

    /// Returns a transition in which the view grows from a scale, and shrinks to it.
    public static func scale(scale: CGFloat) -> AnyTransition { AnyTransition(.scale(scale)) }

    /// Returns a transition in which the view comes in and leaves over an edge.
    public static func move(edge: Edge) -> AnyTransition { AnyTransition(.move(edge)) }

    /// Returns a transition in which the view comes from a distance, and leaves to it.
    public static func offset(_ offset: CGSize) -> AnyTransition {
        AnyTransition(.offset(x: offset.width, y: offset.height))
    }

    /// Returns a transition in which the view comes from a distance, and leaves to it.
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition { AnyTransition(.offset(x: x, y: y)) }

    /// Returns a transition in which the view comes in over an edge, leaves over the opposite one,
    /// and fades.
    public static func push(from edge: Edge) -> AnyTransition {
        asymmetric(
            insertion: move(edge: edge).combined(with: .opacity), removal: move(edge: edge.opposite).combined(with: .opacity))
    }

    /// Returns a transition with different ways to come and to go.
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition {
        AnyTransition(TransitionContent(insertion: insertion.content.insertion, removal: removal.content.removal))
    }

    /// Returns a transition with the effects of this one and of another.
    public func combined(with other: AnyTransition) -> AnyTransition {
        AnyTransition(
            TransitionContent(
                insertion: content.insertion + other.content.insertion, removal: content.removal + other.content.removal))
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
    /// Sets the way the view is inserted and removed, in an animated change.
    public func transition(_ t: AnyTransition) -> some View { trait { $0.interaction.transition = t.content } }
}

/// The way a view's content changes, in an animated change.
public struct ContentTransition: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case identity, opacity
        case numericText(countsDown: Bool)
    }

    package let kind: Kind

    /// The content changes at once.
    public static let identity = ContentTransition(kind: .identity)
    /// The former content fades out while the new one fades in.
    public static let opacity = ContentTransition(kind: .opacity)
    /// The content changes as the host interpolates it: a browser fades.
    public static let interpolate = ContentTransition(kind: .opacity)

    /// Returns a transition for numbers, which roll up, or down if they count down.
    public static func numericText(countsDown: Bool = false) -> ContentTransition {
        ContentTransition(kind: .numericText(countsDown: countsDown))
    }
}

extension View {
    /// Sets the way the next element's text changes, in an animated change.
    public func contentTransition(_ transition: ContentTransition) -> some View {
        trait { $0.interaction.contentTransition = transition }
    }
}
