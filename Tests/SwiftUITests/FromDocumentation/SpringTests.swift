import Foundation
import SwiftUI
import Testing

/// Springs and curves against the formulas of the documentation and of WWDC23's "Animate with
/// springs".
struct SpringTests {
    private func isClose(_ a: Double, _ b: Double, within tolerance: Double = 1e-6) -> Bool { abs(a - b) <= tolerance }

    /// Returns the position of a weight at a spring, by stepwise integration of its acceleration.
    private func simulate(_ spring: Spring, target: Double, velocity: Double, time: Double) -> Double {
        var (position, speed) = (0.0, velocity)
        let steps = 2000
        let step = time / Double(steps)
        func acceleration(_ position: Double, _ speed: Double) -> Double {
            (spring.stiffness * (target - position) - spring.damping * speed) / spring.mass
        }
        for _ in 0..<steps {
            // The midpoint method.
            let middle = position + speed * step / 2
            let middleSpeed = speed + acceleration(position, speed) * step / 2
            position += middleSpeed * step
            speed += acceleration(middle, middleSpeed) * step
        }
        return position
    }

    @Test func `a spring has the mass, stiffness and damping that it was created with`() {
        let spring = Spring(mass: 2, stiffness: 200, damping: 20)
        #expect(isClose(spring.mass, 2))
        #expect(isClose(spring.stiffness, 200))
        #expect(isClose(spring.damping, 20))
    }

    @Test func `the response is 2π by the root of stiffness by mass, and the ratio damping by twice the root of their product`() {
        let spring = Spring(mass: 2, stiffness: 200, damping: 20)
        #expect(isClose(spring.response, 2 * .pi / 10))
        #expect(isClose(spring.dampingRatio, 0.5))
    }

    @Test func `duration and bounce determine stiffness and damping`() {
        let spring = Spring(duration: 0.4, bounce: 0.3)
        #expect(isClose(spring.mass, 1))
        #expect(isClose(spring.stiffness, pow(2 * .pi / 0.4, 2)))
        #expect(isClose(spring.damping, 4 * .pi * (1 - 0.3) / 0.4))
    }

    @Test func `a negative bounce is an overdamped spring`() {
        let spring = Spring(duration: 0.4, bounce: -0.2)
        #expect(isClose(spring.dampingRatio, 1 / 0.8))
        #expect(isClose(spring.bounce, -0.2))
    }

    @Test func `a response is a duration, and a damping ratio leaves the rest of 1 as bounce`() {
        let spring = Spring(response: 0.6, dampingRatio: 0.7)
        #expect(isClose(spring.duration, 0.6))
        #expect(isClose(spring.bounce, 0.3))
    }

    @Test func `damping beyond critical damping is critical unless it is allowed`() {
        #expect(isClose(Spring(stiffness: 100, damping: 50).dampingRatio, 1))
        #expect(isClose(Spring(stiffness: 100, damping: 50, allowOverDamping: true).dampingRatio, 2.5))
    }

    @Test func `the presets take half a second and differ in their bounce`() {
        #expect(isClose(Spring.smooth.duration, 0.5))
        #expect(isClose(Spring.smooth.bounce, 0))
        #expect(isClose(Spring.snappy.bounce, 0.15))
        #expect(isClose(Spring.bouncy.bounce, 0.3))
        #expect(isClose(Spring.snappy(duration: 0.3, extraBounce: 0.1).bounce, 0.25))
    }

    /// Apple: "up to a maximum of 1.0 (corresponding to undamped oscillation)".
    @Test func `a bounce of 1 swings forever, and its settling durations are finite`() {
        let spring = Spring(duration: 1, bounce: 1)
        #expect(spring.damping == 0)
        for turn in [0.0, 7] {
            #expect(isClose(spring.value(target: 1, time: turn + 0.5), 2))
            #expect(isClose(spring.value(target: 1, time: turn + 1), 0))
        }
        #expect(spring.settlingDuration.isFinite)
        #expect(spring.settlingDuration(target: 1.0, epsilon: 0.01).isFinite)
        #expect(Spring(response: 1, dampingRatio: 0).damping == 0)
        #expect(Spring(mass: 1, stiffness: 100, damping: 0).damping == 0)
        #expect(Spring(duration: 1, bounce: 2).damping == 0)
    }

    @Test(arguments: [-0.4, 0, 0.3, 0.7, 1], [0, 3.0])
    func `the value is that of a weight at a spring with the initial velocity`(bounce: Double, velocity: Double) {
        let spring = Spring(duration: 0.5, bounce: bounce)
        for time in [0.05, 0.2, 0.5, 1] {
            let value = spring.value(target: 2, initialVelocity: velocity, time: time)
            #expect(isClose(value, simulate(spring, target: 2, velocity: velocity, time: time), within: 1e-4))
        }
    }

    @Test func `the mass does not change the movement of a spring with the same frequency and ratio`() {
        let heavy = Spring(mass: 4, stiffness: 400, damping: 40)
        let light = Spring(mass: 1, stiffness: 100, damping: 10)
        #expect(isClose(heavy.value(target: 1, time: 0.2), light.value(target: 1, time: 0.2)))
        #expect(isClose(heavy.velocity(target: 1.0, time: 0.2), light.velocity(target: 1.0, time: 0.2)))
    }

    @Test(arguments: [-0.4, 0, 0.5])
    func `the velocity is the derivative of the value`(bounce: Double) {
        let spring = Spring(duration: 0.5, bounce: bounce)
        let (before, after) = (
            spring.value(target: 1, initialVelocity: 2, time: 0.1999), spring.value(target: 1, initialVelocity: 2, time: 0.2001)
        )
        let slope = (after - before) / 0.0002
        #expect(isClose(spring.velocity(target: 1.0, initialVelocity: 2, time: 0.2), slope, within: 1e-4))
    }

