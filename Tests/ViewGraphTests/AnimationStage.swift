import Foundation
import Testing

@testable import StrataViewGraph

/// A window in which a test sets the time of the animations that the server computes, and of
/// timelines.
@MainActor
final class AnimationStage {
    @MainActor
    private final class Time {
        var seconds = 100.0
    }

    private let time = Time()
    let screen: Screen

    init(_ view: some View) {
        let graph = WindowGraph(title: "Test", content: view)
        graph.animationClock.now = { [time] in time.seconds }
        graph.animationClock.date = { [time] in Date(timeIntervalSinceReferenceDate: time.seconds) }
        screen = Screen(graph)
    }

    /// Shows the step at a time after the start, in seconds.
    func show(at seconds: Double) {
        time.seconds = 100 + seconds
        screen.graph.animationClock.advance()
        screen.update()
    }

    /// The outlines of the shapes in the window.
    var outlines: [ShapeOutline?] {
        screen.all { if case .drawing(.shape) = $0 { true } else { false } }.map {
            if case .drawing(.shape(let shape)) = $0.content { shape.outline } else { nil }
        }
    }
}
