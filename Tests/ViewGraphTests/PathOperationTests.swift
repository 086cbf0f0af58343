import Foundation
import StrataTestSupport
import Testing

@testable import StrataViewGraph

struct PathOperationTests {
    private let square = Path(CGRect(x: 0, y: 0, width: 10, height: 10))
    private let other = Path(CGRect(x: 5, y: 5, width: 10, height: 10))

    /// Returns the area inside a path whose lines do not cross.
    private func area(_ path: Path) -> CGFloat {
        var sum: CGFloat = 0
        for line in path.polylines {
            for (index, a) in line.enumerated() {
                let b = line[(index + 1) % line.count]
                sum += (a.x * b.y - b.x * a.y) / 2
            }
        }
        return abs(sum)
    }

    private func isNear(_ value: CGFloat, _ expected: CGFloat, within tolerance: CGFloat = 0.1) -> Bool {
        abs(value - expected) < tolerance
    }

    @Test func `areas are combined`() {
        #expect(isNear(area(square.intersection(other)), 25))
        #expect(isNear(area(square.union(other)), 175))
        #expect(isNear(area(square.subtracting(other)), 75))
        #expect(isNear(area(square.symmetricDifference(other)), 150))
        #expect(square.subtracting(other).contains(CGPoint(x: 2, y: 8)))
        #expect(!square.subtracting(other).contains(CGPoint(x: 8, y: 8)))
    }

    @Test func `an area inside another one is a hole`() {
        let ring = Path(ellipseIn: CGRect(x: 0, y: 0, width: 100, height: 100))
            .subtracting(Path(ellipseIn: CGRect(x: 25, y: 25, width: 50, height: 50)))
        #expect(isNear(area(ring), .pi * 1875, within: 10))
        #expect(ring.contains(CGPoint(x: 10, y: 50)))
        #expect(!ring.contains(CGPoint(x: 50, y: 50)))
        #expect(!ring.contains(CGPoint(x: 50, y: 50), eoFill: true))
    }

    @Test func `equal, empty and touching areas are combined`() {
        #expect(square.subtracting(square).isEmpty)
        #expect(isNear(area(square.union(square)), 100))
        #expect(isNear(area(square.union(Path())), 100))
        #expect(square.intersection(Path()).isEmpty)
        let beside = Path(CGRect(x: 10, y: 2, width: 5, height: 5))
        #expect(isNear(area(square.union(beside)), 125))
        #expect(square.intersection(beside).isEmpty)
    }

    @Test func `the rule says whether the middle of a star is inside`() {
        let star = Path { path in
            let points = (0..<5).map { index in
                let angle = Double(index) * 4 * .pi / 5
                return CGPoint(x: 50 + 40 * sin(angle), y: 50 - 40 * cos(angle))
            }
            path.addLines(points)
            path.closeSubpath()
        }
        #expect(!star.normalized().contains(CGPoint(x: 50, y: 50)))
        #expect(star.normalized(eoFill: false).contains(CGPoint(x: 50, y: 50)))
        let box = Path(CGRect(x: 45, y: 45, width: 10, height: 10))
        #expect(star.intersection(box, eoFill: true).isEmpty)
        #expect(isNear(area(star.intersection(box)), 100))
    }

    @Test func `a line is divided at the outline`() {
        let line = Path { path in
            path.move(to: CGPoint(x: -5, y: 5))
            path.addLine(to: CGPoint(x: 20, y: 5))
        }
        let (left, right) = (CGPoint(x: 0, y: 5), CGPoint(x: 10, y: 5))
        #expect(line.lineIntersection(square).elements == [.move(to: left), .line(to: right)])
        #expect(
            line.lineSubtraction(square).elements == [
                .move(to: CGPoint(x: -5, y: 5)), .line(to: left), .move(to: right), .line(to: CGPoint(x: 20, y: 5)),
            ])
    }

    @Test func `coordinates that are not finite or too large do not trap`() {
        let path = Path { path in
            path.addLines([.zero, CGPoint(x: CGFloat.infinity, y: 0), CGPoint(x: 1e300, y: CGFloat.nan)])
            path.closeSubpath()
        }
        #expect(path.subtracting(square).contains(CGPoint(x: -1, y: -1)) == false)
    }

    @Test func `a combined shape is made for its rectangle`() {
        let shape = Rectangle().subtracting(Rectangle().scale(x: 0.5, y: 1))
        #expect(isNear(area(shape.path(in: CGRect(x: 0, y: 0, width: 20, height: 10))), 100))
        #expect(isNear(area(Circle().union(Rectangle()).path(in: CGRect(x: 0, y: 0, width: 20, height: 10))), 200))
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `areas of random paths add up`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func makePath() -> Path {
            func number(_ range: Range<Int>) -> CGFloat { CGFloat(Int.random(in: range, using: &random)) }
            if Bool.random(using: &random) {
                let origin = CGPoint(x: number(0..<50), y: number(0..<50))
                return Path(ellipseIn: CGRect(origin: origin, size: CGSize(width: number(5..<60), height: number(5..<60))))
            }
            let count = Int.random(in: 3..<8, using: &random)
            return Path { path in
                // On a coarse grid, so that many edges touch and overlap.
                path.addLines((0..<count).map { _ in CGPoint(x: number(0..<12) * 8, y: number(0..<12) * 8) })
                path.closeSubpath()
            }
        }
        let (first, second) = (makePath(), makePath())
        let (a, b) = (area(first.normalized(eoFill: false)), area(second.normalized(eoFill: false)))
        let (union, intersection) = (area(first.union(second)), area(first.intersection(second)))
        #expect(isNear(union + intersection, a + b, within: 0.2), "seed \(seed)")
        #expect(isNear(area(first.subtracting(second)) + intersection, a, within: 0.2), "seed \(seed)")
        #expect(isNear(area(first.symmetricDifference(second)), union - intersection, within: 0.2), "seed \(seed)")
    }
}
