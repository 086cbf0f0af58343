import Foundation
import Testing

@testable import StrataViewGraph

struct PathTests {
    private let square = Path(CGRect(x: 0, y: 0, width: 10, height: 10))

    private func isNear(_ rect: CGRect, _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> Bool {
        let pairs = [(rect.minX, x), (rect.minY, y), (rect.width, width), (rect.height, height)]
        return pairs.allSatisfy { abs($0 - $1) < 0.01 }
    }

    @Test func `a path that starts with a line starts at the origin`() {
        var path = Path()
        path.addLine(to: CGPoint(x: 3, y: 4))
        #expect(path.elements == [.move(to: .zero), .line(to: CGPoint(x: 3, y: 4))])
        #expect(path.currentPoint == CGPoint(x: 3, y: 4))
    }

    @Test func `a closed subpath ends where it started`() {
        #expect(square.currentPoint == .zero)
    }

    @Test func `an ellipse fills its rectangle`() {
        #expect(isNear(Path(ellipseIn: CGRect(x: 5, y: 6, width: 20, height: 8)).boundingRect, 5, 6, 20, 8))
    }

    @Test func `an arc without clockwise goes down from the right`() {
        let path = Path { $0.addArc(center: .zero, radius: 10, startAngle: .zero, endAngle: .degrees(90), clockwise: false) }
        #expect(isNear(path.boundingRect, 0, 0, 10, 10))
    }

    @Test func `a clockwise arc goes the other way around`() {
        let path = Path { $0.addArc(center: .zero, radius: 10, startAngle: .zero, endAngle: .degrees(90), clockwise: true) }
        #expect(isNear(path.boundingRect, -10, -10, 20, 20))
    }

    @Test func `a fraction that is not a number trims everything`() {
        #expect(Circle().trim(from: 0, to: .nan)._outline?.trim == 0...0)
        #expect(Circle().trim(from: 0, to: .nan).path(in: CGRect(x: 0, y: 0, width: 10, height: 10)).isEmpty)
    }

    @Test func `half of a square is its first two sides`() {
        #expect(isNear(square.trimmedPath(from: 0, to: 0.5).boundingRect, 0, 0, 10, 10))
        #expect(isNear(square.trimmedPath(from: 0, to: 0.25).boundingRect, 0, 0, 10, 0))
        #expect(isNear(square.trimmedPath(from: 0.25, to: 0.375).boundingRect, 10, 0, 0, 5))
        #expect(square.trimmedPath(from: 0.5, to: 0.5).isEmpty)
        #expect(square.trimmedPath(from: 0, to: 1) == square)
    }

    @Test func `a quarter of a circle is a quarter of its length`() {
        let circle = Path(ellipseIn: CGRect(x: -10, y: -10, width: 20, height: 20))
        #expect(isNear(circle.trimmedPath(from: 0, to: 0.25).boundingRect, 0, 0, 10, 10))
    }

    @Test func `a point is inside by its winding number`() {
        var path = square
        path.addRect(CGRect(x: 2, y: 2, width: 6, height: 6))
        #expect(path.contains(CGPoint(x: 5, y: 5)))
        #expect(!path.contains(CGPoint(x: 5, y: 5), eoFill: true))
        #expect(path.contains(CGPoint(x: 1, y: 1), eoFill: true))
        #expect(!path.contains(CGPoint(x: 11, y: 5)))
    }

    @Test func `a rotation around the center keeps a circle`() {
        let rect = CGRect(x: 0, y: 0, width: 10, height: 10)
        #expect(isNear(Circle().rotation(.degrees(30)).path(in: rect).boundingRect, 0, 0, 10, 10))
        #expect(isNear(Rectangle().scale(0.5).path(in: rect).boundingRect, 2.5, 2.5, 5, 5))
        #expect(isNear(Rectangle().offset(x: 3, y: 4).path(in: rect).boundingRect, 3, 4, 10, 10))
        #expect(isNear(RoundedRectangle(cornerRadius: 3).inset(by: 2).path(in: rect).boundingRect, 2, 2, 6, 6))
    }
}
