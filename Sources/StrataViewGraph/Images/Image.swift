public import Foundation

/// A view that shows an image: a symbol by its system name, or a picture.
///
///     Image(systemName: "heart.fill").foregroundStyle(.red)
///
/// A symbol is as large and as heavy as the text beside it.
public struct Image: BuiltInView, Equatable, Sendable {
    enum Source: Hashable, Sendable {
        case symbol(String)
        /// A picture in the folder of resources of a bundle; nil for the app's.
        case named(String, directory: URL?)
        case address(String, scale: Double)
        case placeholder
    }

    private enum Label: Equatable, Sendable {
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

    /// Shows a picture of an asset catalog, or of a file among the resources.
    ///
    /// - Parameters:
    ///   - name: The name in the catalog, or that of the file, with or without its extension.
    ///   - bundle: The bundle with the picture; nil for the app's.
    public nonisolated init(_ name: String, bundle: Bundle? = nil) {
        self.init(.named(name, directory: bundle?.resourceURL), label: .automatic)
    }

    /// Shows a picture with words for users who do not see it.
    public nonisolated init(_ name: String, bundle: Bundle? = nil, label: Text) {
        self.init(.named(name, directory: bundle?.resourceURL), label: .text(label))
    }

    /// Shows a picture. One of an asset catalog has a single level, whatever the value.
    public nonisolated init(_ name: String, variableValue: Double?, bundle: Bundle? = nil) {
        self.init(.named(name, directory: bundle?.resourceURL), label: .automatic, variableValue: variableValue)
    }

    /// Shows a picture with words for users who do not see it.
    public nonisolated init(_ name: String, variableValue: Double?, bundle: Bundle? = nil, label: Text) {
        self.init(.named(name, directory: bundle?.resourceURL), label: .text(label), variableValue: variableValue)
    }

    /// Shows a picture that only decorates, and is hidden from users who do not see it.
    public nonisolated init(decorative name: String, variableValue: Double?, bundle: Bundle? = nil) {
        self.init(.named(name, directory: bundle?.resourceURL), label: .decorative, variableValue: variableValue)
    }

    /// Shows a picture that only decorates, and is hidden from users who do not see it.
    public nonisolated init(decorative name: String, bundle: Bundle? = nil) {
        self.init(.named(name, directory: bundle?.resourceURL), label: .decorative)
    }

    /// Shows a picture of an asset catalog.
    public nonisolated init(_ resource: ImageResource) { self.init(resource.name, bundle: resource.bundle) }

    /// Creates a picture on the web.
    nonisolated init(url: URL, scale: CGFloat) {
        self.init(.address(url.absoluteString, scale: scale > 0 ? scale : 1), label: .decorative)
    }

    /// Creates the gray area of a picture that is not loaded yet.
    nonisolated init(placeholder: ()) {
        self.init(.placeholder, label: .decorative)
        resizing = ImageResizing(mode: .stretch, capInsets: EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0))
    }

    /// Creates a symbol that only decorates, such as the icon beside a title.
    package nonisolated init(decorativeSystemName systemName: String) { self.init(.symbol(systemName), label: .decorative) }

    /// One row.
    public static var _listShape: ListShape { .row }

    /// Shows the image in the inherited style.
    public func _update(_ node: ViewNode) { node.show(.media(.image(content(in: node.environment)))) }

    /// The image as a host draws it in an environment, or within a text with a style.
    nonisolated func content(in environment: EnvironmentValues, within run: TextRunStyle = TextRunStyle()) -> ImageContent {
        let source = source(in: environment)
        let isTemplate = if case .asset(let asset) = source { asset.isTemplate } else { false }
        return ImageContent(
            source: environment.textStyle.isRedacted ? .placeholder : source, label: label(in: environment),
            style: environment.textStyle.applying(run), scale: environment.imageScale, resizing: resizing,
            interpolation: interpolation, isAntialiased: isAntialiased,
            isTemplate: templateMode.map { $0 == .template } ?? isTemplate)
    }

    private nonisolated func source(in environment: EnvironmentValues) -> ImageContent.Source {
        switch source {
        case .symbol(let name):
            .symbol(
                SymbolContent(
                    name: environment.symbolVariants.applied(to: name),
                    rendering: renderingMode ?? environment.symbolRenderingMode ?? environment.symbolRenderingModeOfStyles,
                    secondColor: environment.foregroundPaints.dropFirst().first?.color, variableValue: variableValue))
        case .named(let name, let directory):
            AssetCatalog.image(name, in: directory).map { .asset($0) } ?? .missing(name)
        case .address(let address, let scale): .address(address, scale: scale)
        case .placeholder: .placeholder
        }
    }

    private nonisolated func label(in environment: EnvironmentValues) -> ImageContent.Label {
        switch label {
        case .automatic:
            // The name of a picture is no more than a hint, as on Apple's platforms.
            if case .named(let name, _) = source { .text(name) } else { .automatic }
        case .decorative: .decorative
        case .text(let text): .text(text.string(in: environment))
        }
    }
}
