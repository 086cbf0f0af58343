import Foundation
import SwiftUI
import Testing

/// `Path` and shapes by their documentation.
@MainActor
struct PathTests {
    private let rect = CGRect(x: 0, y: 0, width: 100, height: 50)

    private func expectEqual(_ left: CGRect, _ right: CGRect, location: SourceLocation = #_sourceLocation) {
        #expect(abs(left.minX - right.minX) < 0.01, sourceLocation: location)
        #expect(abs(left.minY - right.minY) < 0.01, sourceLocation: location)
        #expect(abs(left.width - right.width) < 0.01, sourceLocation: location)
        #expect(abs(left.height - right.height) < 0.01, sourceLocation: location)
    }

    @Test func `a new path is empty`() {
        #expect(Path().isEmpty)
        #expect(Path().currentPoint == nil)
        #expect(!Path(rect).isEmpty)
    }

    @Test func `the bounding rectangle encloses all points`() {
        let path = Path {
            $0.move(to: CGPoint(x: 10, y: 20))
            $0.addLine(to: CGPoint(x: 40, y: 5))
            $0.addLine(to: CGPoint(x: 30, y: 60))
        }
        expectEqual(path.boundingRect, CGRect(x: 10, y: 5, width: 30, height: 55))
    }

    @Test func `the bounding rectangle does not include control points of curves`() {
        let path = Path {
            $0.move(to: .zero)
            $0.addQuadCurve(to: CGPoint(x: 100, y: 0), control: CGPoint(x: 50, y: 100))
        }
        expectEqual(path.boundingRect, CGRect(x: 0, y: 0, width: 100, height: 50))
    }

    @Test func `the current point is the end of the last segment`() {
        let path = Path {
            $0.move(to: CGPoint(x: 1, y: 2))
            $0.addLine(to: CGPoint(x: 3, y: 4))
        }
        #expect(path.currentPoint == CGPoint(x: 3, y: 4))
    }

    @Test func `a path contains points inside of it`() {
        let path = Path(rect)
        #expect(path.contains(CGPoint(x: 50, y: 25)))
        #expect(!path.contains(CGPoint(x: 150, y: 25)))
        #expect(!path.contains(CGPoint(x: 50, y: -1)))
    }

    @Test func `the rule of even and odd excludes a part that is enclosed twice`() {
        var path = Path(CGRect(x: 0, y: 0, width: 100, height: 100))
        path.addRect(CGRect(x: 25, y: 25, width: 50, height: 50))
        #expect(path.contains(CGPoint(x: 50, y: 50), eoFill: false))
        #expect(!path.contains(CGPoint(x: 50, y: 50), eoFill: true))
        #expect(path.contains(CGPoint(x: 10, y: 10), eoFill: true))
    }

    @Test func `an ellipse is inside of its rectangle`() {
        let path = Path(ellipseIn: rect)
        expectEqual(path.boundingRect, rect)
        #expect(path.contains(CGPoint(x: 50, y: 25)))
        #expect(!path.contains(CGPoint(x: 2, y: 2)))
    }

    @Test func `trimming a path keeps the fractions between two points of it`() {
        let line = Path {
            $0.move(to: .zero)
            $0.addLine(to: CGPoint(x: 100, y: 0))
        }
        expectEqual(line.trimmedPath(from: 0.25, to: 0.75).boundingRect, CGRect(x: 25, y: 0, width: 50, height: 0))
    }

    @Test func `trimming nothing keeps the path`() {
        expectEqual(Path(rect).trimmedPath(from: 0, to: 1).boundingRect, rect)
    }

    @Test func `applying a transform moves the points`() {
        let moved = Path(rect).applying(CGAffineTransform(translationX: 10, y: 20))
        expectEqual(moved.boundingRect, rect.offsetBy(dx: 10, dy: 20))
        expectEqual(Path(rect).offsetBy(dx: 10, dy: 20).boundingRect, rect.offsetBy(dx: 10, dy: 20))
    }

    @Test func `a path can append another path with a transform`() {
        var path = Path(rect)
        path.addPath(Path(rect), transform: CGAffineTransform(translationX: 100, y: 0))
        expectEqual(path.boundingRect, CGRect(x: 0, y: 0, width: 200, height: 50))
    }

