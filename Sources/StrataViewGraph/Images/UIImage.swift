public import Foundation
import Synchronization

/// A picture that an app has as data, such as a photo in an attribute of a managed object.
///
///     if let data = person.photo, let photo = UIImage(data: data) {
///         Image(uiImage: photo).resizable().scaledToFit()
///     }
///
/// The browser gets the data as it is, and decodes it. So an image cannot be encoded, cropped or
/// drawn into here; of UIKit's class, this one has what shows a picture.
public final class UIImage: Sendable {
    /// The encoded picture; empty for an image without content.
    package let data: Data
    /// The format of the data; nil for an image without content.
    package let format: PictureFormat?

    /// The width and height in points. A picture that a camera took in another orientation has the
    /// size in which it is shown.
    public let size: CGSize
    /// The number of pixels in a point.
    public let scale: CGFloat

    private let digest = Mutex<String?>(nil)

    /// Creates an image without content.
    public init() {
        data = Data()
        format = nil
        size = .zero
        scale = 1
    }

    /// Creates an image from the content of a PNG, JPEG, GIF, WebP, AVIF or BMP file; nil for other
    /// data.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// Creates an image from the content of an image file; nil for data that browsers do not show.
    ///
    /// The scale is the number of pixels in a point.
    public init?(data: Data, scale: CGFloat) {
        guard let header = PictureHeader(data) else { return nil }
        let scale = scale > 0 ? scale : 1
        self.data = data
        self.scale = scale
        format = header.format
        size = CGSize(width: CGFloat(header.width) / scale, height: CGFloat(header.height) / scale)
    }

    /// Creates an image from a file; nil if it cannot be read, or is not an image.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// Creates an image from an asset catalog, or from a file among the app's resources; nil if
    /// there is none with the name. Of several versions, it is the one for light appearance with the
    /// highest scale.
    public convenience init?(named name: String) {
        guard let file = AssetCatalog.image(name, in: nil)?.best, let data = ResourceFiles.data(at: file.url) else { return nil }
        self.init(data: data, scale: CGFloat(file.scale))
    }

    /// Returns the digest of the data, which the first call computes.
    package func digest(_ compute: (Data) -> String) -> String {
        digest.withLock { digest in
            if let digest { return digest }
            let computed = compute(data)
            digest = computed
            return computed
        }
    }
}

extension UIImage: Hashable {
    /// Whether two images have the same data and scale.
    public static func == (lhs: UIImage, rhs: UIImage) -> Bool {
        lhs === rhs || (lhs.scale == rhs.scale && lhs.data == rhs.data)
    }

    /// Hashes the beginning of the data and its length.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(data)
        hasher.combine(scale)
    }
}

extension Image {
    /// Shows a picture that the app has as data.
    public nonisolated init(uiImage: UIImage) { self.init(.picture(uiImage), label: .automatic) }
}
