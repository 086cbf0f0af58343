public import Foundation

/// A view that shows an image: a symbol by its system name, an image from an asset catalog or a
/// file, or a picture that the app has as data.
///
///     Image(systemName: "heart.fill").foregroundStyle(.red)
///
/// A symbol has the size and the weight of the text beside it.
public struct Image: BuiltInView, Equatable, Sendable {
    enum Source: Hashable, Sendable {
        case symbol(String)
        /// An image in the folder of resources of a bundle; nil for the app's.
        case named(String, directory: URL?)
        case address(String, scale: Double)
        case picture(UIImage)
        case placeholder
    }

    enum Label: Equatable, Sendable {
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

    nonisolated init(_ source: Source, label: Label, variableValue: Double? = nil) {
        self.source = source
        self.label = label
        self.variableValue = variableValue
    }

    /// Shows a symbol by its system name.
    ///
    /// The symbols are Strata's own drawings. A name without a drawing shows a plain mark whose
    /// accessibility label is the name, and a warning is logged. A label with such an icon shows its
    /// title, too, also in the style `iconOnly`.
    public nonisolated init(systemName: String) { self.init(.symbol(systemName), label: .automatic) }

    /// Shows a symbol with several levels, such as `wifi`, of which those up to a value from 0 to 1
    /// are drawn in full.
    public nonisolated init(systemName: String, variableValue: Double?) {
        self.init(.symbol(systemName), label: .automatic, variableValue: variableValue)
    }

    /// Shows an image from an asset catalog, or from a file among the resources.
    ///
    /// - Parameters:
    ///   - name: The name in the catalog, or the name of the file with or without its extension.
    ///   - bundle: The bundle with the image; nil for the app's.
    public nonisolated init(_ name: String, bundle: Bundle? = nil) {
        self.init(.named(name, directory: bundle?.resourceURL), label: .automatic)
    }

    /// Shows an image with an accessibility label.
    public nonisolated init(_ name: String, bundle: Bundle? = nil, label: Text) {
        self.init(.named(name, directory: bundle?.resourceURL), label: .text(label))
    }

    /// Shows an image. The value has no effect, because an image from an asset catalog has one
    /// level.
    public nonisolated init(_ name: String, variableValue: Double?, bundle: Bundle? = nil) {
        self.init(.named(name, directory: bundle?.resourceURL), label: .automatic, variableValue: variableValue)
    }

    /// Shows an image with an accessibility label.
    public nonisolated init(_ name: String, variableValue: Double?, bundle: Bundle? = nil, label: Text) {
        self.init(.named(name, directory: bundle?.resourceURL), label: .text(label), variableValue: variableValue)
    }

    /// Shows a decorative image, which assistive technologies ignore.
    public nonisolated init(decorative name: String, variableValue: Double?, bundle: Bundle? = nil) {
        self.init(.named(name, directory: bundle?.resourceURL), label: .decorative, variableValue: variableValue)
    }

    /// Shows a decorative image, which assistive technologies ignore.
    public nonisolated init(decorative name: String, bundle: Bundle? = nil) {
        self.init(.named(name, directory: bundle?.resourceURL), label: .decorative)
    }

    /// Shows an image from an asset catalog.
    public nonisolated init(_ resource: ImageResource) { self.init(resource.name, bundle: resource.bundle) }

    /// Creates the image at a URL, which the browser loads.
    nonisolated init(url: URL, scale: CGFloat) {
        self.init(.address(url.absoluteString, scale: scale > 0 ? scale : 1), label: .decorative)
    }

    /// Creates the gray area in place of an image that is not loaded.
    nonisolated init(placeholder: ()) {
        self.init(.placeholder, label: .decorative)
        resizing = ImageResizing(mode: .stretch, capInsets: EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0))
    }

    /// Creates a decorative symbol, such as the icon beside a title.
    package nonisolated init(decorativeSystemName systemName: String) { self.init(.symbol(systemName), label: .decorative) }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// A view that only shows an element.
    public static var _evaluation: _ViewEvaluation { .drawing }

    /// Shows the image in the inherited style.
    public func _update(_ node: ViewNode) { node.show(.media(.image(content(in: node.environment)))) }

    /// Returns the image as hosts draw it in an environment, with the style of a part of a text if
    /// it is inside a text.
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
            AssetCatalog.image(name, in: directory).map { .asset($0.limited(to: environment.fixedColorScheme)) } ?? .missing(name)
        case .address(let address, let scale): .address(address, scale: scale)
        case .picture(let image): .picture(image)
        case .placeholder: .placeholder
        }
    }

    private nonisolated func label(in environment: EnvironmentValues) -> ImageContent.Label {
        switch label {
        case .automatic:
            // As on Apple's platforms, the label of a named image is its name.
            if case .named(let name, _) = source { .text(name) } else { .automatic }
        case .decorative: .decorative
        case .text(let text): .text(text.string(in: environment))
        }
    }
}
