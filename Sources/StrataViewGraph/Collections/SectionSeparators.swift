/// The lines above the first row of a section and below its last one. An edge that no modifier sets
/// is drawn as the style of the list demands.
package struct SectionSeparators: Hashable, Sendable {
    package var visibilities: [VerticalEdge: Visibility] = [:]
    /// The colors of the lines; an entry of nil for the host's.
    package var tints: [VerticalEdge: Color?] = [:]

    package init() {}

    /// Returns the lines, with those that an outer modifier sets replaced by its values.
    func overridden(by outer: SectionSeparators) -> SectionSeparators {
        var separators = self
        separators.visibilities.merge(outer.visibilities) { $1 }
        separators.tints.merge(outer.tints) { $1 }
        return separators
    }
}

extension View {
    /// Shows or hides the lines above and below the section. By default there is a line between a
    /// header and the first row, and one below the last row.
    public func listSectionSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View {
        rowTrait { for edge in edges.members { $0.section.visibilities[edge] = visibility } }
    }

    /// Sets the color of the lines above and below the section; nil for the host's choice.
    public func listSectionSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View {
        rowTrait { for edge in edges.members { $0.section.tints[edge] = .some(color) } }
    }
}
