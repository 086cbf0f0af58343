/// An image as hosts draw it.
package struct ImageContent: Hashable, Sendable {
    /// The source of an image.
    package enum Source: Hashable, Sendable {
        /// A symbol, which the host draws.
        case symbol(SymbolContent)
        /// An image of the app, in files.
        case asset(ImageAsset)
        /// An image at a URL, which the browser loads.
        case address(String, scale: Double)
        /// A picture that the app has in memory.
        case picture(UIImage)
        /// A gray area in place of an image that is not loaded, or is redacted.
        case placeholder
        /// A name without an image.
        case missing(String)
    }

    /// The accessibility label of an image.
    package enum Label: Hashable, Sendable {
        /// The host's label of the symbol.
        case automatic
        case text(String)
        /// None, because the image is decorative.
        case decorative
    }

    package var source: Source
    package var label: Label
    package var style: TextStyle
    package var scale: Image.Scale
    /// The way in which the image fills its space; nil for an image that keeps its own size.
    package var resizing: ImageResizing?
    package var interpolation: Image.Interpolation
    package var isAntialiased: Bool
    /// Whether the image is a template: a mask of opacities, drawn in the color of text.
    package var isTemplate: Bool

    /// Whether the source is a picture in memory.
    var isPicture: Bool { if case .picture = source { true } else { false } }
}

/// The way in which an image fills a space that is not of its own size.
package struct ImageResizing: Hashable, Sendable {
    package var mode: Image.ResizingMode
    /// The margins that keep their size, in points.
    package var capInsets: EdgeInsets
}

/// A symbol as hosts draw it.
package struct SymbolContent: Hashable, Sendable {
    /// The system name, with the variants of the environment.
    package var name: String
    package var rendering: SymbolRenderingMode
    /// The color of the second layer in palette rendering; nil for the color of the first.
    package var secondColor: Color?
    /// The value of a symbol with several levels, from 0 to 1: the levels up to it are drawn in
    /// full. Nil draws all.
    package var variableValue: Double?
}
