public import Foundation
internal import Synchronization

/// A type that identifies an alignment, and says where a view has it that sets no guide itself.
///
///     enum MiddleOfTitle: AlignmentID {
///         static func defaultValue(in context: ViewDimensions) -> CGFloat {
///             context[VerticalAlignment.center]
///         }
///     }
///     extension VerticalAlignment {
///         static let middleOfTitle = VerticalAlignment(MiddleOfTitle.self)
///     }
public protocol AlignmentID {
    /// Returns the guide of a view that sets none: the distance from its leading edge, or from its
    /// top.
    static func defaultValue(in context: ViewDimensions) -> CGFloat
}

/// An alignment along one axis.
///
/// A number, because layouts contain alignments, and are compared and hashed often. Those of an app
/// are numbered as they are made.
struct GuideKey: Hashable, Sendable {
    private let number: UInt32

    private init(_ number: UInt32) { self.number = number }

    static var leading: GuideKey { GuideKey(0) }
    static var horizontalCenter: GuideKey { GuideKey(1) }
    static var trailing: GuideKey { GuideKey(2) }
    static var top: GuideKey { GuideKey(3) }
    static var verticalCenter: GuideKey { GuideKey(4) }
    static var bottom: GuideKey { GuideKey(5) }
    static var firstTextBaseline: GuideKey { GuideKey(6) }
    static var lastTextBaseline: GuideKey { GuideKey(7) }
    /// The number of the first alignment of an app. Those along the vertical axis are odd.
    private static let firstOwn: UInt32 = 8

    /// Creates the key of an alignment of an app.
    init(_ id: any AlignmentID.Type, _ axis: Axis) {
        number = Self.firstOwn + 2 * UInt32(OwnAlignments.number(of: id)) + (axis == .vertical ? 1 : 0)
    }

    /// Whether hosts have the alignment.
    var isBuiltIn: Bool { number < Self.firstOwn }

    var axis: Axis {
        if isBuiltIn { return number < GuideKey.top.number ? .horizontal : .vertical }
        return number.isMultiple(of: 2) ? .horizontal : .vertical
    }

    /// Returns the guide of a view that sets none.
    func defaultValue(in dimensions: ViewDimensions) -> CGFloat {
        switch self {
        case .leading, .top: 0
        case .horizontalCenter: dimensions.width / 2
        case .trailing: dimensions.width
        case .verticalCenter: dimensions.height / 2
        case .bottom: dimensions.height
        case .firstTextBaseline: dimensions.baselines().first
        case .lastTextBaseline: dimensions.baselines().last
        default: OwnAlignments.defaultValue(of: Int(number - Self.firstOwn) / 2, in: dimensions)
        }
    }

    /// Returns the guide of views together; nil without any.
    func combined(_ values: [CGFloat]) -> CGFloat? {
        guard !values.isEmpty else { return nil }
        if self == .firstTextBaseline { return values.min() }
        if self == .lastTextBaseline { return values.max() }
        return values.reduce(0, +) / CGFloat(values.count)
    }
}

/// The app's alignments, in the order in which they were first used.
private enum OwnAlignments {
    private struct Own: Sendable {
        let identifier: ObjectIdentifier
        let defaultValue: @Sendable (ViewDimensions) -> CGFloat
    }

    private static let all = Mutex<[Own]>([])

    static func number(of id: any AlignmentID.Type) -> Int {
        // A type is the same value on all threads.
        nonisolated(unsafe) let id = id
        let own = Own(identifier: ObjectIdentifier(id)) { id.defaultValue(in: $0) }
        return all.withLock { all in
            if let known = all.firstIndex(where: { $0.identifier == own.identifier }) { return known }
            all.append(own)
            return all.count - 1
        }
    }

    static func defaultValue(of number: Int, in dimensions: ViewDimensions) -> CGFloat {
        all.withLock { $0[number] }.defaultValue(dimensions)
    }
}
