/// An image as hosts draw it.
package struct ImageContent: Hashable, Sendable {
    /// The thing that an image shows.
    package enum Source: Hashable, Sendable {
        /// A symbol of the host's own drawing.
        case symbol(SymbolContent)
        /// A picture of the app, in a file.
        case asset(ImageAsset)
        /// A picture on the web, which a host lets the browser load.
        case address(String, scale: Double)
        /// The area of a picture that is not loaded yet.
        case placeholder
        /// A name without a picture.
        case missing(String)
    }

    /// The words for users who do not see the image.
    package enum Label: Hashable, Sendable {
        /// The host's words for what the image shows.
        case automatic
        case text(String)
        /// None: the image only decorates.
        case decorative
    }

    package var source: Source
    package var label: Label
    package var style: TextStyle
    package var scale: Image.Scale
    /// The way in which the image fills the space that it gets; nil for its own size.
    package var resizing: ImageResizing?
    package var interpolation: Image.Interpolation
    package var isAntialiased: Bool
    /// Whether only the image's opacity counts, in the color of text.
    package var isTemplate: Bool
}

/// A way for an image to fill a space of another size than its own.
package struct ImageResizing: Hashable, Sendable {
    package var mode: Image.ResizingMode
    /// Margins that keep their size, in points.
    package var capInsets: EdgeInsets
}

/// A symbol as hosts draw it.
package struct SymbolContent: Hashable, Sendable {
    /// The name, with the variants of the environment.
    package var name: String
    package var rendering: SymbolRenderingMode
    /// The color of the second layer in palette rendering; nil for that of the first.
    package var secondColor: Color?
    /// The part of a symbol with several levels that is drawn in full, from 0 to 1; nil for all.
    package var variableValue: Double?
}
