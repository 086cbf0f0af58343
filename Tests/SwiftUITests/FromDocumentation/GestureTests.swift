import CoreTransferable
import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Gestures, drags and drops by their documentation.
@MainActor
struct GestureTests {
    @Test func `a tap performs the action of a tap gesture`() throws {
        let log = DocumentationLog()
        let window = TestWindow { Text("A").onTapGesture { log.events.append("tap") } }
        try window.find(.text, "A").tap()
        #expect(log.events == ["tap"])
    }

    @Test func `one tap is not enough for a gesture of two taps`() throws {
        let log = DocumentationLog()
        let window = TestWindow { Text("A").onTapGesture(count: 2) { log.events.append("tap") } }
        // The action may be refused.
        try? window.find(.text, "A").tap()
        #expect(log.events.isEmpty)
    }

    @Test func `the end of a tap gesture is reported`() throws {
        let log = DocumentationLog()
        let window = TestWindow { Text("A").gesture(TapGesture().onEnded { log.events.append("ended") }) }
        try window.find(.text, "A").tap()
        #expect(log.events == ["ended"])
    }

    @Test func `a long press performs its action`() throws {
        let log = DocumentationLog()
        let window = TestWindow { Text("A").onLongPressGesture { log.events.append("press") } }
        try window.find(.text, "A").longPress()
        #expect(log.events == ["press"])
    }

    @Test func `a tap is not a long press`() throws {
        let log = DocumentationLog()
        let window = TestWindow { Text("A").onLongPressGesture { log.events.append("press") } }
        try? window.find(.text, "A").tap()
        #expect(log.events.isEmpty)
    }

    @Test func `the end of a long press has the value true`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Text("A").gesture(LongPressGesture(minimumDuration: 1).onEnded { log.events.append("\($0)") })
        }
        try window.find(.text, "A").longPress()
        #expect(log.events == ["true"])
    }

    @Test func `the translation of a drag is the distance from its start to its location`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Text("A").gesture(
                DragGesture().onEnded { value in
                    log.events.append("\(Int(value.translation.width)) \(Int(value.translation.height))")
                    log.events.append("\(Int((value.location.x - value.startLocation.x).rounded()))")
                })
        }
        try window.find(.text, "A").drag(by: CGSize(width: 40, height: -20))
        #expect(log.events == ["40 -20", "40"])
    }

    @Test func `a drag that is shorter than the minimum distance does not succeed`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Text("A").gesture(
                DragGesture(minimumDistance: 50)
                    .onChanged { _ in log.events.append("changed") }.onEnded { _ in log.events.append("ended") })
        }
        try? window.find(.text, "A").drag(by: CGSize(width: 20, height: 0))
        #expect(log.events.isEmpty)
    }

    @Test func `the value of a mapped gesture is the result of the closure`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Text("A").gesture(DragGesture().map { $0.translation.width * 2 }.onEnded { log.events.append("\(Int($0))") })
        }
        try window.find(.text, "A").drag(by: CGSize(width: 40, height: 0))
        #expect(log.events == ["80"])
    }

    @Test func `only one of two exclusive gestures succeeds`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Text("A").gesture(
                DragGesture().exclusively(before: TapGesture()).onEnded { value in
                    switch value {
                    case .first: log.events.append("drag")
                    case .second: log.events.append("tap")
                    }
                })
        }
        try window.find(.text, "A").tap()
        #expect(log.events == ["tap"])
        try window.find(.text, "A").drag(by: CGSize(width: 60, height: 0))
        #expect(log.events == ["tap", "drag"])
    }

    @Test func `the second of two sequenced gestures needs the first one to succeed`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Text("A").gesture(
                LongPressGesture().sequenced(before: TapGesture()).onEnded { _ in log.events.append("both") })
        }
        try? window.find(.text, "A").tap()
        #expect(log.events.isEmpty)
    }

    @Test func `a gesture that a mask excludes is not recognized`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Text("A").gesture(TapGesture().onEnded { log.events.append("tap") }, including: .none)
        }
        try? window.find(.text, "A").tap()
        #expect(log.events.isEmpty)
    }

    @Test func `a view that does not allow hits is not tapped`() throws {
        let log = DocumentationLog()
        let window = TestWindow { Text("A").onTapGesture { log.events.append("tap") }.allowsHitTesting(false) }
        try? window.find(.text, "A").tap()
        #expect(log.events.isEmpty)
    }

    // MARK: Drags and drops

    @Test func `a drop passes the dropped items to the destination`() async throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Text("Inbox").dropDestination(for: String.self) { items, _ in
                log.events += items
                return true
            }
        }
        try window.find(.text, "Inbox").drop("Milk")
        try await window.wait(.seconds(1_200)) { _ in log.events == ["Milk"] }
    }

    @Test func `a draggable view passes its payload to the destination`() async throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Text("Source").draggable("Payload")
            Text("Target").dropDestination(for: String.self) { items, _ in
                log.events += items
                return true
            }
        }
        try window.find(.text, "Source").drag(to: window.find(.text, "Target"))
        try await window.wait(.seconds(1_200)) { _ in log.events == ["Payload"] }
    }

    @Test func `a destination does not accept values of other types`() throws {
        let log = DocumentationLog()
        let window = TestWindow {
            Text("Target").dropDestination(for: URL.self) { _, _ in
                log.events.append("drop")
                return true
            }
        }
        #expect(throws: ActionNotHandled.self) { try window.find(.text, "Target").drop(Data([1])) }
        #expect(log.events.isEmpty)
    }
}
