internal import StrataTraps

/// A gesture with its type erased.
public struct AnyGesture<Value>: BuiltInGesture {
    private let recognizer: @MainActor (_GestureContext) -> _GestureRecognizer<Value>

    /// Erases the type of a gesture.
    public init<T: Gesture>(_ gesture: T) where T.Value == Value { recognizer = { gesture._recognizer(in: $0) } }

    /// Returns the recognizer of the erased gesture.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Value> { recognizer(context) }
}

/// A gesture that may be missing. Nil recognizes nothing.
extension Optional: Gesture where Wrapped: Gesture {
    /// The type of the gesture's value.
    public typealias Value = Wrapped.Value

    /// The body, which a built-in gesture does not have.
    public var body: Never { trap("\(Self.self) is built in and has no body.") }

    /// Returns the recognizer of the gesture; for nil, one that recognizes nothing.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Wrapped.Value> {
        self?._recognizer(in: context) ?? _GestureRecognizer([], handle: { _, _ in .unchanged }, finish: { _ in })
    }
}
