public import Foundation

/// Flexible space, which takes the space that the other views of its stack leave.
public struct Spacer: BuiltInView {
    private let minLength: CGFloat?

    /// Creates a space with a minimum in points; nil for the host's choice.
    public init(minLength: CGFloat? = nil) { self.minLength = minLength }

    /// A view that only shows an element and updates children.
    public static var _evaluation: _ViewEvaluation { .drawing }

    /// Shows the space.
    public func _update(_ node: ViewNode) { node.show(.layout(.spacer(minLength: minLength))) }
}
