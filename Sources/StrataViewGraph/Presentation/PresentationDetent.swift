public import Foundation

/// A height of a sheet in a narrow window. In a wide window, all sheets have the same size.
public struct PresentationDetent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case fraction(CGFloat)
        case height(CGFloat)
    }

    package let kind: Kind

    /// Half of the window's height.
    public static let medium = PresentationDetent(kind: .fraction(0.5))
    /// The height of the window, except for a margin at the top.
    public static let large = PresentationDetent(kind: .fraction(1))

    /// Returns a fraction of the window's height. A host limits it to the range from 0.1 to 1.
    public static func fraction(_ fraction: CGFloat) -> PresentationDetent { PresentationDetent(kind: .fraction(fraction)) }

    /// Returns a height in points.
    public static func height(_ height: CGFloat) -> PresentationDetent { PresentationDetent(kind: .height(height)) }

    /// The height in a window of 800 points, by which detents are sorted.
    var order: CGFloat {
        switch kind {
        case .fraction(let fraction): fraction * 800
        case .height(let height): height
        }
    }
}
