import StrataViewGraph
import Testing

@testable import StrataWebHost

/// The animations of a patch, as the script reads them.
@MainActor
struct PatchTimingTests {
    @Test func `a patch lists its scopes`() {
        let scopes = [
            AnimationScope(elements: [3, 4], animation: .linear(duration: 1)),
            AnimationScope(elements: [5], animation: nil, isShallow: true),
        ]
        #expect(
            Patch([], scopes: scopes, acknowledged: 2).json
                == #"{"operations":[],"scopes":[[[3,4],{"duration":1000,"easing":"cubic-bezier(0.0, 0.0, 1.0, 1.0)"},false],[[5],null,true]],"acknowledged":2}"#
        )
    }

    @Test func `a patch names the damping of a spring`() {
        #expect(
            Patch([], animation: .bouncy, acknowledged: 2).json
                == #"{"operations":[],"animation":{"duration":785.3,"spring":0.7},"acknowledged":2}"#)
        #expect(
            Patch([], animation: .smooth.delay(2), acknowledged: 2).json
                == #"{"operations":[],"animation":{"duration":732.9,"delay":2000,"spring":1},"acknowledged":2}"#)
    }

    @Test func `the timing of an animation without an end is a number of JSON`() {
        #expect(Patch.Timing(.linear(duration: .infinity)).duration == 1e12)
        #expect(Patch.Timing(.linear(duration: 1).delay(.infinity)).delay == 1e12)
        #expect(Patch.Timing(.linear(duration: 1e307)).duration == 1e12)
        #expect(Patch.Timing(.spring(duration: 1, bounce: .nan)).curve == .spring(damping: 1))
    }

    @Test func `an animation that repeats has no end`() throws {
        let timing = Patch.Timing(.linear(duration: 1).repeatForever(autoreverses: false))
        #expect(timing.repetitions == 0)
        #expect(timing.alternates == false)
        #expect(Patch.Timing(.linear(duration: 1)).repetitions == nil)
    }
}
