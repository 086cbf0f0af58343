import Foundation

/// A host's report of the frame with which it has drawn an element, in points.
package struct ResizeEvent: ElementEvent {
    package static let name = "resize"
    /// The largest length that is accepted: more than any page has, and safe to compute with.
    private static let longest = 1e7

    package var width, height: Double
    /// The location in the window, if the element asks for it.
    package var x, y: Double?

    package init(width: Double, height: Double, x: Double? = nil, y: Double? = nil) {
        (self.width, self.height, self.x, self.y) = (width, height, x, y)
    }

    /// Decodes a frame. Throws if a number is larger than any page, or a side is negative.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func check(_ number: Double, _ key: CodingKeys, isLength: Bool) throws -> Double {
            guard number >= (isLength ? 0 : -Self.longest), number <= Self.longest else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: values, debugDescription: "A length must be between 0 and 10,000,000.")
            }
            return number
        }
        width = try check(values.decode(Double.self, forKey: .width), .width, isLength: true)
        height = try check(values.decode(Double.self, forKey: .height), .height, isLength: true)
        x = try values.decodeIfPresent(Double.self, forKey: .x).map { try check($0, .x, isLength: false) }
        y = try values.decodeIfPresent(Double.self, forKey: .y).map { try check($0, .y, isLength: false) }
    }

    private enum CodingKeys: CodingKey { case width, height, x, y }

    var size: CGSize { CGSize(width: width, height: height) }

    /// The location in the window; nil if it was not reported.
    var origin: CGPoint? {
        guard let x, let y else { return nil }
        return CGPoint(x: x, y: y)
    }
}

/// The frame of a node's element as the host last reported it.
///
/// The host reports the size at once, and again after each change. It reports the location only if
/// it is wanted, because that changes whenever something scrolls.
@MainActor
final class MeasuredFrame {
    private(set) var size: CGSize?
    /// The location in the window; nil before the first report of it.
    private(set) var origin: CGPoint?
    /// Whether the host reports the location.
    var reportsLocation = false
    /// Shows the element again, with `reportsLocation`.
    var showAgain: (() -> Void)?

    /// Returns the frame that a node stores.
    static func of(_ node: ViewNode) -> MeasuredFrame {
        if let known = node.storage as? MeasuredFrame { return known }
        let frame = MeasuredFrame()
        node.storage = frame
        return frame
    }

    /// The frame in the window; nil before the first report.
    var frame: CGRect? {
        guard let origin, let size else { return nil }
        return CGRect(origin: origin, size: size)
    }

    /// Makes the host report the location from now on.
    nonisolated func wantLocation() {
        if isOnMainQueue {
            MainActor.assumeIsolated { startReports() }
        } else {
            Task { @MainActor in self.startReports() }
        }
    }

    private func startReports() {
        guard !reportsLocation else { return }
        reportsLocation = true
        showAgain?()
    }

    /// Adopts a report. Returns whether the frame is another one.
    func adopt(_ event: ResizeEvent) -> Bool {
        guard size != event.size || origin != event.origin else { return false }
        size = event.size
        origin = event.origin
        return true
    }

    /// Returns a handler that adopts reports, and evaluates the node again if the frame has changed.
    func handler(for node: ViewNode) -> EventHandler {
        EventHandler(ResizeEvent.self) { [weak self, weak node] event in
            guard let self, let node, adopt(event) else { return }
            node.evaluateAgain()
        }
    }
}

extension MeasuredFrame: Equatable {
    nonisolated static func == (lhs: MeasuredFrame, rhs: MeasuredFrame) -> Bool { lhs === rhs }
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