    @Test func `updating a value step by step leads to the same value and velocity`() {
        let spring = Spring.bouncy
        var (value, velocity) = (0.0, 0.0)
        for _ in 0..<30 { spring.update(value: &value, velocity: &velocity, target: 1, deltaTime: 1.0 / 60) }
        #expect(isClose(value, spring.value(target: 1, time: 0.5)))
        #expect(isClose(velocity, spring.velocity(target: 1.0, time: 0.5)))
    }

    @Test func `the force pulls to the target and brakes the velocity`() {
        let spring = Spring(mass: 2, stiffness: 200, damping: 20)
        #expect(isClose(spring.force(target: 1.0, position: 0.25, velocity: 0.5), 200 * 0.75 - 20 * 0.5))
    }

    @Test func `a value between two values starts at the first one`() {
        let (from, to) = (CGPoint(x: 1, y: 10), CGPoint(x: 3, y: 20))
        let spring = Spring(duration: 0.5, bounce: 0.2)
        let start = spring.value(fromValue: from, toValue: to, initialVelocity: .zero, time: 0)
        let middle = spring.value(fromValue: from, toValue: to, initialVelocity: .zero, time: 0.1)
        #expect(start == from)
        #expect(isClose(middle.x, 1 + spring.value(target: 2, time: 0.1)))
        #expect(isClose(middle.y, 10 + spring.value(target: 10, time: 0.1)))
    }

    @Test(arguments: [-0.4, 0, 0.1, 0.6])
    func `a spring has settled when all later distances are below the threshold`(bounce: Double) {
        let spring = Spring(duration: 0.5, bounce: bounce)
        let duration = spring.settlingDuration(target: 1.0, initialVelocity: 3, epsilon: 0.01)
        for step in 0..<200 {
            let value = spring.value(target: 1, initialVelocity: 3, time: duration + Double(step) / 100)
            #expect(abs(value - 1) <= 0.01 + 1e-9)
        }
        #expect(duration < 5)
    }

    @Test func `a critically damped spring settles after the time at which its distance is the threshold`() {
        // (1 + x) · exp(-x) = 0.001 for x = 9.2334, the angular frequency times the time.
        let duration = Spring(duration: 0.5).settlingDuration(target: 1.0, epsilon: 0.001)
        #expect(isClose(duration, 9.2334 / (2 * .pi / 0.5), within: 1e-4))
    }

    @Test(arguments: [0.3, 0.5, 0.8, 1])
    func `a spring that is created with a settling duration has settled then`(ratio: Double) {
        let spring = Spring(settlingDuration: 0.8, dampingRatio: ratio)
        for step in 0..<100 { #expect(abs(spring.value(target: 1, time: 0.8 + Double(step) / 100) - 1) <= 0.001 + 1e-9) }
        #expect(isClose(spring.dampingRatio, ratio))
    }

    // MARK: Unit curves

    @Test func `the linear curve is the progress, with a velocity of 1`() {
        #expect(isClose(UnitCurve.linear.value(at: 0.3), 0.3))
        #expect(isClose(UnitCurve.linear.velocity(at: 0.3), 1))
    }

    @Test func `a Bézier curve has the y coordinate and the slope of its point with the x coordinate`() {
        // At the parameter 0.5 of (0.42, 0), (1, 1).
        #expect(isClose(UnitCurve.easeIn.value(at: 0.6575), 0.5))
        #expect(isClose(UnitCurve.easeIn.velocity(at: 0.6575), 1.5 / 1.185, within: 1e-3))
    }

    @Test func `the control points are those of the curve`() {
        let curve = UnitCurve.bezier(startControlPoint: UnitPoint(x: 0.42, y: 0), endControlPoint: UnitPoint(x: 1, y: 1))
        #expect(curve.value(at: 0.3) == UnitCurve.easeIn.value(at: 0.3))
    }

    @Test func `circular curves are arcs of a circle`() {
        #expect(isClose(UnitCurve.circularEaseIn.value(at: 0.6), 0.2))
        #expect(isClose(UnitCurve.circularEaseOut.value(at: 0.4), 0.8))
        #expect(isClose(UnitCurve.circularEaseInOut.value(at: 0.3), 0.1))
        #expect(isClose(UnitCurve.circularEaseInOut.value(at: 0.7), 0.9))
    }

    @Test(arguments: [UnitCurve.easeIn, .easeOut, .easeInOut, .linear, .circularEaseIn, .circularEaseOut, .circularEaseInOut])
    func `the inverse returns the time of a value`(curve: UnitCurve) {
        for time in [0.1, 0.4, 0.5, 0.9] { #expect(isClose(curve.inverse.value(at: curve.value(at: time)), time)) }
    }

    @Test func `a progress outside of 0 through 1 is clamped`() {
        #expect(UnitCurve.easeInOut.value(at: -1) == 0)
        #expect(UnitCurve.easeInOut.value(at: 2) == 1)
    }

    @Test func `parameters of a spring animation that are left out have the values of the documentation`() {
        #expect(Animation.spring(dampingFraction: 0.6) == .spring(response: 0.5, dampingFraction: 0.6))
        #expect(Animation.spring(blendDuration: 0.1) == .spring(duration: 0.5, bounce: 0))
        #expect(Animation.interpolatingSpring == .interpolatingSpring(duration: 0.5, bounce: 0))
        #expect(Animation.interactiveSpring(duration: 0.3) == .spring(duration: 0.3, bounce: 0.14))
        #expect(Animation.interactiveSpring(dampingFraction: 0.5) == .spring(response: 0.15, dampingFraction: 0.5))
    }
}
