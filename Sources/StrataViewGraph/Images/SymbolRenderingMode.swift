/// The coloring of the layers of symbols.
public struct SymbolRenderingMode: Hashable, Sendable {
    package enum Mode: Hashable, Sendable {
        case monochrome, hierarchical, palette, multicolor
    }

    package let mode: Mode

    /// One color for all layers.
    public static let monochrome = SymbolRenderingMode(mode: .monochrome)
    /// One color, with less opacity for the layers after the first.
    public static let hierarchical = SymbolRenderingMode(mode: .hierarchical)
    /// The foreground styles, one for each layer.
    public static let palette = SymbolRenderingMode(mode: .palette)
    /// The natural color of the symbol, such as red for a heart. Few symbols have one.
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

    /// The mode where none is set: `palette` for several foreground styles, otherwise `monochrome`.
    var symbolRenderingModeOfStyles: SymbolRenderingMode { foregroundPaints.count > 1 ? .palette : .monochrome }
}

extension View {
    /// Sets how the layers of symbols are colored; nil for the host's choice.
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View {
        changingEnvironment { $0.symbolRenderingMode = mode }
    }
}
