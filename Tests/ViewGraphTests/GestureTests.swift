import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct GestureTests {
    private func gestures(_ screen: Screen, _ text: String) -> Screen.Item? {
        screen.find { screen.texts(of: $0) == [text] && !$0.traits.interaction.gestures.isEmpty }
    }

    @Test func `taps run the action of the gesture that was recognized`() {
        var log: [String] = []
        let screen = Screen(
            Text("tap").onTapGesture(count: 2) { log.append("double") }.onTapGesture { log.append("single") })
        let text = gestures(screen, "tap")
        #expect(text?.traits.interaction.gestures.map(\.primitive) == [.tap(count: 1), .tap(count: 2)])
        screen.send(GestureEvent(gesture: 0), to: text)
        screen.send(GestureEvent(gesture: 1), to: text)
        #expect(log == ["single", "double"])
    }

    @Test func `a tap has its location in the view or the window`() {
        var locations: [CGPoint] = []
        let screen = Screen(
            VStack {
                Text("local").onTapGesture { locations.append($0) }
                Text("global").onTapGesture(coordinateSpace: .global) { locations.append($0) }
            })
        let event = GestureEvent(x: 30, y: 40, originX: 10, originY: 10)
        screen.send(event, to: gestures(screen, "local"))
        screen.send(event, to: gestures(screen, "global"))
        #expect(locations == [CGPoint(x: 20, y: 30), CGPoint(x: 30, y: 40)])
    }

    @Test func `the gesture of a control with several parts is its own part's`() {
        var taps = 0
        let screen = Screen(
            VStack {
                DisclosureGroup("More", isExpanded: .constant(true)) { Text("inside") }.onTapGesture { taps += 1 }
                Menu("Menu") { Button("Entry") {} }.onTapGesture { taps += 10 }
            })
        let items = screen.all { _ in true }.filter { !$0.traits.interaction.gestures.isEmpty }
        #expect(items.map { screen.texts(of: $0) } == [["More"], ["Menu"]])
        for item in items { screen.send(GestureEvent(gesture: 0), to: item) }
        #expect(taps == 11)
    }

    private struct FocusedText: View {
        @FocusState private var isFocused: Bool
        let tap: () -> Void
        var body: some View {
            Text(isFocused ? "focused" : "not").focusable().focused($isFocused).onTapGesture(perform: tap)
        }
    }

    @Test func `a view can have the focus and a gesture`() {
        var taps = 0
        let screen = Screen(FocusedText { taps += 1 })
        screen.send(FocusEvent(isFocused: true), to: gestures(screen, "not"))
        screen.send(GestureEvent(gesture: 0), to: gestures(screen, "focused"))
        #expect(taps == 1)
    }

    @Test func `a disabled view recognizes no gestures`() {
        let screen = Screen(Text("off").onTapGesture {}.disabled(true))
        #expect(gestures(screen, "off") == nil)
    }

    @Test func `a mask of none leaves out the gesture and those inside`() {
        let screen = Screen(
            VStack { Text("inside").onTapGesture {} }.gesture(TapGesture(), including: .none))
        #expect(gestures(screen, "inside") == nil)
    }

    private struct Draggable: View {
        @GestureState private var offset = CGSize.zero
        @State private var end = CGSize.zero
        var body: some View {
            Text("drag")
                .gesture(
                    DragGesture()
                        .updating($offset) { value, offset, _ in offset = value.translation }
                        .onEnded { end = $0.predictedEndTranslation })
            Text("\(Int(offset.width)) \(Int(end.width))")
        }
    }

    @Test func `a drag updates its state, and resets it at the end`() {
        let screen = Screen(Draggable())
        let drag = gestures(screen, "drag")
        screen.send(GestureEvent(phase: .began, x: 15, startX: 5), to: drag)
        #expect(screen.texts.last == "10 0")
        screen.send(GestureEvent(phase: .changed, x: 25, startX: 5), to: drag)
        #expect(screen.texts.last == "20 0")
        screen.send(GestureEvent(phase: .ended, x: 25, startX: 5, velocityX: 40), to: drag)
        #expect(screen.texts.last == "0 30")
    }

    @Test func `a cancelled drag resets its state and does not end`() {
        let screen = Screen(Draggable())
        let drag = gestures(screen, "drag")
        screen.send(GestureEvent(phase: .began, x: 15, startX: 5), to: drag)
        screen.send(GestureEvent(phase: .cancelled, x: 15, startX: 5), to: drag)
        #expect(screen.texts.last == "0 0")
    }

    @Test func `a long press reports when it is pressed, and runs its action once`() {
        var log: [String] = []
        let screen = Screen(
            Text("press").onLongPressGesture {
                log.append("done")
            } onPressingChanged: {
                log.append($0 ? "down" : "up")
            })
        let press = gestures(screen, "press")
        screen.send(GestureEvent(phase: .began), to: press)
        screen.send(GestureEvent(phase: .ended), to: press)
        screen.send(GestureEvent(gesture: -1, phase: .cancelled), to: press)
        screen.send(GestureEvent(phase: .began), to: press)
        screen.send(GestureEvent(phase: .cancelled), to: press)
        #expect(log == ["down", "up", "done", "down", "up"])
    }

    private struct Sequence: View {
        let log: Log
        var body: some View {
            Text("both").gesture(
                LongPressGesture().sequenced(before: DragGesture()).onEnded { value in
                    if case .second(true, let drag?) = value { log.entries.append("\(drag.translation.width)") }
                })
        }
    }

    @MainActor private final class Log { var entries: [String] = [] }

    @Test func `the second gesture of a sequence counts after the first`() {
        let log = Log()
        let screen = Screen(Sequence(log: log))
        let both = gestures(screen, "both")
        screen.send(GestureEvent(gesture: 1, phase: .began, x: 20), to: both)
        screen.send(GestureEvent(gesture: 1, phase: .ended, x: 20), to: both)
        #expect(log.entries == [])
        screen.send(GestureEvent(gesture: 0, phase: .began), to: both)
        screen.send(GestureEvent(gesture: 0, phase: .ended), to: both)
        screen.send(GestureEvent(gesture: 1, phase: .changed, x: 30), to: both)
        screen.send(GestureEvent(gesture: 1, phase: .ended, x: 30), to: both)
        #expect(log.entries == ["30.0"])
        // Letting go ends the sequence, which starts with the first gesture again.
        screen.send(GestureEvent(gesture: -1, phase: .cancelled), to: both)
        screen.send(GestureEvent(gesture: 1, phase: .ended, x: 30), to: both)
        #expect(log.entries == ["30.0"])
    }

    @Test func `of exclusive gestures, only the one that is recognized first counts`() {
        var log: [String] = []
        let gesture = DragGesture(minimumDistance: 5).exclusively(before: LongPressGesture()).onEnded { value in
            switch value {
            case .first: log.append("drag")
            case .second: log.append("press")
            }
        }
        let screen = Screen(Text("one").gesture(gesture))
        let one = gestures(screen, "one")
        screen.send(GestureEvent(gesture: 0, phase: .began), to: one)
        screen.send(GestureEvent(gesture: 1, phase: .ended), to: one)
        screen.send(GestureEvent(gesture: 0, phase: .ended), to: one)
        #expect(log == ["drag"])
    }

    @Test func `simultaneous gestures have both values`() {
        var ended: [Bool] = []
        let gesture = LongPressGesture().simultaneously(with: TapGesture()).onEnded { value in
            ended.append(value.first == true && value.second != nil)
        }
        let screen = Screen(Text("both").gesture(gesture))
        let both = gestures(screen, "both")
        screen.send(GestureEvent(gesture: 0, phase: .ended), to: both)
        screen.send(GestureEvent(gesture: 1, phase: .ended), to: both)
        #expect(ended == [false, true])
    }

    @Test func `a payload with numbers that are too large is limited`() throws {
        let json = """
            {"gesture": 0, "phase": "ended", "x": 1e300, "y": 0, "startX": 0, "startY": 0, "originX": 0, "originY": 0,
             "velocityX": 0, "velocityY": 0}
            """
        #expect(try JSONDecoder().decode(GestureEvent.self, from: Data(json.utf8)).x == 1e6)
    }

    @Test func `hovering is reported when it changes`() {
        var log: [Bool] = []
        let screen = Screen(Text("hover").onHover { log.append($0) })
        let text = screen.find { $0.traits.interaction.reportsHover }
        screen.send(HoverEvent(isInside: true), to: text)
        screen.send(HoverEvent(isInside: true, x: 3), to: text)
        screen.send(HoverEvent(isInside: false), to: text)
        #expect(log == [true, false])
    }

    @Test func `a key that an inner view ignores reaches the outer one`() {
        var log: [String] = []
        let screen = Screen(
            VStack {
                Text("inner").onKeyPress(.space) {
                    log.append("inner")
                    return .ignored
                }
            }
            .onKeyPress(keys: [.space, .upArrow]) { press in
                log.append("outer \(press.modifiers.contains(.shift))")
                return .handled
            })
        let inner = screen.find { $0.traits.interaction.keys?.keys == [" "] }
        screen.send(KeyPressEvent(key: " ", characters: " ", modifiers: 2), to: inner)
        #expect(log == ["inner", "outer true"])
        screen.send(KeyPressEvent(key: "x", characters: "x"), to: inner)
        #expect(log.count == 2)
    }

    private func exclusive(_ log: Log) -> some View {
        Text("one").gesture(
            DragGesture(minimumDistance: 5).exclusively(before: LongPressGesture()).onEnded { value in
                switch value {
                case .first: log.entries.append("drag")
                case .second: log.entries.append("press")
                }
            })
    }

    @Test func `of exclusive gestures, the first is recognized after the second has failed`() {
        let log = Log()
        let screen = Screen(exclusive(log))
        let one = gestures(screen, "one")
        screen.send(GestureEvent(gesture: 1, phase: .began), to: one)
        screen.send(GestureEvent(gesture: 1, phase: .cancelled), to: one)
        screen.send(GestureEvent(gesture: 0, phase: .began), to: one)
        screen.send(GestureEvent(gesture: 0, phase: .ended), to: one)
        #expect(log.entries == ["drag"])
    }

    @Test func `of exclusive gestures, the first has precedence over a second that is in progress`() {
        let log = Log()
        let screen = Screen(exclusive(log))
        let one = gestures(screen, "one")
        screen.send(GestureEvent(gesture: 1, phase: .began), to: one)
        screen.send(GestureEvent(gesture: 0, phase: .began), to: one)
        screen.send(GestureEvent(gesture: 1, phase: .ended), to: one)
        screen.send(GestureEvent(gesture: 0, phase: .ended), to: one)
        #expect(log.entries == ["drag"])
    }

    @Test func `of exclusive gestures, the first is not recognized after the second`() {
        let log = Log()
        let screen = Screen(exclusive(log))
        let one = gestures(screen, "one")
        screen.send(GestureEvent(gesture: 1, phase: .began), to: one)
        screen.send(GestureEvent(gesture: 1, phase: .ended), to: one)
        screen.send(GestureEvent(gesture: 0, phase: .began), to: one)
        screen.send(GestureEvent(gesture: 0, phase: .ended), to: one)
        #expect(log.entries == ["press"])
        screen.send(GestureEvent(gesture: -1, phase: .cancelled), to: one)
        screen.send(GestureEvent(gesture: 0, phase: .began), to: one)
        screen.send(GestureEvent(gesture: 0, phase: .ended), to: one)
        #expect(log.entries == ["press", "drag"])
    }

    @Test func `the second gesture of a sequence follows a tap`() {
        let log = Log()
        let screen = Screen(
            Text("both").gesture(
                TapGesture().sequenced(before: DragGesture()).onEnded { value in
                    if case .second(_, let drag?) = value { log.entries.append("\(drag.translation.width)") }
                }))
        let both = gestures(screen, "both")
        screen.send(GestureEvent(gesture: 0), to: both)
        // After each tap, the host reports that the pointer was released.
        screen.send(GestureEvent(gesture: -1, phase: .cancelled), to: both)
        screen.send(GestureEvent(gesture: 1, phase: .began, x: 30), to: both)
        screen.send(GestureEvent(gesture: 1, phase: .ended, x: 30), to: both)
        screen.send(GestureEvent(gesture: -1, phase: .cancelled), to: both)
        #expect(log.entries == ["30.0"])
        screen.send(GestureEvent(gesture: 1, phase: .ended, x: 30), to: both)
        #expect(log.entries == ["30.0"])
    }

    @Test func `one tap is not both taps of a sequence`() {
        let log = Log()
        let screen = Screen(
            Text("both").gesture(TapGesture().sequenced(before: TapGesture()).onEnded { _ in log.entries.append("both") }))
        let both = gestures(screen, "both")
        // The host reports a tap to all primitives of a gesture that it matches.
        for expected in [[], ["both"], ["both"], ["both", "both"]] {
            screen.send(GestureEvent(gesture: 0), to: both)
            screen.send(GestureEvent(gesture: 1), to: both)
            screen.send(GestureEvent(gesture: -1, phase: .cancelled), to: both)
            #expect(log.entries == expected)
        }
    }

    @Test func `primitives of one gesture have the same group`() {
        let screen = Screen(
            Text("both").onTapGesture {}.gesture(TapGesture().simultaneously(with: LongPressGesture())))
        #expect(gestures(screen, "both")?.traits.interaction.gestures.map(\.group) == [0, 0, 1])
    }
}
