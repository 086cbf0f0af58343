public import Foundation

extension Image {
    /// A size of symbols, relative to the text beside them.
    public enum Scale: Hashable, Sendable {
        /// Smaller than the text.
        case small
        /// The size of the text.
        case medium
        /// Larger than the text.
        case large
    }

    /// The way in which an image fills a space that is not of its own size.
    public enum ResizingMode: Hashable, Sendable {
        /// Repeats the image at its own size.
        case tile
        /// Scales the image.
        case stretch
    }

    /// The interpolation between the pixels of a scaled image.
    public enum Interpolation: Hashable, Sendable {
        /// No interpolation: each pixel stays a rectangle of one color.
        case none
        /// The browser's interpolation.
        case low
        /// The browser's interpolation, which is the same as for `low`.
        case medium
        /// The browser's interpolation, which is the same as for `low`.
        case high
    }

    /// The colors that an image is drawn in.
    public enum TemplateRenderingMode: Hashable, Sendable {
        /// The color of text. Only the opacity of the image is used.
        case template
        /// The image's own colors.
        case original
    }

    /// Makes the image fill the available space.
    ///
    /// - Parameters:
    ///   - capInsets: The margins that keep their size while the middle is scaled.
    ///   - resizingMode: Whether the image is scaled or repeated.
    public nonisolated func resizable(
        capInsets: EdgeInsets = EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0), resizingMode: ResizingMode = .stretch
    ) -> Image {
        changing { $0.resizing = ImageResizing(mode: resizingMode, capInsets: capInsets) }
    }

    /// Sets the interpolation between the pixels of the scaled image.
    public nonisolated func interpolation(_ interpolation: Interpolation) -> Image {
        changing { $0.interpolation = interpolation }
    }

    /// Sets whether the edges of the image are smoothed. Browsers draw an image without smoothing
    /// as with `interpolation(.none)`.
    public nonisolated func antialiased(_ isAntialiased: Bool) -> Image { changing { $0.isAntialiased = isAntialiased } }

    /// Sets the colors that the image is drawn in; nil for the mode in the asset catalog.
    public nonisolated func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image {
        changing { $0.templateMode = renderingMode }
    }

    /// Sets how the layers of the symbol are colored; nil for the environment's mode.
    public nonisolated func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { changing { $0.renderingMode = mode } }

    private nonisolated func changing(_ change: (inout Image) -> Void) -> Image {
        var image = self
        change(&image)
        return image
    }
}

private struct ImageScaleKey: EnvironmentKey {
    static var defaultValue: Image.Scale { .medium }
}

extension EnvironmentValues {
    /// The size of symbols, relative to the text beside them.
    public var imageScale: Image.Scale {
        get { self[ImageScaleKey.self] }
        set { self[ImageScaleKey.self] = newValue }
    }
}

extension View {
    /// Sets the size of symbols, relative to the text beside them.
    public func imageScale(_ scale: Image.Scale) -> some View { changingEnvironment { $0.imageScale = scale } }
}
