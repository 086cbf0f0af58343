public import Foundation

/// Adds a gesture to the next element. ``Gesture`` describes the mechanism.
private struct GestureAttachment<G: Gesture>: BuiltInModifier {
    let gesture: G
    let precedence: GesturePrecedence
    let mask: GestureMask

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let memory = node.storage as? _GestureMemory ?? _GestureMemory()
        node.storage = memory
        var environment = node.environment
        if mask.contains(.gesture), environment.allowsGestures, environment.isEnabled {
            attach(to: &environment, node, memory)
        } else {
            memory.reset()
        }
        if !mask.contains(.subviews) { environment.allowsGestures = false }
        node.updateChild(0, content, environment: environment)
    }

    /// Adds the primitives of the gesture to the traits of the next element, and its recognizer to
    /// the handlers.
    private func attach(to environment: inout EnvironmentValues, _ node: ViewNode, _ memory: _GestureMemory) {
        let recognizer = gesture._recognizer(in: _GestureContext(node: node, memory: memory))
        let sources = environment.coordinateSpaces
        let attached = AttachedGesture(count: recognizer.primitives.count) { event in
            var event = event
            if !sources.isEmpty { event.spaces = CoordinateSpaces(sources) }
            _ = recognizer.handle(event, memory)
        } finish: {
            recognizer.finish(memory)
            memory.release()
        }
        let group = environment.pendingHandlers.gestures.count
        environment.pendingHandlers.gestures.append(attached)
        environment.pendingTraits.interaction.gestures +=
            recognizer.primitives.map { RecognizedGesture(primitive: $0, precedence: precedence, group: group) }
    }
}

/// The gestures that a gesture modifier allows.
public struct GestureMask: OptionSet, Hashable, Sendable {
    /// The gestures as a bit mask.
    public let rawValue: UInt32

    /// Creates a mask from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No gestures.
    public static let none = GestureMask([])
    /// The gesture of the modifier.
    public static let gesture = GestureMask(rawValue: 1)
    /// The gestures of the views inside.
    public static let subviews = GestureMask(rawValue: 2)
    /// All gestures.
    public static let all: GestureMask = [.gesture, .subviews]
}

private struct AllowsGesturesKey: EnvironmentKey {
    static var defaultValue: Bool { true }
}

extension EnvironmentValues {
    /// Whether gesture modifiers around the view allow gestures inside.
    fileprivate var allowsGestures: Bool {
        get { self[AllowsGesturesKey.self] }
        set { self[AllowsGesturesKey.self] = newValue }
    }
}

extension View {
    /// Adds a gesture. Gestures of views inside take precedence.
    public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        modified(GestureAttachment(gesture: gesture, precedence: .normal, mask: mask))
    }

    /// Adds a gesture, which can be disabled. Gestures of views inside take precedence.
    public func gesture<T: Gesture>(_ gesture: T, isEnabled: Bool) -> some View {
        self.gesture(gesture, including: isEnabled ? .all : .subviews)
    }

    /// Adds a gesture that takes precedence over those of views inside.
    public func highPriorityGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        modified(GestureAttachment(gesture: gesture, precedence: .high, mask: mask))
    }

    /// Adds a gesture, which can be disabled, that takes precedence over those of views inside.
    public func highPriorityGesture<T: Gesture>(_ gesture: T, isEnabled: Bool) -> some View {
        highPriorityGesture(gesture, including: isEnabled ? .all : .subviews)
    }

    /// Adds a gesture that is recognized in addition to those of views inside.
    public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        modified(GestureAttachment(gesture: gesture, precedence: .simultaneous, mask: mask))
    }

    /// Adds a gesture, which can be disabled, that is recognized in addition to those of views inside.
    public func simultaneousGesture<T: Gesture>(_ gesture: T, isEnabled: Bool) -> some View {
        simultaneousGesture(gesture, including: isEnabled ? .all : .subviews)
    }

    /// Runs an action when the user taps or clicks the view, or presses Return or the space bar
    /// while it has the focus.
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        gesture(TapGesture(count: count).onEnded { _ in action() })
    }

    /// Runs an action with the location at which the user taps or clicks the view.
    public func onTapGesture(
        count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local, perform action: @escaping (CGPoint) -> Void
    ) -> some View {
        gesture(SpatialTapGesture(count: count, coordinateSpace: coordinateSpace).onEnded { action($0.location) })
    }

    /// Runs an action with the location at which the user taps or clicks the view.
    @_disfavoredOverload
    public func onTapGesture(
        count: Int = 1, coordinateSpace: CoordinateSpace = .local, perform action: @escaping (CGPoint) -> Void
    ) -> some View {
        gesture(SpatialTapGesture(count: count, coordinateSpace: coordinateSpace).onEnded { action($0.location) })
    }

    /// Runs an action when the user has pressed the view for some seconds.
    ///
    /// - Parameters:
    ///   - minimumDuration: The time in seconds.
    ///   - maximumDistance: The distance in points that the pointer may move meanwhile.
    ///   - action: The action.
    ///   - onPressingChanged: Called with true when the press begins, and with false when it is
    ///     recognized or fails.
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> some View {
        let press = LongPressGesture(minimumDuration: minimumDuration, maximumDistance: maximumDistance)
        return gesture(PressObserver(base: press, action: action, pressing: onPressingChanged))
    }

    /// Runs an action when the user has pressed the view for some seconds.
    ///
    /// - Parameters:
    ///   - minimumDuration: The time in seconds.
    ///   - maximumDistance: The distance in points that the pointer may move meanwhile.
    ///   - pressing: Called with true when the press begins, and with false when it is recognized or
    ///     fails.
    ///   - action: The action.
    @_disfavoredOverload
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, pressing: ((Bool) -> Void)? = nil,
        perform action: @escaping () -> Void
    ) -> some View {
        onLongPressGesture(
            minimumDuration: minimumDuration, maximumDistance: maximumDistance, perform: action, onPressingChanged: pressing)
    }
}

/// A long press that reports when the view is pressed.
private struct PressObserver: BuiltInGesture {
    let base: LongPressGesture
    let action: () -> Void
    let pressing: ((Bool) -> Void)?

    func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Bool> {
        func release(_ memory: _GestureMemory) {
            guard memory.value != nil else { return }
            memory.value = nil
            pressing?(false)
        }
        return base._recognizer(in: context.part(0)).transforming { [action, pressing] phase, memory in
            switch phase {
            case .unchanged: break
            case .active:
                memory.value = true
                pressing?(true)
            case .ended:
                release(memory)
                action()
            case .failed: release(memory)
            }
            return phase
        } finish: {
            release($0)
        }
    }
}
