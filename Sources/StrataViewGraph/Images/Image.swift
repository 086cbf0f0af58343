public import Foundation

/// A view that shows an image: a symbol by its system name, or a picture.
///
///     Image(systemName: "heart.fill").foregroundStyle(.red)
///
/// A symbol is as large and as heavy as the text beside it.
public struct Image: BuiltInView, Equatable, Sendable {
    enum Source: Hashable, Sendable {
        case symbol(String)
    }

    private enum Label: Hashable, Sendable {
        case automatic, decorative
        case text(Text)
    }

    nonisolated let source: Source
    private nonisolated let label: Label
    private nonisolated let variableValue: Double?
    nonisolated var resizing: ImageResizing?
    nonisolated var interpolation = Interpolation.medium
    nonisolated var isAntialiased = true
    nonisolated var templateMode: TemplateRenderingMode?
    nonisolated var renderingMode: SymbolRenderingMode?

    private nonisolated init(_ source: Source, label: Label, variableValue: Double? = nil) {
        self.source = source
        self.label = label
        self.variableValue = variableValue
    }

    /// Shows a symbol by its system name.
    ///
    /// The symbols are Strata's own drawings. A name without one shows a plain mark with the name,
    /// and a line in the log.
    public nonisolated init(systemName: String) { self.init(.symbol(systemName), label: .automatic) }

    /// Shows a symbol with several levels, such as `wifi`, up to a value from 0 to 1.
    public nonisolated init(systemName: String, variableValue: Double?) {
        self.init(.symbol(systemName), label: .automatic, variableValue: variableValue)
    }

    /// Creates a symbol that only decorates, such as the icon beside a title.
    package nonisolated init(decorativeSystemName systemName: String) { self.init(.symbol(systemName), label: .decorative) }

    /// One row.
    public static var _listShape: ListShape { .row }

    /// Shows the image in the inherited style.
    public func _update(_ node: ViewNode) { node.show(.media(.image(content(in: node.environment)))) }

    /// The image as a host draws it in an environment.
    func content(in environment: EnvironmentValues) -> ImageContent {
        ImageContent(
            source: source(in: environment), label: contentLabel, style: environment.textStyle, scale: environment.imageScale,
            resizing: resizing, interpolation: interpolation, isAntialiased: isAntialiased, isTemplate: templateMode == .template)
    }

    private func source(in environment: EnvironmentValues) -> ImageContent.Source {
        switch source {
        case .symbol(let name):
            .symbol(
                SymbolContent(
                    name: environment.symbolVariants.applied(to: name),
                    rendering: renderingMode ?? environment.symbolRenderingMode ?? .monochrome, variableValue: variableValue))
        }
    }

    private var contentLabel: ImageContent.Label {
        switch label {
        case .automatic: .automatic
        case .decorative: .decorative
        case .text(let text): .text(text.string)
        }
    }
}
