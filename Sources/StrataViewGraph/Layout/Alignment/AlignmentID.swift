public import Foundation

/// A type that identifies an alignment, and says where a view has it that sets no guide itself.
///
///     enum MiddleOfTitle: AlignmentID {
///         static func defaultValue(in context: ViewDimensions) -> CGFloat {
///             context[VerticalAlignment.center]
///         }
///     }
///     extension VerticalAlignment {
///         static let middleOfTitle = VerticalAlignment(MiddleOfTitle.self)
///     }
public protocol AlignmentID {
    /// Returns the guide of a view that sets none: the distance from its leading edge, or from its
    /// top.
    static func defaultValue(in context: ViewDimensions) -> CGFloat
}

/// An alignment along one axis.
struct GuideKey: Hashable, Sendable {
    // A metatype without state. Whether the conformance is isolated does not matter: guides are
    // computed on the main actor.
    private nonisolated(unsafe) let id: any AlignmentID.Type
    let axis: Axis

    init(_ id: any AlignmentID.Type, _ axis: Axis) {
        self.id = id
        self.axis = axis
    }

    static func == (lhs: GuideKey, rhs: GuideKey) -> Bool { lhs.id == rhs.id && lhs.axis == rhs.axis }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(id))
        hasher.combine(axis)
    }

    /// Whether CSS has the alignment.
    var isBuiltIn: Bool { id is any BuiltInGuide.Type }

    func defaultValue(in dimensions: ViewDimensions) -> CGFloat { id.defaultValue(in: dimensions) }

    /// Returns the guide of views together; nil without any.
    func combined(_ values: [CGFloat]) -> CGFloat? {
        guard !values.isEmpty else { return nil }
        if id == FirstBaselineGuide.self { return values.min() }
        if id == LastBaselineGuide.self { return values.max() }
        return values.reduce(0, +) / CGFloat(values.count)
    }
}

/// An alignment that hosts know.
private protocol BuiltInGuide: AlignmentID {}

enum LeadingGuide: BuiltInGuide {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { 0 }
}

enum HorizontalCenterGuide: BuiltInGuide {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.width / 2 }
}

enum TrailingGuide: BuiltInGuide {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.width }
}

enum TopGuide: BuiltInGuide {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { 0 }
}

enum VerticalCenterGuide: BuiltInGuide {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height / 2 }
}

enum BottomGuide: BuiltInGuide {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height }
}

enum FirstBaselineGuide: BuiltInGuide {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.baselines().first }
}

enum LastBaselineGuide: BuiltInGuide {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.baselines().last }
}
