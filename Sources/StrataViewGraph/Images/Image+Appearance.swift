public import Foundation

extension Image {
    /// A size of symbols, relative to the text beside them.
    public enum Scale: Hashable, Sendable {
        case small, medium, large
    }

    /// A way for an image to fill a space of another size than its own.
    public enum ResizingMode: Hashable, Sendable {
        /// Repeats the image at its own size.
        case tile
        /// Scales the image.
        case stretch
    }

    /// The quality of a scaled image.
    public enum Interpolation: Hashable, Sendable {
        /// Each pixel stays a rectangle of one color.
        case none
        /// The quality is left to the browser, which has one for all scaled images.
        case low, medium, high
    }

    /// Whether an image is drawn in its own colors.
    public enum TemplateRenderingMode: Hashable, Sendable {
        /// Only the opacity counts, in the color of text.
        case template
        /// The image's own colors.
        case original
    }

    /// Makes the image fill the space that it gets.
    ///
    /// - Parameters:
    ///   - capInsets: Margins that keep their size while the middle is scaled or repeated.
    ///   - resizingMode: Whether the image is scaled or repeated.
    public nonisolated func resizable(
        capInsets: EdgeInsets = EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0), resizingMode: ResizingMode = .stretch
    ) -> Image {
        changing { $0.resizing = ImageResizing(mode: resizingMode, capInsets: capInsets) }
    }

    /// Sets the quality of the scaled image.
    public nonisolated func interpolation(_ interpolation: Interpolation) -> Image {
        changing { $0.interpolation = interpolation }
    }

    /// Sets whether the edges of the image are smoothed.
    public nonisolated func antialiased(_ isAntialiased: Bool) -> Image { changing { $0.isAntialiased = isAntialiased } }

    /// Sets whether the image is drawn in its own colors; nil for its own choice.
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
