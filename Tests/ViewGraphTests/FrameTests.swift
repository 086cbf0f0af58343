import Foundation
import Testing

@testable import StrataViewGraph

/// The frames of views in coordinate spaces, which the host reports.
@MainActor
struct FrameTests {
    private func describe(_ frame: CGRect) -> String {
        "\(Int(frame.minX)) \(Int(frame.minY)) \(Int(frame.width)) \(Int(frame.height))"
    }

    /// The elements whose frames the host reports, from outside to inside, and whether it reports
    /// their locations.
    private func measured(_ screen: Screen) -> [(element: Screen.Item, isLocated: Bool)] {
        let elements = screen.all { content in
            switch content {
            case .layout(.geometry), .layout(.box(.measured)), .layout(.scroll): true
            default: false
            }
        }
        return elements.map { element in
            switch element.content {
            case .layout(.geometry(let isLocated)), .layout(.box(.measured(let isLocated))): (element, isLocated)
            case .layout(.scroll(let scroll)): (element, scroll.reportsLocation)
            default: (element, false)
            }
        }
    }

    @Test func `the location is reported once a body has asked for it`() throws {
        let plain = Screen(GeometryReader { Text(describe($0.frame(in: .local))) })
        plain.send(ResizeEvent(width: 10, height: 20), to: measured(plain)[0].element)
        #expect(plain.texts == ["0 0 10 20"])
        #expect(!measured(plain)[0].isLocated)

        let screen = Screen(GeometryReader { Text(describe($0.frame(in: .global))) })
        screen.send(ResizeEvent(width: 10, height: 20), to: measured(screen)[0].element)
        #expect(screen.texts == ["0 0 10 20"])
        #expect(measured(screen)[0].isLocated)
        screen.send(ResizeEvent(width: 10, height: 20, x: 7, y: -3), to: measured(screen)[0].element)
        #expect(screen.texts == ["7 -3 10 20"])
        screen.send(ResizeEvent(width: 10, height: 20, x: 7, y: -30), to: measured(screen)[0].element)
        #expect(screen.texts == ["7 -30 10 20"])
    }

    @Test func `a named space is that of the nearest view with the name`() {
        let screen = Screen(
            VStack {
                GeometryReader { proxy in
                    Text(describe(proxy.frame(in: .named("space"))))
                    Text(describe(proxy.frame(in: .named("other"))))
                    Text(proxy.bounds(of: .named("space")).map(describe) ?? "unknown")
                }
            }
            .coordinateSpace(.named("space"))
            .padding()
            .coordinateSpace(.named("space")))
        let elements = measured(screen)
        #expect(elements.map(\.isLocated) == [true, true, false])
        screen.send(ResizeEvent(width: 300, height: 300, x: 1, y: 1), to: elements[0].element)
        screen.send(ResizeEvent(width: 200, height: 100, x: 10, y: 20), to: elements[1].element)
        screen.send(ResizeEvent(width: 50, height: 40), to: elements[2].element)
        screen.send(ResizeEvent(width: 50, height: 40, x: 15, y: 60), to: elements[2].element)
        // A name that no view has is the window's.
        #expect(screen.texts == ["5 40 50 40", "15 60 50 40", "-5 -40 200 100"])
    }

    @Test func `the space of a scroll view stays while its content moves`() {
        let screen = Screen(
            ScrollView {
                GeometryReader { Text(describe($0.frame(in: .scrollView))) }
            })
        #expect(measured(screen).map(\.isLocated) == [false, false])
        screen.send(ResizeEvent(width: 50, height: 40), to: measured(screen)[1].element)
        #expect(measured(screen).map(\.isLocated) == [true, true])
        screen.send(ResizeEvent(width: 100, height: 100, x: 5, y: 5), to: measured(screen)[0].element)
        screen.send(ResizeEvent(width: 50, height: 40, x: 5, y: 25), to: measured(screen)[1].element)
        #expect(screen.texts == ["0 20 50 40"])
        screen.send(ResizeEvent(width: 50, height: 40, x: 5, y: -15), to: measured(screen)[1].element)
        #expect(screen.texts == ["0 -20 50 40"])
    }

    private final class Calls {
        var values: [CGFloat] = []
    }

    @Test func `a change of the location is reported with the first location`() {
        let calls = Calls()
        let screen = Screen(
            Text("a").onGeometryChange(for: CGFloat.self, of: { $0.frame(in: .global).minY }) { calls.values.append($0) })
        screen.send(ResizeEvent(width: 50, height: 40), to: measured(screen)[0].element)
        #expect(calls.values == [])
        #expect(measured(screen)[0].isLocated)
        screen.send(ResizeEvent(width: 50, height: 40, x: 0, y: 0), to: measured(screen)[0].element)
        screen.send(ResizeEvent(width: 50, height: 40, x: 9, y: 0), to: measured(screen)[0].element)
        screen.send(ResizeEvent(width: 50, height: 40, x: 9, y: -8), to: measured(screen)[0].element)
        #expect(calls.values == [0, -8])
    }

    private struct Board: View {
        let calls: Points

        var body: some View {
            Text("piece")
                .gesture(
                    DragGesture(minimumDistance: 0, coordinateSpace: .named("board")).onChanged {
                        calls.values.append($0.location)
                    }
                )
                .onContinuousHover(coordinateSpace: .named("board")) {
                    if case .active(let point) = $0 { calls.values.append(point) }
                }
                .coordinateSpace(.named("board"))
        }
    }

    private final class Points {
        var values: [CGPoint] = []
    }

    @Test func `gestures and hovering have locations in a named space`() throws {
        let calls = Points()
        let screen = Screen(Board(calls: calls))
        screen.send(ResizeEvent(width: 100, height: 100, x: 30, y: 40), to: measured(screen)[0].element)
        let text = try #require(screen.all { if case .text = $0 { true } else { false } }.first)
        screen.send(GestureEvent(phase: .began, x: 35, y: 50, startX: 35, startY: 50, originX: 32, originY: 42), to: text)
        screen.send(HoverEvent(isInside: true, x: 1, y: 2, originX: 32, originY: 42), to: text)
        #expect(calls.values == [CGPoint(x: 5, y: 10), CGPoint(x: 3, y: 4)])
    }

    @Test(arguments: [
        #"{"width":1,"height":1,"x":1e9,"y":0}"#, #"{"width":1,"height":1,"x":0,"y":"0"}"#,
        #"{"width":-1,"height":1,"x":0,"y":0}"#,
    ])
    func `a frame that no page has is refused`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ResizeEvent.self, from: Data(json.utf8)) }
    }
}
