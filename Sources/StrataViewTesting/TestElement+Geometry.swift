public import Foundation
import StrataViewGraph

// Sizes, which a browser measures.
extension TestElement {
    /// Reports the frame with which a browser has drawn the element, which a geometry reader or
    /// `onGeometryChange` observes. An element that does not observe its frame passes the report to
    /// the closest element around it that does.
    ///
    ///     try window.find(.geometry).resize(to: CGSize(width: 320, height: 200))
    ///
    /// - Parameters:
    ///   - size: The size, in points.
    ///   - origin: The location in the window, which matters to views that read a frame in a
    ///     coordinate space.
    /// - Throws: ``ActionNotHandled`` if no view observes the frame.
    public func resize(to size: CGSize, at origin: CGPoint = .zero) throws {
        guard exists, let target = ancestors.first(where: { $0.element.handles(ResizeEvent.self) }) else {
            throw notHandled("resized, because no view observes its frame")
        }
        target.send(ResizeEvent(width: size.width, height: size.height, x: origin.x, y: origin.y))
    }
}
