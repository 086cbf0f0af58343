import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct ShapeTests {
    private struct Diagonal: Shape {
        func path(in rect: CGRect) -> Path {
            Path { path in
                path.move(to: CGPoint(x: rect.minX, y: rect.minY))
                path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
            }
        }
    }

    private func shapes(_ screen: Screen) -> [ShapeContent] {
        screen.all { _ in true }.compactMap { if case .drawing(.shape(let shape)) = $0.content { shape } else { nil } }
    }

    private func shape(_ view: some View) throws -> ShapeContent { try #require(shapes(Screen(view)).first) }

    private func line(to x: CGFloat, _ y: CGFloat) -> ShapeOutline {
        ShapeOutline(.path(Diagonal().path(in: CGRect(x: 0, y: 0, width: x, height: y))))
    }

    @Test func `a built-in shape needs no size`() throws {
        let shape = try shape(Circle().fill(.red))
        #expect(shape.outline == ShapeOutline(.circle))
        #expect(!shape.reportsSize)
        #expect(shape.layers == [ShapeLayer(paint: ShapePaint(.red))])
    }

    @Test func `a shape of an app is drawn once its size is reported`() throws {
        let screen = Screen(Diagonal().stroke(.red, lineWidth: 2))
        #expect(shapes(screen).map(\.outline) == [nil])
        #expect(shapes(screen).map(\.reportsSize) == [true])
        screen.send(ResizeEvent(width: 30, height: 20), to: screen.root.children.first)
        #expect(shapes(screen).map(\.outline) == [line(to: 30, 20)])
    }

    @Test func `a shape of an app in a fixed frame is drawn at once`() throws {
        let shape = try shape(Diagonal().frame(width: 30, height: 20))
        #expect(shape.outline == line(to: 30, 20))
        #expect(!shape.reportsSize)
    }

    @Test func `shapes and colors grow along both axes`() throws {
        #expect(try #require(Screen(Color.red).root.children.first).growth == .both)
        #expect(try #require(Screen(Circle().frame(height: 4)).root.children.first).growth == .horizontal)
    }

    @Test func `a border is a line inside the edge`() throws {
        let shape = try shape(RoundedRectangle(cornerRadius: 8).strokeBorder(.blue, lineWidth: 4))
        var outline = ShapeOutline(.rectangle(corner: CGSize(width: 8, height: 8)))
        outline.inset = 2
        #expect(shape.outline == outline)
        #expect(shape.layers.map(\.stroke) == [StrokeStyle(lineWidth: 4)])
    }

    @Test func `a trimmed circle is a dash, and filled a path`() throws {
        #expect(try shape(Circle().trim(from: 0.25, to: 0.5).stroke(.red)).outline?.trim == 0.25...0.5)
        #expect(try shape(Circle().trim(from: 0.25, to: 0.5).fill(.red)).outline == nil)
    }

    @Test func `a line is a shape that is filled`() throws {
        #expect(try shape(Circle().stroke(lineWidth: 3).fill(.red)).layers.map(\.stroke) == [StrokeStyle(lineWidth: 3)])
        #expect(try shape(Circle().stroke(lineWidth: 3)).layers.map(\.paint) == [ShapePaint(.primary)])
    }

    @Test func `shapes have the foreground style, and levels of it`() throws {
        #expect(try shape(Circle().foregroundStyle(.red)).layers.map(\.paint) == [ShapePaint(.red)])
        #expect(try shape(Circle().foregroundColor(.blue)).layers.map(\.paint) == [ShapePaint(.blue)])
        #expect(try shape(Circle().fill(.secondary)).layers.map(\.paint.color) == [.secondary])
        #expect(
            try shape(Circle().fill(.secondary).foregroundStyle(.red)).layers.map(\.paint) == [ShapePaint(.red).opacity(0.62)])
        #expect(try shape(Circle().fill(.secondary).foregroundStyle(.red, .green)).layers.map(\.paint) == [ShapePaint(.green)])
    }

    private struct Alarm: ShapeStyle {
        func resolve(in environment: EnvironmentValues) -> Color { environment.isEnabled ? .red : .gray }
    }

    @Test func `a style of an app is resolved in the environment`() throws {
        #expect(try shape(Circle().fill(Alarm())).layers.map(\.paint) == [ShapePaint(.red)])
        #expect(try shape(Circle().fill(Alarm()).disabled(true)).layers.map(\.paint) == [ShapePaint(.gray)])
    }

    @Test func `gradient text keeps the first color for hosts without gradients`() throws {
        let gradient = LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
        let screen = Screen(Text("a").foregroundStyle(gradient))
        guard case .text(let text)? = screen.root.children.first?.content else {
            Issue.record("There is no text.")
            return
        }
        #expect(text.style.color == .red)
        #expect(text.style.paint != nil)
    }

    @Test func `colors have equal components in every way to make them`() {
        #expect(Color(hue: 0, saturation: 1, brightness: 1) == Color(red: 1, green: 0, blue: 0))
        #expect(Color(hue: 1.0 / 3, saturation: 1, brightness: 1) == Color(red: 0, green: 1, blue: 0))
        #expect(Color(hue: 0.5, saturation: 0, brightness: 0.5) == Color(white: 0.5))
        #expect(Color(.sRGBLinear, white: 1) == Color(white: 1))
        #expect(Color(.sRGBLinear, white: 0) == Color(white: 0))
    }

    @Test func `trimming a trimmed circle trims what is left of it`() {
        #expect(Circle().trim(from: 0.25, to: 0.75).trim(from: 0.5, to: 1)._outline?.trim == 0.5...0.75)
        #expect(Circle().trim(to: 0.5).trim(to: 0.5)._outline?.trim == 0...0.25)
        #expect(Circle().trim(from: 0.75).trim(from: 0.5, to: 0.25)._outline?.trim == 0.875...0.875)
    }
}
