import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// Animatable data, curves, transactions, phases and timelines by their documentation.
@MainActor
struct AnimationAndTimelineTests {
    @Test func `pairs of animatable data are added by their elements`() {
        let sum = AnimatablePair(1.0, 2.0) + AnimatablePair(10.0, 20.0)
        #expect(sum == AnimatablePair(11.0, 22.0))
        #expect(AnimatablePair<Double, Double>.zero == AnimatablePair(0, 0))
    }

    @Test func `scaling a pair multiplies its elements`() {
        var pair = AnimatablePair(1.0, 2.0)
        pair.scale(by: 3)
        #expect(pair == AnimatablePair(3.0, 6.0))
    }

    @Test func `the squared magnitude of a pair is the sum of those of its elements`() {
        #expect(AnimatablePair(3.0, 4.0).magnitudeSquared == 25)
        #expect((-2.0).magnitudeSquared == 4)
    }

    @Test func `a linear curve has its progress as the value`() {
        #expect(abs(UnitCurve.linear.value(at: 0.3) - 0.3) < 1e-6)
        #expect(abs(UnitCurve.linear.velocity(at: 0.3) - 1) < 1e-3)
    }

    @Test func `curves begin at zero and end at one`() {
        for curve in [UnitCurve.easeIn, .easeOut, .easeInOut, .circularEaseIn, .circularEaseOut, .circularEaseInOut] {
            #expect(abs(curve.value(at: 0)) < 1e-4)
            #expect(abs(curve.value(at: 1) - 1) < 1e-4)
        }
    }

    @Test func `a curve that eases in starts slowly, and one that eases out ends slowly`() {
        #expect(UnitCurve.easeIn.value(at: 0.25) < 0.25)
        #expect(UnitCurve.easeOut.value(at: 0.25) > 0.25)
    }

    @Test func `the inverse of a curve swaps its axes`() {
        let curve = UnitCurve.easeIn
        #expect(abs(curve.inverse.value(at: curve.value(at: 0.4)) - 0.4) < 1e-3)
    }

    // MARK: Transactions

    @Test func `a new transaction has no animation and does not disable animations`() {
        #expect(Transaction().animation == nil)
        #expect(!Transaction().disablesAnimations)
        #expect(!Transaction().isContinuous)
        #expect(Transaction(animation: .linear).animation == .linear)
    }

    @Test func `a key of transactions has a default value`() {
        var transaction = Transaction()
        #expect(!transaction.documentedIsRemote)
        transaction.documentedIsRemote = true
        #expect(transaction.documentedIsRemote)
    }

    @Test func `withAnimation and withTransaction return the result of their closure`() {
        #expect(withAnimation(.linear) { 7 } == 7)
        #expect(withTransaction(Transaction()) { 8 } == 8)
        #expect(withTransaction(\.documentedIsRemote, true) { 9 } == 9)
    }

    @Test func `the completion of an animation that changes nothing is called`() async throws {
        let log = DocumentationLog()
        let window = TestWindow(Text("A"))
        withAnimation(.linear(duration: 0.01)) {
        } completion: {
            log.events.append("complete")
        }
        try await window.wait(.seconds(1_200)) { _ in log.events == ["complete"] }
    }

    @Test func `animations with equal parameters are equal`() {
        #expect(Animation.linear(duration: 1) == .linear(duration: 1))
        #expect(Animation.linear(duration: 1) != .linear(duration: 2))
    }

    @Test func `an animator of phases with a trigger shows the first phase at first`() {
        let window = TestWindow { PhaseAnimator([1, 2, 3], trigger: 0) { Text("phase \($0)") } }
        #expect(window.texts == ["phase 1"])
    }

    // MARK: Timelines

    private let minute = Date(timeIntervalSinceReferenceDate: 600)

    @Test func `a schedule of minutes begins at the start of the minute`() {
        let schedule = EveryMinuteTimelineSchedule()
        let aligned = Array(schedule.entries(from: minute, mode: .normal).prefix(3))
        #expect(aligned == [minute, minute.addingTimeInterval(60), minute.addingTimeInterval(120)])
        let other = schedule.entries(from: minute.addingTimeInterval(32), mode: .normal).first { _ in true }
        #expect(other == minute)
    }

    @Test func `a periodic schedule has dates at equal distances in the phase of its start`() throws {
        let schedule = PeriodicTimelineSchedule(from: minute.addingTimeInterval(30), by: 60)
        let dates = Array(schedule.entries(from: minute.addingTimeInterval(645), mode: .normal).prefix(3))
        try #require(dates.count == 3)
        #expect(dates[1].timeIntervalSince(dates[0]) == 60)
        #expect(dates[2].timeIntervalSince(dates[1]) == 60)
        #expect(dates[0].timeIntervalSince(minute).truncatingRemainder(dividingBy: 60) == 30)
    }

    @Test func `an explicit schedule has the dates that it was made of, for each start`() {
        let dates = [minute, minute.addingTimeInterval(5)]
        let schedule = ExplicitTimelineSchedule(dates)
        #expect(Array(schedule.entries(from: minute.addingTimeInterval(100), mode: .normal)) == dates)
        #expect(Array(schedule.entries(from: minute, mode: .lowFrequency)) == dates)
    }

    @Test func `a timeline view shows its content for a date of the schedule`() {
        let start = minute
        let window = TestWindow {
            TimelineView(.explicit([start])) { context in Text("\(Int(context.date.timeIntervalSinceReferenceDate))") }
        }
        #expect(window.texts == ["600"])
    }
}

extension Transaction {
    @Entry fileprivate var documentedIsRemote: Bool = false
}
