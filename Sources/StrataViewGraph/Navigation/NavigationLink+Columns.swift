extension NavigationLink {
    /// Returns the link unchanged, because a ``NavigationView`` has no columns here.
    ///
    /// In Apple's columns, the link shows its destination in the next column or in its own one. A
    /// stack has one column, so the destination is its next page in both cases.
    public func isDetailLink(_ isDetailLink: Bool) -> some View { self }
}
