/// The content of an element that shows an image.
package enum MediaContent: Hashable, Sendable {
    case image(ImageContent)
    /// A loader of the image at a URL, around the view of the current phase; nil loads nothing.
    case loader(String?)
}
