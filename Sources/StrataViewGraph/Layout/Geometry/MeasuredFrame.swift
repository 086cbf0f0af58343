import Foundation

/// A host's report of the size with which it has drawn an element, in points.
package struct ResizeEvent: ElementEvent {
    package static let name = "resize"
    /// The largest length that is accepted: more than any page has, and safe to compute with.
    private static let longest = 1e7

    package var width, height: Double

    package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

    /// Decodes a size. Throws if a side is negative, not a number, or larger than any page.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func length(_ key: CodingKeys) throws -> Double {
            let length = try values.decode(Double.self, forKey: key)
            guard length >= 0, length <= Self.longest else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: values, debugDescription: "A length must be between 0 and 10,000,000.")
            }
            return length
        }
        width = try length(.width)
        height = try length(.height)
    }

    private enum CodingKeys: CodingKey { case width, height }
}

/// The size of a node's element that the host last reported.
@MainActor
final class MeasuredSize {
    private(set) var size: CGSize?

    /// Returns a handler that keeps the reported size, and evaluates the node again if the size has
    /// changed.
    func handler(for node: ViewNode) -> EventHandler {
        EventHandler(ResizeEvent.self) { [weak self, weak node] event in
            let size = CGSize(width: event.width, height: event.height)
            guard let self, let node, self.size != size else { return }
            self.size = size
            node.evaluateAgain()
        }
    }
}

extension ResizeEvent {
    var size: CGSize { CGSize(width: width, height: height) }
}

private struct KnownSizeKey: EnvironmentKey {
    static var defaultValue: CGSize? { nil }
}

extension EnvironmentValues {
    /// The size that a frame directly around the view gives it; nil if only the host knows the
    /// size. It applies up to the next element.
    var knownSize: CGSize? {
        get { self[KnownSizeKey.self] }
        set { self[KnownSizeKey.self] = newValue }
    }
}
