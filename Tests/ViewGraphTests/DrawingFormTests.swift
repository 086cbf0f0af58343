import Foundation
import Testing

@testable import StrataViewGraph

/// Angles, transforms, and the short forms of shapes.
@MainActor
struct DrawingFormTests {
    private let rect = CGRect(x: 10, y: 20, width: 40, height: 20)

    private func isNear(_ point: CGPoint, _ x: CGFloat, _ y: CGFloat) -> Bool {
        abs(point.x - x) < 0.001 && abs(point.y - y) < 0.001
    }

    private func shapes(_ view: some View) -> [ShapeContent] {
        Screen(view).all { _ in true }.compactMap { if case .drawing(.shape(let shape)) = $0.content { shape } else { nil } }
    }

    // MARK: Angles

    @Test func `angles are added, subtracted and scaled`() {
        let (right, straight) = (Angle(radians: 1.5), Angle(radians: 3))
        #expect(straight - right == right)
        #expect(-right == Angle(radians: -1.5))
        #expect(right * 2 == straight)
        #expect(2 * right == straight)
        #expect(straight / 2 == right)
        var angle = straight
        angle -= right
        #expect(angle == right)
        angle.animatableData = 3
        #expect(angle == straight)
    }

    // MARK: Transforms

    @Test func `a transform is preceded by a translation, a scale or a rotation`() {
        let scale = CGAffineTransform(scaleX: 2, y: 3)
        #expect(isNear(CGPoint(x: 1, y: 1).applying(scale.translatedBy(x: 10, y: 20)), 22, 63))
        let move = CGAffineTransform(translationX: 10, y: 20)
        #expect(isNear(CGPoint(x: 1, y: 1).applying(move.scaledBy(x: 2, y: 3)), 12, 23))
        #expect(isNear(CGPoint(x: 1, y: 0).applying(move.rotated(by: .pi / 2)), 10, 21))
    }

    // MARK: Derived shapes

    @Test func `a shape is moved by a size or a point`() {
        #expect(Rectangle().offset(CGSize(width: 3, height: 4)).path(in: rect).boundingRect == rect.offsetBy(dx: 3, dy: 4))
        #expect(Rectangle().offset(CGPoint(x: 3, y: 4)).path(in: rect).boundingRect == rect.offsetBy(dx: 3, dy: 4))
        #expect(Rectangle().offset(CGSize(width: 3, height: 4))._outline?.offset == CGSize(width: 3, height: 4))
    }

    @Test func `a shape of a fixed size ignores the size of its space`() {
        #expect(Rectangle().size(CGSize(width: 7, height: 8)).path(in: rect).boundingRect.size == CGSize(width: 7, height: 8))
        #expect(Rectangle().size(width: 7, height: 8).path(in: rect).boundingRect.size == CGSize(width: 7, height: 8))
    }

    @Test func `the offset and the angle of a shape are animated`() {
        var moved = Rectangle().offset(x: 1, y: 2)
        moved.animatableData.second = AnimatablePair(5, 6)
        #expect(moved.offset == CGSize(width: 5, height: 6))
        var turned = Rectangle().rotation(.degrees(90), anchor: .top)
        turned.animatableData.second = AnimatablePair(2, AnimatablePair(0, 1))
        #expect(turned.angle == .radians(2))
        #expect(turned.anchor == .bottomLeading)
    }

    @Test func `a path is a shape that ignores the size of its space`() {
        let path = Path(CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect(path.path(in: rect) == path)
    }

    @Test func `the line of a shape is cut by another shape`() {
        let space = CGRect(x: 0, y: 0, width: 10, height: 10)
        let line = Path { path in
            path.move(to: CGPoint(x: 0, y: 5))
            path.addLine(to: CGPoint(x: 20, y: 5))
        }
        let inside = line.lineIntersection(Rectangle()).path(in: space).boundingRect
        #expect(abs(inside.minX) < 0.01)
        #expect(abs(inside.maxX - 10) < 0.01)
        let outside = line.lineSubtraction(Rectangle()).path(in: space).boundingRect
        #expect(abs(outside.minX - 10) < 0.01)
        #expect(abs(outside.maxX - 20) < 0.01)
    }

    @Test func `shapes with their edges moved inward are smaller`() {
        func isNear(_ bounds: CGRect, _ expected: CGRect) -> Bool {
            abs(bounds.minX - expected.minX) < 0.01 && abs(bounds.maxY - expected.maxY) < 0.01
        }
        let smaller = rect.insetBy(dx: 3, dy: 3)
        #expect(isNear(Ellipse().inset(by: 3).path(in: rect).boundingRect, smaller))
        let uneven = UnevenRoundedRectangle(topLeadingRadius: 8)
        #expect(isNear(uneven.inset(by: 3).path(in: rect).boundingRect, smaller))
    }

    // MARK: Paths

    @Test func `several rectangles are added to a path`() {
        var path = Path()
        path.addRects(
            [CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 5, y: 5, width: 1, height: 1)],
            transform: CGAffineTransform(scaleX: 2, y: 2))
        #expect(path.boundingRect == CGRect(x: 0, y: 0, width: 12, height: 12))
        #expect(path.contains(CGPoint(x: 11, y: 11)))
        #expect(!path.contains(CGPoint(x: 5, y: 5)))
    }

