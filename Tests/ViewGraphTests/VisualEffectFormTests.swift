import Foundation
import Testing

@testable import StrataViewGraph

/// The effects that a closure of `visualEffect` can add.
@MainActor
struct VisualEffectFormTests {
    private func effects(_ make: @escaping @Sendable (EmptyVisualEffect) -> some VisualEffect) -> [DrawingEffect] {
        let screen = Screen(Text("a").visualEffect { content, _ in make(content) })
        return screen.all { if case .layout(.box(.effect)) = $0 { true } else { false } }.compactMap { item in
            if case .layout(.box(.effect(let effect))) = item.content { effect } else { nil }
        }
    }

    @Test func `colors are changed`() {
        #expect(effects { $0.brightness(0.1) } == [.brightness(0.1)])
        #expect(effects { $0.contrast(0.2) } == [.contrast(0.2)])
        #expect(effects { $0.saturation(0.3) } == [.saturation(0.3)])
        #expect(effects { $0.grayscale(0.4) } == [.grayscale(0.4)])
        #expect(effects { $0.hueRotation(.degrees(5)) } == [.hueRotation(.degrees(5))])
    }

    @Test func `a view is moved and scaled`() {
        #expect(effects { $0.offset(CGSize(width: 3, height: 4)) } == [.offset(x: 3, y: 4)])
        #expect(
            effects { $0.scaleEffect(CGSize(width: 2, height: 3), anchor: .top) } == [.scale(x: 2, y: 3, anchor: .top)])
        #expect(effects { $0.scaleEffect(x: 2) } == [.scale(x: 2, y: 1, anchor: .center)])
    }

    @Test func `a view is rotated in space`() {
        let expected = DrawingEffect.rotation3D(
            .degrees(30), x: 0, y: 1, z: 0, anchor: .leading, anchorZ: 2, perspective: 0.5)
        #expect(
            effects {
                $0.rotation3DEffect(.degrees(30), axis: (x: 0, y: 1, z: 0), anchor: .leading, anchorZ: 2, perspective: 0.5)
            } == [expected])
    }

    @Test func `effects of the same kind are those of the modifiers of views`() {
        let modified = Screen(Text("a").brightness(0.1)).all { $0 == .layout(.box(.effect(.brightness(0.1)))) }
        #expect(modified.count == 1)
        #expect(effects { $0.brightness(0.1).contrast(0.2) } == [.contrast(0.2), .brightness(0.1)])
    }
}
