import Foundation

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
        /// Drawn in the frame of the element with a zoom source.
        case zoom(MatchKey)
        /// Drawn with an effect, as a transition of the app's own draws it.
        case drawing(DrawingEffect)
    }

    /// The effects at the start of the insertion; empty to insert the element at once.
    package var insertion: [Effect]
    /// The effects at the end of the removal; empty to remove the element at once.
    package var removal: [Effect]
    /// The animation of the insertion; nil for that of the change.
    var insertionAnimation: Animation?
    /// The animation of the removal; nil for that of the change.
    var removalAnimation: Animation?

    init(
        insertion: [Effect], removal: [Effect], insertionAnimation: Animation? = nil, removalAnimation: Animation? = nil
    ) {
        self.insertion = insertion
        self.removal = removal
        self.insertionAnimation = insertionAnimation
        self.removalAnimation = removalAnimation
    }

    /// Creates the content of a transition whose insertion and removal have the same effects.
    init(_ effects: Effect...) { self.init(insertion: effects, removal: effects) }

    /// Returns the insertion of one transition with the removal of another.
    static func asymmetric(insertion: Self, removal: Self) -> Self {
        TransitionContent(
            insertion: insertion.insertion, removal: removal.removal, insertionAnimation: insertion.insertionAnimation,
            removalAnimation: removal.removalAnimation)
    }

    /// Returns the effects of this transition and of another.
    func combined(with other: Self) -> Self {
        TransitionContent(
            insertion: insertion + other.insertion, removal: removal + other.removal,
            insertionAnimation: insertionAnimation ?? other.insertionAnimation,
            removalAnimation: removalAnimation ?? other.removalAnimation)
    }

    /// Returns the transition with an animation of its own; with nil, the same transition.
    func animation(_ animation: Animation?) -> Self {
        guard let animation else { return self }
        return TransitionContent(
            insertion: insertion, removal: removal, insertionAnimation: animation, removalAnimation: animation)
    }

    /// The content of a transition in which a view enters over an edge, leaves over the opposite
    /// one, and fades.
    static func push(from edge: Edge) -> Self {
        TransitionContent(insertion: [.move(edge), .opacity], removal: [.move(edge.opposite), .opacity])
    }

    /// The content of a transition in which a view enters over the leading edge, and leaves over the
    /// trailing one.
    static let slide = TransitionContent(insertion: [.move(.leading)], removal: [.move(.trailing)])
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
