/// Views for Xcode's canvas, beside the code that they show.
///
/// There is no canvas here: previews are compiled, so that they keep fitting the views they show,
/// and are never made. They are part of the program unless `#if DEBUG` surrounds them.
@MainActor @preconcurrency
public protocol PreviewProvider {
    associatedtype Previews: View

    @ViewBuilder static var previews: Previews { get }
}

/// The device that a preview is for.
public struct PreviewDevice: RawRepresentable, ExpressibleByStringLiteral, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }
}

/// The space that a preview is given.
public enum PreviewLayout: Sendable {
    case device
    case sizeThatFits
    case fixed(width: Double, height: Double)
}

extension View {
    /// Names a preview on the canvas. There is none here, so the view stays as it is.
    nonisolated public func previewDisplayName(_ value: String?) -> some View { self }

    /// Chooses a preview's device on the canvas. There is none here, so the view stays as it is.
    nonisolated public func previewDevice(_ value: PreviewDevice?) -> some View { self }

    /// Gives a preview its space on the canvas. There is none here, so the view stays as it is.
    nonisolated public func previewLayout(_ value: PreviewLayout) -> some View { self }
}
