import Foundation

/// A coordinate space in which locations are measured.
public enum CoordinateSpace: Equatable, Hashable {
    /// The space of the window.
    case global
    /// The space of the view itself.
    case local
    /// The space of the nearest view around with a name, which `coordinateSpace(_:)` has set. If no
    /// view has the name, it is the space of the window.
    case named(AnyHashable)

    /// Whether it is the space of the window.
    public var isGlobal: Bool { self == .global }
    /// Whether it is the space of the view itself.
    public var isLocal: Bool { self == .local }
}

/// A type whose values name a coordinate space.
public protocol CoordinateSpaceProtocol {
    /// The coordinate space.
    var coordinateSpace: CoordinateSpace { get }
}

/// The coordinate space of the view itself.
public struct LocalCoordinateSpace: CoordinateSpaceProtocol {
    /// Creates the coordinate space.
    public init() {}
    /// The space of the view itself.
    public var coordinateSpace: CoordinateSpace { .local }
}

/// The coordinate space of the window.
public struct GlobalCoordinateSpace: CoordinateSpaceProtocol {
    /// Creates the coordinate space.
    public init() {}
    /// The space of the window.
    public var coordinateSpace: CoordinateSpace { .global }
}

/// The coordinate space of a view with a name.
public struct NamedCoordinateSpace: CoordinateSpaceProtocol, Equatable {
    let name: AnyHashable
    /// The space of the nearest view around with the name.
    public var coordinateSpace: CoordinateSpace { .named(name) }
}

extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace {
    /// The coordinate space of the view itself.
    public static var local: LocalCoordinateSpace { LocalCoordinateSpace() }
}

extension CoordinateSpaceProtocol where Self == GlobalCoordinateSpace {
    /// The coordinate space of the window.
    public static var global: GlobalCoordinateSpace { GlobalCoordinateSpace() }
}

extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
    /// The coordinate space of the nearest view around with a name.
    public static func named(_ name: some Hashable) -> NamedCoordinateSpace { NamedCoordinateSpace(name: name) }

    /// The coordinate space of the nearest ``ScrollView`` around, whose origin does not move when
    /// its content is scrolled.
    public static var scrollView: NamedCoordinateSpace { NamedCoordinateSpace(name: ScrollSpace(axis: nil)) }

    /// The coordinate space of the nearest ``ScrollView`` around that scrolls along an axis.
    public static func scrollView(axis: Axis) -> NamedCoordinateSpace {
        NamedCoordinateSpace(name: ScrollSpace(axis: axis))
    }
}

/// The name of the coordinate space of a scroll view.
struct ScrollSpace: Hashable {
    /// The axis along which it scrolls; nil for either.
    let axis: Axis?
}

/// Names the coordinate space of a view.
private struct CoordinateSpaceModifier: BuiltInModifier {
    let name: AnyHashable

    static func listShape(of content: ListShape) -> ListShape { content == .row ? .row : .several }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let frame = MeasuredFrame.of(node)
        // An app that names a space will ask for locations in it. If the first question caused the
        // first report, its answer would be wrong.
        frame.reportsLocation = true
        node.show(.layout(.box(.measured(reportsLocation: true))), on: [frame.handler(for: node)])
        var environment = node.environment.inBox(of: nil)
        environment.coordinateSpaces[name] = frame
        node.updateChild(0, content, environment: environment)
    }
}

extension View {
    /// Names the coordinate space of the view, for `frame(in:)` and gestures inside it.
    public func coordinateSpace(_ name: NamedCoordinateSpace) -> some View {
        modified(CoordinateSpaceModifier(name: name.name))
    }

    /// Names the coordinate space of the view, for `frame(in:)` and gestures inside it.
    @available(*, deprecated, message: "Use coordinateSpace(_:) instead.")
    public func coordinateSpace<T: Hashable>(name: T) -> some View {
        modified(CoordinateSpaceModifier(name: name))
    }
}

private struct CoordinateSpacesKey: EnvironmentKey {
    static var defaultValue: [AnyHashable: MeasuredFrame] { [:] }
}

extension EnvironmentValues {
    /// The frames of the views that name coordinate spaces, by name.
    var coordinateSpaces: [AnyHashable: MeasuredFrame] {
        get { self[CoordinateSpacesKey.self] }
        set { self[CoordinateSpacesKey.self] = newValue }
    }
}

/// The named coordinate spaces around a view at a moment.
// Safe to share: it does not change, names are only compared, and the frames belong to the main
// actor.
package struct CoordinateSpaces: Hashable, @unchecked Sendable {
    private var frames: [AnyHashable: CGRect?] = [:]
    private var sources: [AnyHashable: MeasuredFrame] = [:]

    /// Creates a value without spaces.
    package init() {}

    @MainActor
    init(_ sources: [AnyHashable: MeasuredFrame]) {
        self.sources = sources
        frames = sources.mapValues(\.frame)
    }

    /// Whether a view has the name.
    func contains(_ name: AnyHashable) -> Bool { sources[name] != nil }

    /// The frame of a space in the window; nil if it is not known yet. The host reports it from now
    /// on.
    func frame(of name: AnyHashable) -> CGRect? {
        sources[name]?.wantLocation()
        return frames[name] ?? nil
    }

    package static func == (lhs: CoordinateSpaces, rhs: CoordinateSpaces) -> Bool { lhs.frames == rhs.frames }

    package func hash(into hasher: inout Hasher) { hasher.combine(frames) }
}

extension CoordinateSpace {
    /// Returns the location of a point of the window in the space.
    ///
    /// - Parameters:
    ///   - origin: The origin of the view itself in the window.
    ///   - spaces: The named spaces around the view.
    func location(of point: CGPoint, origin: CGPoint, in spaces: CoordinateSpaces) -> CGPoint {
        let start =
            switch self {
            case .global: CGPoint.zero
            case .local: origin
            case .named(let name): spaces.frame(of: name)?.origin ?? .zero
            }
        return CGPoint(x: point.x - start.x, y: point.y - start.y)
    }
}
