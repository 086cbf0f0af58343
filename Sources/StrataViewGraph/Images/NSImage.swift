public import Foundation

/// A picture of AppKit. It is the same type as ``UIImage``.
public typealias NSImage = UIImage

extension NSImage {
    /// Creates an image from a file; nil if it cannot be read, or is not an image.
    public convenience init?(contentsOf url: URL) {
        guard url.isFileURL else { return nil }
        self.init(contentsOfFile: url.path)
    }
}

extension Image {
    /// Shows a picture that the app has as data.
    public nonisolated init(nsImage: NSImage) { self.init(uiImage: nsImage) }
}
