/// A gesture that transforms the value of another one.
public struct _MapGesture<Base: Gesture, Value>: BuiltInGesture {
    let base: Base
    let transform: (Base.Value) -> Value

    /// Returns the recognizer of the base, with its values transformed.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Value> {
        base._recognizer(in: context.part(0)).transforming { [transform] phase, _ in
            switch phase {
            case .unchanged: .unchanged
            case .active(let value): .active(transform(value))
            case .ended(let value): .ended(transform(value))
            case .failed: .failed
            }
        }
    }
}

/// A gesture that runs an action when it is recognized.
public struct _EndedGesture<Base: Gesture>: BuiltInGesture {
    let base: Base
    let action: (Base.Value) -> Void

    /// Returns the recognizer of the base, which runs the action.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Base.Value> {
        base._recognizer(in: context.part(0)).transforming { [action] phase, _ in
            if case .ended(let value) = phase { action(value) }
            return phase
        }
    }
}

/// A gesture that runs an action when its value changes.
public struct _ChangedGesture<Base: Gesture>: BuiltInGesture where Base.Value: Equatable {
    let base: Base
    let action: (Base.Value) -> Void

    /// Returns the recognizer of the base, which runs the action.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Base.Value> {
        base._recognizer(in: context.part(0)).transforming { [action] phase, memory in
            if case .active(let value) = phase, memory.value as? Base.Value != value {
                memory.value = value
                action(value)
            }
            return phase
        } finish: {
            $0.value = nil
        }
    }
}

/// A gesture that updates a ``GestureState`` while it is in progress.
public struct GestureStateGesture<Base: Gesture, State>: BuiltInGesture {
    /// The type of the gesture's value.
    public typealias Value = Base.Value

    /// The gesture.
    public var base: Base
    /// The state that the gesture updates.
    public var state: GestureState<State>
    private let change: (Base.Value, inout State, inout Transaction) -> Void

    init(base: Base, state: GestureState<State>, change: @escaping (Base.Value, inout State, inout Transaction) -> Void) {
        self.base = base
        self.state = state
        self.change = change
    }

    /// Returns the recognizer of the base, which updates the state and resets it.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Base.Value> {
        base._recognizer(in: context.part(0)).transforming { [state, change] phase, _ in
            switch phase {
            case .active(let value): state.update { change(value, &$0, &$1) }
            case .ended, .failed: state.reset()
            case .unchanged: break
            }
            return phase
        } finish: { [state] _ in
            state.reset()
        }
    }
}

extension Gesture {
    /// Runs an action with the last value when the gesture is recognized.
    public func onEnded(_ action: @escaping (Value) -> Void) -> _EndedGesture<Self> {
        _EndedGesture(base: self, action: action)
    }

    /// Returns a gesture that transforms the value of this one.
    public func map<T>(_ body: @escaping (Value) -> T) -> _MapGesture<Self, T> { _MapGesture(base: self, transform: body) }

    /// Updates a state while the gesture is in progress. The state is reset when the gesture ends
    /// or fails.
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> GestureStateGesture<Self, State> {
        GestureStateGesture(base: self, state: state, change: body)
    }

    /// Returns a gesture that recognizes another one at the same time as this one.
    public func simultaneously<Other: Gesture>(with other: Other) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(self, other)
    }

    /// Returns a gesture that recognizes another one after this one has ended.
    public func sequenced<Other: Gesture>(before other: Other) -> SequenceGesture<Self, Other> { SequenceGesture(self, other) }

    /// Returns a gesture that recognizes either this one or another one.
    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        ExclusiveGesture(self, other)
    }
}

extension Gesture where Value: Equatable {
    /// Runs an action each time that the gesture in progress has another value.
    public func onChanged(_ action: @escaping (Value) -> Void) -> _ChangedGesture<Self> {
        _ChangedGesture(base: self, action: action)
    }
}
