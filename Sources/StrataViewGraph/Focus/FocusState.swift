/// A state that identifies the control that has the keyboard focus. It changes when the user moves
/// the focus, and setting it moves the focus.
///
///     @FocusState private var field: Field?
///
///     TextField("Name", text: $name).focused($field, equals: .name)
///     Button("Edit name") { field = .name }
///
/// A value that no view has is replaced by nil, and so is the value of a view that was removed.
/// Several views may have one value. The user can move the focus to each of them, and setting the
/// value moves it to the first one, unless it is already in another.
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
    private let initial: Value
    private var storage: FocusStorage<Value>?

    /// A binding to a focus state, for the modifiers that connect a control with it.
    @propertyWrapper
    public struct Binding {
        /// The storage of the state; nil before its view is shown.
        let storage: FocusStorage<Value>?
        /// The value of the state while none of its controls has the focus.
        let unfocused: Value

        /// The state.
        public var wrappedValue: Value {
            get { storage?.box.value ?? unfocused }
            nonmutating set { FocusState.set(newValue, in: storage) }
        }

        /// The binding itself.
        public var projectedValue: Binding { self }
    }

    /// Creates a state that is true while its control has the focus.
    public init() where Value == Bool { initial = false }

    /// Creates a state with the value of the control that has the focus; nil while none of its
    /// controls has it.
    public init<T: Hashable>() where Value == T? { initial = nil }

    /// The state. Setting it before the view is shown has no effect and writes a warning.
    public var wrappedValue: Value {
        get { storage?.box.value ?? initial }
        nonmutating set { Self.set(newValue, in: storage) }
    }

    /// A binding to the state, for `focused(_:)` and `focused(_:equals:)`.
    public var projectedValue: Binding { Binding(storage: storage, unfocused: initial) }

    private static func set(_ value: Value, in storage: FocusStorage<Value>?) {
        guard let storage else {
            return WarningLog.warn(
                "A @FocusState of type \(Value.self) was set before its view was shown, which has no effect. "
                    + "Set it in an action or a task.")
        }
        storage.box.value = value
    }

    /// Connects the state to its storage, which the first update creates.
    public mutating func _install(_ slots: PropertySlots) { storage = slots.next { FocusStorage(initial) } }
}

/// The storage of a focus state, as the window knows it.
@MainActor
protocol FocusStateStorage: AnyObject {
    /// Clears the state if no view has its value.
    func clearUnlessShown()
}

/// The storage of a focus state: its value, and the modifiers that are connected with it.
final class FocusStorage<Value: Hashable> {
    let box: StateBox<Value>
    private let unfocused: Value
    @MainActor private var connections: [ObjectIdentifier: Connection] = [:]
    /// The number of connections above which those without targets are removed.
    @MainActor private var limit = 64
    @MainActor private var connectionCount = 0

    private struct Connection {
        weak var target: FocusTarget?
        let value: Value
        /// The position in the order in which modifiers were connected.
        let number: Int
    }

    init(_ unfocused: Value) {
        self.unfocused = unfocused
        box = StateBox(unfocused)
    }

    /// Connects the target of a modifier with the value that the state has while the target is active.
    @MainActor
    func connect(_ target: FocusTarget, to value: Value) {
        let known = connections[ObjectIdentifier(target)].flatMap { $0.target === target ? $0 : nil }
        if known?.value == value { return }
        if connections.count > limit {
            connections = connections.filter { $0.value.target != nil }
            limit = max(64, connections.count * 2)
        }
        connectionCount += 1
        let isSame = known.map { isSameID($0.value, value) } ?? false
        let number = isSame ? known?.number ?? connectionCount : connectionCount
        connections[ObjectIdentifier(target)] = Connection(target: target, value: value, number: number)
        target.state = ObjectIdentifier(self)
        target.focusChanged = { [weak self] isActive in
            guard let self else { return }
            if !isActive { clear(value) } else if !isSameID(box.value, value) { box.value = value }
        }
        target.refused = { [weak self] in self?.clear(value) }
        target.isPreferred = { [weak self, unowned target] in self?.preferred(for: value) === target }
    }

    /// Returns the target to which the focus moves for a value that several targets may have: the one
    /// that has it, or else the first.
    @MainActor
    private func preferred(for value: Value) -> FocusTarget? {
        let candidates = connections.values.filter { isSameID($0.value, value) && $0.target?.hasOwner == true }
        let active = candidates.first { $0.target?.isActive.value == true }
        return (active ?? candidates.min { $0.number < $1.number })?.target
    }

    private func clear(_ value: Value) {
        if isSameID(box.value, value) { box.value = unfocused }
    }
}

extension FocusStorage: FocusStateStorage {
    func clearUnlessShown() {
        let value = box.value
        guard value != unfocused else { return }
        let shown = connections.values.lazy.filter { isSameID($0.value, value) }.compactMap(\.target)
        if !shown.contains(where: { $0.hasOwner || $0.isActive.value }) { box.value = unfocused }
    }
}
