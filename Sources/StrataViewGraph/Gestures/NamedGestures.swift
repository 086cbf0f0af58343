extension View {
    /// Adds a gesture with a name. Gestures of views inside take precedence.
    ///
    /// - Parameters:
    ///   - gesture: The gesture.
    ///   - name: The name, which identifies the gesture in your code. UIKit's failure requirements,
    ///     which refer to such names, do not exist here.
    ///   - isEnabled: Whether the gesture is enabled.
    public func gesture<T: Gesture>(_ gesture: T, name: String, isEnabled: Bool = true) -> some View {
        self.gesture(gesture, isEnabled: isEnabled)
    }

    /// Adds a gesture with a name that takes precedence over those of views inside.
    ///
    /// - Parameters:
    ///   - gesture: The gesture.
    ///   - name: The name, which identifies the gesture in your code.
    ///   - isEnabled: Whether the gesture is enabled.
    public func highPriorityGesture<T: Gesture>(_ gesture: T, name: String, isEnabled: Bool = true) -> some View {
        highPriorityGesture(gesture, isEnabled: isEnabled)
    }

    /// Adds a gesture with a name that is recognized in addition to those of views inside.
    ///
    /// - Parameters:
    ///   - gesture: The gesture.
    ///   - name: The name, which identifies the gesture in your code.
    ///   - isEnabled: Whether the gesture is enabled.
    public func simultaneousGesture<T: Gesture>(_ gesture: T, name: String, isEnabled: Bool = true) -> some View {
        simultaneousGesture(gesture, isEnabled: isEnabled)
    }
}
