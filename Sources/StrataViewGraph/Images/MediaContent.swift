/// The content of an element that shows an image.
package enum MediaContent: Hashable, Sendable {
    case image(ImageContent)
}
