extension NavigationLink {
    /// Sets whether a link to a view shows it in the next column or pushes it in the link's own column.
    ///
    /// The default is the next column. Without columns, and for a link with a value, the setting has
    /// no effect.
    public func isDetailLink(_ isDetailLink: Bool) -> some View {
        var link = self
        link.isDetailLink = isDetailLink
        return link
    }
}
