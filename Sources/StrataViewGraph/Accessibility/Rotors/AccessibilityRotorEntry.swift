/// An entry of a rotor. The user moves to its view by choosing it.
///
/// The view is the one with `accessibilityRotorEntry(id:in:)` for an entry with a namespace, and
/// otherwise the one with the ID in the view that has the rotor: a row, or a view with `id(_:)`.
/// It need not exist yet, such as a row of a list far below. Strata creates it, scrolls to it and
/// gives it the focus.
public struct AccessibilityRotorEntry<ID: Hashable>: BuiltInRotorContent {
    private let entry: RotorEntry

    /// Appends the entry.
    public func _collect(into entries: inout _RotorEntries) { entries.append(entry) }

    private init(
        label: Text?, target: RotorEntry.Target, textRange: Range<String.Index>?, prepare: @escaping () -> Void
    ) {
        entry = RotorEntry(label: label, target: target, range: textRange, prepare: prepare)
    }

    /// Creates an entry for the view with an ID in the view that has the rotor.
    ///
    /// - Parameters:
    ///   - label: The label of the entry.
    ///   - id: The ID of the view.
    ///   - textRange: The range of the view's text that is selected; nil for none.
    ///   - prepare: Called before the user moves there, to make the view visible.
    public init(_ label: Text, id: ID, textRange: Range<String.Index>? = nil, prepare: @escaping (() -> Void) = {}) {
        self.init(label: label, target: .view(AnyHashable(id)), textRange: textRange, prepare: prepare)
    }

    /// Creates an entry, with a localized label, for the view with an ID in the view that has the
    /// rotor.
    public init(
        _ labelKey: LocalizedStringKey, id: ID, textRange: Range<String.Index>? = nil, prepare: @escaping (() -> Void) = {}
    ) {
        self.init(Text(labelKey), id: id, textRange: textRange, prepare: prepare)
    }

    /// Creates an entry, with a string as its label, for the view with an ID in the view that has
    /// the rotor.
    @_disfavoredOverload
    public init<L: StringProtocol>(
        _ label: L, id: ID, textRange: Range<String.Index>? = nil, prepare: @escaping (() -> Void) = {}
    ) {
        self.init(Text(label), id: id, textRange: textRange, prepare: prepare)
    }

    /// Creates an entry for the view that has an ID in a namespace.
    ///
    /// - Parameters:
    ///   - label: The label of the entry.
    ///   - id: The ID of the view.
    ///   - namespace: The namespace of the ID.
    ///   - textRange: The range of the view's text that is selected; nil for none.
    ///   - prepare: Called before the user moves there, to make the view visible.
    public init(
        _ label: Text, id: ID, in namespace: Namespace.ID, textRange: Range<String.Index>? = nil,
        prepare: @escaping (() -> Void) = {}
    ) {
        let key = NamespaceKey(id: AnyHashable(id), namespace: namespace)
        self.init(label: label, target: .entry(key), textRange: textRange, prepare: prepare)
    }

    /// Creates an entry, with a localized label, for the view that has an ID in a namespace.
    public init(
        _ labelKey: LocalizedStringKey, id: ID, in namespace: Namespace.ID, textRange: Range<String.Index>? = nil,
        prepare: @escaping (() -> Void) = {}
    ) {
        self.init(Text(labelKey), id: id, in: namespace, textRange: textRange, prepare: prepare)
    }

    /// Creates an entry, with a string as its label, for the view that has an ID in a namespace.
    @_disfavoredOverload
    public init<L: StringProtocol>(
        _ label: L, id: ID, in namespace: Namespace.ID, textRange: Range<String.Index>? = nil,
        prepare: @escaping (() -> Void) = {}
    ) {
        self.init(Text(label), id: id, in: namespace, textRange: textRange, prepare: prepare)
    }
}

extension AccessibilityRotorEntry where ID == Never {
    /// Creates an entry for a range of the text of the view that has the rotor.
    ///
    /// - Parameters:
    ///   - label: The label of the entry; nil for the text in the range.
    ///   - textRange: The range.
    ///   - prepare: Called before the user moves there, to make the view visible.
    public init(_ label: Text? = nil, textRange: Range<String.Index>, prepare: @escaping (() -> Void) = {}) {
        self.init(label: label, target: .owner, textRange: textRange, prepare: prepare)
    }

    /// Creates an entry, with a localized label, for a range of the text of the view that has the
    /// rotor.
    public init(_ labelKey: LocalizedStringKey, textRange: Range<String.Index>, prepare: @escaping (() -> Void) = {}) {
        self.init(Text(labelKey), textRange: textRange, prepare: prepare)
    }

    /// Creates an entry, with a string as its label, for a range of the text of the view that has
    /// the rotor.
    @_disfavoredOverload
    public init<L: StringProtocol>(_ label: L, textRange: Range<String.Index>, prepare: @escaping (() -> Void) = {}) {
        self.init(Text(label), textRange: textRange, prepare: prepare)
    }
}

// The form of the first release, without a label of the second argument, which apps still use.
extension AccessibilityRotorEntry {
    /// Creates an entry for the view that has an ID in a namespace.
    public init(
        _ label: Text, _ id: ID, in namespace: Namespace.ID, textRange: Range<String.Index>? = nil,
        prepare: @escaping (() -> Void) = {}
    ) {
        self.init(label, id: id, in: namespace, textRange: textRange, prepare: prepare)
    }

    /// Creates an entry, with a localized label, for the view that has an ID in a namespace.
    public init(
        _ labelKey: LocalizedStringKey, _ id: ID, in namespace: Namespace.ID, textRange: Range<String.Index>? = nil,
        prepare: @escaping (() -> Void) = {}
    ) {
        self.init(Text(labelKey), id: id, in: namespace, textRange: textRange, prepare: prepare)
    }

    /// Creates an entry, with a string as its label, for the view that has an ID in a namespace.
    @_disfavoredOverload
    public init<L: StringProtocol>(
        _ label: L, _ id: ID, in namespace: Namespace.ID, textRange: Range<String.Index>? = nil,
        prepare: @escaping (() -> Void) = {}
    ) {
        self.init(Text(label), id: id, in: namespace, textRange: textRange, prepare: prepare)
    }
}

/// An ID in a namespace.
struct NamespaceKey: Hashable {
    let id: AnyHashable
    let namespace: Namespace.ID
}

/// An entry of a rotor, with the type of its ID erased.
struct RotorEntry {
    /// The view of an entry.
    enum Target {
        /// The view that has the rotor.
        case owner
        /// The view with an ID in the one that has the rotor.
        case view(AnyHashable)
        /// The view that has an ID in a namespace.
        case entry(NamespaceKey)
    }

    /// The label; nil for the text in the range.
    let label: Text?
    let target: Target
    /// The range of the view's text; nil for the whole view.
    let range: Range<String.Index>?
    let prepare: () -> Void
}