    @Test func `an arc between two tangents rounds their corner`() throws {
        var path = Path()
        path.move(to: .zero)
        path.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
        guard path.elements.count == 3, case .line(let start) = path.elements[1] else {
            Issue.record("The path is no line and a curve: \(path.elements)")
            return
        }
        #expect(isNear(start, 6, 0))
        #expect(isNear(try #require(path.currentPoint), 10, 4))
        // The middle of the arc has the distance of the radius from its center.
        let middle = try #require(path.trimmedPath(from: 0.5 + 0.5 * 6 / 12.28, to: 1).elements.first)
        guard case .move(let point) = middle else { return }
        let distance = hypot(point.x - 6, point.y - 4)
        #expect(abs(distance - 4) < 0.05)
    }

    // MARK: Lines and short forms

    @Test func `a line has the style and the width of its modifier`() {
        let style = StrokeStyle(lineWidth: 3, dash: [1, 2])
        #expect(shapes(Circle().stroke(.red, style: style)).flatMap(\.layers).map(\.stroke) == [style])
        #expect(shapes(Circle().stroke(.red, style: style, antialiased: false)).flatMap(\.layers).map(\.stroke) == [style])
        #expect(shapes(Circle().stroke(.red)).flatMap(\.layers).map(\.stroke) == [StrokeStyle(lineWidth: 1)])
        #expect(shapes(Circle().stroke(.red, lineWidth: 5)).flatMap(\.layers).map(\.stroke) == [StrokeStyle(lineWidth: 5)])
    }

    @Test func `a border without a style has the foreground style`() {
        let style = StrokeStyle(lineWidth: 6, dash: [1, 2])
        let byStyle = shapes(Circle().strokeBorder(style: style).foregroundStyle(.green))
        #expect(byStyle.map(\.outline?.inset) == [3])
        #expect(byStyle.flatMap(\.layers).map(\.stroke) == [style])
        #expect(byStyle.flatMap(\.layers).map(\.paint) == [ShapePaint(.green)])
        let byWidth = shapes(Circle().strokeBorder(lineWidth: 4).foregroundStyle(.green))
        #expect(byWidth.map(\.outline?.inset) == [2])
        #expect(byWidth.flatMap(\.layers).map(\.paint) == [ShapePaint(.green)])
    }

    @Test func `the short forms of shapes are the shapes`() {
        func path(_ shape: some Shape) -> Path { shape.path(in: rect) }
        let corner = CGSize(width: 4, height: 6)
        #expect(path(.rect(cornerSize: corner)) == path(RoundedRectangle(cornerSize: corner)))
        let radii = RectangleCornerRadii(topLeading: 1, bottomLeading: 2, bottomTrailing: 3, topTrailing: 4)
        #expect(path(.rect(cornerRadii: radii)) == path(UnevenRoundedRectangle(cornerRadii: radii)))
        #expect(
            path(.rect(topLeadingRadius: 1, bottomLeadingRadius: 2, bottomTrailingRadius: 3, topTrailingRadius: 4))
                == path(UnevenRoundedRectangle(cornerRadii: radii)))
        #expect(path(.ellipse) == path(Ellipse()))
        #expect(path(.capsule(style: .circular)) == path(Capsule(style: .circular)))
    }

    @Test func `a view is scaled by a size, and masked by a shape`() {
        let screen = Screen(Text("a").scaleEffect(CGSize(width: 2, height: 3), anchor: .top))
        let effects = screen.all { $0 == .layout(.box(.effect(.scale(x: 2, y: 3, anchor: .top)))) }
        #expect(effects.count == 1)
        #expect(effects.map { screen.texts(of: $0) } == [["a"]])
        let byMask = Screen(Text("a").frame(width: 9, height: 9).mask(Circle())).root.children.map(\.content)
        let byClip = Screen(Text("a").frame(width: 9, height: 9).clipShape(Circle())).root.children.map(\.content)
        #expect(byMask == byClip)
    }
}
