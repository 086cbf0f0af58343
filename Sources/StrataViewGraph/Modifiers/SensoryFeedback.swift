/// A feedback that the user feels or hears, for `sensoryFeedback(_:trigger:)`.
///
/// A page in a browser has no haptics. As on a device without them, no feedback is played.
public struct SensoryFeedback: Equatable, Sendable {
    /// The weight of an impact.
    public struct Weight: Equatable, Sendable {
        fileprivate enum Kind {
            case light, medium, heavy
        }

        fileprivate let kind: Kind

        /// An impact of small objects.
        public static let light = Weight(kind: .light)
        /// An impact of objects of medium size.
        public static let medium = Weight(kind: .medium)
        /// An impact of large objects.
        public static let heavy = Weight(kind: .heavy)
    }

    /// The flexibility of the objects of an impact.
    public struct Flexibility: Equatable, Sendable {
        fileprivate enum Kind {
            case rigid, solid, soft
        }

        fileprivate let kind: Kind

        /// Hard objects.
        public static let rigid = Flexibility(kind: .rigid)
        /// Objects of medium flexibility.
        public static let solid = Flexibility(kind: .solid)
        /// Soft objects.
        public static let soft = Flexibility(kind: .soft)
    }

    private enum Kind: Equatable {
        case success, warning, error, selection, increase, decrease, start, stop, alignment, levelChange
        case impact(Weight, Double)
        case flexibleImpact(Flexibility, Double)
    }

    private let kind: Kind

    /// A task was completed.
    public static let success = SensoryFeedback(kind: .success)
    /// A task has a warning.
    public static let warning = SensoryFeedback(kind: .warning)
    /// A task has failed.
    public static let error = SensoryFeedback(kind: .error)
    /// A selection changes.
    public static let selection = SensoryFeedback(kind: .selection)
    /// An important value rises.
    public static let increase = SensoryFeedback(kind: .increase)
    /// An important value falls.
    public static let decrease = SensoryFeedback(kind: .decrease)
    /// An activity starts.
    public static let start = SensoryFeedback(kind: .start)
    /// An activity stops.
    public static let stop = SensoryFeedback(kind: .stop)
    /// A dragged item is aligned.
    public static let alignment = SensoryFeedback(kind: .alignment)
    /// A value moves between levels.
    public static let levelChange = SensoryFeedback(kind: .levelChange)
    /// An impact of medium weight.
    public static let impact = SensoryFeedback.impact()

    /// Returns an impact of objects of a weight.
    public static func impact(weight: Weight = .medium, intensity: Double = 1.0) -> SensoryFeedback {
        SensoryFeedback(kind: .impact(weight, intensity))
    }

    /// Returns an impact of objects of a flexibility.
    public static func impact(flexibility: Flexibility, intensity: Double = 1.0) -> SensoryFeedback {
        SensoryFeedback(kind: .flexibleImpact(flexibility, intensity))
    }
}

extension View {
    /// Plays a feedback after each change of a value. It does nothing on a device without haptics,
    /// and a page in a browser has none.
    nonisolated public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View { self }

    /// Plays a feedback after those changes of a value that fulfill a condition. It does nothing on a
    /// device without haptics, and a page in a browser has none.
    nonisolated public func sensoryFeedback<T: Equatable>(
        _ feedback: SensoryFeedback, trigger: T, condition: @escaping (_ oldValue: T, _ newValue: T) -> Bool
    ) -> some View { self }

    /// Plays the feedback that a closure returns after a change of a value. It does nothing on a
    /// device without haptics, and a page in a browser has none.
    nonisolated public func sensoryFeedback<T: Equatable>(
        trigger: T, _ feedback: @escaping (_ oldValue: T, _ newValue: T) -> SensoryFeedback?
    ) -> some View { self }

    /// Hides the status bar of the device. It does nothing where there is none, as on a Mac and in a
    /// browser.
    nonisolated public func statusBarHidden(_ hidden: Bool = true) -> some View { self }

    /// Hides the status bar of the device; the older name of `statusBarHidden(_:)`. It does nothing
    /// where there is none, as on a Mac and in a browser.
    nonisolated public func statusBar(hidden: Bool) -> some View { self }
}
