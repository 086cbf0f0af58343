/// Variants of symbols: filled, crossed out, or in a shape.
public struct SymbolVariants: Hashable, Sendable {
    private enum Shape: String, CaseIterable, Hashable, Sendable {
        case circle, square, rectangle
    }

    /// The words of shapes in the names of symbols.
    private static let shapes = Set(
        Shape.allCases.map(\.rawValue) + ["triangle", "diamond", "hexagon", "octagon", "shield", "seal", "app"])

    private var shape: Shape?
    private var isFilled = false
    private var isSlashed = false

    /// The symbols as they are.
    public static let none = SymbolVariants()
    /// Symbols in a circle.
    public static let circle = SymbolVariants(shape: .circle)
    /// Symbols in a square.
    public static let square = SymbolVariants(shape: .square)
    /// Symbols in a rectangle.
    public static let rectangle = SymbolVariants(shape: .rectangle)
    /// Filled symbols.
    public static let fill = SymbolVariants(isFilled: true)
    /// Symbols that are crossed out.
    public static let slash = SymbolVariants(isSlashed: true)

    private init(shape: Shape? = nil, isFilled: Bool = false, isSlashed: Bool = false) {
        self.shape = shape
        self.isFilled = isFilled
        self.isSlashed = isSlashed
    }

    /// The variants, in a circle.
    public var circle: SymbolVariants { union(.circle) }
    /// The variants, in a square.
    public var square: SymbolVariants { union(.square) }
    /// The variants, in a rectangle.
    public var rectangle: SymbolVariants { union(.rectangle) }
    /// The variants, filled.
    public var fill: SymbolVariants { union(.fill) }
    /// The variants, crossed out.
    public var slash: SymbolVariants { union(.slash) }

    /// Returns whether these variants include others.
    public func contains(_ other: SymbolVariants) -> Bool {
        (other.shape == nil || other.shape == shape) && (isFilled || !other.isFilled) && (isSlashed || !other.isSlashed)
    }

    /// Returns these variants with others added. Another shape replaces the shape.
    func union(_ other: SymbolVariants) -> SymbolVariants {
        SymbolVariants(
            shape: other.shape ?? shape, isFilled: isFilled || other.isFilled, isSlashed: isSlashed || other.isSlashed)
    }

    /// Returns the name of a symbol with these variants: `heart.circle.fill` for `heart` and
    /// `.circle.fill`.
    func applied(to name: String) -> String {
        guard self != .none else { return name }
        var words = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let wasFilled = words.contains("fill")
        words.removeAll { $0 == "fill" }
        if isSlashed, !words.contains("slash") { words.append("slash") }
        // A symbol whose name has a shape keeps that shape: no symbol is in two shapes.
        if let shape, !words.contains(where: Self.shapes.contains) { words.append(shape.rawValue) }
        if isFilled || wasFilled { words.append("fill") }
        return words.joined(separator: ".")
    }
}

private struct SymbolVariantsKey: EnvironmentKey {
    static var defaultValue: SymbolVariants { .none }
}

extension EnvironmentValues {
    /// The variants in which symbols are shown.
    public var symbolVariants: SymbolVariants {
        get { self[SymbolVariantsKey.self] }
        set { self[SymbolVariantsKey.self] = newValue }
    }
}

extension View {
    /// Shows symbols in a variant, in addition to the variants that outer views have set. `.none`
    /// removes those.
    public func symbolVariant(_ variant: SymbolVariants) -> some View {
        changingEnvironment { $0.symbolVariants = variant == .none ? .none : $0.symbolVariants.union(variant) }
    }
}
