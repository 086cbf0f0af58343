public import Foundation

/// Flexible space, which takes what its stack has left.
public struct Spacer: BuiltInView {
    private let minLength: CGFloat?

    /// Creates a space with a minimum in points; nil for the host's choice.
    public init(minLength: CGFloat? = nil) { self.minLength = minLength }

    /// Shows the space.
    public func _update(_ node: ViewNode) { node.show(.layout(.spacer(minLength: minLength))) }
}
