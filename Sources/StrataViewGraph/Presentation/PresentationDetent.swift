public import Foundation

/// A height of a sheet on a narrow window. On a wide one, sheets have a height of their own.
public struct PresentationDetent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case fraction(CGFloat)
        case height(CGFloat)
    }

    package let kind: Kind

    /// Half of the window.
    public static let medium = PresentationDetent(kind: .fraction(0.5))
    /// The whole window, but for a margin at the top.
    public static let large = PresentationDetent(kind: .fraction(1))

    /// A part of the window, from 0 to 1.
    public static func fraction(_ fraction: CGFloat) -> PresentationDetent { PresentationDetent(kind: .fraction(fraction)) }

    /// A height in points.
    public static func height(_ height: CGFloat) -> PresentationDetent { PresentationDetent(kind: .height(height)) }

    /// A number by which detents are sorted: their height on a window of a usual size.
    var order: CGFloat {
        switch kind {
        case .fraction(let fraction): fraction * 800
        case .height(let height): height
        }
    }
}
