/// A gesture of two gestures that are recognized at the same time.
public struct SimultaneousGesture<First: Gesture, Second: Gesture>: BuiltInGesture {
    /// The values of both gestures; nil for a gesture that has no value yet.
    public struct Value {
        /// The value of the first gesture.
        public var first: First.Value?
        /// The value of the second gesture.
        public var second: Second.Value?
    }

    /// The first gesture.
    public var first: First
    /// The second gesture.
    public var second: Second

    /// Creates a gesture of two gestures.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// The state of both gestures since the user began the first of them.
    @MainActor
    private final class Progress {
        var value = Value()
        var isFirstUnderWay = false
        var isSecondUnderWay = false
    }

    /// Returns a recognizer of both gestures.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Value> {
        let (first, second) = (first._recognizer(in: context.part(0)), second._recognizer(in: context.part(1)))
        return _GestureRecognizer(first.primitives + second.primitives) { event, memory in
            let progress = memory.value as? Progress ?? Progress()
            memory.value = progress
            let hasEnded: Bool
            if event.gesture < first.primitives.count {
                switch first.handle(event, memory.child(0)) {
                case .unchanged: return .unchanged
                case .active(let value):
                    (progress.value.first, progress.isFirstUnderWay, hasEnded) = (value, true, false)
                case .ended(let value): (progress.value.first, progress.isFirstUnderWay, hasEnded) = (value, false, true)
                case .failed:
                    progress.value.first = nil
                    (progress.isFirstUnderWay, hasEnded) = (false, progress.value.second != nil)
                }
            } else {
                switch second.handle(event.shifted(by: first.primitives.count), memory.child(1)) {
                case .unchanged: return .unchanged
                case .active(let value):
                    (progress.value.second, progress.isSecondUnderWay, hasEnded) = (value, true, false)
                case .ended(let value): (progress.value.second, progress.isSecondUnderWay, hasEnded) = (value, false, true)
                case .failed:
                    progress.value.second = nil
                    (progress.isSecondUnderWay, hasEnded) = (false, progress.value.first != nil)
                }
            }
            let isUnderWay = progress.isFirstUnderWay || progress.isSecondUnderWay
            if isUnderWay { return .active(progress.value) }
            return hasEnded ? .ended(progress.value) : .failed
        } finish: { memory in
            first.finish(memory.child(0))
            second.finish(memory.child(1))
            memory.value = nil
        }
    }
}

extension SimultaneousGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension SimultaneousGesture.Value: Hashable where First.Value: Hashable, Second.Value: Hashable {}

/// A gesture of two gestures, of which the second is recognized after the first has ended.
public struct SequenceGesture<First: Gesture, Second: Gesture>: BuiltInGesture {
    /// The progress through both gestures.
    public enum Value {
        /// The first gesture has not ended.
        case first(First.Value)
        /// The first gesture has ended; the value of the second is nil before it begins.
        case second(First.Value, Second.Value?)
    }

    /// The first gesture.
    public var first: First
    /// The second gesture.
    public var second: Second

    /// Creates a gesture of two gestures.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// The value with which the first gesture has ended.
    private struct Ended {
        let value: First.Value
        /// Whether the pointer will be released before the second gesture can begin, because the
        /// first has ended with a tap.
        var awaitsRelease: Bool
    }

    /// Returns a recognizer of the first gesture, and then of the second.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Value> {
        let (first, second) = (first._recognizer(in: context.part(0)), second._recognizer(in: context.part(1)))
        return _GestureRecognizer(first.primitives + second.primitives) { event, memory in
            guard let ended = memory.value as? Ended else {
                guard event.gesture < first.primitives.count else { return .unchanged }
                switch first.handle(event, memory.child(0)) {
                case .unchanged: return .unchanged
                case .active(let value): return .active(.first(value))
                case .ended(let value):
                    let isTap = if case .tap = first.primitives[event.gesture].base { true } else { false }
                    memory.value = Ended(value: value, awaitsRelease: isTap)
                    return .active(.second(value, nil))
                case .failed: return .failed
                }
            }
            guard event.gesture >= first.primitives.count, !ended.awaitsRelease else { return .unchanged }
            switch second.handle(event.shifted(by: first.primitives.count), memory.child(1)) {
            case .unchanged: return .unchanged
            case .active(let value): return .active(.second(ended.value, value))
            case .ended(let value): return .ended(.second(ended.value, value))
            case .failed: return .failed
            }
        } finish: { memory in
            first.finish(memory.child(0))
            second.finish(memory.child(1))
            let ended = memory.value as? Ended
            memory.isKept = ended?.awaitsRelease ?? false
            memory.value = memory.isKept ? ended.map { Ended(value: $0.value, awaitsRelease: false) } : nil
        }
    }
}

extension SequenceGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}

/// A gesture of two gestures, of which only one is recognized. The first has precedence: if it
/// begins while the second is in progress, the second fails.
public struct ExclusiveGesture<First: Gesture, Second: Gesture>: BuiltInGesture {
    /// The value of the gesture that was recognized.
    public enum Value {
        /// The first gesture was recognized.
        case first(First.Value)
        /// The second gesture was recognized.
        case second(Second.Value)
    }

    /// The first gesture.
    public var first: First
    /// The second gesture.
    public var second: Second

    /// Creates a gesture of two gestures.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// The gesture that is in progress or was recognized.
    private enum Winner {
        /// The first; the events of the second are ignored.
        case first
        /// The second, which is in progress. It fails if the first begins.
        case second
        /// The second, which was recognized; the events of the first are ignored.
        case recognizedSecond
    }

    /// Returns a recognizer of one of the gestures.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Value> {
        let (first, second) = (first._recognizer(in: context.part(0)), second._recognizer(in: context.part(1)))
        return _GestureRecognizer(first.primitives + second.primitives) { event, memory in
            let winner = memory.value as? Winner
            if event.gesture < first.primitives.count {
                guard winner != .recognizedSecond else { return .unchanged }
                @MainActor func win() {
                    memory.value = Winner.first
                    guard winner == .second else { return }
                    second.finish(memory.child(1))
                    memory.child(1).reset()
                }
                switch first.handle(event, memory.child(0)) {
                case .unchanged: return .unchanged
                case .active(let value):
                    win()
                    return .active(.first(value))
                case .ended(let value):
                    win()
                    return .ended(.first(value))
                case .failed:
                    guard winner != .second else { return .unchanged }
                    memory.value = nil
                    return .failed
                }
            }
            guard winner != .first else { return .unchanged }
            switch second.handle(event.shifted(by: first.primitives.count), memory.child(1)) {
            case .unchanged: return .unchanged
            case .active(let value):
                memory.value = Winner.second
                return .active(.second(value))
            case .ended(let value):
                memory.value = Winner.recognizedSecond
                return .ended(.second(value))
            case .failed:
                memory.value = nil
                return .failed
            }
        } finish: { memory in
            first.finish(memory.child(0))
            second.finish(memory.child(1))
            memory.value = nil
        }
    }
}

extension ExclusiveGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}

extension GestureEvent {
    /// Returns the event for the second part of a composed gesture, whose first part has a number
    /// of primitives.
    func shifted(by count: Int) -> GestureEvent {
        var event = self
        event.gesture -= count
        return event
    }
}
