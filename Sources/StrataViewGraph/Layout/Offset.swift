public import Foundation

extension View {
    /// Draws the view at a distance from its position, in points. The space that it takes does not
    /// move.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { box(.effect(.offset(x: x, y: y))) }

    /// Draws the view at a distance from its position, in points. The space that it takes does not
    /// move.
    public func offset(_ offset: CGSize) -> some View { self.offset(x: offset.width, y: offset.height) }
}
