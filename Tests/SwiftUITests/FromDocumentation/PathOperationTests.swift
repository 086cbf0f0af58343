import Foundation
import SwiftUI
import Testing

/// The operations of paths, by areas that are computed by hand.
struct PathOperationTests {
    private let square = Path(CGRect(x: 0, y: 0, width: 10, height: 10))
    private let shifted = Path(CGRect(x: 5, y: 5, width: 10, height: 10))

    /// Returns the area of a path in the square from -5 to 25, by a grid of points.
    private func area(_ path: Path, eoFill: Bool = false) -> Double {
        let count = 90
        let step = 30.0 / Double(count)
        var hits = 0
        for row in 0..<count {
            for column in 0..<count {
                // Off the edges of the paths.
                let point = CGPoint(x: -5 + (Double(column) + 0.47) * step, y: -5 + (Double(row) + 0.53) * step)
                if path.contains(point, eoFill: eoFill) { hits += 1 }
            }
        }
        return Double(hits) * step * step
    }

    private func isClose(_ a: Double, _ b: Double, within tolerance: Double) -> Bool { abs(a - b) <= tolerance }

    private func moves(_ path: Path) -> Int {
        var count = 0
        path.forEach { if case .move = $0 { count += 1 } }
        return count
    }

    @Test func `a union is filled where either path is`() {
        #expect(isClose(area(square.union(shifted)), 175, within: 0.5))
    }

    @Test func `an intersection is filled where both paths are`() {
        #expect(isClose(area(square.intersection(shifted)), 25, within: 0.5))
        #expect(square.intersection(shifted).boundingRect == CGRect(x: 5, y: 5, width: 5, height: 5))
    }

    @Test func `a difference is filled where the first path is and the other is not`() {
        #expect(isClose(area(square.subtracting(shifted)), 75, within: 0.5))
        #expect(isClose(area(shifted.subtracting(square)), 75, within: 0.5))
    }

    @Test func `a symmetric difference is filled where exactly one path is`() {
        #expect(isClose(area(square.symmetricDifference(shifted)), 150, within: 0.5))
    }

    @Test func `the intersection of two disks is a lens`() {
        let first = Path(ellipseIn: CGRect(x: -5, y: 0, width: 20, height: 20))
        let second = Path(ellipseIn: CGRect(x: 5, y: 0, width: 20, height: 20))
        // 2r²·acos(d / 2r) - d/2·√(4r² - d²) for the radius 10 and the distance 10.
        #expect(isClose(area(first.intersection(second)), 122.84, within: 1.5))
    }

    @Test func `a disk without a smaller one is a ring`() {
        let disk = Path(ellipseIn: CGRect(x: 0, y: 0, width: 20, height: 20))
        let hole = Path(ellipseIn: CGRect(x: 5, y: 5, width: 10, height: 10))
        let ring = disk.subtracting(hole)
        #expect(isClose(area(ring), .pi * 75, within: 2.5))
        #expect(!ring.contains(CGPoint(x: 10, y: 10)))
        #expect(ring.contains(CGPoint(x: 2, y: 10)))
    }

    @Test func `operands are filled by the even-odd rule if it is requested`() {
        var nested = Path()
        nested.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
        nested.addRect(CGRect(x: 2, y: 2, width: 6, height: 6))
        let all = Path(CGRect(x: -5, y: -5, width: 30, height: 30))
        #expect(isClose(area(nested.intersection(all, eoFill: true)), 64, within: 0.5))
        #expect(isClose(area(nested.intersection(all)), 100, within: 0.5))
    }

    @Test func `paths that do not overlap have an empty intersection`() {
        let far = Path(CGRect(x: 20, y: 20, width: 2, height: 2))
        #expect(square.intersection(far).isEmpty)
        #expect(isClose(area(square.subtracting(far)), 100, within: 0.5))
    }

    @Test func `a line intersection is the part of the line inside the other path`() {
        var line = Path()
        line.move(to: CGPoint(x: -10, y: 5))
        line.addLine(to: CGPoint(x: 20, y: 5))
        let inside = line.lineIntersection(square)
        #expect(isClose(inside.boundingRect.minX, 0, within: 0.01))
        #expect(isClose(inside.boundingRect.maxX, 10, within: 0.01))
    }

    @Test func `a line subtraction is the parts of the line outside the other path`() {
        var line = Path()
        line.move(to: CGPoint(x: -10, y: 5))
        line.addLine(to: CGPoint(x: 20, y: 5))
        let outside = line.lineSubtraction(square)
        #expect(moves(outside) == 2)
        #expect(isClose(outside.boundingRect.width, 30, within: 0.01))
    }

    @Test func `operations of shapes use their paths in the same rectangle`() {
        let shape = Rectangle().subtracting(Circle())
        let path = shape.path(in: CGRect(x: 0, y: 0, width: 20, height: 20))
        #expect(isClose(area(path), 400 - .pi * 100, within: 2.5))
    }

    @Test func `a trimmed path is the part between two fractions of its length`() {
        var line = Path()
        line.move(to: .zero)
        line.addLine(to: CGPoint(x: 10, y: 0))
        line.addLine(to: CGPoint(x: 10, y: 10))
        let trimmed = line.trimmedPath(from: 0.25, to: 0.75)
        #expect(isClose(trimmed.boundingRect.minX, 5, within: 0.01))
        #expect(isClose(trimmed.boundingRect.maxY, 5, within: 0.01))
    }
}
