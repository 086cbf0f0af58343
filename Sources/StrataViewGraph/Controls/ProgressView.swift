/// An indicator of work in progress, with the part that is done where it is known.
public struct ProgressView: BuiltInView {
    private let fraction: Double?

    /// Creates an indicator for work of unknown length.
    public init() { fraction = nil }

    /// Creates an indicator for a part of a total, limited to 0 through `total`. Nil shows work of
    /// unknown length.
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1) {
        fraction = value.map { value in
            let fraction = Double(value / total)
            return fraction.isNaN ? 0 : min(max(fraction, 0), 1)
        }
    }

    /// Shows the indicator.
    public func _update(_ node: ViewNode) { node.show(.control(.progress(fraction: fraction))) }
}
