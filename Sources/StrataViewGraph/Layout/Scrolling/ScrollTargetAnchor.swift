private struct ScrollTargetAnchorKey: TransactionKey {
    static var defaultValue: UnitPoint? { nil }
}

extension Transaction {
    /// The point of a view that is brought to the same point of its scroll view, when a
    /// ``ScrollViewProxy`` without an anchor, or a new value of the binding of
    /// `scrollPosition(id:anchor:)`, scrolls to the view. Nil for the anchor of that modifier.
    ///
    ///     Button("Scroll to Bottom") {
    ///         withAnimation {
    ///             withTransaction(\.scrollTargetAnchor, .bottom) { position = items.last?.id }
    ///         }
    ///     }
    public var scrollTargetAnchor: UnitPoint? {
        get { self[ScrollTargetAnchorKey.self] }
        set { self[ScrollTargetAnchorKey.self] = newValue }
    }
}