    @Test func `adding lines begins at the first point`() {
        var path = Path()
        path.addLines([CGPoint(x: 5, y: 5), CGPoint(x: 10, y: 5), CGPoint(x: 10, y: 15)])
        expectEqual(path.boundingRect, CGRect(x: 5, y: 5, width: 5, height: 10))
        #expect(path.currentPoint == CGPoint(x: 10, y: 15))
    }

    @Test func `the elements of a path are visited in order`() {
        var path = Path()
        path.move(to: CGPoint(x: 1, y: 1))
        path.addLine(to: CGPoint(x: 2, y: 2))
        path.closeSubpath()
        var elements: [Path.Element] = []
        path.forEach { elements.append($0) }
        #expect(elements == [.move(to: CGPoint(x: 1, y: 1)), .line(to: CGPoint(x: 2, y: 2)), .closeSubpath])
    }

    @Test func `a relative arc begins at its angle and has the radius`() {
        var path = Path()
        path.addRelativeArc(center: CGPoint(x: 50, y: 50), radius: 10, startAngle: .zero, delta: .degrees(180))
        #expect(abs((path.currentPoint?.x ?? 0) - 40) < 0.01)
        #expect(abs((path.currentPoint?.y ?? 0) - 50) < 0.01)
    }

    // MARK: Shapes

    @Test func `a rectangle fills the frame`() {
        expectEqual(Rectangle().path(in: rect).boundingRect, rect)
    }

    @Test func `the diameter of a circle is the smallest edge, and it is centered`() {
        expectEqual(Circle().path(in: rect).boundingRect, CGRect(x: 25, y: 0, width: 50, height: 50))
    }

    @Test func `an ellipse fills the frame`() {
        expectEqual(Ellipse().path(in: rect).boundingRect, rect)
    }

    @Test func `the corners of a capsule have half of the smallest edge as their radius`() {
        let path = Capsule(style: .circular).path(in: rect)
        expectEqual(path.boundingRect, rect)
        #expect(!path.contains(CGPoint(x: 4, y: 4)))
        #expect(path.contains(CGPoint(x: 25, y: 1)))
    }

    @Test func `a rounded rectangle cuts its corners`() {
        let path = RoundedRectangle(cornerRadius: 10).path(in: rect)
        expectEqual(path.boundingRect, rect)
        #expect(!path.contains(CGPoint(x: 1, y: 1)))
        #expect(path.contains(CGPoint(x: 10, y: 10)))
    }

    @Test func `a rectangle with uneven radii rounds the corners that have one`() {
        let path = UnevenRoundedRectangle(topLeadingRadius: 20).path(in: rect)
        #expect(!path.contains(CGPoint(x: 1, y: 1)))
        #expect(path.contains(CGPoint(x: 99, y: 49)))
    }

    @Test func `an inset shape is smaller on each side`() {
        expectEqual(Rectangle().inset(by: 10).path(in: rect).boundingRect, rect.insetBy(dx: 10, dy: 10))
    }

    @Test func `an offset shape is moved`() {
        expectEqual(Rectangle().offset(x: 5, y: 6).path(in: rect).boundingRect, rect.offsetBy(dx: 5, dy: 6))
    }

    @Test func `a scaled shape keeps its center by default`() {
        expectEqual(Rectangle().scale(0.5).path(in: rect).boundingRect, CGRect(x: 25, y: 12.5, width: 50, height: 25))
    }

    @Test func `a rotated shape turns around its center by default`() {
        let turned = Rectangle().rotation(.degrees(90)).path(in: rect).boundingRect
        expectEqual(turned, CGRect(x: 25, y: -25, width: 50, height: 100))
    }

    @Test func `a trimmed shape is a part of its path`() {
        struct Line: Shape {
            nonisolated func path(in rect: CGRect) -> Path {
                Path {
                    $0.move(to: CGPoint(x: rect.minX, y: rect.midY))
                    $0.addLine(to: CGPoint(x: rect.maxX, y: rect.midY))
                }
            }
        }
        expectEqual(Line().trim(to: 0.5).path(in: rect).boundingRect, CGRect(x: 0, y: 25, width: 50, height: 0))
    }

    @Test func `a type-erased shape has the path of the shape`() {
        #expect(AnyShape(Circle()).path(in: rect) == Circle().path(in: rect))
    }
}
