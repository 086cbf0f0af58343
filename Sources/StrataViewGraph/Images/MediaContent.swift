/// The content of an element that shows an image.
package enum MediaContent: Hashable, Sendable {
    case image(ImageContent)
    /// Loads an image from an address, around the view of its phase; nil for none.
    case loader(String?)
}
