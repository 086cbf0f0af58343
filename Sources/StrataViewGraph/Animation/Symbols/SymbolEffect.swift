/// An effect that animates the symbols in a view.
public protocol SymbolEffect: Sendable {
    /// The name of the effect and of its variants, for the host.
    var _name: String { get }
}

/// An effect that runs once when a value changes.
public protocol DiscreteSymbolEffect {}

/// An effect that runs as long as it is active.
public protocol IndefiniteSymbolEffect {}

/// An effect with which one symbol replaces another.
public protocol ContentTransitionSymbolEffect {}

/// The speed and the repetitions of a symbol effect.
public struct SymbolEffectOptions: Hashable, Sendable {
    /// The repetitions of an effect.
    public struct RepeatBehavior: Hashable, Sendable {
        fileprivate let count: Int?
        fileprivate var delay = 0.0

        /// Repetitions without a pause between them.
        public static let continuous = RepeatBehavior(count: nil)
        /// Repetitions with a pause between them.
        public static let periodic = periodic()

        /// Returns a number of repetitions, nil for no end, with a pause in seconds between them, which
        /// is clamped to 0 through a million.
        public static func periodic(_ count: Int? = nil, delay: Double? = nil) -> Self {
            let delay = delay ?? 1
            // False for a number that is not one.
            return Self(count: count.map { max($0, 1) }, delay: delay > 0 ? min(delay, 1e6) : 0)
        }
    }

    package enum Repetitions: Hashable, Sendable {
        /// Once for a changed value, and without an end while the effect is active.
        case automatic
        /// A number of times; nil for no end.
        case count(Int?)
    }

    package private(set) var speed = 1.0
    package private(set) var repetitions = Repetitions.automatic
    /// The pause between two repetitions, in seconds.
    package private(set) var pause = 0.0

    /// The speed of the effect itself, once for a changed value, and without an end while the effect
    /// is active.
    public static let `default` = SymbolEffectOptions()
    /// Repetitions without an end.
    public static let repeating = SymbolEffectOptions.default.repeating
    /// A single run, also while the effect is active.
    public static let nonRepeating = SymbolEffectOptions.default.nonRepeating

    /// Returns a number of repetitions.
    public static func `repeat`(_ count: Int?) -> SymbolEffectOptions { Self.default.repeat(count) }
    /// Returns repetitions.
    public static func `repeat`(_ behavior: RepeatBehavior) -> SymbolEffectOptions { Self.default.repeat(behavior) }
    /// Returns a speed: 2 is twice as fast.
    public static func speed(_ speed: Double) -> SymbolEffectOptions { Self.default.speed(speed) }

    /// The options with repetitions without an end.
    public var repeating: SymbolEffectOptions { changed { $0.repetitions = .count(nil) } }
    /// The options with a single run.
    public var nonRepeating: SymbolEffectOptions { changed { $0.repetitions = .count(1) } }

    /// Returns the options with a number of repetitions.
    public func `repeat`(_ count: Int?) -> SymbolEffectOptions {
        changed { $0.repetitions = .count(count.map { max($0, 1) }) }
    }

    /// Returns the options with repetitions.
    public func `repeat`(_ behavior: RepeatBehavior) -> SymbolEffectOptions {
        changed { ($0.repetitions, $0.pause) = (.count(behavior.count), behavior.delay) }
    }

    /// Returns the options with a speed: 2 is twice as fast. It is clamped to 0.01 through 1,000.
    public func speed(_ speed: Double) -> SymbolEffectOptions {
        // False for a number that is not one.
        changed { $0.speed = speed > 0.01 ? min(speed, 1_000) : 0.01 }
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var options = self
        change(&options)
        return options
    }
}

/// A symbol effect of an element, as hosts draw it.
package struct SymbolEffectContent: Hashable, Sendable {
    package enum Trigger: Hashable, Sendable {
        /// The number of times that the value has changed. The effect runs when the number does.
        case changes(Int)
        case active(Bool)
    }

    package var name: String
    package var options: SymbolEffectOptions
    package var trigger: Trigger
}

/// A modifier that runs an effect when a value changes.
private struct SymbolEffectModifier<Value: Equatable>: BuiltInModifier {
    let name: String
    let options: SymbolEffectOptions
    let value: Value

    @MainActor
    private final class Changes {
        var last: Value
        var count = 0

        init(_ value: Value) { last = value }
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let changes = node.storage as? Changes ?? Changes(value)
        node.storage = changes
        if changes.last != value {
            changes.last = value
            changes.count += 1
        }
        var environment = node.environment
        environment.pendingTraits.interaction.symbolEffects.append(
            SymbolEffectContent(name: name, options: options, trigger: .changes(changes.count)))
        node.updateChild(0, content, environment: environment)
    }
}

extension View {
    /// Animates the symbols in the view each time a value changes.
    public func symbolEffect<T, U>(_ effect: T, options: SymbolEffectOptions = .default, value: U) -> some View
    where T: DiscreteSymbolEffect, T: SymbolEffect, U: Equatable {
        modified(SymbolEffectModifier(name: effect._name, options: options, value: value))
    }

    /// Animates the symbols in the view while the effect is active.
    public func symbolEffect<T>(_ effect: T, options: SymbolEffectOptions = .default, isActive: Bool = true) -> some View
    where T: IndefiniteSymbolEffect, T: SymbolEffect {
        trait {
            $0.interaction.symbolEffects.append(
                SymbolEffectContent(name: effect._name, options: options, trigger: .active(isActive)))
        }
    }
}
