import Foundation

// The operations on areas approximate curves by polylines, as measuring does; their results consist
// of straight lines.
extension Path {
    /// Returns the outline of the area that is inside both paths.
    ///
    /// - Parameters:
    ///   - other: The other path.
    ///   - eoFill: Whether the even-odd rule says what is inside, rather than the winding rule.
    public func intersection(_ other: Path, eoFill: Bool = false) -> Path {
        combined(with: other, eoFill) { $0 && $1 }
    }

    /// Returns the outline of the area that is inside one of the paths or both.
    ///
    /// - Parameters:
    ///   - other: The other path.
    ///   - eoFill: Whether the even-odd rule says what is inside, rather than the winding rule.
    public func union(_ other: Path, eoFill: Bool = false) -> Path { combined(with: other, eoFill) { $0 || $1 } }

    /// Returns the outline of the area that is inside this path and outside the other.
    ///
    /// - Parameters:
    ///   - other: The other path.
    ///   - eoFill: Whether the even-odd rule says what is inside, rather than the winding rule.
    public func subtracting(_ other: Path, eoFill: Bool = false) -> Path { combined(with: other, eoFill) { $0 && !$1 } }

    /// Returns the outline of the area that is inside exactly one of the paths.
    ///
    /// - Parameters:
    ///   - other: The other path.
    ///   - eoFill: Whether the even-odd rule says what is inside, rather than the winding rule.
    public func symmetricDifference(_ other: Path, eoFill: Bool = false) -> Path { combined(with: other, eoFill) { $0 != $1 } }

    /// Returns the outline of the area inside the path. It does not cross itself.
    ///
    /// - Parameter eoFill: Whether the even-odd rule says what is inside, rather than the winding rule.
    public func normalized(eoFill: Bool = true) -> Path {
        let outline = PathArrangement.Outline(self, isEvenOdd: eoFill)
        return PathArrangement.outline(of: [outline]) { $0[0] }
    }

    /// Returns the parts of the path's line that are inside another path.
    ///
    /// - Parameters:
    ///   - other: The other path.
    ///   - eoFill: Whether the even-odd rule says what is inside the other path, rather than the
    ///     winding rule.
    public func lineIntersection(_ other: Path, eoFill: Bool = false) -> Path { line(other, eoFill, isInside: true) }

    /// Returns the parts of the path's line that are outside another path.
    ///
    /// - Parameters:
    ///   - other: The other path.
    ///   - eoFill: Whether the even-odd rule says what is inside the other path, rather than the
    ///     winding rule.
    public func lineSubtraction(_ other: Path, eoFill: Bool = false) -> Path { line(other, eoFill, isInside: false) }

    private func combined(with other: Path, _ eoFill: Bool, _ combine: (Bool, Bool) -> Bool) -> Path {
        let first = PathArrangement.Outline(self, isEvenOdd: eoFill)
        let second = PathArrangement.Outline(other, isEvenOdd: eoFill)
        return PathArrangement.outline(of: [first, second]) { combine($0[0], $0[1]) }
    }

    private func line(_ other: Path, _ eoFill: Bool, isInside: Bool) -> Path {
        let outline = PathArrangement.Outline(other, isEvenOdd: eoFill)
        var path = Path()
        for line in polylines {
            var end: PathArrangement.GridPoint?
            let edges = PathArrangement.edges(line, isClosed: false)
            for edge in PathArrangement.divide(edges, at: outline.edges) where outline.contains(edge.middle) == isInside {
                if edge.from != end { path.move(to: edge.from.point) }
                path.addLine(to: edge.to.point)
                end = edge.to
            }
        }
        return path
    }
}

/// A shape that is made of two others.
private struct CombinedShape<First: Shape, Second: Shape>: Shape {
    var first: First
    var second: Second
    let combine: @Sendable (Path, Path) -> Path

    var animatableData: AnimatablePair<First.AnimatableData, Second.AnimatableData> {
        get { AnimatablePair(first.animatableData, second.animatableData) }
        set { (first.animatableData, second.animatableData) = (newValue.first, newValue.second) }
    }

    func path(in rect: CGRect) -> Path { combine(first.path(in: rect), second.path(in: rect)) }
}

// Curves are approximated; see the same operations of `Path`.
extension Shape {
    /// Returns the area that is inside both shapes.
    nonisolated public func intersection<T: Shape>(_ other: T, eoFill: Bool = false) -> some Shape {
        CombinedShape(first: self, second: other) { $0.intersection($1, eoFill: eoFill) }
    }

    /// Returns the area that is inside one of the shapes or both.
    nonisolated public func union<T: Shape>(_ other: T, eoFill: Bool = false) -> some Shape {
        CombinedShape(first: self, second: other) { $0.union($1, eoFill: eoFill) }
    }

    /// Returns the area that is inside this shape and outside the other.
    nonisolated public func subtracting<T: Shape>(_ other: T, eoFill: Bool = false) -> some Shape {
        CombinedShape(first: self, second: other) { $0.subtracting($1, eoFill: eoFill) }
    }

    /// Returns the area that is inside exactly one of the shapes.
    nonisolated public func symmetricDifference<T: Shape>(_ other: T, eoFill: Bool = false) -> some Shape {
        CombinedShape(first: self, second: other) { $0.symmetricDifference($1, eoFill: eoFill) }
    }

    /// Returns the parts of the shape's line that are inside another shape.
    nonisolated public func lineIntersection<T: Shape>(_ other: T, eoFill: Bool = false) -> some Shape {
        CombinedShape(first: self, second: other) { $0.lineIntersection($1, eoFill: eoFill) }
    }

    /// Returns the parts of the shape's line that are outside another shape.
    nonisolated public func lineSubtraction<T: Shape>(_ other: T, eoFill: Bool = false) -> some Shape {
        CombinedShape(first: self, second: other) { $0.lineSubtraction($1, eoFill: eoFill) }
    }
}
