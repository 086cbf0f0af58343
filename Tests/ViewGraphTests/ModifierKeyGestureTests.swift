import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct ModifierKeyGestureTests {
    private func primitives(_ screen: Screen) -> [GesturePrimitive] {
        screen.all { _ in true }.flatMap { $0.traits.interaction.gestures.map(\.primitive) }
    }

    @Test func `a gesture with modifier keys tells them to the host`() {
        let screen = Screen(Text("a").gesture(TapGesture().modifiers(.shift).modifiers(.command)))
        #expect(primitives(screen) == [.modified(.tap(count: 1), [.shift, .command])])
    }

    @Test func `a gesture with modifier keys runs its action`() {
        var taps = 0
        let screen = Screen(Text("a").gesture(TapGesture().modifiers(.option).onEnded { taps += 1 }))
        screen.send(GestureEvent(gesture: 0), to: screen.find { !$0.traits.interaction.gestures.isEmpty })
        #expect(taps == 1)
    }

    @Test func `no modifier keys leave a gesture as it is`() {
        #expect(primitives(Screen(Text("a").gesture(TapGesture().modifiers([])))) == [.tap(count: 1)])
    }

    private struct Choice: View {
        let isOn: Bool
        let tap: () -> Void

        private var optional: AnyGesture<Void>? { isOn ? AnyGesture(TapGesture().onEnded { tap() }) : nil }

        var body: some View { Text("a").gesture(optional) }
    }

    @Test func `an optional gesture recognizes what its value does`() {
        var taps = 0
        let screen = Screen(Choice(isOn: true) { taps += 1 })
        screen.send(GestureEvent(gesture: 0), to: screen.find { !$0.traits.interaction.gestures.isEmpty })
        #expect(taps == 1)
    }

    @Test func `a missing gesture recognizes nothing`() {
        #expect(primitives(Screen(Choice(isOn: false) {})).isEmpty)
    }
}
