/// A symbol effect with variants.
protocol VariedSymbolEffect {
    /// The names of the variants, in the order in which the app adds them.
    var variants: [String] { get set }
}

extension VariedSymbolEffect {
    /// Returns the effect with one more variant.
    func adding(_ variant: String) -> Self {
        var effect = self
        effect.variants.append(variant)
        return effect
    }

    /// Returns the name of the effect with its variants.
    func named(_ name: String) -> String { ([name] + variants).joined(separator: "-") }
}

/// A short jump in the size of the symbol.
public struct BounceSymbolEffect: SymbolEffect, VariedSymbolEffect, DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable {
    var variants: [String] = []

    init() {}

    /// The name of the effect and of its variants, for the host.
    public var _name: String { named("bounce") }

    /// The symbol grows for a moment.
    public var up: Self { adding("up") }

    /// The symbol shrinks for a moment.
    public var down: Self { adding("down") }

    /// The effect applies to the symbol as a whole. The host draws every symbol as a whole.
    public var wholeSymbol: Self { self }
}

/// The symbol fades and returns.
public struct PulseSymbolEffect: SymbolEffect, DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable {
    init() {}

    /// The name of the effect, for the host.
    public var _name: String { "pulse" }

    /// The effect applies to the symbol as a whole. The host draws every symbol as a whole.
    public var wholeSymbol: Self { self }
}

/// The parts of the symbol light up one after the other.
public struct VariableColorSymbolEffect: SymbolEffect, VariedSymbolEffect, DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable
{
    var variants: [String] = []

    init() {}

    /// The name of the effect and of its variants, for the host.
    public var _name: String { named("variable") }

    /// One part is lit at a time.
    public var iterative: Self { adding("iterative") }

    /// The parts stay lit until the last one is.
    public var cumulative: Self { adding("cumulative") }

    /// The sequence runs forward and backward.
    public var reversing: Self { adding("reversing") }

    /// The sequence starts again after its end.
    public var nonReversing: Self { adding("forward") }

    /// Parts that are not lit are dim.
    public var dimInactiveLayers: Self { adding("dim") }

    /// Parts that are not lit are hidden.
    public var hideInactiveLayers: Self { adding("hide") }
}

/// The symbol has another size.
public struct ScaleSymbolEffect: SymbolEffect, VariedSymbolEffect, IndefiniteSymbolEffect, Hashable {
    var variants: [String] = []

    init() {}

    /// The name of the effect and of its variants, for the host.
    public var _name: String { named("scale") }

    /// The symbol is larger.
    public var up: Self { adding("up") }

    /// The symbol is smaller.
    public var down: Self { adding("down") }

    /// The effect applies to the symbol as a whole. The host draws every symbol as a whole.
    public var wholeSymbol: Self { self }
}

/// The symbol appears.
public struct AppearSymbolEffect: SymbolEffect, VariedSymbolEffect, IndefiniteSymbolEffect, Hashable {
    var variants: [String] = []

    init() {}

    /// The name of the effect and of its variants, for the host.
    public var _name: String { named("appear") }

    /// The symbol grows as it appears.
    public var up: Self { adding("up") }

    /// The symbol shrinks as it appears.
    public var down: Self { adding("down") }

    /// The effect applies to the symbol as a whole. The host draws every symbol as a whole.
    public var wholeSymbol: Self { self }
}

/// The symbol disappears, and keeps its space.
public struct DisappearSymbolEffect: SymbolEffect, VariedSymbolEffect, IndefiniteSymbolEffect, Hashable {
    var variants: [String] = []

    init() {}

    /// The name of the effect and of its variants, for the host.
    public var _name: String { named("disappear") }

    /// The symbol grows as it disappears.
    public var up: Self { adding("up") }

    /// The symbol shrinks as it disappears.
    public var down: Self { adding("down") }

    /// The effect applies to the symbol as a whole. The host draws every symbol as a whole.
    public var wholeSymbol: Self { self }
}

/// The symbol moves back and forth.
public struct WiggleSymbolEffect: SymbolEffect, VariedSymbolEffect, DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable {
    var variants: [String] = []

    init() {}

    /// The name of the effect and of its variants, for the host.
    public var _name: String { named("wiggle") }

    /// The symbol turns clockwise and back.
    public var clockwise: Self { adding("clockwise") }

    /// The symbol turns counterclockwise and back.
    public var counterClockwise: Self { adding("counter") }

    /// The symbol moves to the left and back.
    public var left: Self { adding("x") }

    /// The symbol moves to the right and back.
    public var right: Self { adding("x") }

    /// The symbol moves forward and back.
    public var forward: Self { adding("x") }

    /// The symbol moves backward and back.
    public var backward: Self { adding("x") }

    /// The symbol moves up and back.
    public var up: Self { adding("y") }

    /// The symbol moves down and back.
    public var down: Self { adding("y") }

    /// The effect applies to the symbol as a whole. The host draws every symbol as a whole.
    public var wholeSymbol: Self { self }
}

/// The symbol turns.
public struct RotateSymbolEffect: SymbolEffect, VariedSymbolEffect, DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable {
    var variants: [String] = []

    init() {}

    /// The name of the effect and of its variants, for the host.
    public var _name: String { named("rotate") }

    /// The symbol turns clockwise.
    public var clockwise: Self { adding("clockwise") }

    /// The symbol turns counterclockwise.
    public var counterClockwise: Self { adding("counter") }

    /// The effect applies to the symbol as a whole. The host draws every symbol as a whole.
    public var wholeSymbol: Self { self }
}

/// The symbol grows and shrinks slowly.
public struct BreatheSymbolEffect: SymbolEffect, VariedSymbolEffect, DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable {
    var variants: [String] = []

    init() {}

    /// The name of the effect and of its variants, for the host.
    public var _name: String { named("breathe") }

    /// Only the size changes.
    public var plain: Self { adding("plain") }

    /// The symbol also fades and returns.
    public var pulse: Self { adding("pulse") }

    /// The effect applies to the symbol as a whole. The host draws every symbol as a whole.
    public var wholeSymbol: Self { self }
}

/// One symbol replaces another.
public struct ReplaceSymbolEffect: SymbolEffect, VariedSymbolEffect, ContentTransitionSymbolEffect, Hashable {
    var variants: [String] = []

    init() {}

    /// The name of the effect and of its variants, for the host.
    public var _name: String { named("replace") }

    /// The old symbol shrinks, and the new one grows.
    public var downUp: Self { adding("downUp") }

    /// Both symbols grow.
    public var upUp: Self { adding("upUp") }

    /// The old symbol vanishes, and the new one grows.
    public var offUp: Self { adding("offUp") }

    /// The effect applies to the symbol as a whole. The host draws every symbol as a whole.
    public var wholeSymbol: Self { self }
}
