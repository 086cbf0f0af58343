/// A section whose rows the user can hide, or cannot.
private struct CollapsibleSection<Parent: View, Content: View, Footer: View>: View {
    let section: Section<Parent, Content, Footer>
    let isCollapsible: Bool
    @State private var isExpanded = true

    var body: some View {
        Section(
            isExpanded: isCollapsible ? section.isExpanded ?? $isExpanded : nil, content: section.content,
            header: section.header, footer: section.footer)
    }
}

extension Section where Parent: View, Content: View, Footer: View {
    /// Sets whether the user can collapse the section of a list to its header. By default, only a
    /// section with a binding can be collapsed.
    public func collapsible(_ collapsible: Bool) -> some View {
        CollapsibleSection(section: self, isCollapsible: collapsible)
    }
}
