/// A type that declares previews for Xcode's canvas, next to the code that they show.
///
/// There is no canvas on Linux, so previews are never shown. They are compiled, which keeps them up
/// to date with the views that they show, and are part of the program unless `#if DEBUG` surrounds
/// them.
@MainActor @preconcurrency
public protocol PreviewProvider {
    /// The type of the previews.
    associatedtype Previews: View

    /// The views to preview.
    @ViewBuilder static var previews: Previews { get }

    /// The platform on which to show the previews. The default is nil: the platform of the canvas.
    static var platform: PreviewPlatform? { get }
}

extension PreviewProvider {
    /// Nil, for the platform of the canvas.
    public static var platform: PreviewPlatform? { nil }
}

/// A platform on which the canvas shows previews.
public enum PreviewPlatform: Sendable {
    /// An iPhone or iPad.
    case iOS
    /// A Mac.
    case macOS
    /// An Apple TV.
    case tvOS
    /// An Apple Watch.
    case watchOS
}

/// The device of a preview, by its name.
public struct PreviewDevice: RawRepresentable, ExpressibleByStringLiteral, Sendable {
    /// The name of the device.
    public let rawValue: String

    /// Creates a device from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a device from a string literal with its name.
    public init(stringLiteral value: String) { rawValue = value }
}

/// The size of a preview.
public enum PreviewLayout: Sendable {
    /// As large as the device.
    case device
    /// As large as the view.
    case sizeThatFits
    /// A size in points.
    case fixed(width: Double, height: Double)
}

/// The orientation of the device of a preview.
public struct InterfaceOrientation: Hashable, Identifiable, CaseIterable, Sendable {
    /// The name of the orientation.
    public let id: String

    private init(_ id: String) { self.id = id }

    /// All orientations.
    public static let allCases: [InterfaceOrientation] = [.portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight]
    /// Upright.
    public static let portrait = InterfaceOrientation("portrait")
    /// Upside down.
    public static let portraitUpsideDown = InterfaceOrientation("portraitUpsideDown")
    /// The top of the device is at the left.
    public static let landscapeLeft = InterfaceOrientation("landscapeLeft")
    /// The top of the device is at the right.
    public static let landscapeRight = InterfaceOrientation("landscapeRight")
}

extension View {
    /// Chooses the orientation of a preview. Returns the view unchanged, because there is no
    /// canvas.
    nonisolated public func previewInterfaceOrientation(_ value: InterfaceOrientation) -> some View { self }

    /// Names a preview on the canvas. Returns the view unchanged, because there is no canvas.
    nonisolated public func previewDisplayName(_ value: String?) -> some View { self }

    /// Chooses the device of a preview. Returns the view unchanged, because there is no canvas.
    nonisolated public func previewDevice(_ value: PreviewDevice?) -> some View { self }

    /// Chooses the size of a preview. Returns the view unchanged, because there is no canvas.
    nonisolated public func previewLayout(_ value: PreviewLayout) -> some View { self }
}
