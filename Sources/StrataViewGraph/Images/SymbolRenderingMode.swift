/// The coloring of the layers of symbols.
public struct SymbolRenderingMode: Hashable, Sendable {
    package enum Mode: Hashable, Sendable {
        case monochrome, hierarchical, palette, multicolor
    }

    package let mode: Mode

    /// One color for all layers.
    public static let monochrome = SymbolRenderingMode(mode: .monochrome)
    /// One color, with less opacity for the layers behind the first.
    public static let hierarchical = SymbolRenderingMode(mode: .hierarchical)
    /// The foreground styles, one for each layer.
    public static let palette = SymbolRenderingMode(mode: .palette)
    /// The colors of what the symbol shows, where it has any.
    public static let multicolor = SymbolRenderingMode(mode: .multicolor)
}

private struct SymbolRenderingModeKey: EnvironmentKey {
    static var defaultValue: SymbolRenderingMode? { nil }
}

extension EnvironmentValues {
    /// The coloring of the layers of symbols; nil for the host's choice.
    public var symbolRenderingMode: SymbolRenderingMode? {
        get { self[SymbolRenderingModeKey.self] }
        set { self[SymbolRenderingModeKey.self] = newValue }
    }

    /// The mode that follows from the foreground styles: several of them are a palette.
    var symbolRenderingModeOfStyles: SymbolRenderingMode { foregroundPaints.count > 1 ? .palette : .monochrome }
}

extension View {
    /// Sets how the layers of symbols are colored; nil for the host's choice.
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View {
        changingEnvironment { $0.symbolRenderingMode = mode }
    }
}
