/// A gesture that is recognized only while modifier keys are held down.
public struct _ModifiersGesture<Base: Gesture>: BuiltInGesture {
    let base: Base
    let modifiers: EventModifiers

    /// Returns the recognizer of the base. The host compares the keys, because another gesture may
    /// be recognized without them.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Base.Value> {
        let base = base._recognizer(in: context)
        return _GestureRecognizer(
            base.primitives.map { $0.holding(modifiers) }, handle: base.handle, finish: base.finish)
    }
}

extension Gesture {
    /// Returns a gesture that is recognized only while the user holds down modifier keys. Further
    /// modifiers may be held down, too.
    public func modifiers(_ modifiers: EventModifiers) -> _ModifiersGesture<Self> {
        _ModifiersGesture(base: self, modifiers: modifiers)
    }
}

extension GesturePrimitive {
    /// Returns the primitive with modifier keys in addition to those that it requires already.
    fileprivate func holding(_ modifiers: EventModifiers) -> GesturePrimitive {
        let all = self.modifiers.union(modifiers)
        return all.isEmpty ? self : .modified(base, all)
    }
}
